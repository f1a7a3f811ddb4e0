"""Runs fuzz targets for a time, one after the other, and prints what each did.

Each target starts from corpus/, fuzz/seeds and what earlier runs added to DIR/TARGET/corpus; corpus/
is only read. DIR/TARGET gets its log, its counts, and ended.json: the exit status and the time, for
`headerproof evidence fuzz`. Inputs with new coverage are merged at the end; a finding is kept, and its
description printed. Ctrl-C or TERM ends a run early and in order, a second one at once. Nothing is lost
after kill -9 either: the next run keeps what was found (ci/harness/keep.py). One work folder serves
one run at a time.

Exit: 0, nothing found; 1, something was, or a target did not run to its end; 2, bad usage, or it
could not run; 130, stopped, and nothing was found until then.
"""

import argparse
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import build_afl
import engines
import keep
import project

ROW = "{:14} {:>11} {:>9} {:>7} {:>9} {:>9} {:>10} {:>9} {:>10} {:>7}  {}"
HEADINGS = ("target", "runs", "a-second", "covered", "new-edges", "new-files", "lowercase", "collision",
            "misspelled", "MiB", "found")


def above_zero(text):
    if not re.fullmatch("[1-9][0-9]{0,9}", text):
        raise argparse.ArgumentTypeError(f"takes a number above 0, not {text!r}")
    return int(text)


def parse(arguments):
    known = project.targets()
    parser = project.parser("ci/fuzz.sh", __doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="all by default")
    parser.add_argument("--seconds", type=above_zero, default=60, metavar="N",
                        help="for each target (default 60)")
    parser.add_argument("--engine", choices=engines.ENGINES, default="libfuzzer",
                        help="libfuzzer (default), with AddressSanitizer and UndefinedBehaviorSanitizer; "
                        "or afl, Debian's AFL++, with AddressSanitizer: installs it if it is missing")
    parser.add_argument("--jobs", type=above_zero, default=1, metavar="N",
                        help="at once (default 1). libFuzzer with one ends at the first finding; with "
                        "several, in fork mode, and AFL++ always, it goes on to the end of its time")
    parser.add_argument("--seed", type=above_zero, metavar="N",
                        default=(time.time_ns() // 10**6 + os.getpid()) % (2**32 - 1) + 1,
                        help="of the engine's choices (default: from the clock; printed)")
    parser.add_argument("--from-nothing", action="store_true",
                        help="start without inputs: neither the seeds nor those of earlier runs")
    parser.add_argument("--work", metavar="DIR", help="keep everything in DIR, findings in DIR/crashes "
                        "(default: the repository's fuzz-work and crashes)")
    options = parser.parse_args(arguments)
    for target in options.targets:
        if target not in known:
            parser.error(f"no such target: {target}; these are: {' '.join(known)}")
    options.targets = options.targets or known
    options.crashes = pathlib.Path("crashes")
    if options.work is None:
        options.work = pathlib.Path("fuzz-work")
        return options
    if not options.work:
        parser.error("--work takes a folder")
    options.work = (project.CALLED_FROM / options.work).resolve()
    options.crashes = options.work / "crashes"
    # libFuzzer starts its processes by a shell, and does not quote.
    if not re.fullmatch("[A-Za-z0-9/._+@-]+", str(options.work)):
        parser.error("libFuzzer can only use a folder whose path has no other characters than "
                     f"A-Za-z0-9/._+@-: {options.work}")
    return options


class Stop:
    """Becomes true with the first INT or TERM; a second one ends the process."""

    def __init__(self):
        self._since = None
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._take)

    def _take(self, *_):
        # What arrives within half a second, at this process and then at its group, is one signal.
        if self._since is None:
            self._since = time.monotonic()
        elif time.monotonic() - self._since > 0.5:
            os.write(2, b"ci/fuzz.sh: stopped at once; the next run keeps what was found\n")
            os._exit(130)

    def __bool__(self):
        return self._since is not None


@contextlib.contextmanager
def locked_folders(options):
    """Makes the folders; yields the descriptor that holds the lock of the work folder."""
    def cannot_use(folder):
        raise project.Failure(f"cannot use the folder {folder}; fix that, or give another: --work DIR")

    for folder in (options.work, options.crashes, *(options.work / name for name in options.targets)):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            cannot_use(folder)
        if not os.access(folder, os.W_OK):
            cannot_use(folder)
        if (folder / "run").exists() and not (folder / "run").is_dir():
            cannot_use(folder / "run")
    with contextlib.ExitStack() as stack:
        try:
            held = stack.enter_context(project.lock(options.work / "lock", seconds=2))
        except BlockingIOError:
            raise project.Failure(f"another run uses {options.work}; wait for its end, or give a folder: "
                                  "--work DIR") from None
        except OSError:
            cannot_use(options.work)
        yield held


def build(options):
    """Builds the targets. A build outlives a killed run: it holds the lock of the build, not that of
    the work folder, and the next run waits for it."""
    os.makedirs("build", exist_ok=True)
    with project.lock("build/fuzz.lock", wait_for="ci/fuzz.sh: waits for another build") as building:
        project.build("fuzz", keep_open=(building,))
        if options.engine == "afl":
            build_afl.build(keep_open=(building,))
    # A mutant that does not exist would look like a finding.
    replay = subprocess.run(["build/fuzz/fuzz/replay_request_path", "-"], stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL)
    if replay.returncode != 0:
        raise project.Failure("the targets do not run; their message is above")


def run_engine(engine, place, options, stop):
    """Runs the engine for its time. Returns its exit status, the seconds that it ran, and the most
    memory that a process held in either half of the time, in mebibytes."""
    memory, looked = [0, 0], 0
    begun = time.monotonic()
    while engine.group.is_running() and not stop and time.monotonic() - begun < options.seconds:
        ran = int(time.monotonic() - begun)
        if ran > looked:
            looked = ran
            half = 0 if 2 * ran <= options.seconds else 1
            memory[half] = max(memory[half], engine.group.mebibytes())
        if sys.stderr.isatty():
            print(f"\r\033[K{place.target}: {ran} of {options.seconds} s  "
                  f"{keep.last_lines(place.folder / 'log', 1)[:90]}", end="", file=sys.stderr, flush=True)
        time.sleep(0.1)
    status = engine.end()
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return status, time.monotonic() - begun, memory


def run_target(place, options, stop):
    """Runs one target; returns its row of the table, and whether all is well."""
    well, earlier = True, []
    if place.run.exists():
        left = keep.bring(place)
        earlier = left.findings
        well = left.merged and not left.findings
        if left.findings:
            print(f"{place.target}: {len(left.findings)} findings of an earlier run that was killed, as "
                  f"{left.findings[0]}\n{keep.describe_finding(place.target, left.findings[0])}",
                  flush=True)
    for old in ("counts", "ended.json"):
        (place.folder / old).unlink(missing_ok=True)
    keep.prepare(place)
    engine = engines.ENGINES[options.engine](place.target, place.run, options.seconds, options.jobs,
                                             options.seed, place.keep_open)
    status, seconds, memory = run_engine(engine, place, options, stop)
    counted = engines.gather_counts(place.run)
    runs = engine.runs(counted.get("cases", 0))
    brought = keep.bring(place)
    if brought.findings:
        ended = f"{len(brought.findings)}, as {brought.findings[0]}"
        print(keep.describe_finding(place.target, brought.findings[0]), flush=True)
    elif stop:
        ended = "stopped"
    else:
        ended = f"ended with {status}, see {place.folder}/log" if status else "nothing"
    well = well and brought.merged and ended in ("nothing", "stopped")
    # What was found decides, by this run or by one that was killed; then whoever stopped it.
    findings = brought.findings or earlier
    if findings:
        status = status or 1
    elif stop or not brought.merged:
        status = 130
    project.replace(place.folder / "ended.json", json.dumps(
        {"status": status, "seconds": round(seconds, 3), "engine": options.engine,
         "seed": options.seed,
         "finding": str(findings[0]) if findings else None}) + "\n")
    lowercase = counted.get("cases", 0) - counted.get("class none", 0)
    row = ROW.format(place.target, runs, int(runs / seconds), brought.covered, brought.new_edges,
                     brought.new_files, lowercase, counted.get("class collision", 0),
                     counted.get("class misspelled", 0), f"{memory[0]}-{memory[1]}", ended)
    return row, well


def main(arguments):
    options = parse(arguments)
    stop = Stop()
    with locked_folders(options) as held:
        try:
            build(options)
        except project.Failure:
            if stop:
                return 130
            raise
        if stop:
            return 130
        keep.refresh_seeds(options.work)
        print(f"{options.engine}, {len(options.targets)} targets, {options.seconds} s each, "
              f"{options.jobs} at once, --seed {options.seed}", flush=True)
        table, all_well = [ROW.format(*HEADINGS)], True
        for target in options.targets:
            if stop:
                break
            place = keep.Place(target, options.work, options.crashes, options.from_nothing, (held,))
            row, well = run_target(place, options, stop)
            table.append(row)
            all_well = all_well and well
    print("\n".join(table))
    return 1 if not all_well else 130 if stop else 0


if __name__ == "__main__":
    project.run_main("ci/fuzz.sh", main)
