"""Rates: inputs for each second of processor time, since the clock of a shared machine says nothing.

  fuzz     the table for docs/fuzzing.md: every target next to an empty one, under libFuzzer with
           AddressSanitizer and UndefinedBehaviorSanitizer. All start from the same inputs of up to 4,096
           octets, what libFuzzer kept in short runs of all targets from nothing, and make RUNS more by
           the mutator: what a run does at work. The time to start is taken off. "reading" is a target
           that only reads its input. Below the table, where there is Go: the rates of `go`, and of
           request_path, and of safe_policies, whose question is nearest, as multiples. Last, the rate of
           ci/fuzz.sh by the clock with two jobs, next to one: it says nothing unless the machine is idle.
  peer     one number: inputs of the differential target (peers/fuzz/yarpc_go.cc, with yarpc-go linked in
           and both sanitizers), making them from no seeds
  go       one number: the same of Go's own fuzzing with one worker, of the change's claim alone
           (peers/yarpc-go/fuzz), which asks less of each input, as `go test -fuzz` comes. It spends most
           of its time minimizing inputs in vain, since coverage changes with the order of Go's maps
  go-at-best   the same without that
  planted  whether the differential target finds a fault that yarpc-go has only where three special names
           come together (peers/yarpc-go/patch, -planted), from no seeds, with each of the seeds of the
           random numbers, and after how many seconds of processor time. Exit: 0, all found it; 1, any
           did not
"""

import os
import pathlib
import re
import resource
import shutil
import tempfile

import project

OPTIONS = ["-max_len=4096", "-len_control=0", "-print_funcs=0"]
GO = os.environ.get("GO", "go")


def run(work, command, bound=None, cwd=None):
    """Runs a command within a bound of processor time. Returns its exit status, the seconds of processor
    time that it and its children took, and its output."""
    def limit():
        if bound:
            resource.setrlimit(resource.RLIMIT_CPU, (bound, resource.RLIM_INFINITY))
    log = pathlib.Path(work, "log")
    environment = {**os.environ, "GOWORK": "off", "GOFLAGS": "-buildvcs=false -mod=readonly"}
    status, seconds = project.timed(list(map(str, command)), log, preexec_fn=limit, env=environment,
                                    cwd=cwd)
    return status, seconds, log.read_text(errors="replace")


def succeed(work, command, **options):
    """Seconds and output of a command that has to succeed."""
    status, seconds, said = run(work, command, **options)
    if status != 0:
        raise project.Failure(f"{command[0]} exits with {status}:\n{said[-2000:]}")
    return seconds, said


def last_number(pattern, text):
    found = re.findall(pattern, text, re.MULTILINE)
    if not found:
        raise project.Failure(f"no number like {pattern} in the output:\n{text[-2000:]}")
    return int(found[-1])


def peer_rate(work, seconds):
    project.build("fuzz-peers", "fuzz_yarpc_go")
    spent, said = succeed(work, ["build/fuzz-peers/fuzz_yarpc_go", *OPTIONS, "-seed=1",
                                 f"-max_total_time={seconds}", f"-artifact_prefix={work}/",
                                 "-print_final_stats=1"])
    return last_number(r"number_of_executed_units: *(\d+)", said) / spent


def go_rate(work, seconds, limit=()):
    project.build("fuzz-peers", "fuzz_yarpc_go")
    succeed(work, [GO, "test", "-c", "-fuzz=FuzzChange", "-o", f"{work}/change.test", "./fuzz"],
            cwd="build/fuzz-peers/yarpc-go/module")
    spent, said = succeed(work, [f"{work}/change.test", "-test.fuzz=FuzzChange", "-test.run=^$",
                                 "-test.parallel=1", f"-test.fuzztime={seconds}s", *limit,
                                 f"-test.fuzzcachedir={work}/cache"])
    return last_number(r"execs: (\d+)", said) / spent


def go_at_best_rate(work, seconds):
    return go_rate(work, seconds, ["-test.fuzzminimizetime=1x"])


def planted(work, seconds, seeds):
    project.build("fuzz-peers", "fuzz_yarpc_go_planted")
    missed = 0
    for seed in seeds:
        status, spent, said = run(work, ["build/fuzz-peers/fuzz_yarpc_go_planted", *OPTIONS,
                                         f"-seed={seed}", f"-artifact_prefix={work}/"], bound=seconds)
        inputs = last_number(r"^#(\d+)", said)
        if "yarpc-go-after-ordered is not what the model predicts" in said:
            print(f"seed {seed}: found in {spent:.1f} s, after more than {inputs} inputs", flush=True)
        elif status == -24:  # SIGXCPU
            print(f"seed {seed}: not found in {seconds} s, after more than {inputs} inputs", flush=True)
            missed += 1
        else:
            raise project.Failure(f"seed {seed}: exit {status}:\n{said[-2000:]}")
    return 1 if missed else 0


def fuzz_rate(work, target, runs, count):
    command = [f"build/fuzz/fuzz/{target}", *OPTIONS, "-seed=1", "-keep_seed=1"]
    start, _ = succeed(work, [*command, "-runs=0", f"{work}/seeds"])
    new = pathlib.Path(work, "new")
    new.mkdir()
    spent, _ = succeed(work, [*command, f"-runs={runs + count}", new, f"{work}/seeds"])
    shutil.rmtree(new)
    return runs / (spent - start)


def times(what, rate, other):
    print(f"{what}: {rate:.0f} a second, {rate / other:.2f} times", flush=True)


def with_jobs(work, jobs):
    """The rate of ci/fuzz.sh, by the clock."""
    _, said = succeed(work, ["ci/fuzz.sh", "--work", f"{work}/jobs", "--seconds", 60, "--jobs", jobs,
                             "--seed", 1, "request_path"])
    return last_number(r"^request_path +\d+ +(\d+)", said)


def fuzz(work, runs):
    project.build("fuzz")
    seeds = pathlib.Path(work, "seeds")
    seeds.mkdir()
    for target in project.targets():
        succeed(work, [f"build/fuzz/fuzz/{target}", *OPTIONS, "-seed=1", "-runs=1000", seeds])
    sizes = [path.stat().st_size for path in seeds.iterdir()]
    print(f"from {len(sizes)} inputs, {sum(sizes)} octets, {runs} more\n")
    print("| target | inputs a second | of an empty target's |\n| --- | --- | --- |")
    rates = {}
    for target in ["empty", "reading", *project.targets()]:
        rates[target] = fuzz_rate(work, target, runs, len(sizes))
        print(f"| `{target}` | {rates[target]:.0f} | {rates[target] / rates['empty']:.2f} |", flush=True)
    print()
    if shutil.which(GO):
        for name, measure in (("go", go_rate), ("go-at-best", go_at_best_rate)):
            rate = measure(work, 10)
            print(f"go test -fuzz, yarpc-go ({name}): {rate:.0f} a second")
            for target in ("request_path", "safe_policies"):
                times(target, rates[target], rate)
    else:
        print("go test -fuzz: skipped, there is no Go")
    with_jobs(work, 1)  # the corpus that both start from
    one = with_jobs(work, 1)
    print(f"request_path, one job: {one} a second")
    times("request_path, two jobs", with_jobs(work, 2), one)


def main(arguments):
    parser = project.parser("ci/rates.sh", __doc__)
    numbers = {"peer": peer_rate, "go": go_rate, "go-at-best": go_at_best_rate}
    parser.add_argument("what", choices=["fuzz", *numbers, "planted"])
    parser.add_argument("--runs", type=int, default=40_000, help="inputs for each figure of `fuzz`")
    parser.add_argument("--seconds", type=int, help="for peer and go (default 10), and planted (60)")
    parser.add_argument("--seeds", type=int, nargs="+", default=range(1, 11), help="of planted")
    options = parser.parse_args(arguments)
    if options.runs < 10_000:
        parser.error("--runs takes at least 10000: fewer are gone before they can be timed")
    with tempfile.TemporaryDirectory() as work:
        if options.what == "planted":
            return planted(work, options.seconds or 60, options.seeds)
        if options.what == "fuzz":
            fuzz(work, options.runs)
        else:
            print(round(numbers[options.what](work, options.seconds or 10)))
    return 0


if __name__ == "__main__":
    project.run_main("ci/rates.sh", main)
