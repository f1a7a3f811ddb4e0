#!/usr/bin/env python3
"""fuzz/targets.txt, the one list of fuzz targets, agrees with what else knows of them."""

import json
import re
import unittest

import project

ROOT = project.ROOT
LISTED = dict(line.split(None, 1) for line in
              (ROOT / "fuzz/targets.txt").read_text().splitlines() if line and not line.startswith("#"))


class Targets(unittest.TestCase):
    def test_every_target_has_its_file_and_every_file_of_a_target_its_line(self):
        files = {path.stem for path in (ROOT / "fuzz").glob("*.cc")
                 if re.search(r"LLVMFuzzerTestOneInput\(.*\) \{", path.read_text())}
        self.assertTrue(LISTED)
        # These two measure engines.
        self.assertEqual(set(LISTED), files - {"empty", "reading"})
        self.assertEqual(list(LISTED), project.targets())

    def test_the_documentation_describes_each_in_the_same_words_and_gives_its_rate(self):
        text = (ROOT / "docs/fuzzing.md").read_text()
        for name, asks in LISTED.items():
            self.assertIn(f"| `{name}` | {asks} |", text)
            self.assertTrue(re.search(rf"(?m)^\| `{name}` \| [0-9]", text),
                            f"docs/fuzzing.md has no rate of {name}")

    def test_the_audit_wants_evidence_of_each(self):
        claims = json.loads((ROOT / "src/claims/claims.json").read_text())
        fuzzed = next(claim for claim in claims["claims"] if claim["id"] == "fuzzed")
        for name in LISTED:
            evidence = f"fuzz-{name.replace('_', '-')}"
            self.assertIn(evidence, [source["id"] for source in claims["evidence"]])
            self.assertIn(evidence, [need["id"] for need in fuzzed["needs"]])
            self.assertIn(evidence, fuzzed["contradicted_by"])


if __name__ == "__main__":
    unittest.main()
