#!/usr/bin/env python3
"""Source mutation: what is wrong with a result, what an explanation is, and what an answer."""

import collections
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "harness"))
import explanations  # noqa: E402
import mutant_build  # noqa: E402
import mutant_report  # noqa: E402
import mutant_worker  # noqa: E402
import project  # noqa: E402

Mutant = collections.namedtuple("Mutant", "id file number line replacement")
Mutant.name = lambda self: (self.line, self.replacement)

ONE = Mutant("1", "a.h", 7, "x = 1;", "x = 2;")
OTHER = Mutant("2", "a.h", 7, "x = 1;", "x = 3;")
TEXT = "# why\n\na.h\n- x = 1;\n+ x = 2;\n= x is not\n= read\n"


def read(text):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "explained.txt")
        path.write_text(text, encoding="utf-8")
        return explanations.read(path, "explained.txt")


class Gate(unittest.TestCase):
    def test_takes_a_survivor_that_is_explained(self):
        explained = read(TEXT)
        self.assertEqual(explained["a.h", "x = 1;", "x = 2;"].reason, "x is not read")
        self.assertEqual(explanations.complain([ONE], {"1": ("survived", "")}, explained), [])

    def test_refuses_a_survivor_that_is_not(self):
        found = {"1": ("survived", ""), "2": ("survived", "")}
        complaints = explanations.complain([ONE, OTHER], found, read(TEXT))
        self.assertEqual(len(complaints), 1)
        self.assertIn("without an explanation: a.h:7", complaints[0])
        self.assertIn("+ x = 3;", complaints[0])

    def test_refuses_an_explanation_whose_line_has_changed(self):
        changed = Mutant("3", "a.h", 7, "y = 1;", "y = 2;")
        complaints = explanations.complain([changed], {}, read(TEXT))
        self.assertEqual(len(complaints), 1)
        self.assertIn("stale", complaints[0])

    def test_refuses_an_explanation_of_what_is_killed(self):
        complaints = explanations.complain([ONE], {"1": ("killed", "fold_test")}, read(TEXT))
        self.assertEqual(len(complaints), 1)
        self.assertIn("unused", complaints[0])

    def test_says_nothing_of_what_was_killed_from_outside(self):
        found = {"1": ("aborted", "fold_test"), "2": ("aborted", "clang++-19")}
        self.assertEqual(explanations.complain([ONE, OTHER], found, read(TEXT)), [])

    def test_says_nothing_of_what_was_not_tried(self):
        self.assertEqual(explanations.complain([ONE, OTHER], {}, read(TEXT)), [])

    def test_refuses_what_is_not_an_explanation(self):
        for text in (TEXT + "\n" + TEXT, "a.h\n- x\n+ y\n", "a.h\n- x\n= why\n",
                     "a.h\n- x\n- y\n+ z\n= why\n", "a.h\n- x\n+ y\nwhy\n= why\n"):
            with self.assertRaises(project.Failure):
                read(text)


class Sources(unittest.TestCase):
    def test_every_source_that_core_check_is_made_of_names_its_tests(self):
        folders = {os.path.dirname(file) for file in mutant_build.TESTS}
        self.assertEqual({file for file in mutant_build.REACHED if os.path.dirname(file) in folders},
                         set(mutant_build.TESTS))


class Report(unittest.TestCase):
    def test_counts_each_mutant_once(self):
        found = {"1": ("survived", ""), "2": ("killed", "fold_test")}
        counts = mutant_report.count([ONE, OTHER], found, read(TEXT))
        self.assertEqual(counts, {"made": 2, "asked": 2, "invalid": 0, "same": 0, "killed": 1,
                                  "survived": 0, "explained": 1, "aborted": 0, "tried": 2})

    def test_does_not_count_what_was_killed_from_outside_as_an_answer(self):
        counts = mutant_report.count([ONE], {"1": ("aborted", "fold_test")}, {})
        self.assertEqual((counts["aborted"], counts["killed"], counts["tried"]), (1, 0, 0))
        self.assertIn("of 1 the compiler or a test was killed from outside",
                      mutant_report.summary(counts))

    def test_says_which_octets_of_the_line_differ(self):
        self.assertEqual(mutant_report._changed("x = 1;", "x = 2;"), (4, "1", "2"))
        self.assertEqual(mutant_report._changed("aa", "a"), (1, "a", ""))


class Running(unittest.TestCase):
    def run_shell(self, script, seconds=9):
        return mutant_worker.run(["sh", "-c", script], "/", seconds)[0]

    def test_says_what_failed_and_what_took_too_long(self):
        self.assertIsNone(self.run_shell("exit 0"))
        self.assertEqual(self.run_shell("echo said; exit 3"), "said")
        self.assertEqual(self.run_shell("kill -XCPU $$"), "timeout")
        self.assertEqual(self.run_shell("kill -KILL $$", seconds=0), "timeout")

    def test_takes_no_answer_from_what_was_killed_from_outside(self):
        with self.assertRaises(mutant_build.Aborted):
            self.run_shell("kill -KILL $$")
        with self.assertRaises(mutant_build.Aborted):
            mutant_build.run_tool(["sh", "-c", "kill -KILL $$"])
        with self.assertRaises(mutant_build.Aborted):
            mutant_build.run_tool(
                ["sh", "-c", "echo clang: error: unable to execute command: Killed >&2; exit 1"])
        self.assertEqual(mutant_build.run_tool(["sh", "-c", "exit 1"]).returncode, 1)

    def test_a_mutant_that_takes_too_much_memory_fails(self):
        said, _ = mutant_worker.run([sys.executable, "-c", "bytearray(8 << 30)"], "/", 9)
        self.assertIsNotNone(said)

    def test_says_of_a_worker_that_its_mutant_was_aborted(self):
        class Dying(mutant_worker.Worker):
            def __init__(self, folder):
                self.folder = folder

            def _ask(self, file):
                raise mutant_build.Aborted("fold_test")

        Whole = collections.namedtuple("Whole", "file text")
        with tempfile.TemporaryDirectory() as folder:
            mutant = Whole("a.h", lambda source: source + "x")
            self.assertEqual(Dying(pathlib.Path(folder)).ask(mutant, "right"), ("aborted", "fold_test"))
            with open(os.path.join(folder, "a.h"), encoding="utf-8") as opened:
                self.assertEqual(opened.read(), "right")


if __name__ == "__main__":
    unittest.main()
