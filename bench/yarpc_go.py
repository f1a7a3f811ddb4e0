#!/usr/bin/env python3
"""What the change saves: yarpc-go before and after the change, guarded and rejecting, and our converter,
on the same metadata in the same run.

Rounds of everything, one after the other, so that what the machine does meanwhile affects all alike.
Times are processor times: on a machine that does other things as well, they are the steadier ones.
Writes OUT_DIR/yarpc_go_bench.md, the table, next to it what the table is made from, and
OUT_DIR/evidence/benchmark-yarpc-go.json for the audit. Needs a build with Go and Google Benchmark;
benchstat, which gives p, is built from peers/benchstat. Takes about ROUNDS times SECONDS times 200.
"""
import csv
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


def read_p(folder):
    """By (path, subject, entries, policy): benchstat's p of the difference from `canonicalizing`."""
    found = {}
    with open(folder / "yarpc_go_bench.benchstat.csv", newline="") as file:
        rows = [row for row in csv.reader(file) if row]
    start = next(i for i, row in enumerate(rows) if "cpu-sec/op" in row)
    policies = rows[start - 1]
    for row in rows[start + 1:]:
        match = re.match(NAME, row[0])
        if not match:
            break
        for column, policy in enumerate(policies):
            if policy and policy != BEFORE:
                p = re.match(r"p=([\d.]+) n=\d+", row[column + 3])
                found[match[1].lower(), spaced(match[2]), int(match[3]), policy] = float(p[1])
    return found


def run(command, cwd=None, output=subprocess.DEVNULL, errors=None):
    environment = {**os.environ, "GOWORK": "off", "GOFLAGS": "-buildvcs=false -mod=readonly",
                   "HEADERPROOF_CASES": str(CASES)}
    try:
        ran = subprocess.run(list(map(str, command)), cwd=cwd, env=environment, stdout=output,
                             stderr=errors)
    except OSError as error:
        raise project.Failure(f"cannot run {command[0]}: {error}") from None
    if ran.returncode != 0:
        raise project.Failure(f"{command[0]} exits with {ran.returncode}")


def measure(build, folder, rounds, seconds):
    """Runs the benchmarks; leaves their output in `folder`, for read_runs and read_p."""
    module, ours = build / "yarpc-go/module", build / "bench/headerproof_yarpc_go_bench"
    if not module.is_dir() or not ours.exists():
        raise project.Failure(f"{build} lacks the yarpc-go peer or the benchmarks: build the preset "
                              "release with Go and Google Benchmark")
    benchstat, theirs = build / "benchstat", build / "yarpc_go_bench.test"
    run([GO, "build", "-o", benchstat, "golang.org/x/perf/cmd/benchstat"], cwd="peers/benchstat")
    run([GO, "test", "-c", "-o", theirs, "./benchmark"], cwd=module)
    with open(folder / "yarpc_go_bench.txt", "wb") as output:
        for number in range(rounds):
            print(f"round {number + 1} of {rounds}", flush=True)
            run([theirs, "-test.bench", ".", "-test.run", "^$", "-test.cpu", "1", "-test.benchtime",
                 f"{seconds}s"], output=output)
            run([ours, CASES, f"--benchmark_min_time={seconds}"], output=output,
                errors=subprocess.DEVNULL)
    with open(folder / "yarpc_go_bench.benchstat.csv", "wb") as output:
        run([benchstat, "-col", "/policy", "-format", "csv", folder / "yarpc_go_bench.txt"],
            output=output, errors=subprocess.DEVNULL)


def collect(runs, p):
    """The measurements, as evidence has them."""
    medians = {key: statistics.median(times) for key, (times, _) in runs.items()}
    rows = []
    for key in sorted(runs, key=lambda k: (k[0], k[2], k[1] != "yarpc-go", k[1])):
        path, subject, entries, policy = key
        ratio = medians[key] / medians[path, subject, entries, BEFORE]
        rows.append({"subject": subject, "policy": policy, "path": path, "entries": entries,
                     "nanoseconds": medians[key], "allocations": runs[key][1],
                     "ratio": None if policy == BEFORE else ratio,
                     "p": None if policy == BEFORE else p[key]})
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


def table(rows):
    after = {(row["path"], row["entries"]): row["nanoseconds"] for row in rows
             if row["subject"] == "yarpc-go" and row["policy"] == "direct"}
    lines = ["| path | entries | subject | policy | time | against canonicalizing | allocations "
             "| as fast as yarpc-go, direct |",
             "| --- | ---: | --- | --- | ---: | --- | ---: | ---: |"]
    for row in rows:
        against = (f"{100 * (row['ratio'] - 1):+.1f} % (p={row['p']:.3f})" if row["ratio"] else "")
        times = after[row["path"], row["entries"]] / row["nanoseconds"]
        lines.append(f"| {row['path']} | {row['entries']} | {row['subject']} | {row['policy']} | "
                     f"{row['nanoseconds']:.0f} ns | {against} | {row['allocations']} | {times:.1f} times |")
    return "\n".join(lines) + "\n"


def main(arguments):
    parser = project.parser("bench/yarpc_go.sh", __doc__)
    parser.add_argument("build_dir", type=Path)
    parser.add_argument("out_dir", type=Path)
    parser.add_argument("rounds", type=int, nargs="?", default=30, help="at least 6 (default 30)")
    parser.add_argument("seconds", type=float, nargs="?", default=0.1,
                        help="for each benchmark in each round (default 0.1)")
    options = parser.parse_args(arguments)
    if options.rounds < 6:
        parser.error("ROUNDS is at least 6: fewer cannot give a p below 0.05")
    started, digest = time.monotonic(), project.digest()
    build, folder = (project.CALLED_FROM / path for path in (options.build_dir, options.out_dir))
    folder.mkdir(parents=True, exist_ok=True)
    measure(build, folder, options.rounds, options.seconds)
    rows = collect(read_runs(folder), read_p(folder))
    counts, contradictions = judge_saving(rows)
    version = re.search(r"go\.uber\.org/yarpc (\S+)", Path("peers/yarpc-go/go.mod").read_text()).group(1)
    (folder / "yarpc_go_bench.md").write_text(table(rows))
    print(table(rows), end="")
    project.write_draft(folder / "evidence", {
        "id": "benchmark-yarpc-go", "kind": "benchmark", "subject": f"yarpc-go {version}",
        "depends_on": "benchmark-yarpc-go", "digest": digest, "ended": "finished",
        "scope": f"{options.rounds} rounds, in each of them every version and policy on the same "
                 "lowercase metadata: processor time of one conversion, medians, p by the Mann-Whitney "
                 "test of benchstat",
        "count": options.rounds * len(rows), "counts": counts, "contradictions": contradictions,
        "measurements": rows, "command": "bench/yarpc_go.sh build/release DIR",
        "versions": {"yarpc-go": f"yarpc-go {version}"}, "seconds": round(time.monotonic() - started, 1)})
    return 1 if contradictions else 0


if __name__ == "__main__":
    project.run_main("bench/yarpc_go.sh", main)
