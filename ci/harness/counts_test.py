#!/usr/bin/env python3
"""Counts of several processes are added up key by key."""

import pathlib
import tempfile
import unittest

import counts

ONE = "headerproof-counts 2\nbuild 12\ntarget order\ncases 7\nclass none 2\nend\n"
OTHER = "headerproof-counts 2\nbuild 12\ntarget order\ncases 30\nclass none 1\nclass long 4\nend\n"


class Counts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, text):
        (self.folder / name).write_text(text)
        return self.folder / name

    def test_adds_up_and_says_once_whose_they_are(self):
        both = counts.add_up([self.file("one", ONE), self.file("other", OTHER)])
        self.assertEqual(both, "headerproof-counts 2\nbuild 12\ntarget order\ncases 37\nclass none 3\n"
                               "class long 4\nend\n")

    def test_keeps_the_names_of_two_builds_apart(self):
        both = counts.add_up([self.file("one", ONE), self.file("other", OTHER.replace("12", "13"))])
        self.assertIn("build 12\ntarget order\nbuild 13\n", both)

    def test_nothing_gives_nothing(self):
        self.assertEqual(counts.add_up([]), "")
        self.assertEqual(counts.read(self.folder / "missing"), {})

    def test_says_which_build_counted(self):
        self.assertEqual(counts.build(self.file("one", ONE)), "12")


if __name__ == "__main__":
    unittest.main()
