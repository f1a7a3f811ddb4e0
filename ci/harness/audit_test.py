#!/usr/bin/env python3
"""ci/audit.sh has the program check its arguments before anything else is built or run, and gathers
evidence by the other steps."""

import unittest

from test_project import StandInProject

STEPS = ["ci/setup.sh", "ci/fuzz.sh", "ci/mutants.sh", "ci/coverage.sh"]


class Audit(unittest.TestCase):
    def setUp(self):
        self.project = StandInProject(self)
        for step in STEPS:
            self.project.stand_in(step)

    def test_help_says_what_there_is_and_does_nothing(self):
        for arguments in (["--help"], ["--full", "--help"]):
            status, output, asked = self.project.run("ci/audit.sh", *arguments)
            self.assertEqual((status, asked), (0, []))
            for word in ("--full", "--no-install", "headerproof audit --help"):
                self.assertIn(word, output)

    def test_wrong_arguments_end_it_when_the_program_alone_is_built(self):
        status, output, asked = self.project.run("ci/audit.sh", "--full", "wrong")
        self.assertEqual(status, 2)
        self.assertIn("unknown argument: wrong", output)
        self.assertEqual(asked, [
            "ci/setup.sh ", "bin/cmake --preset release",
            "bin/cmake --build --preset release --target headerproof -- --quiet",
            "headerproof audit --check-arguments --require-all wrong"])

    def test_other_words_are_the_programs(self):
        words = ["--budget", "5", "--only=x", "--peer", "a=b"]
        status, output, asked = self.project.run("ci/audit.sh", *words)
        self.assertEqual(status, 0, output)
        self.assertEqual(asked[-1],
                         f"headerproof audit --evidence build/audit/evidence {' '.join(words)}")
        self.assertIn("ci/fuzz.sh --seconds 4", asked)
        self.assertIn("ci/mutants.sh --evidence build/audit/evidence --quick", asked)
        self.assertIn("ci/coverage.sh --evidence build/audit/evidence", asked)

    def test_full_takes_more_time_and_excuses_nothing(self):
        _, _, asked = self.project.run("ci/audit.sh", "--full")
        self.assertIn("ci/fuzz.sh --seconds 60", asked)
        self.assertIn("ci/mutants.sh --evidence build/audit/evidence", asked)
        self.assertEqual(asked[-1],
                         "headerproof audit --evidence build/audit/evidence --require-all")

    def test_peers_are_asked_unless_all_that_is_recorded_of_them_is_of_these_sources(self):
        asked_anew = "yarpc-go and grpc-go (no Go"
        for recorded, arguments, is_asked in (("", [], True), ("a fresh\nb stale\n", [], True),
                                              ("a fresh\nb fresh\n", [], False),
                                              ("a fresh\nb fresh\n", ["--full"], True)):
            self.project.write("recorded", recorded)
            output = self.project.run("ci/audit.sh", *arguments)[1]
            self.assertEqual(asked_anew in output, is_asked, output)
            self.assertEqual("== recorded: " in output, not is_asked)

    def test_no_install_installs_nothing(self):
        self.project.stand_in("ci/setup.sh", 'echo "HEADERPROOF_NO_INSTALL=$HEADERPROOF_NO_INSTALL"')
        self.assertIn("HEADERPROOF_NO_INSTALL=1", self.project.run("ci/audit.sh", "--no-install")[1])
        self.assertNotIn("HEADERPROOF_NO_INSTALL=1", self.project.run("ci/audit.sh")[1])

    def test_a_failing_targets_status_reaches_its_evidence(self):
        self.project.stand_in("ci/fuzz.sh", """
            mkdir -p fuzz-work/order
            echo 'cases 7' >fuzz-work/order/counts
            echo '{"status": 77, "seconds": 1.5, "finding": "crashes/x"}' >fuzz-work/order/ended.json
            mkdir -p fuzz-work/headers
            echo '{"status": 139, "seconds": 0.1, "finding": null}' >fuzz-work/headers/ended.json
            exit 1""")
        status, output, asked = self.project.run("ci/audit.sh")
        self.assertEqual(status, 0, output)
        self.assertIn("headerproof evidence fuzz --target order --status 77 --seconds 1.5 "
                      "--counts fuzz-work/order/counts --finding crashes/x "
                      "--out build/audit/evidence", asked)
        # One that died before it counted anything.
        self.assertIn("headerproof evidence fuzz --target headers --status 139 --seconds 0.1 "
                      "--out build/audit/evidence", asked)

    def test_what_an_earlier_run_of_a_target_counted_is_not_evidence(self):
        self.project.write("fuzz-work/order/counts", "cases 7\n")
        self.project.write("fuzz-work/order/ended.json", '{"status": 0, "seconds": 1, "finding": null}\n')
        _, _, asked = self.project.run("ci/audit.sh")
        self.assertFalse([line for line in asked if "evidence fuzz" in line])

    def test_an_interrupted_step_ends_it(self):
        for step in STEPS[1:]:
            self.project.stand_in(step, "exit 130")
            status, _, asked = self.project.run("ci/audit.sh")
            self.assertEqual(status, 130)
            self.assertNotIn("headerproof audit --evidence build/audit/evidence", asked)
            self.project.stand_in(step)

    def test_a_step_that_fails_is_named_and_the_audit_goes_on(self):
        self.project.stand_in("ci/coverage.sh", "echo why; exit 2")
        _, output, asked = self.project.run("ci/audit.sh")
        self.assertIn("ci/coverage.sh exits with 2", output)
        self.assertIn("why", output)
        self.assertEqual(asked[-1], "headerproof audit --evidence build/audit/evidence")


if __name__ == "__main__":
    unittest.main()
