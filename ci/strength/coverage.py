#!/usr/bin/env python3
"""Says how much of the core each source of inputs covers, and whether the floors are kept.

    coverage.py EVIDENCE_DIR SECONDS SOURCE=PROFILE:OBJECT[:OBJECT...]...

Each PROFILE is what llvm-profdata-19 merged of one source's runs of the OBJECTs. Lines and branches
are as llvm-cov exports them for lcov: a line is covered if any instantiation of its template runs
it; a branch counts once for each instantiation. Regions are those of the instantiation that is
covered best. The branches of a defaulted comparison are left out: clang counts them wrongly (none
is ever false). Exit: 0; 1, a floor is not kept; 2, it could not be measured.
"""

import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
import evidence  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PARTS = {"grammar": "src/grammar", "converter": "src/converter", "cases": "src/cases",
         "model": "src/judge/model.cc"}
# From the seeds alone, in percent: what an input that nobody generated has to reach.
FLOORS = {("lines", part): 98 for part in ("grammar", "converter", "model")}
FLOORS.update({("branches", part): 95 for part in ("grammar", "converter", "model")})


def export(profile, objects, path, *options):
    command = ["llvm-cov-19", "export", objects[0], *(f"-object={name}" for name in objects[1:]),
               f"-instr-profile={profile}", *options, os.path.join(ROOT, path)]
    exported = subprocess.run(command, capture_output=True, text=True)
    if exported.returncode != 0:
        evidence.fail(f"coverage: {' '.join(command)}\n{exported.stderr}")
    return exported.stdout


def lines_and_branches(lcov, missed):
    """Counts as [covered, total]; what is not covered is appended to `missed`."""
    lines, branches = [0, 0], [0, 0]
    name, source = "", []
    for record in lcov.splitlines():
        kind, _, rest = record.partition(":")
        if kind == "SF":
            name, source = os.path.relpath(rest, ROOT), open(rest, encoding="utf-8").readlines()
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
                missed.append(f"{name}:{fields[0]}: {word}: {text.strip()}")
    return lines, branches


def measure(profile, objects, missed):
    """What `profile` covers, as {(measure, part): [covered, total]}."""
    measured = {}
    for part, path in PARTS.items():
        lcov = export(profile, objects, path, "-format=lcov")
        lines, branches = lines_and_branches(lcov, missed)
        summary = json.loads(export(profile, objects, path, "-format=text", "-summary-only"))
        regions = summary["data"][0]["totals"]["regions"]
        measured["lines", part] = lines
        measured["branches", part] = branches
        measured["regions", part] = [regions["covered"], regions["count"]]
    return measured


def percent(counts):
    """Rounded down, so that 100.0 means all."""
    return f"{1000 * counts[0] // counts[1] / 10:.1f} %"


def main(arguments):
    folder, seconds = arguments[0], float(arguments[1])
    counts, shortfalls, kept, checked = {}, [], 0, 0
    print(f"{'':24}{'lines':>18}{'regions':>18}{'branches':>18}")
    for argument in arguments[2:]:
        source, _, what = argument.partition("=")
        profile, *objects = what.split(":")
        missed = []
        measured = measure(profile, objects, missed)
        with open(os.path.join(os.path.dirname(profile), f"missed-by-{source}.txt"), "w",
                  encoding="utf-8") as file:
            file.writelines(line + "\n" for line in missed)
        for part in PARTS:
            row = [measured[kind, part] for kind in ("lines", "regions", "branches")]
            shown = "".join(f"{f'{a}/{b} {percent((a, b))}':>18}" for a, b in row)
            print(f"{source + ', ' + part:24}{shown}")
        for (kind, part), (covered, total) in measured.items():
            counts[f"{kind}/{source}/{part}/covered"] = covered
            counts[f"{kind}/{source}/{part}/total"] = total
            checked += total
        if source != "seeds":
            continue
        for (kind, part), floor in FLOORS.items():
            covered, total = measured[kind, part]
            if 100 * covered >= floor * total:
                kept += 1
                continue
            shortfalls.append(("floors/seeds", f"The seeds alone cover {covered} of {total} {kind} "
                               f"of {part} ({percent((covered, total))}); the floor is {floor} %."))
    counts["floors/seeds"] = kept
    names = [argument.partition("=")[0] for argument in arguments[2:]]
    notes = ["The branches of defaulted comparisons are not counted."]
    if "all" not in names:
        notes.append("Enumeration is here the part of each scope by which a wrong converter is "
                     "killed; its whole, and all tests, are measured by ci/coverage.sh --full.")
    evidence.write(
        folder, ROOT, id="coverage", kind="coverage",
        scope=f"lines, regions and branches of grammar, converter, cases and the model, from each "
              f"of these alone: {', '.join(names)}",
        count=checked, counts=counts, shortfalls=shortfalls, command="ci/coverage.sh",
        versions={"llvm-cov": evidence.tool_version("llvm-cov-19")}, seconds=seconds,
        notes=notes)
    for _, sentence in shortfalls:
        print(f"coverage: {sentence} See build/coverage/measured/missed-by-seeds.txt.")
    return 1 if shortfalls else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
