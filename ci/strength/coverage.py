#!/usr/bin/env python3
"""Measures how much of the core each source of inputs covers, alone, and whether the floors are kept.

Lines and branches are as llvm-cov exports them for lcov: a line is covered if any instantiation of its
template runs it; a branch counts once for each instantiation. Regions are those of the instantiation
that is covered best. The branches of a defaulted comparison are left out: clang counts them wrongly
(none is ever false). What is not covered is listed in build/coverage/measured/missed-by-*.txt.

Exit: 0; 1, a floor is not kept; 2, it could not be measured.
"""

import json
import os
import pathlib
import shutil
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "harness"))
import project  # noqa: E402

MEASURED = pathlib.Path("build/coverage/measured")
CORE_CHECK = "build/coverage/ci/strength/core_check"
PARTS = {"grammar": "src/grammar", "converter": "src/converter", "cases": "src/cases",
         "model": "src/judge/model.cc"}
# From the seeds alone, in percent: what an input that nobody generated has to reach.
FLOORS = {(kind, part): floor for kind, floor in (("lines", 98), ("branches", 95))
          for part in ("grammar", "converter", "model")}


def profile(source, *commands):
    """Merges the profiles of commands that run inputs of one source; returns the file."""
    for command in commands:
        project.output_of(command, env={**os.environ,
                                        "LLVM_PROFILE_FILE": f"{MEASURED}/{source}/%p.profraw"})
    merged = f"{MEASURED}/{source}.profdata"
    profiles = map(str, MEASURED.glob(f"{source}/*.profraw"))
    project.output_of(["llvm-profdata-19", "merge", "-sparse", *profiles, "-o", merged])
    return merged


def export(merged, objects, path, *options):
    more = [f"-object={name}" for name in objects[1:]]
    return project.output_of(["llvm-cov-19", "export", objects[0], *more, f"-instr-profile={merged}",
                              *options, str(project.ROOT / path)])


def lines_and_branches(lcov, missed):
    """Counts as [covered, total]; what is not covered is appended to `missed`."""
    lines, branches = [0, 0], [0, 0]
    name, source = "", []
    for record in lcov.splitlines():
        kind, _, rest = record.partition(":")
        if kind == "SF":
            name = os.path.relpath(rest, project.ROOT)
            source = pathlib.Path(rest).read_text(encoding="utf-8").splitlines()
        elif kind in ("DA", "BRDA"):
            fields = rest.split(",")
            text = source[int(fields[0]) - 1]
            if kind == "BRDA" and "= default;" in text:
                continue
            counts, taken = (lines, fields[1]) if kind == "DA" else (branches, fields[3])
            covered = taken not in ("0", "-")
            counts[0] += covered
            counts[1] += 1
            if not covered:
                word = "line" if kind == "DA" else "a branch"
                missed.append(f"{name}:{fields[0]}: {word}: {text.strip()}\n")
    return lines, branches


def measure(source, merged, objects):
    """What one source of inputs covers, as {(measure, part): [covered, total]}."""
    measured, missed = {}, []
    for part, path in PARTS.items():
        lcov = export(merged, objects, path, "-format=lcov")
        measured["lines", part], measured["branches", part] = lines_and_branches(lcov, missed)
        summary = json.loads(export(merged, objects, path, "-format=text", "-summary-only"))
        regions = summary["data"][0]["totals"]["regions"]
        measured["regions", part] = [regions["covered"], regions["count"]]
        row = [measured[kind, part] for kind in ("lines", "regions", "branches")]
        shown = "".join(f"{f'{a}/{b} {percent((a, b))}':>18}" for a, b in row)
        print(f"{source + ', ' + part:24}{shown}")
    (MEASURED / f"missed-by-{source}.txt").write_text("".join(missed), encoding="utf-8")
    return measured


def percent(counts):
    """Rounded down, so that 100.0 means all."""
    return f"{1000 * counts[0] // counts[1] / 10:.1f} %"


def shortfalls_of(measured):
    """A sentence for each floor that is not kept."""
    return [f"The seeds alone cover {covered} of {total} {kind} of {part} "
            f"({percent((covered, total))}); the floor is {floor} %."
            for (kind, part), floor in FLOORS.items() for covered, total in [measured[kind, part]]
            if 100 * covered < floor * total]


def main(arguments):
    parser = project.parser("ci/coverage.sh", __doc__)
    parser.add_argument("--full", action="store_true", help="enumeration of all three scopes whole, "
                        "and all tests of the core: some ten minutes")
    parser.add_argument("--evidence", default="report/evidence", metavar="DIR",
                        help="where the evidence is written (default: %(default)s)")
    options = parser.parse_args(arguments)
    started = time.monotonic()
    project.build("release", "headerproof")
    digest = project.digest()
    shutil.rmtree(MEASURED, ignore_errors=True)
    MEASURED.mkdir(parents=True)
    project.build("coverage", "core_check", *(["core_tests"] if options.full else []))

    def check(part):
        return [CORE_CHECK, ".", part]

    sources = {"seeds": ([CORE_CHECK], [check("seeds")]),
               "enumeration": ([CORE_CHECK], [check("quick")])}
    notes = ["The branches of defaulted comparisons are not counted."]
    if options.full:
        tests = pathlib.Path("build/coverage/ci/strength/core_tests.txt").read_text().split()
        sources["enumeration"][1].append(check("enumeration"))
        sources["all"] = (tests, [[test] for test in tests])
    else:
        notes.append("Enumeration is here the part of each scope by which a mutant is killed; its whole, "
                     "and all tests, are measured by ci/coverage.sh --full.")
    print(f"{'':24}{'lines':>18}{'regions':>18}{'branches':>18}")
    measured = {source: measure(source, profile(source, *commands), objects)
                for source, (objects, commands) in sources.items()}
    shortfalls = shortfalls_of(measured["seeds"])
    counts = {f"{kind}/{source}/{part}/{what}": number for source, found in measured.items()
              for (kind, part), pair in found.items() for what, number in zip(("covered", "total"), pair)}
    counts["floors/seeds"] = len(FLOORS) - len(shortfalls)
    project.write_draft(options.evidence, {
        "id": "coverage", "kind": "coverage", "digest": digest, "ended": "finished",
        "scope": "lines, regions and branches of grammar, converter, cases and the model, from each of "
                 f"these alone: {', '.join(sources)}",
        "count": sum(total for key, total in counts.items() if key.endswith("/total")),
        "counts": counts,
        "contradictions": [{"key": "floors/seeds", "detail": sentence, "counterexample": None,
                            "type": "measurement"}
                           for sentence in shortfalls],
        "command": "ci/coverage.sh", "versions": {"llvm-cov": project.tool_version("llvm-cov-19")},
        "seconds": round(time.monotonic() - started, 1), "notes": notes})
    for sentence in shortfalls:
        print(f"coverage: {sentence} See {MEASURED}/missed-by-seeds.txt.")
    return 1 if shortfalls else 0


if __name__ == "__main__":
    project.run_main("ci/coverage.sh", main)
