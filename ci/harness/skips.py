"""Fails, by name, on tests that were skipped and may not be; prints nothing otherwise.

  skips.py RESULTS PRESET     RESULTS: what `ctest --output-junit` wrote of a preset

ci/skips.txt lists which tests may be skipped where a thing is missing; a preset's build knows what is.
"""

import sys
import xml.etree.ElementTree

import project


def complaints(results, missing):
    """What is wrong with the results of a machine where the things of `missing` are not there."""
    tests = xml.etree.ElementTree.parse(results).getroot().findall("testcase")
    if not tests:
        return [f"{results}: contains no test; nothing was tested"]
    lines = (project.ROOT / "ci/skips.txt").read_text(encoding="ascii").splitlines()
    allowed = {line.split()[0] for line in lines
               if not line.startswith("#") and line.split()[1] in missing}
    skipped = [test.get("name") for test in tests if test.get("status") in ("notrun", "disabled")]
    return [f"skipped, but may not be: {name}" for name in skipped if name not in allowed]


def main(arguments):
    results, preset = arguments
    found = complaints(results, project.cached(preset, "HEADERPROOF_MISSING").split(";"))
    for complaint in found:
        print(complaint, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    project.run_main("ci/harness/skips.py", main)
