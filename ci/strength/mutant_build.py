"""Compiles the core, core_check and the tests in as few and as cheap steps as can be: on
precompiled headers of the standard library, and everything above the mutated sources in few files.
"""

import filecmp
import os
import re
import shutil
import signal
import subprocess
import threading

import project

COMPILER = "clang++-19"
FLAGS = ["-std=c++20", "-w", "-ferror-limit=1", "-I."]
CONFIGURATIONS = {"plain": ["-O0"], "optimized": ["-O1"],
                  "sanitized": ["-O1", "-fsanitize=address"]}

# Which tests are named for a file: properties/<subject>_test.cc.
TESTS = {
    "src/grammar/name.h": ["grammar"], "src/grammar/name.cc": ["grammar"],
    "src/grammar/special_name.h": ["grammar", "way_back"],
    "src/grammar/value.h": ["grammar", "forward"],
    "src/converter/convert.h": ["convert", "key_policy"],
    "src/converter/error.h": ["convert", "way_back"],
    "src/converter/fold.h": ["fold", "headers"],
    "src/converter/forward.h": ["forward"],
    "src/converter/headers.h": ["headers"],
    "src/converter/key_policy.h": ["key_policy", "convert"],
    "src/converter/metadata.h": ["convert"],
    "src/converter/name_hash.h": ["name_hash"], "src/converter/name_hash.cc": ["name_hash"],
    "src/converter/name_table.h": ["name_table", "headers"],
    "src/converter/octet_arena.h": ["headers", "key_policy"],
    "src/converter/octets.h": ["convert", "key_policy"],
    "src/converter/outcome.h": ["convert", "key_policy"],
    "src/converter/way_back.h": ["way_back"],
    "src/cases/choices.h": ["generator"],
    "src/cases/display.h": ["display"], "src/cases/display.cc": ["display"],
    "src/cases/escape.h": ["text", "display"], "src/cases/escape.cc": ["text", "display"],
    "src/cases/generator.h": ["generator"], "src/cases/generator.cc": ["generator"],
    "src/cases/text.h": ["text"], "src/cases/text.cc": ["text"],
}
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
        """Brings the copies of these files and folders up to date."""
        for name in names:
            source, target = os.path.join(self.root, name), os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            if os.path.isdir(source):
                shutil.copytree(source, target, dirs_exist_ok=True)
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
        path = os.path.join(self.folder, "objects", configuration, unit + ".o")
        with self.locks[unit]:
            if not os.path.exists(path):
                said = self.compile(self.units[unit], configuration, path + ".new",
                                    self.header(configuration), ["-c", "-MMD", "-MF", path + ".d"])
                if said:
                    raise project.Failure(f"the right source does not compile:\n{said}")
                os.replace(path + ".new", path)
        return path

    def header(self, configuration):
        return os.path.join(self.folder, "objects", configuration, "standard.pch")

    def prepare(self, digest):
        """Copies and groups the sources; what was compiled of the same ones stays. `digest` says
        which they are; tests may differ."""
        stamp = os.path.join(self.folder, "digest")
        fresh = not os.path.exists(stamp) or open(stamp, encoding="utf-8").read() != digest
        if fresh:
            shutil.rmtree(self.folder, ignore_errors=True)
            os.makedirs(self.folder)
            self.copy([*SOURCES, "properties"])
            self._make_headers()
        for path in [*MUTABLE, CORE_CHECK]:
            self.units[os.path.basename(path)[:-3]] = path
        if fresh:
            for number, group in enumerate(self._groups()):
                with open(os.path.join(self.folder, f"group{number}.cc"), "w",
                          encoding="utf-8") as opened:
                    opened.writelines(f'#include "{source}"\n' for source in group)
        for name in sorted(os.listdir(self.folder)):
            if name.startswith("group"):
                self.units[name[:-3]] = name
        self.core = list(self.units)
        for test in sorted({test for tests in TESTS.values() for test in tests}):
            self.units[test + "_test"] = f"properties/{test}_test.cc"
        self._renew_tests()
        self.locks = {unit: threading.Lock() for unit in self.units}
        project.replace(stamp, digest)

    def _renew_tests(self):
        """Forgets what was compiled of tests that have changed, all of them if a header has."""
        def differs(name):
            copy = os.path.join(self.folder, name)
            return not os.path.exists(copy) or not filecmp.cmp(
                os.path.join(self.root, name), copy, shallow=False)
        headers = [name for name in os.listdir(os.path.join(self.root, "properties"))
                   if name.endswith(".h")]
        all_differ = any(differs(f"properties/{name}") for name in headers)
        for unit, name in self.units.items():
            if name.startswith("properties/") and (all_differ or differs(name)):
                for configuration in CONFIGURATIONS:
                    path = os.path.join(self.folder, "objects", configuration, unit + ".o")
                    if os.path.exists(path):
                        os.remove(path)
        self.copy(["properties"])

    def find_includes(self, workers):
        """Compiles every unit once, to see what it is made of."""
        def includes(unit):
            return unit, dependencies(self.object(unit, "plain"))
        self.includes = dict(workers.map(includes, self.units))

    def _make_headers(self):
        """The headers of the standard library and GoogleTest that the sources include."""
        named = set()
        for folder, _, files in os.walk(self.folder):
            for name in files:
                if name.endswith((".h", ".cc")):
                    with open(os.path.join(folder, name), encoding="utf-8") as opened:
                        named.update(re.findall(r"^#include (<[a-z_]+>)", opened.read(), re.M))
        path = os.path.join(self.folder, "standard.h")
        with open(path, "w", encoding="utf-8") as opened:
            opened.writelines(f"#include {name}\n" for name in sorted(named) + ["<gtest/gtest.h>"])
        for configuration in CONFIGURATIONS:
            os.makedirs(os.path.join(self.folder, "objects", configuration))
            said = self.compile(path, configuration, self.header(configuration),
                                extra=["-x", "c++-header"])
            if said:
                raise project.Failure(f"the precompiled header:\n{said}")

    def _groups(self):
        """ABOVE in few groups, each compiled as one file: a source joins the first group that
        defines none of its names."""
        groups = []  # of sources, and the names that they define
        for source in ABOVE:
            with open(os.path.join(self.folder, source), encoding="utf-8") as opened:
                names = set(DEFINITION.findall(opened.read()))
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
    with open(object_file + ".d", encoding="utf-8") as opened:
        words = opened.read().replace("\\\n", " ").split()[1:]
    return {os.path.normpath(word) for word in words if not word.startswith("/")}
