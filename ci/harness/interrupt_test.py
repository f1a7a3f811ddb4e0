#!/usr/bin/env python3
"""Interrupts ci/fuzz.sh: two at once on one work folder, TERM, and kill -9 at random moments. No file of
a corpus or a finding is lost or torn, what an interrupted run had found is there after the next one,
and the next one goes on.

HEADERPROOF_KILLS: how many kills (default 3). HEADERPROOF_KILL_SEED repeats a run's moments.
HEADERPROOF_KILL_AFL: not empty, AFL++ as well, where it is installed.
"""

import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import engines
import project

KILLS = int(os.environ.get("HEADERPROOF_KILLS", "3"))
SEED = int(os.environ.get("HEADERPROOF_KILL_SEED", time.time_ns() % 10**6))
TARGET = "request_path"
WITH_AFL = bool(os.environ.get("HEADERPROOF_KILL_AFL")) and shutil.which("afl-fuzz") is not None


class Interrupted(unittest.TestCase):
    """The tests share one work folder, and run in the order of their names."""

    @classmethod
    def setUpClass(cls):
        os.chdir(project.ROOT)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.work = pathlib.Path(folder.name).resolve()
        cls.run_folder = cls.work / TARGET / "run"
        cls.said = cls.work / "said"

    def start(self, *arguments, environment=None):
        with open(self.said, "ab") as output:
            return subprocess.Popen(
                ["ci/fuzz.sh", "--work", str(self.work), *arguments, TARGET], stdin=subprocess.DEVNULL,
                stdout=output, stderr=output, env={**os.environ, **(environment or {})})

    def fuzz(self, *arguments, environment=None):
        return self.start(*arguments, environment=environment).wait()

    def kept(self):
        return {path for folder in (self.work / TARGET / "corpus", self.work / "crashes")
                if folder.exists() for path in folder.iterdir() if path.name != ".part"}

    def check_kept(self, before, when):
        for path in self.kept():
            self.assertEqual(path.name[-40:], hashlib.sha1(path.read_bytes()).hexdigest(),
                             f"{when}: torn: {path}")
        self.assertEqual(before - self.kept(), set(), f"{when}: lost")

    def output(self):
        return self.said.read_text(errors="replace")

    def test_1_a_killed_runs_finding_is_reported_and_kept_and_is_not_a_success(self):
        artifacts = self.run_folder / "artifacts"
        artifacts.mkdir(parents=True)
        (artifacts / "crash-left").write_text("rpc-caller: x\n")
        self.assertEqual(self.fuzz("--seconds", "1"), 1, "see the output above")
        self.assertRegex(self.output(), f"(?m)^{TARGET}: 1 findings of an earlier run")
        self.assertTrue(any(path.name.startswith(f"{TARGET}-crash-") for path in self.kept()))

    def test_2_bad_folders_and_an_unknown_mutant_are_refused_and_nothing_is_kept(self):
        before = self.kept()
        for arguments in (["--seconds", "1", "--work", str(self.said)],
                          ["--seconds", "1", "--work", str(self.work / "with a space")],
                          ["--seconds", "1", "--work", "--jobs"], ["--seconds", "0"]):
            self.assertEqual(self.fuzz(*arguments), 2, arguments)
        unknown = {"HEADERPROOF_PLANTED_MUTANT": "unknown"}
        self.assertEqual(self.fuzz("--seconds", "1", environment=unknown), 2)
        self.assertEqual(self.kept(), before)

    @unittest.skipUnless(WITH_AFL, "without AFL++")
    def test_3_an_engine_that_does_not_begin_has_a_row_of_the_table(self):
        folder = self.work / "bin"
        folder.mkdir()
        (folder / "afl-fuzz").write_text('#!/bin/sh\necho "does not begin"; exit 3\n')
        (folder / "afl-fuzz").chmod(0o755)
        path = {"PATH": f"{folder}:{os.environ['PATH']}"}
        self.assertEqual(self.fuzz("--seconds", "1", "--engine", "afl", environment=path), 1)
        self.assertRegex(self.output(), f"(?m)^{TARGET} .* ended with 3, see {self.work}/{TARGET}/log")

    def test_4_a_second_run_is_refused_and_term_ends_the_first_in_order(self):
        first = self.start("--seconds", "20")
        while not (self.run_folder / "known").exists():
            self.assertIsNone(first.poll(), "the first run ended early")
            time.sleep(0.1)
        self.assertEqual(self.fuzz("--seconds", "1"), 2)
        self.assertIn(f"another run uses {self.work}", self.output())
        first.send_signal(signal.SIGTERM)
        self.assertEqual(first.wait(), 130)
        self.assertRegex(self.output(), f"(?m)^{TARGET} .*stopped$")
        self.assertFalse(self.run_folder.exists(), "something is left to bring")
        self.assertTrue(self.kept())
        ended = json.loads((self.work / TARGET / "ended.json").read_text())
        self.assertEqual(ended["status"], 130)

    def test_5_a_failing_targets_status_is_kept(self):
        planted = {"HEADERPROOF_PLANTED_MUTANT": "field-ignores-empty"}
        self.assertEqual(self.fuzz("--seconds", "30", environment=planted), 1)
        ended = json.loads((self.work / TARGET / "ended.json").read_text())
        self.assertEqual(ended["status"], 77)

    def kill(self, number, chance, seen):
        kinds = [["--jobs", "1"], ["--jobs", "2"]] + WITH_AFL * [["--engine", "afl", "--seconds", "8"]]
        options = chance.choice(kinds)
        # Now and then a wrong converter, for findings.
        planted = "field-ignores-empty" if chance.randrange(4) == 0 else ""
        before = self.kept()
        began = time.time()
        run = self.start("--seconds", "3", *options, environment={"HEADERPROOF_PLANTED_MUTANT": planted})
        # One in four while it prepares; else from when it begins to use the folder, to after its end.
        moment = chance.uniform(0, 10 if "afl" in options else 5)
        log = self.work / TARGET / "log"
        if chance.randrange(4) != 0:
            while run.poll() is None and not (log.exists() and log.stat().st_mtime > began):
                time.sleep(0.1)
        time.sleep(moment)
        run.kill()
        run.wait()
        when = f"kill {number} after {moment:.3f} s, {' '.join(options)}{planted and ', with a mutant'}"
        self.check_kept(before, when)
        # When all of the engine is gone, coverage of what it had written must not be lost.
        with project.lock(self.work / "lock", seconds=30):
            pass
        left = 0
        for pattern in ("new", "tmp/*/C*", "afl/*/queue"):
            for folder in self.run_folder.glob(pattern):
                for file in folder.iterdir() if folder.is_dir() else []:
                    if file.is_file():
                        octets = file.read_bytes()
                        (seen / hashlib.sha1(octets).hexdigest()).write_bytes(octets)
                        left += 1
        print(f"{when}: {left} files left behind", flush=True)

    def test_6_kill_9_loses_nothing(self):
        print(f"{KILLS} kills, seed {SEED}")
        chance = random.Random(SEED)
        seen = self.work / "seen"
        seen.mkdir()
        for number in range(KILLS):
            self.kill(number, chance, seen)
        # The next run keeps what was left, and reports findings; the one after it has none.
        before = self.kept()
        self.said.write_text("")
        status = self.fuzz("--seconds", "1")
        if status != 0:
            self.assertEqual(status, 1, self.output())
            self.assertIn("findings of an earlier run", self.output())
        self.assertEqual(self.fuzz("--seconds", "1"), 0, self.output())
        self.check_kept(before, "the run after the kills")
        self.assertFalse(self.run_folder.exists(), "something is left to bring")
        if not any(seen.iterdir()):
            return
        everything = self.work / "all"
        everything.mkdir()
        for folder in (self.work / "seeds", self.work / TARGET / "corpus"):
            for file in folder.iterdir():
                shutil.copy(file, everything)
        merged = subprocess.run([engines.binary(TARGET), "-merge=1", str(everything), str(seen)],
                                capture_output=True, text=True, errors="replace")
        self.assertEqual(merged.returncode, 0, merged.stderr[-500:])
        found = re.search("(?m)^MERGE-OUTER: ([0-9]+) new files", merged.stderr)
        self.assertEqual(found.group(1), "0", "coverage was lost")


if __name__ == "__main__":
    unittest.main(failfast=True, verbosity=2)
