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
    with open(path, encoding="utf-8") as opened:
        text = opened.read().splitlines()
    blocks, block = [], []
    for number, line in enumerate(text + [""], 1):
        if line.startswith("#"):
            continue
        if line.strip():
            block.append((number, line))
        elif block:
            blocks.append(block)
            block = []
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
    made = {(mutant.file, *mutant.name()) for mutant in mutants}
    survived = {(mutant.file, *mutant.name()): mutant for mutant in mutants
                if found.get(mutant.id, ("",))[0] == "survived"}
    tried = {(mutant.file, *mutant.name()) for mutant in mutants
             if found.get(mutant.id, ("aborted",))[0] != "aborted"}
    for key, explanation in explained.items():
        what = f"{explanation.place}: {key[1]}  ->  {key[2]}"
        if key not in made:
            complaints.append(f"stale, no such mutant is made of {key[0]}: {what}")
        elif key in tried and key not in survived:
            complaints.append(f"unused, the mutant is killed or changes nothing: {what}")
    for key, mutant in survived.items():
        if key not in explained:
            complaints.append(f"survived without an explanation: {mutant.file}:{mutant.number}\n"
                              f"    - {key[1]}\n    + {key[2]}")
    return complaints
