#!/usr/bin/env python3
"""What the list of skips allows passes, and nothing else."""

import tempfile
import unittest

import skips


def complaints(tests, *missing):
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
        cases = "".join(f'<testcase name="{name}" classname="x" time="0" status="{status}"/>'
                        for name, status in tests.items())
        file.write(f"<testsuite>{cases}</testsuite>")
        file.flush()
        return skips.complaints(file.name, missing)


class Skips(unittest.TestCase):
    def test_lets_run_tests_pass(self):
        self.assertEqual(complaints({"grammar:a": "run", "peer_yarpc_go": "run"}), [])

    def test_lets_pass_what_is_listed_for_what_is_missing(self):
        skipped = {"grammar:a": "run", "peer_yarpc_go": "notrun"}
        self.assertEqual(complaints(skipped, "go"), [])
        for missing in ((), ("node",)):
            self.assertEqual(complaints(skipped, *missing), ["skipped, but may not be: peer_yarpc_go"])

    def test_refuses_what_is_not_listed(self):
        self.assertEqual(complaints({"grammar:a": "notrun", "peer_yarpc_go": "notrun"}, "go"),
                         ["skipped, but may not be: grammar:a"])
        self.assertEqual(complaints({"grammar:a": "disabled"}, "go"),
                         ["skipped, but may not be: grammar:a"])

    def test_refuses_results_without_tests(self):
        self.assertIn("contains no test", complaints({}, "go")[0])


if __name__ == "__main__":
    unittest.main()
