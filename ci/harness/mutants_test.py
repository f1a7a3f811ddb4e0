#!/usr/bin/env python3
"""ci/mutants.sh keeps results as long as all that they depend on is the same, and gives the program
what it found."""

import json
import unittest

from test_project import StandInProject

TARGET = """#!/bin/sh
echo "target $*" >>asked
printf 'headerproof-counts 2\\nbuild %s\\ntarget order\\ncases 7\\nviolations 1\\n' "$(cat digest)" \
  >"$HEADERPROOF_COUNTS"
exit 1
"""


class Mutants(unittest.TestCase):
    def setUp(self):
        self.project = StandInProject(self)
        self.project.write("corpus/a.case", "a: 1\n")
        self.project.write("fuzz/seeds/one", "seed")
        self.project.tool("build/fuzz/fuzz/order", TARGET)

    def expect_runs(self, number, when, status=0):
        """The script has the target run so often, from seeds and without."""
        code, output, asked = self.project.run("ci/mutants.sh")
        self.assertEqual(code, status, output)
        self.assertEqual(sum(line.startswith("target") for line in asked), number, when)
        return output

    def test_a_result_counts_until_something_changes_that_it_depends_on(self):
        self.expect_runs(2, "at first")
        self.expect_runs(0, "when nothing changed")
        for name in ("corpus/a.case", "fuzz/seeds/one", "fuzz/headerproof.dict",
                     "fuzz/headerproof.options", "build/fuzz/fuzz/order"):
            with open(self.project.root / name, "a", encoding="ascii") as file:
                file.write("# changed\n")
            self.expect_runs(2, f"when {name} changed")
            self.expect_runs(0, f"when nothing changed since {name}")
        (self.project.root / "fuzz/seeds/one").rename(self.project.root / "fuzz/seeds/other")
        self.expect_runs(2, "when a seed was renamed")
        self.project.write("digest", "e" * 64 + "\n")
        self.expect_runs(2, "when the build changed")

    def test_goes_on_after_a_line_that_was_half_written(self):
        self.expect_runs(2, "at first")
        file = self.project.root / "build/mutants/results.jsonl"
        lines = file.read_text().splitlines(keepends=True)
        file.write_text("".join(lines[:-1]) + lines[-1][:9])
        self.expect_runs(1, "when one result was lost")
        self.expect_runs(0, "when all are there again")

    def test_gives_the_program_its_results(self):
        _, _, asked = self.project.run("ci/mutants.sh", "--evidence", "there")
        self.assertEqual(asked[-1],
                         "headerproof evidence mutants build/mutants/results.json --out there")
        given = json.loads((self.project.root / "build/mutants/results.json").read_text())
        self.assertEqual(given["digest"], "d" * 64)
        self.assertEqual([(one["engine"], one["mutant"], one["killed"], one["cases"])
                          for one in given["results"]],
                         [("fuzz-order-seeded", "fold-bracket", True, 7),
                          ("fuzz-order", "fold-bracket", True, 7)])

    def test_reports_a_survivor(self):
        survives = TARGET.replace("violations 1", "violations 0").replace("exit 1", "exit 0")
        self.project.tool("build/fuzz/fuzz/order", survives)
        self.assertIn("survived all targets: fold-bracket", self.expect_runs(2, "at first", 1))

    def test_a_target_that_crashes_gives_no_result(self):
        self.project.tool("build/fuzz/fuzz/order", "#!/bin/sh\necho gone; exit 9\n")
        code, output, _ = self.project.run("ci/mutants.sh")
        self.assertEqual(code, 2)
        self.assertIn("order did not run to its end with fold-bracket planted:\ngone", output)

    def test_a_target_of_another_build_gives_no_result(self):
        self.project.tool("build/fuzz/fuzz/order", TARGET.replace("$(cat digest)", "other"))
        code, output, _ = self.project.run("ci/mutants.sh")
        self.assertEqual(code, 2)
        self.assertIn("different builds", output)

    def test_refuses_a_mutant_that_does_not_exist_or_is_equivalent(self):
        for name in ("unknown", "same"):
            code, output, _ = self.project.run("ci/mutants.sh", name)
            self.assertEqual(code, 2)
            self.assertIn(f"no such mutant, or an equivalent one: {name}", output)


if __name__ == "__main__":
    unittest.main()
