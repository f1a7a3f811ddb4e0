"""A copy of ci/ in a project of its own, in which every tool that builds or measures is a stand-in: for
tests of what a script does before, between and after them."""

import os
import pathlib
import shutil
import subprocess
import tempfile

import project

# Says what it was asked, and answers as the program does.
PROGRAM = """#!/bin/sh
echo "headerproof $*" >>asked
case "$*" in
  "evidence digest") cat digest ;;
  "evidence recorded") cat recorded 2>/dev/null; exit 0 ;;
  "mutants --json") echo '[{"name": "fold-bracket", "equivalent": false},
                           {"name": "same", "equivalent": true}]' ;;
  "targets --json") echo '[{"name": "order", "asks": "relation 5", "judges_converters": true},
                           {"name": "headers", "asks": "the store", "judges_converters": false}]' ;;
  *--check-arguments*wrong*) echo "unknown argument: wrong" >&2; exit 2 ;;
esac
"""


class StandInProject:
    def __init__(self, test):
        folder = tempfile.TemporaryDirectory()
        test.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        shutil.copytree(project.ROOT / "ci", self.root / "ci", ignore=shutil.ignore_patterns("strength"))
        self.write("fuzz/targets.txt", "order  relation 5\nheaders  the store\n")
        self.write("fuzz/headerproof.options", "[libfuzzer]\nmax_len = 4096\n")
        self.write("fuzz/headerproof.dict", '"a"\n')
        self.write("digest", "d" * 64 + "\n")
        self.write("build/release/CMakeCache.txt", "HEADERPROOF_MISSING:INTERNAL=go\n")
        self.tool("build/release/headerproof", PROGRAM)
        self.stand_in("bin/cmake")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def tool(self, name, text):
        self.write(name, text)
        (self.root / name).chmod(0o755)

    def stand_in(self, name, more=""):
        """A tool that notes that it was asked, and then does `more`."""
        self.tool(name, f'#!/bin/sh\necho "{name} $*" >>{self.root}/asked\n{more}\n')

    def run(self, *command):
        """The exit status and the output of a script, and what the stand-ins were asked."""
        asked = self.root / "asked"
        asked.write_text("")
        environment = {**os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}"}
        ran = subprocess.run(command, cwd=self.root, env=environment, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return ran.returncode, ran.stdout, asked.read_text().splitlines()
