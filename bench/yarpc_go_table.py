#!/usr/bin/env python3
"""Sets yarpc-go's benchmarks and ours side by side: reads what bench/yarpc_go.sh measured in a folder,
writes yarpc_go_bench.json (every figure) and yarpc_go_bench.md (the table) there.

    bench/yarpc_go_table.py OUT_DIR
"""
import csv
import json
import re
import statistics
import sys
from pathlib import Path

LINE = re.compile(r"Benchmark(Request|Response)/entries=(\d+)/version=(\w+)\s+\d+\s+([\d.]+) ns/op"
                  r"\s+([\d.]+) cpu-ns/op\s+(\d+) B/op\s+(\d+) allocs/op")
POLICIES = {"before": "canonicalizing", "after": "direct",
            "guarded": "guarded", "rejecting": "rejecting"}


def read_go(folder):
    """By (path, entries, version): the nanoseconds of each round, by the clock and of processor
    time, octets and allocations."""
    runs = {}
    for line in (folder / "yarpc_go_bench.go.txt").read_text().splitlines():
        if match := LINE.match(line):
            path, entries, version, ns, cpu_ns, octets, allocations = match.groups()
            run = runs.setdefault((path.lower(), int(entries), version), {"ns": [], "cpu_ns": []})
            run["ns"].append(float(ns))
            run["cpu_ns"].append(float(cpu_ns))
            run.update(octets=int(octets), allocations=int(allocations))
    return runs


def read_benchstat(folder, unit):
    """By (path, entries, version): the change against `before` and its p, of the median in
    `unit`."""
    compared = {}
    with open(folder / "yarpc_go_bench.benchstat.csv", newline="") as file:
        rows = [row for row in csv.reader(file) if row]
    start = next(i for i, row in enumerate(rows) if unit in row)
    versions = rows[start - 1]
    for row in rows[start + 1:]:
        match = re.match(r"(Request|Response)/entries=(\d+)$", row[0])
        if not match:
            break
        for column, version in enumerate(versions):
            if version not in POLICIES or version == "before":
                continue
            p = re.match(r"p=([\d.]+) n=(\d+)", row[column + 3])
            compared[match[1].lower(), int(match[2]), version] = {
                "delta": row[column + 2], "p": float(p[1]), "n": int(p[2])}
    return compared


def read_ours(folder):
    """By (path, entries, policy, form): the same of ours."""
    runs, context = {}, {}
    for file in sorted(folder.glob("yarpc_go_bench.ours.*.json")):
        document = json.loads(file.read_text())
        context = document["context"]
        for run in document["benchmarks"]:
            path, entries, policy, form = run["name"].split("/")
            assert run["time_unit"] == "ns"
            times = runs.setdefault((path, int(entries), policy, form), {"ns": [], "cpu_ns": []})
            times["ns"].append(run["real_time"])
            times["cpu_ns"].append(run["cpu_time"])
    return runs, context


def medians(run):
    return {"rounds": len(run["ns"]), "ns": statistics.median(run["ns"]),
            "cpu_ns": statistics.median(run["cpu_ns"])}


def collect(folder):
    go = read_go(folder)
    by_clock, by_cpu = (read_benchstat(folder, unit) for unit in ("sec/op", "cpu-sec/op"))
    ours, context = read_ours(folder)
    rows = []
    for (path, entries, version), run in sorted(go.items()):
        key = path, entries, version
        rows.append({"subject": "yarpc-go " + version, "policy": POLICIES[version], "path": path,
                     "entries": entries, **medians(run), "allocations": run["allocations"],
                     "octets": run["octets"], "against_before": by_clock.get(key),
                     "cpu_against_before": by_cpu.get(key)})
    after = {key[:2]: medians(run)["cpu_ns"] for key, run in go.items() if key[2] == "after"}
    for (path, entries, policy, form), run in sorted(ours.items()):
        median = medians(run)
        rows.append({"subject": f"headerproof {policy} {form}", "policy": policy, "path": path,
                     "entries": entries, **median,
                     "times_as_fast_as_yarpc_go_after": after[path, entries] / median["cpu_ns"]})
    return {"schema": 1, "machine": {"cpus": context["num_cpus"], "mhz": context["mhz_per_cpu"],
                                     "load": context["load_avg"]},
            "rows": rows}


def against(compared):
    return f"{compared['delta']} (p={compared['p']:.3f}, n={compared['n']})" if compared else ""


def table(result):
    lines = ["| path | entries | subject | by the clock | against before | processor | against before "
             "| allocations | as yarpc-go after |",
             "| --- | ---: | --- | ---: | --- | ---: | --- | ---: | ---: |"]
    for row in sorted(result["rows"], key=lambda r: (r["path"], r["entries"])):
        ratio = row.get("times_as_fast_as_yarpc_go_after")
        lines.append(f"| {row['path']} | {row['entries']} | {row['subject']} | {row['ns']:.0f} ns | "
                     f"{against(row.get('against_before'))} | {row['cpu_ns']:.0f} ns | "
                     f"{against(row.get('cpu_against_before'))} | {row.get('allocations', '')} | "
                     f"{f'{ratio:.1f}x' if ratio else ''} |")
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: bench/yarpc_go_table.py OUT_DIR")
    folder = Path(sys.argv[1])
    result = collect(folder)
    (folder / "yarpc_go_bench.json").write_text(json.dumps(result, indent=1) + "\n")
    (folder / "yarpc_go_bench.md").write_text(table(result))


main()
