"""What a run of mutate.py found: as evidence for the audit, and in the report schema that viewers of
mutation tests open (mutation-testing-report-schema, version 2)."""

import json
import os

import project

REPORT = "source-mutants.json"
# The schema's words for ours; an explained survivor is one that a person decided to ignore.
WORDS = {"invalid": "CompileError", "same": "Ignored", "killed": "Killed", "survived": "Survived",
         "explained": "Ignored", "aborted": "RuntimeError"}


def count(mutants, found, explained):
    """How many were made and tried, and how many of those have each result."""
    counts = dict.fromkeys(("made", "asked", "invalid", "same", "killed", "survived", "explained",
                            "aborted"), 0)
    counts["made"] = len(mutants)
    for mutant in mutants:
        if mutant.id in found:
            counts["asked"] += 1
            counts[_status(mutant, found, explained)] += 1
    counts["tried"] = counts["killed"] + counts["survived"] + counts["explained"]
    return counts


def _status(mutant, found, explained):
    status = found[mutant.id][0]
    if status == "survived" and (mutant.file, *mutant.name()) in explained:
        return "explained"
    return status


def summary(counts):
    share = 1000 * counts["killed"] // counts["tried"] / 10 if counts["tried"] else 0
    return (f"source mutants: {counts['asked']} of {counts['made']} tried; "
            f"{counts['invalid']} do not compile, {counts['same']} change nothing, of "
            f"{counts['aborted']} the compiler or a test was killed from outside; of the other "
            f"{counts['tried']}, {counts['killed']} are killed ({share} %), {counts['explained']} "
            f"survive with an explanation, {counts['survived']} without")


def write(folder, digest, ended, mutants, found, explained, counts, complaints, seconds):
    """The evidence in `folder`, of a run that `ended` (finished, or stopped if it was of some files alone);
    the report for viewers in build/source-mutants/."""
    project.write_draft(folder, {
        "id": "source-mutants", "kind": "mutants", "digest": digest,
        "depends_on": "source-mutants", "ended": ended,
        "scope": "one line of grammar, converter or cases replaced at a time, in the order of a hash: "
                 + summary(counts),
        "count": counts["tried"],
        "counts": {f"source-mutants/{name}": number for name, number in counts.items()},
        "contradictions": [{"key": "source-mutants/survived", "detail": complaint,
                            "counterexample": complaint, "type": "source-line"}
                           for complaint in complaints],
        "command": "ci/mutate.sh", "seconds": round(seconds, 1),
        "versions": {"clang": project.tool_version("clang++-19"), "universalmutator": "1.14.1"},
        "notes": ["A mutant whose object code is that of the right source changes nothing.",
                  "Those that were not tried say nothing."]})
    project.replace(f"build/source-mutants/{REPORT}",
                    json.dumps(_report(mutants, found, explained), indent=1) + "\n")


def _report(mutants, found, explained):
    files = {}
    for mutant in mutants:
        if mutant.id not in found:
            continue
        if mutant.file not in files:
            files[mutant.file] = {"language": "cpp", "mutants": [],
                                  "source": (project.ROOT / mutant.file).read_text("utf-8")}
        files[mutant.file]["mutants"].append(_entry(mutant, found, explained))
    return {"schemaVersion": "2", "thresholds": {"high": 95, "low": 90}, "files": files,
            "framework": {"name": "universalmutator", "version": "1.14.1"}}


def _entry(mutant, found, explained):
    status = _status(mutant, found, explained)
    detail = found[mutant.id][1]
    start, line, replacement = _changed(mutant.line.rstrip("\n"), mutant.replacement.rstrip("\n"))
    entry = {"id": mutant.id, "mutatorName": mutant.rule, "replacement": replacement,
             "location": {"start": {"line": mutant.number, "column": start + 1},
                          "end": {"line": mutant.number, "column": start + len(line) + 1}},
             "status": WORDS[status]}
    if detail.endswith(": timeout"):
        entry["status"] = "Timeout"
    if status == "explained":
        entry["statusReason"] = explained[(mutant.file, *mutant.name())].reason
    elif status == "same":
        entry["statusReason"] = "The object code is the same."
    elif status == "aborted":
        entry["statusReason"] = f"{detail} was killed from outside; most likely memory ran out."
    elif detail:
        entry["statusReason"] = detail
    return entry


def _changed(line, replacement):
    """Where a line and its replacement begin to differ, and what differs of each."""
    start = len(os.path.commonprefix([line, replacement]))
    line, replacement = line[start:], replacement[start:]
    end = len(os.path.commonprefix([line[::-1], replacement[::-1]]))
    return start, line[:len(line) - end], replacement[:len(replacement) - end]
