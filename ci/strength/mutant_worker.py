"""Runs the fast tests on one source mutant. The steps, each only for what the one before let pass:

  compile   what includes the file; without optimization if that is much, because the file is a
            header, and else optimized
  core      core_check's parts
  tests     the tests that are named for the file
  same      if every object, optimized, is octet for octet what the right source gives, the mutant
            changes nothing (for what is compiled optimized anyway this comes first)
  sanitize  core_check and the tests under AddressSanitizer

A run may take five times the processor time that it takes on the right source, and two seconds; and
3,000 MB. What the system kills because memory ran out is not an answer: the mutant is "aborted", and is
tried again in the next run.
"""

import filecmp
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import threading

import project
import mutant_build

LINK = ["-fuse-ld=lld-19", "-Wl,--unresolved-symbols=ignore-all", "-lgtest", "-lgtest_main",
        "-pthread"]
PARTS = ["golden", "quick", "seeds", "sample"]
MOST_MEGABYTES = 3000


def run(command, folder, seconds, sanitized=False):
    """Runs within a bound on processor time and one on memory. Returns what went wrong, or None; and
    the processor time that it took. Raises Aborted."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        if not sanitized:  # AddressSanitizer reserves far more than it uses, and has a bound of its own
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEGABYTES << 20, MOST_MEGABYTES << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 26, 1 << 26))
    environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:"
                       f"hard_rss_limit_mb={MOST_MEGABYTES}")
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        process = subprocess.Popen(command, cwd=folder, preexec_fn=limit, env=environment,
                                   stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        # What waits for ever takes no processor time.
        overdue = threading.Event()

        def end():
            overdue.set()
            process.kill()
        killer = threading.Timer(60 + 30 * seconds, end)
        killer.start()
        _, status, usage = os.wait4(process.pid, 0)
        killer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        lines = output.read().splitlines()
    took = usage.ru_utime + usage.ru_stime
    if process.returncode == 0:
        return None, took
    if process.returncode == -signal.SIGXCPU:
        return "timeout", took
    if process.returncode == -signal.SIGKILL:
        # Ours, or the system's: at the bound on processor time, or else because memory ran out.
        if overdue.is_set() or took >= seconds:
            return "timeout", took
        raise mutant_build.Aborted(os.path.basename(command[0]))
    said = [line for line in lines
            if line.startswith("[  FAILED  ]") or "ERROR: AddressSanitizer" in line]
    return (said or lines or [f"exit {process.returncode}"])[0][:200], took


class Worker(mutant_build.Compiler):
    """Has a copy of the sources of its own, in which one file at a time is wrong."""

    def __init__(self, baseline, folder):
        super().__init__(baseline.root, folder)
        self.baseline = baseline
        self.copy([*mutant_build.SOURCES, "properties"])
        for unit, path in baseline.units.items():
            if unit.startswith("group"):
                shutil.copyfile(baseline.folder / path, folder / path)
        (folder / "objects").mkdir()

    def ask(self, mutant, source):
        """(status, detail): "invalid", "killed", "same", "survived" or "aborted", and who said so or
        was killed from outside."""
        path = self.folder / mutant.file
        path.write_text(mutant.text(source), encoding="utf-8")
        try:
            return self._ask(mutant.file)
        except mutant_build.Aborted as aborted:
            return "aborted", str(aborted)
        finally:
            path.write_text(source, encoding="utf-8")

    def _ask(self, file):
        affected = [unit for unit in self.baseline.units if file in self.baseline.includes[unit]]
        core = [unit for unit in affected if unit in self.baseline.core]
        tests = [test + "_test" for test in mutant_build.TESTS[file] if test + "_test" in affected]
        quick = "plain" if file.endswith(".h") else "optimized"
        if self._compile(core, quick):
            return "invalid", ""
        if quick == "optimized" and self._are_same(core, quick):
            return "same", ""
        said = self._run(file, quick, core, ["core"])
        if said:
            return "killed", said
        if self._compile(tests, quick):
            return "invalid", ""
        said = self._run(file, quick, core + tests, ["tests"])
        if said:
            return "killed", said
        if self._compile(core + tests, "sanitized"):
            return "invalid", ""
        if self._are_same(core + tests, "sanitized"):
            return "same", ""
        said = self._run(file, "sanitized", core + tests, ["core", "tests"])
        return ("killed", said) if said else ("survived", "")

    def _are_same(self, units, configuration):
        return all(filecmp.cmp(self._object(unit, configuration),
                               self.baseline.object(unit, configuration), shallow=False)
                   for unit in units)

    def _object(self, unit, configuration):
        return self.folder / "objects" / f"{configuration}-{unit}.o"

    def _compile(self, units, configuration):
        """What the compiler says of the first of `units` that it refuses, or None."""
        for unit in units:
            said = self.compile(self.baseline.units[unit], configuration,
                                self._object(unit, configuration),
                                self.baseline.header(configuration), ["-c"])
            if said:
                return said
        return None

    def _run(self, file, configuration, own, kinds):
        """Who notices: the first program that fails, and what it says; or None. `own` are the units
        that were compiled here."""
        for kind in kinds:
            bound = 5 * self._seconds(file, configuration, kind) + 2
            name, command = self._program(file, configuration, own, kind)
            said, _ = run(command, self.folder, int(bound), configuration == "sanitized")
            if said:
                return f"{name}: {said}"
        return None

    def _seconds(self, file, configuration, kind):
        """The processor time of a program on the right source, which has to pass."""
        name, command = self._program(file, configuration, [], kind)
        if (name, configuration) not in self.baseline.seconds:
            said, took = run(command, self.folder, 600, configuration == "sanitized")
            if said:
                raise project.Failure(f"{name} fails on the right source: {said}")
            self.baseline.seconds[name, configuration] = took
        return self.baseline.seconds[name, configuration]

    def _program(self, file, configuration, own, kind):
        """A program that checks `file`: its name, and the command that runs it. It is linked unless it
        is the right source's and was linked before."""
        core = [unit for unit in self.baseline.core if unit != "core_check"]
        tests = [test + "_test" for test in mutant_build.TESTS[file]]
        units = core + (["core_check"] if kind == "core" else tests)
        name = "core_check" if kind == "core" else "+".join(tests)
        program = self.folder / ("program" if own else f"right-{configuration}-{name}")
        if own or not program.exists():
            self._link([self._object(unit, configuration) if unit in own else
                        self.baseline.object(unit, configuration) for unit in units],
                       configuration, program)
        options = [self.root, *PARTS] if kind == "core" else ["--gtest_fail_fast",
                                                              "--gtest_brief=1"]
        return name, [program, *options]

    def _link(self, objects, configuration, program):
        command = [mutant_build.COMPILER, *mutant_build.CONFIGURATIONS[configuration], *objects,
                   "-o", program, *LINK]
        linked = mutant_build.run_tool(command)
        if linked.returncode != 0:
            raise project.Failure(f"cannot link:\n{linked.stderr}")
