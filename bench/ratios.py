#!/usr/bin/env python3
"""Runs the benchmarks once and shows each target as a ratio of medians of that one run.

Usage: ratios.py [BENCHMARK] [--repetitions N] [--min-time SECONDS] [--json FILE]

Speed is shown and never tested: the exit code is 0 whatever the ratios are, and 2 if the benchmarks
could not be run.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BINARY = ROOT / "build" / "release" / "bench" / "headerproof_bench"
COUNTS = (1, 10, 100, 1000)
CHECK_COUNTS = (10, 100, 1000, 10_000, 100_000)


def conversion_rows():
    """(what, dividend, divisor, target) for conversions of fifteen entries."""
    for input_name in ("mix", "headers"):
        for path in ("request", "response"):
            at = f"convert/{input_name}/{path}/"
            where = f"{path}, 15 {'entries' if input_name == 'mix' else 'headers alone'}"
            # The targets are for the request path of the mix; elsewhere figures are shown.
            aims = (">= 6", ">= 2") if (input_name, path) == ("mix", "request") else ("", "")
            for policy in ("direct", "canonicalizing"):
                for form, aim in zip(("zero-copy", "owning"), aims):
                    yield (f"{where}: port / {policy} {form}", f"{at}port/{policy}",
                           f"{at}{policy}/{form}", aim if policy == "direct" else "")
            for form, aim in (("zero-copy", "<= 1.04"), ("owning", "<= 1.04")):
                for policy in ("guarded", "canonicalizing", "rejecting"):
                    yield (f"{where}: {policy} / direct {form}", f"{at}{policy}/{form}",
                           f"{at}direct/{form}", aim if policy == "guarded" else "")


def growth_lines(medians):
    """What an entry costs among 1, 10, 100 and 1,000, in terms of one among 10."""
    for kind, what in (("growth", "conversion"), ("lookup", "lookup")):
        for names in ("distinct", "spellings", "one-bucket"):
            for subject in ("direct/zero-copy", "direct/owning", "canonicalizing/zero-copy",
                            "canonicalizing/owning", "port/direct"):
                entry = [medians[f"{kind}/{names}/{subject}/{count}"] / count for count in COUNTS]
                yield {"what": f"{what}, {names}, {subject}",
                       "entry": [round(cost / entry[1], 2) for cost in entry]}


def judge_rows():
    """(what, dividend, divisor, target) for a full check in terms of one conversion."""
    for input_name in ("field-and-header", "two-headers"):
        at = f"judge/{input_name}/"
        for form in ("zero-copy", "owning"):
            yield (f"full check, {input_name}, {form} converters / one direct zero-copy conversion",
                   at + form, at + "conversion", "<= 60")


def check_line(medians):
    """What an entry costs among so many when a case is checked, in terms of one among 10."""
    entry = [medians[f"check/entries/{count}"] / count for count in CHECK_COUNTS]
    return {"what": "check, distinct", "entry": [round(cost / entry[0], 2) for cost in entry]}


def run(binary, repetitions, min_time):
    """The medians of one run, in nanoseconds of processor time, by name."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "run.json")
        command = [str(binary), f"--benchmark_repetitions={repetitions}",
                   f"--benchmark_min_time={min_time}",
                   "--benchmark_enable_random_interleaving=true",
                   "--benchmark_report_aggregates_only=true", f"--benchmark_out={out}",
                   "--benchmark_out_format=json"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(out, encoding="utf-8") as file:
            report = json.load(file)
    return report, {b["run_name"].split("/iterations:")[0]: b["cpu_time"]
                    for b in report["benchmarks"]
                    if b.get("aggregate_name") == "median" or b["repetitions"] == 1}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmark", nargs="?", default=BINARY, type=pathlib.Path)
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--min-time", type=float, default=0.02, help="seconds for each repetition")
    parser.add_argument("--json", type=pathlib.Path, help="write the rows here as well")
    options = parser.parse_args()
    try:
        report, medians = run(options.benchmark, options.repetitions, options.min_time)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"ratios.py: cannot run {options.benchmark}: {error}; build the preset release first",
              file=sys.stderr)
        return 2
    rows = [{"what": what, "ratio": round(medians[over] / medians[under], 2), "target": target}
            for what, over, under, target in [*conversion_rows(), *judge_rows()]]
    width = max(len(row["what"]) for row in rows)
    print(f"{'ratio of medians':{width}}  {'is':>7}  target")
    for row in rows:
        print(f"{row['what']:{width}}  {row['ratio']:7.2f}  {row['target']}".rstrip())
    growth = list(growth_lines(medians))
    heading = "an entry's cost among so many / among 10 (target: <= 1.8, but for the port)"
    print(f"\n{heading:{width}}" + "".join(f"{count:8}" for count in COUNTS))
    for line in growth:
        print(f"{line['what']:{width}}" + "".join(f"{cost:8.2f}" for cost in line["entry"]))
    check = check_line(medians)
    heading = "an entry's cost among so many / among 10 (target: <= 1.5)"
    print(f"\n{heading:{width}}" + "".join(f"{count:8}" for count in CHECK_COUNTS))
    print(f"{check['what']:{width}}" + "".join(f"{cost:8.2f}" for cost in check["entry"]))
    print(f"\none case of the enumeration of names, two converter sets: {medians['engine/names']:.0f} ns")
    if options.json:
        result = {"context": report["context"], "rows": rows, "growth": growth,
                  "check": check}
        options.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
