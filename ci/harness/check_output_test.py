#!/usr/bin/env python3
"""Breaks copies of a folder that `ci/check-contract.sh --quick` filled, each in one way: the check names
what is broken, and finds no fault in an unbroken one."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import check_output
import project
import seed_archive

OUT = project.ROOT / "build/contract/quick/out"
TARGET, OTHER = project.targets()[0], project.targets()[-1]
STATIC = ["-static-libstdc++", "-static-libgcc"]


def replace_by_nothing(*flags):
    """A target that does nothing, in the place of the target."""
    os.unlink(TARGET)
    subprocess.run([os.environ.get("FUZZ_CXX", "clang++-19"), "-std=c++20", *flags,
                    project.ROOT / "fuzz/empty.cc", "-o", TARGET], check=True)


def replace_by_script(text):
    pathlib.Path(TARGET).unlink(missing_ok=True)
    pathlib.Path(TARGET).write_text("#!/bin/sh\n" + text + "\n")
    os.chmod(TARGET, 0o755)


def append(name, line):
    with open(name, "a", encoding="ascii") as file:
        file.write(line + "\n")


def edit(name, pattern):
    path = pathlib.Path(name)
    path.write_text(re.sub(pattern, "", path.read_text(), count=1, flags=re.MULTILINE))


def crash_on_seeds():
    real = pathlib.Path("..", "real").resolve()
    shutil.move(TARGET, real)
    replace_by_script(f'case "$*" in *seeds*) exit 77 ;; esac; exec {real} "$@"')


ARCHIVE = f"{TARGET}_seed_corpus.zip"
BREAKS = [
    ("targets", "a target is missing", lambda: os.unlink(OTHER)),
    ("targets", "an executable is extra", lambda: shutil.copy(TARGET, "stray")),
    ("name", "a target's name has a dot", lambda: shutil.copy(TARGET, f"{TARGET}.bin")),
    ("archive", "an archive has another name", lambda: os.rename(ARCHIVE, f"{TARGET}-seed-corpus.zip")),
    ("archive", "another target's archive is missing", lambda: os.unlink(f"{OTHER}_seed_corpus.zip")),
    ("archive", "an archive is empty", lambda: os.truncate(ARCHIVE, 0)),
    ("archive", "an archive is torn", lambda: os.truncate(ARCHIVE, 2000)),
    ("archive", "an archive lacks seeds",
     lambda: seed_archive.write(ARCHIVE, [project.ROOT / "corpus"])),
    ("dictionary", "a dictionary is missing", lambda: os.unlink(f"{TARGET}.dict")),
    ("dictionary", "a dictionary is broken", lambda: append(f"{TARGET}.dict", '"unterminated')),
    ("options", "options are missing", lambda: os.unlink(f"{TARGET}.options")),
    ("options", "options have no section", lambda: edit(f"{TARGET}.options", r"\A.*\n")),
    ("options", "options name an unknown one", lambda: append(f"{TARGET}.options", "max_length = 4096")),
    ("options", "options forget the dictionary", lambda: edit(f"{TARGET}.options", r"^dict.*\n")),
    ("linkage", "a target needs a library", lambda: replace_by_nothing("-fsanitize=fuzzer,address")),
    ("sanitizer", "a target is hardly instrumented",
     lambda: replace_by_nothing("-fsanitize=fuzzer,address", *STATIC)),
    ("edges", "a target has few edges", lambda: replace_by_nothing("-fsanitize=fuzzer,address", *STATIC)),
    ("runs", "a target exits", lambda: replace_by_script("exit 3")),
    ("seeds", "a target crashes on a seed", crash_on_seeds),
]


class BrokenBuilds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.chdir(project.ROOT)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.place = pathlib.Path(folder.name)
        cls.place.chmod(0o755)
        # Only one target is run: the others may be empty.
        cls.whole = cls.place / "whole"
        shutil.copytree(OUT, cls.whole)
        for name in project.targets()[1:]:
            os.truncate(cls.whole / name, 0)

    def faults(self, folder):
        return check_output.Check(folder, "libfuzzer", "address", [TARGET]).run()

    def test_finds_no_fault_in_a_whole_folder(self):
        self.assertEqual(self.faults(self.whole), [])

    def test_names_what_is_broken(self):
        for check, how, make in BREAKS:
            with self.subTest(how):
                copy = self.place / "copy"
                shutil.rmtree(copy, ignore_errors=True)
                shutil.copytree(self.whole, copy)
                os.chdir(copy)
                try:
                    make()
                finally:
                    os.chdir(project.ROOT)
                faults = self.faults(copy)
                self.assertTrue(any(fault.startswith(f"contract: {check}: ") for fault in faults), faults)

    def test_refuses_bad_usage(self):
        for arguments in ((OUT, "names", "address"), (OUT, "other", "bogus"), (OUT, "other", ""),
                          (OUT, "libfuzzer", "address", ["no_target"]),
                          (self.place / "nowhere", "libfuzzer", "address")):
            with self.assertRaises(project.Failure):
                check_output.Check(*arguments)


if __name__ == "__main__":
    unittest.main()
