"""Why a mutant may survive: the committed list, bound to the lines that it is about.

    # a comment
    src/converter/fold.h
    - the line, without indentation; [2] after it if it is the second such line, and so on
    + what it becomes
    + what it becomes otherwise
    = the reason, in one sentence or more; it ends
    = with the block

Blank lines separate the blocks. A block is about its line wherever that is in the file. It goes stale
when the line changes, or when no such mutant is made of it any more.
"""

import dataclasses
import itertools

import project


@dataclasses.dataclass
class Explanation:
    file: str
    line: str
    replacements: list
    reason: str
    place: str  # where it is written


def read(path, shown):
    """The explanations of the file `path`, as {(file, line, replacement): Explanation}. What is
    malformed or there twice ends the process."""
    lines = [(number, line) for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
             if not line.startswith("#")]
    blocks = [list(block) for blank, block in
              itertools.groupby(lines, lambda numbered: not numbered[1].strip()) if not blank]
    explained = {}
    for block in blocks:
        explanation = _read_block(block, shown)
        for replacement in explanation.replacements:
            key = (explanation.file, explanation.line, replacement)
            if key in explained:
                raise project.Failure(f"{explanation.place}: explained before, at {explained[key].place}")
            explained[key] = explanation
    return explained


def _read_block(block, shown):
    place = f"{shown}:{block[0][0]}"
    file, *rest = [line for _, line in block]
    marked = {mark: [line[2:].strip() for line in rest if line.startswith(mark + " ")]
              for mark in "-+="}
    if (sum(map(len, marked.values())) != len(rest) or len(marked["-"]) != 1 or
            not marked["+"] or not "".join(marked["="])):
        raise project.Failure(f"{place}: not a file, a line with '-', lines with '+', and a reason with '='")
    return Explanation(file, marked["-"][0], marked["+"], " ".join(marked["="]), place)


def complain(mutants, found, explained):
    """What is wrong with the result, in sentences."""
    complaints = []
    by_name = {(mutant.file, *mutant.name()): mutant for mutant in mutants}
    statuses = {name: found.get(mutant.id, ("untried",))[0] for name, mutant in by_name.items()}
    for key, explanation in explained.items():
        what = f"{explanation.place}: {key[1]}  ->  {key[2]}"
        if key not in by_name:
            complaints.append(f"stale, no such mutant is made of {key[0]}: {what}")
        elif statuses[key] not in ("untried", "aborted", "survived"):
            complaints.append(f"unused, the mutant is killed or changes nothing: {what}")
    for key, mutant in by_name.items():
        if statuses[key] == "survived" and key not in explained:
            complaints.append(f"survived without an explanation: {mutant.file}:{mutant.number}\n"
                              f"    - {key[1]}\n    + {key[2]}")
    return complaints
