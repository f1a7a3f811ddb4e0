#!/usr/bin/env python3
"""Sets yarpc-go's benchmarks and ours side by side: reads what bench/yarpc_go.sh measured in a folder,
writes yarpc_go_bench.json (the measurements of an evidence, see src/evidence/evidence.h) and
yarpc_go_bench.md (the table) there. Times are processor times: on a machine that does other things
as well, they are the steadier ones. SECONDS is how long the measuring took.

    bench/yarpc_go_table.py OUT_DIR SECONDS
"""
import csv
import json
import re
import statistics
import sys
from pathlib import Path

NAME = r"(Request|Response)/subject=([\w-]+)/entries=(\d+)"
LINE = re.compile(rf"Benchmark{NAME}/policy=(\w+)\s+\d+\s+[\d.]+ ns/op\s+([\d.]+) cpu-ns/op"
                  r"(?:\s+\d+ B/op)?\s+(\d+) allocs/op")
BEFORE = "canonicalizing"


def spaced(subject):
    """A benchmark's name has no spaces: headerproof-owning stands for headerproof owning."""
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


def collect(folder):
    runs, p = read_runs(folder), read_p(folder)
    medians = {key: statistics.median(times) for key, (times, _) in runs.items()}
    rows = []
    for key in sorted(runs, key=lambda k: (k[0], k[2], k[1] != "yarpc-go", k[1])):
        path, subject, entries, policy = key
        is_before = policy == BEFORE
        ratio = medians[key] / medians[path, subject, entries, BEFORE]
        rows.append({"subject": subject, "policy": policy, "path": path, "entries": entries,
                     "nanoseconds": medians[key], "allocations": runs[key][1],
                     "ratio": None if is_before else ratio, "p": None if is_before else p[key]})
    return {"rounds": len(next(iter(runs.values()))[0]), "measurements": rows}


def table(result):
    rows = result["measurements"]
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


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: bench/yarpc_go_table.py OUT_DIR SECONDS")
    folder = Path(sys.argv[1])
    result = {"schema": 1, "seconds": float(sys.argv[2]), **collect(folder)}
    (folder / "yarpc_go_bench.json").write_text(json.dumps(result, indent=1) + "\n")
    (folder / "yarpc_go_bench.md").write_text(table(result))


main()
