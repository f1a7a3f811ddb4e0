"""The wrong sources: what universalmutator makes of the lines of grammar, converter and cases."""

import contextlib
import dataclasses
import hashlib
import io
import re

from universalmutator import mutator

import mutant_build

RULES = ["universal.rules", "c_like.rules", "cpp.rules"]


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One line of one file, replaced. `number` counts from 1; `occurrence`, from 0, tells equal
    lines of the file apart. The id depends on these and on nothing else of the file."""

    file: str
    number: int
    occurrence: int
    line: str
    replacement: str  # one line or, where a statement is added, two
    rule: str

    @property
    def id(self):
        key = "\0".join((self.file, self.line, str(self.occurrence), self.replacement))
        return hashlib.sha256(key.encode()).hexdigest()[:16]

    def name(self):
        """The line and what it becomes, without indentation, for a person and for explanations. Of
        lines that the file has more than once, the second is marked [2], and so on."""
        mark = f" [{self.occurrence + 1}]" if self.occurrence else ""
        return self.line.strip() + mark, " ".join(self.replacement.split())

    def text(self, source):
        lines = source.splitlines(keepends=True)
        lines[self.number - 1] = self.replacement
        return "".join(lines)


def _code(line):
    """A line without its comment, as far as that goes without reading C++: no "//" is in a string of
    these files. Nothing is left of a comment that was commented out."""
    return re.sub(r"(/\*)?//.*", "", line)


def all_mutants(root):
    """Every mutant, in an order that is that of their ids: as good as random, and always the same,
    so that the first so many are a fair sample. Mutants that differ in spaces alone are one; what
    changes a comment is none."""
    mutants = {}
    for file in sorted(mutant_build.TESTS):
        source = (root / file).read_text(encoding="utf-8").splitlines(keepends=True)
        with contextlib.redirect_stdout(io.StringIO()):
            made = mutator.mutants_regexp(source, RULES, ignorePatterns=[])
        for number, replacement, rule, _ in made:
            line = source[number - 1]
            if _code(replacement).split() == _code(line).split():
                continue
            occurrence = source[:number - 1].count(line)
            mutant = Mutant(file, number, occurrence, line, replacement, rule[0])
            mutants.setdefault((file, number, *mutant.name()), mutant)
    return sorted(mutants.values(), key=lambda mutant: mutant.id)
