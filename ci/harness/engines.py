"""The engines: how each is started on a target, ended in order, and measured.

An engine writes only below RUN, the folder of one run: new inputs to new, tmp or afl, findings to
artifacts or afl, and each process counts of its own to counts. The rest of the folder is in keep.py.
"""

import pathlib
import re

import counts
import project
from process_group import Group

# A container has no cores to bind and no say over the kernel's core files; findings print themselves.
AFL = {"AFL_NO_UI": "1", "AFL_NO_AFFINITY": "1", "AFL_SKIP_CPUFREQ": "1", "AFL_FAST_CAL": "1",
       "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1", "AFL_IGNORE_SEED_PROBLEMS": "1",
       "ASAN_OPTIONS": "abort_on_error=1:symbolize=0:detect_leaks=0"}


def binary(target):
    return f"build/fuzz/fuzz/{target}"


def libfuzzer(target, run, *arguments):
    """The command of a target built with libFuzzer, and its environment."""
    return ([binary(target), *project.libfuzzer_options(), "-print_funcs=0",
             f"-artifact_prefix={run}/artifacts/", *arguments], {"TMPDIR": f"{run}/tmp"})


class LibFuzzer:
    """With one job it ends at the first finding; with several, in fork mode, at the end of its time."""

    def __init__(self, target, run, seconds, jobs, seed, keep_open):
        self.run, self.jobs = run, jobs
        more = [f"-fork={jobs}", "-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1"]
        command, environment = libfuzzer(
            target, run, "-dict=fuzz/headerproof.dict", "-print_final_stats=1", f"-seed={seed}",
            *(more if jobs > 1 else [f"-max_total_time={seconds}", f"-stop_file={run}/stop"]),
            f"{run}/new", f"{run}/known")
        environment["HEADERPROOF_COUNTS"] = f"{run}/counts/%p"
        self.group = Group([command], run.parent / "log", environment, keep_open)

    def end(self):
        """Ends it in order if it is still running; returns its exit status, 0 if all is well."""
        if not self.group.is_running():
            return self.group.end()
        if self.jobs == 1:
            (self.run / "stop").write_text("stop")
            self.group.ends_within(10)
            return self.group.end()
        # Fork mode would drop what its jobs have not handed over. They end when they see their file,
        # and leave their inputs and counts; fork mode itself may then be killed.
        for folder in self.run.glob("tmp/libFuzzerTemp.FuzzWithFork*.dir"):
            (folder / "STOP").write_text("stop")
        self.group.ends_within(1)
        self.group.end()
        return 0

    def runs(self, counted):
        return counted


class Afl:
    """Debian's AFL++: one main process and jobs - 1 secondary ones, until they are ended."""

    def __init__(self, target, run, seconds, jobs, seed, keep_open):
        del seconds  # it is ended from outside
        run = run.resolve()
        self.run = run
        if not any(run.glob("known/*")):
            (run / "known" / "line").write_text("\n")
        environment = {**AFL, "HEADERPROOF_COUNTS": f"{run}/counts/%p",
                       "AFL_CUSTOM_MUTATOR_LIBRARY": str(project.ROOT / "build/afl/case_mutator.so")}
        self.group = Group(
            [["afl-fuzz", "-i", f"{run}/known", "-o", f"{run}/afl", "-x", "fuzz/headerproof.dict",
              "-m", "none", "-t", "25000", "-G", "4096", "-s", str(seed + job),
              *(["-S", f"secondary{job}"] if job else ["-M", "main"]),
              "--", f"build/afl/out/{target}"] for job in range(jobs)],
            run.parent / "log", environment, keep_open)

    def end(self):
        if not self.group.is_running():
            return self.group.end() or 1  # it never ends by itself
        self.group.terminate()
        self.group.ends_within(10)
        return self.group.end()

    def runs(self, counted):
        """AFL++ kills its processes, whose last inputs are not counted: it counts them itself."""
        del counted
        stats = "".join(path.read_text(errors="replace") for path in self.run.glob("afl/*/fuzzer_stats"))
        return sum(map(int, re.findall(r"^execs_done *: *(\d+)", stats, re.MULTILINE)))


ENGINES = {"libfuzzer": LibFuzzer, "afl": Afl}


def gather_counts(run):
    """Adds up the counts of the processes of a run in RUN/counted; returns them by key."""
    text = counts.add_up(path for path in sorted(pathlib.Path(run, "counts").glob("*"))
                         if path.suffix != ".part")
    if text:
        pathlib.Path(run, "counted").write_text(text, encoding="ascii")
    return counts.read(pathlib.Path(run, "counted"))
