"""Compiles the core, core_check and the tests in as few and as cheap steps as can be: on
precompiled headers of the standard library, and everything above the mutated sources in few files.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import threading

import project
from file_digest import digest_of

COMPILER = "clang++-19"
FLAGS = ["-std=c++20", "-w", "-ferror-limit=1", "-I."]
CONFIGURATIONS = {"plain": ["-O0"], "optimized": ["-O1"],
                  "sanitized": ["-O1", "-fsanitize=address"]}

# Which tests are named for a file, its header and its source: properties/<subject>_test.cc.
NAMED = {
    "src/grammar/field": ["grammar", "forward"],
    "src/grammar/name": ["grammar"],
    "src/grammar/special_name": ["grammar", "way_back"],
    "src/grammar/value": ["grammar", "forward"],
    "src/converter/convert": ["convert", "key_policy"],
    "src/converter/error": ["convert", "way_back"],
    "src/converter/fold": ["fold", "headers"],
    "src/converter/forward": ["forward"],
    "src/converter/headers": ["headers"],
    "src/converter/key_policy": ["key_policy", "convert"],
    "src/converter/metadata": ["convert"],
    "src/converter/name_hash": ["name_hash"],
    "src/converter/name_table": ["name_table", "headers"],
    "src/converter/octet_arena": ["headers", "key_policy"],
    "src/converter/outcome": ["convert", "key_policy"],
    "src/converter/small_vector": ["small_vector", "headers"],
    "src/converter/way_back": ["way_back"],
    "src/cases/choices": ["generator"],
    "src/cases/display": ["display"],
    "src/cases/escape": ["text", "display"],
    "src/cases/generator": ["generator"],
    "src/cases/text": ["text"],
}
TESTS = {file: tests for stem, tests in NAMED.items() for file in (f"{stem}.h", f"{stem}.cc")
         if (project.ROOT / file).exists()}
# A name that a line defines which is not indented: of a function, a type or a constant.
DEFINITION = re.compile(r"^(?!namespace)[a-z][\w:<>,*& ]*?\b(\w+) ?(?:[({;]|=[^=])",
                        re.MULTILINE | re.IGNORECASE)
CORE_CHECK = "ci/strength/core_check.cc"


def _reached(files):
    """What is compiled of `files`: they, what they include, and the sources of that. Mutants are left
    out: they are never called, and left unresolved."""
    seen, left = set(), list(files)
    while left:
        file = left.pop()
        if file in seen:
            continue
        seen.add(file)
        for header in re.findall(r'^#include "(src/[^"]+)"', (project.ROOT / file).read_text(), re.M):
            source = header[:-2] + ".cc"
            left.append(header)
            if (project.ROOT / source).exists() and not source.startswith("src/mutants/"):
                left.append(source)
    return seen


REACHED = _reached([CORE_CHECK, *(f"properties/{test}_test.cc" for tests in TESTS.values()
                                  for test in tests)])
MUTABLE = sorted(file for file in REACHED if file in TESTS and file.endswith(".cc"))
ABOVE = sorted(file for file in REACHED if file.startswith("src/") and file.endswith(".cc")
               and file not in TESTS)
SOURCES = sorted({os.path.dirname(file) for file in REACHED if file.startswith("src/")}) + [CORE_CHECK]


class Aborted(Exception):
    """A program was killed from outside, most likely because memory ran out. It says nothing about the
    mutant."""


def run_tool(command, folder=None):
    """Runs the compiler or the linker; raises Aborted."""
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    # The driver starts the linker, and at times the compiler, as a process of its own.
    if ran.returncode == -signal.SIGKILL or "unable to execute command: Killed" in ran.stderr:
        raise Aborted(os.path.basename(command[0]))
    return ran


class Compiler:
    """Compiles in one folder: a copy of the sources with, in it, objects/<configuration>/."""

    def __init__(self, root, folder):
        self.root, self.folder = root, folder

    def copy(self, names):
        """Copies these files and folders."""
        for name in names:
            source, target = self.root / name, self.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target)
            else:
                shutil.copy2(source, target)

    def compile(self, unit, configuration, target, header=None, extra=()):
        """Compiles the file `unit` to `target`. Returns what the compiler said, or None. Raises
        Aborted."""
        command = [COMPILER, *FLAGS, *CONFIGURATIONS[configuration],
                   f'-DHEADERPROOF_SOURCE_DIR="{self.root}"', "-DHEADERPROOF_SANITIZED=0"]
        if header:
            command += ["-include-pch", header]
        command += [*extra, unit, "-o", target]
        ran = run_tool(command, self.folder)
        return None if ran.returncode == 0 else ran.stderr


class Baseline(Compiler):
    """The right source, compiled once; every worker starts from it and only reads it."""

    def __init__(self, root, folder):
        super().__init__(root, folder)
        self.units = {}  # name -> path in the folder
        self.locks = {}  # unit -> held while it is compiled
        self.core = []  # those that core_check is made of
        self.includes = {}  # unit -> the files that it is made of
        self.seconds = {}  # (program, configuration) -> processor time on the right source

    def object(self, unit, configuration):
        """The object of the right source, compiled when it is first asked for."""
        path = self.folder / "objects" / configuration / f"{unit}.o"
        with self.locks[unit]:
            if not path.exists():
                said = self.compile(self.units[unit], configuration, f"{path}.new",
                                    self.header(configuration), ["-c", "-MMD", "-MF", f"{path}.d"])
                if said:
                    raise project.Failure(f"the right source does not compile:\n{said}")
                os.replace(f"{path}.new", path)
        return path

    def header(self, configuration):
        return self.folder / "objects" / configuration / "standard.pch"

    def prepare(self):
        """Copies and groups the sources; what was compiled of the same ones stays."""
        stamp, digest = self.folder / "digest", digest_of(self.root, [*SOURCES, "properties"])
        if not stamp.exists() or stamp.read_text() != digest:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True)
            self.copy([*SOURCES, "properties"])
            self._make_headers()
            for number, group in enumerate(self._groups()):
                lines = "".join(f'#include "{source}"\n' for source in group)
                (self.folder / f"group{number}.cc").write_text(lines)
            project.replace(stamp, digest)
        self.units = {pathlib.Path(path).stem: path for path in [*MUTABLE, CORE_CHECK]}
        self.units.update((path.stem, path.name) for path in sorted(self.folder.glob("group*.cc")))
        self.core = list(self.units)
        self.units.update((f"{test}_test", f"properties/{test}_test.cc")
                          for test in sorted({test for tests in TESTS.values() for test in tests}))
        self.locks = {unit: threading.Lock() for unit in self.units}

    def find_includes(self, workers):
        """Compiles every unit once, to see what it is made of."""
        def includes(unit):
            return unit, dependencies(self.object(unit, "plain"))
        self.includes = dict(workers.map(includes, self.units))

    def _make_headers(self):
        """The headers of the standard library and GoogleTest that the sources include."""
        text = "".join(path.read_text("utf-8") for path in self.folder.rglob("*")
                       if path.suffix in (".h", ".cc"))
        named = sorted(set(re.findall(r"^#include (<[a-z_]+>)", text, re.M))) + ["<gtest/gtest.h>"]
        path = self.folder / "standard.h"
        path.write_text("".join(f"#include {name}\n" for name in named))
        for configuration in CONFIGURATIONS:
            self.header(configuration).parent.mkdir(parents=True)
            said = self.compile(path, configuration, self.header(configuration),
                                extra=["-x", "c++-header"])
            if said:
                raise project.Failure(f"the precompiled header:\n{said}")

    def _groups(self):
        """ABOVE in few groups, each compiled as one file: a source joins the first group that
        defines none of its names."""
        groups = []  # of sources, and the names that they define
        for source in ABOVE:
            names = set(DEFINITION.findall((self.folder / source).read_text("utf-8")))
            for group, taken in groups:
                if not names & taken:
                    group.append(source)
                    taken |= names
                    break
            else:
                groups.append(([source], names))
        return [group for group, _ in groups]


def dependencies(object_file):
    """The files of the tree that an object was made of."""
    words = pathlib.Path(f"{object_file}.d").read_text().replace("\\\n", " ").split()[1:]
    return {os.path.normpath(word) for word in words if not word.startswith("/")}
