"""Checks a folder that a service build filled, as a continuous-fuzzing service would and a little harder:
the service does not look at seeds.

The folder is moved, and nothing in it may be written: it is run from a copy elsewhere, from / and, by
root, as nobody. Each fault is one line, `contract: CHECK: what`; CHECK is one of

  targets      the executables are the targets of fuzz/targets.txt, and no others
  name         [A-Za-z0-9_-]+, without an extension
  archive      X_seed_corpus.zip of each target, whole, with every seed of the repository
  dictionary   X.dict of each target, which the engine reads
  options      X.options of each target: [libfuzzer], options that the engine knows, its dictionary
  linkage      no shared library but libc's own
  sanitizer    so many calls of it that all is instrumented
  edges        so many that all is instrumented
  runs         four runs on no corpus end, and say so
  seeds        every seed of its own archive runs
  untouched    nothing in the folder changed

A build for memory is not run: that takes a C++ library built for it, which a service brings.
"""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import zipfile

import project
import seed_archive
from keep import printable

ENGINES = ("libfuzzer", "afl", "other")
# What the services ask of a build at the least, and whose calls are counted.
LEAST_EDGES = 100
LEAST_CALLS = {"address": ("__asan", 1000), "undefined": ("__ubsan", 168), "memory": ("__msan", 1000),
               "coverage": None, "none": None}
# In a disassembly or in assembler text: of x86-64, of AArch64.
CALL = r"\b(?:callq?|bl)\s[^\n]*?\b"
LIBC = re.compile(r"(not|statically|linux-vdso\.so\.1|ld-linux-.*\.so\..*|lib(c|m)\.so\.6|libresolv\.so\.2|"
                  r"libpthread\.so\.0|libdl\.so\.2|librt\.so\.1)$")


def calls(text, runtime):
    """How many calls the disassembly `text` has of functions whose names begin with `runtime` and '_'."""
    return len(re.findall(f"{CALL}{runtime}_", text))


class Check:
    """One build: the folder `out`, made for an engine and a sanitizer. `targets` are those to look at
    closely."""

    def __init__(self, out, engine, sanitizer, targets=()):
        known = project.targets()
        for wrong, what in ((not os.path.isdir(out), f"no such folder: {out}"),
                            (engine not in ENGINES, f"no such engine: {engine}"),
                            (sanitizer not in LEAST_CALLS, f"no such sanitizer: {sanitizer}"),
                            (set(targets) - set(known), f"no such target among {list(targets)}")):
            if wrong:
                raise project.Failure(what)
        self.given, self.engine, self.sanitizer = out, engine, sanitizer
        self.all, self.targets = known, list(targets) or known
        self.faults, self.log = [], b""

    def complain(self, check, what):
        self.faults.append(f"contract: {check}: {what}")

    def run(self):
        """Returns the faults."""
        with tempfile.TemporaryDirectory() as place:
            self.out, self.scratch = pathlib.Path(place, "moved"), pathlib.Path(place, "scratch")
            self.unpacked = pathlib.Path(place, "seeds")
            shutil.copytree(self.given, self.out)
            subprocess.run(["chmod", "-R", "a-w,a+rX", self.out], check=True)
            pathlib.Path(place).chmod(0o755)
            self.scratch.mkdir()
            self.scratch.chmod(0o777)
            before = self.listing()
            try:
                self.names()
                for target in self.targets:
                    self.check(target)
                if self.listing() != before:
                    self.complain("untouched", "a target changed the folder that it is in")
            finally:
                subprocess.run(["chmod", "-R", "u+w", self.out], check=True)
        return self.faults

    def listing(self):
        return {str(path): hashlib.sha256(path.read_bytes()).digest()
                for path in self.out.rglob("*") if path.is_file()}

    def elsewhere(self, check, what, *command):
        """Runs a command from /, as nobody if we are root, whom no mode keeps from writing. A status
        other than 0 is a fault of `check`."""
        nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        environment = {**os.environ, "TMPDIR": str(self.scratch), "AFL_QUIET": "1", "AFL_NO_AFFINITY": "1",
                       "LLVM_PROFILE_FILE": f"{self.scratch}/%p.profraw"}
        ran = subprocess.run(["timeout", "120", *(nobody if os.geteuid() == 0 else []), *map(str, command)],
                             cwd="/", env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT)
        self.log = printable(ran.stdout)
        if ran.returncode != 0:
            last = (self.log.splitlines() or [""])[-1]
            self.complain(check, f"{what} exits with {ran.returncode}: {last}")

    def number(self, pattern):
        """The first number that the last command's output has by the pattern; 0 if there is none."""
        found = re.search(pattern, self.log, re.MULTILINE)
        return int(found.group(1)) if found else 0

    def names(self):
        companions = {f"{target}{end}" for target in self.all
                      for end in ("_seed_corpus.zip", ".dict", ".options")}
        for path in sorted(self.out.rglob("*")):
            if not path.is_file():
                continue
            if os.stat(path).st_mode & 0o100 or "." not in path.name:
                if not re.fullmatch("[A-Za-z0-9_-]+", path.name):
                    self.complain("name", f"{path.name} is executable, and not a target's name")
                if path.name not in self.all:
                    self.complain("targets", f"{path.name} is not in fuzz/targets.txt")
            elif path.name not in companions:
                self.complain("archive", f"{path.name} belongs to no target")
        for target in self.all:
            if not os.access(self.out / target, os.X_OK):
                self.complain("targets", f"{target} is missing")
            if not (self.out / f"{target}_seed_corpus.zip").exists():
                self.complain("archive", f"{target}_seed_corpus.zip is missing")

    def check(self, target):
        self.files(target)
        if not os.access(self.out / target, os.X_OK):
            return
        self.binary(target)
        if self.sanitizer == "memory":
            return
        getattr(self, self.engine)(target, self.out / target, self.unpacked / target)
        if self.sanitizer == "coverage":
            self.coverage(target)

    def files(self, target):
        archive, seeds = f"{target}_seed_corpus.zip", self.unpacked / target
        seeds.mkdir(parents=True)
        try:
            with zipfile.ZipFile(self.out / archive) as opened:
                opened.extractall(seeds)
        except (OSError, zipfile.BadZipFile) as error:
            self.complain("archive", f"{archive} cannot be read: {error}")
        wanted = seed_archive.seeds(["corpus", "fuzz/seeds"])
        found = {path.name for path in seeds.iterdir()}
        if found != set(wanted):
            self.complain("archive", f"{archive} has {len(found)} seeds, not the repository's {len(wanted)}")
        dictionary, options = self.out / f"{target}.dict", self.out / f"{target}.options"
        if not dictionary.exists() or dictionary.stat().st_size == 0:
            self.complain("dictionary", f"{target}.dict is missing or empty")
        lines = options.read_text(errors="replace").splitlines() if options.exists() else []
        if lines[:1] != ["[libfuzzer]"]:
            self.complain("options", f"{target}.options does not begin with [libfuzzer]")
        elif f"dict = {target}.dict" not in lines:
            self.complain("options", f"{target}.options does not name {target}.dict")

    def binary(self, target):
        linked = subprocess.run(["ldd", self.out / target], capture_output=True, text=True)
        for line in (linked.stdout + linked.stderr).splitlines():
            library = os.path.basename((line.split() or ["not"])[0])
            if not LIBC.match(library):
                self.complain("linkage", f"{target} needs {library}")
        if LEAST_CALLS[self.sanitizer]:
            runtime, least = LEAST_CALLS[self.sanitizer]
            dump = subprocess.run(["objdump", "-d", "--no-show-raw-insn", self.out / target],
                                  capture_output=True, text=True, errors="replace").stdout
            found = calls(dump, runtime)
            if found < least:
                self.complain("sanitizer", f"{target} calls the {self.sanitizer} sanitizer {found} times, "
                              f"below {least}")

    def libfuzzer(self, target, binary, seeds):
        self.elsewhere("runs", target, binary, "-seed=1337", "-runs=4")
        if not re.search("^Done 4 runs", self.log, re.MULTILINE):
            self.complain("runs", f"{target} does not print: Done 4 runs")
        edges = self.number(r"^INFO: Loaded .* \((\d+) (?:inline 8-bit counters|guards)\)")
        # A coverage build has counters of another kind; what it writes is checked by coverage().
        if self.sanitizer != "coverage" and edges < LEAST_EDGES:
            self.complain("edges", f"{target} has {edges} edges, below {LEAST_EDGES}")
        dictionary, options = self.out / f"{target}.dict", self.out / f"{target}.options"
        if dictionary.exists():
            self.elsewhere("dictionary", f"{target} with its dictionary", binary, f"-dict={dictionary}",
                           "-runs=0")
        arguments = project.libfuzzer_options(options) if options.exists() else []
        self.elsewhere("seeds", f"{target} on its seeds", binary, *arguments, "-runs=0", seeds)
        unknown = re.search(".*unrecognized flag.*", self.log)
        if unknown:
            self.complain("options", f"{target}.options: {unknown.group(0)}")
        ran, count = self.number(r"^Done (\d+) runs"), len(list(seeds.iterdir()))
        if ran < count:
            self.complain("seeds", f"{target} ran {ran} of its {count} seeds")

    def afl(self, target, binary, seeds):
        self.elsewhere("runs", target, binary, self.out / f"{target}.dict")
        shown = self.scratch / target
        self.elsewhere("seeds", f"{target} on its seeds", "afl-showmap", "-m", "none", "-t", "25000", "-C",
                       "-i", seeds, "-o", shown, "--", binary)
        edges = len(shown.read_bytes().splitlines()) if shown.exists() else 0
        if edges < LEAST_EDGES:
            self.complain("edges", f"{target}'s seeds reach {edges} edges, below {LEAST_EDGES}")

    def other(self, target, binary, seeds):
        """An engine that runs the files named, such as fuzz/stand_in_engine.cc."""
        self.elsewhere("runs", target, binary)
        self.elsewhere("seeds", f"{target} on its seeds", binary, *seeds.iterdir())

    def coverage(self, target):
        """Source-based coverage counts functions while the target runs. Each process wrote a file."""
        most = 0
        for profile in self.scratch.glob("*.profraw"):
            shown = subprocess.run(["llvm-profdata-19", "show", profile], capture_output=True, text=True)
            found = re.search(r"^Total functions: (\d+)", shown.stdout, re.MULTILINE)
            most = max(most, int(found.group(1)) if found else 0)
            profile.unlink()
        if most < LEAST_EDGES:
            self.complain("sanitizer", f"{target} wrote coverage of {most} functions, below {LEAST_EDGES}")


def check(out, engine, sanitizer, targets=()):
    """Prints the faults of a build; true if there are none."""
    checked = Check(out, engine, sanitizer, targets)
    faults = checked.run()
    for fault in faults:
        print(fault)
    what = f"a build for {engine}, {sanitizer}"
    print(f"contract: {len(faults)} faults in {what}" if faults else
          f"contract: {len(checked.targets)} of {len(checked.all)} targets in {what}: as the services expect",
          flush=True)
    return not faults
