#!/usr/bin/env python3
"""What the change saves: yarpc-go before and after the change, guarded and rejecting, and our converter,
on the same metadata in the same run.

The rounds are fixed beforehand. In each everything is measured once, and the versions take turns at
being first. Times are processor times: on a machine that does other things as well, they are the
steadier ones. A version is compared with the one that lowercases round by round: the median of the
ratios, its interval of 95 % (order statistics) and p (sign test, two-sided), whatever they are.

Writes OUT_DIR/yarpc_go_bench.md, the table, next to it what the table is made from, and
OUT_DIR/evidence/benchmark-yarpc-go.json for the audit. Needs a build with Go and Google Benchmark.
"""
import math
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "ci/harness"))
import project  # noqa: E402

CASES = project.ROOT / "bench/yarpc_go_cases"
SECONDS_OF_ONE = 105  # a round, in seconds, for each second of one benchmark
OURS_SHORTER = 10  # our converters take so much less time, and are compared with nothing closely
SIGNIFICANT_P = 0.05  # as in src/evidence/evidence.h
GO = os.environ.get("GO", "go")
NAME = r"(Request|Response)/subject=([\w-]+)/entries=(\d+)"
LINE = re.compile(rf"Benchmark{NAME}/policy=(\w+)\s+\d+\s+[\d.]+ ns/op\s+([\d.]+) cpu-ns/op"
                  r"(?:\s+\d+ B/op)?\s+(\d+) allocs/op")
BEFORE = "canonicalizing"


def spaced(subject):
    """A benchmark's name has no spaces: headerproof-owning is headerproof owning."""
    return subject.replace("headerproof-", "headerproof ")


def read_runs(folder):
    """By (path, subject, entries, policy): the nanoseconds of each round, and the allocations."""
    runs = {}
    for line in (folder / "yarpc_go_bench.txt").read_text().splitlines():
        if match := LINE.match(line):
            path, subject, entries, policy, nanoseconds, allocations = match.groups()
            key = path.lower(), spaced(subject), int(entries), policy
            runs.setdefault(key, ([], int(allocations)))[0].append(float(nanoseconds))
    return runs


def compare(times, others):
    """The median ratio of paired times, its interval of 95 %, and p: all without a distribution.

    The interval ends at the K-th smallest and the K-th largest ratio, with the greatest K for which
    both together leave out at most 5 %. So 1 is within it if and only if p is above 5 %, unless a
    ratio is exactly 1: p leaves such rounds out.
    """
    ratios = sorted(mine / other for mine, other in zip(times, others, strict=True))
    faster, slower = (sum(ratio < 1 for ratio in ratios), sum(ratio > 1 for ratio in ratios))
    place = max(k for k in range(len(ratios)) if both_tails(k, len(ratios)) <= SIGNIFICANT_P)
    return (statistics.median(ratios), ratios[place], ratios[-1 - place],
            both_tails(min(faster, slower), faster + slower))


def both_tails(count, rounds):
    """How probable it is that `count` rounds or fewer of these are on one side, whichever it is."""
    return min(1.0, 2 * sum(math.comb(rounds, i) for i in range(count + 1)) / 2 ** rounds)


def run(command, cwd=None, output=subprocess.DEVNULL, errors=None, number=0):
    environment = {**os.environ, "GOWORK": "off", "GOFLAGS": "-buildvcs=false -mod=readonly",
                   "HEADERPROOF_CASES": str(CASES), "HEADERPROOF_ROUND": str(number)}
    try:
        ran = subprocess.run(list(map(str, command)), cwd=cwd, env=environment, stdout=output,
                             stderr=errors)
    except OSError as error:
        raise project.Failure(f"cannot run {command[0]}: {error}") from None
    if ran.returncode != 0:
        raise project.Failure(f"{command[0]} exits with {ran.returncode}")


def measure(build, folder, rounds, seconds):
    """Runs the benchmarks; leaves their output in `folder`, for read_runs."""
    module, ours = build / "yarpc-go/module", build / "bench/headerproof_yarpc_go_bench"
    if not module.is_dir() or not ours.exists():
        raise project.Failure(f"{build} lacks the yarpc-go peer or the benchmarks: build the preset "
                              "release with Go and Google Benchmark")
    theirs = build / "yarpc_go_bench.test"
    run([GO, "test", "-c", "-o", theirs, "./benchmark"], cwd=module)
    started = time.monotonic()
    with open(folder / "yarpc_go_bench.txt", "wb") as output:
        for number in range(rounds):
            run([theirs, "-test.bench", ".", "-test.run", "^$", "-test.cpu", "1", "-test.benchtime",
                 f"{seconds}s"], output=output, number=number)
            run([ours, CASES, f"--benchmark_min_time={seconds / OURS_SHORTER}"], output=output,
                errors=subprocess.DEVNULL)
            left = (time.monotonic() - started) / (number + 1) * (rounds - number - 1)
            print(f"round {number + 1} of {rounds}; {left / 60:.0f} minutes to go", flush=True)


def collect(runs):
    """The measurements, as evidence has them."""
    rows = []
    for key in sorted(runs, key=lambda k: (k[0], k[2], k[1] != "yarpc-go", k[1])):
        path, subject, entries, policy = key
        times, allocations = runs[key]
        compared = [None] * 4
        if policy != BEFORE:
            compared = compare(times, runs[path, subject, entries, BEFORE][0])
        row = {"subject": subject, "policy": policy, "path": path, "entries": entries,
               "nanoseconds": statistics.median(times), "allocations": allocations}
        rows.append(row | dict(zip(("ratio", "ratio_low", "ratio_high", "p"), compared)))
    return rows


def judge_saving(rows):
    """Where yarpc-go saves or loses time by the change: counts, and what contradicts that it saves."""
    counts, contradictions = {}, []
    for row in rows:
        if row["subject"] != "yarpc-go" or row["policy"] != "direct":
            continue
        where = f"{row['path']}/{row['entries']}"
        significant = row["p"] < SIGNIFICANT_P
        counts[f"saves/{where}"] = int(significant and row["ratio"] < 1)
        counts[f"costs/{where}"] = int(significant and row["ratio"] > 1)
        if significant and row["ratio"] >= 1:
            detail = (f"After the change yarpc-go takes {row['ratio']:.2f} times as long on the "
                      f"{row['path']} path for {row['entries']} entries (p {row['p']:.3f}).")
            contradictions.append({"key": f"saves/{where}", "detail": detail, "counterexample": detail,
                                   "type": "measurement"})
    return counts, contradictions


def percent(ratio):
    return f"{100 * (ratio - 1):+.1f}"


def table(rows):
    after = {(row["path"], row["entries"]): row for row in rows
             if row["subject"] == "yarpc-go" and row["policy"] == "direct"}
    lines = ["| path | entries | subject | policy | time | against canonicalizing | kept of the saving "
             "| allocations | as fast as yarpc-go, direct |",
             "| --- | ---: | --- | --- | ---: | --- | ---: | ---: | ---: |"]
    for row in rows:
        change = after[row["path"], row["entries"]]
        against = kept = ""
        if row["ratio"] is not None:
            against = (f"{percent(row['ratio'])} % ({percent(row['ratio_low'])} to "
                       f"{percent(row['ratio_high'])}), p {row['p']:.3f}")
        if row["subject"] == "yarpc-go" and row["policy"] == "guarded" and change["ratio"] < 1:
            kept = f"{100 * (1 - row['ratio']) / (1 - change['ratio']):.0f} %"
        times = change["nanoseconds"] / row["nanoseconds"]
        lines.append(f"| {row['path']} | {row['entries']} | {row['subject']} | {row['policy']} | "
                     f"{row['nanoseconds']:.0f} ns | {against} | {kept} | {row['allocations']} | "
                     f"{times:.1f} times |")
    return "\n".join(lines) + "\n"


def main(arguments):
    parser = project.parser("bench/yarpc_go.sh", __doc__)
    parser.add_argument("build_dir", type=Path)
    parser.add_argument("out_dir", type=Path)
    parser.add_argument("rounds", type=int, nargs="?", default=40, help="at least 6 (default 40)")
    parser.add_argument("seconds", type=float, nargs="?", default=0.2,
                        help="for each benchmark of yarpc-go in each round (default 0.2)")
    options = parser.parse_args(arguments)
    if options.rounds < 6:
        parser.error("ROUNDS is at least 6: fewer cannot give a p below 0.05")
    started, digest = time.monotonic(), project.digest()
    build, folder = (project.CALLED_FROM / path for path in (options.build_dir, options.out_dir))
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{options.rounds} rounds of {options.seconds} s for each of yarpc-go's benchmarks: about "
          f"{options.rounds * options.seconds * SECONDS_OF_ONE / 60:.0f} minutes", flush=True)
    measure(build, folder, options.rounds, options.seconds)
    rows = collect(read_runs(folder))
    counts, contradictions = judge_saving(rows)
    version = re.search(r"go\.uber\.org/yarpc (\S+)", Path("peers/yarpc-go/go.mod").read_text()).group(1)
    (folder / "yarpc_go_bench.md").write_text(table(rows))
    print(table(rows), end="")
    project.write_draft(folder / "evidence", {
        "id": "benchmark-yarpc-go", "kind": "benchmark", "subject": f"yarpc-go {version}",
        "depends_on": "benchmark-yarpc-go", "digest": digest, "ended": "finished",
        "scope": f"{options.rounds} rounds, in each of them every version and policy on the same "
                 "lowercase metadata: processor time of one conversion, medians; ratios round by round, "
                 "with intervals of 95 % by order statistics and p by the sign test",
        "count": options.rounds * len(rows), "counts": counts, "contradictions": contradictions,
        "measurements": rows, "command": "bench/yarpc_go.sh build/release DIR",
        "versions": {"yarpc-go": f"yarpc-go {version}"}, "seconds": round(time.monotonic() - started, 1)})
    return 1 if contradictions else 0


if __name__ == "__main__":
    project.run_main("bench/yarpc_go.sh", main)
