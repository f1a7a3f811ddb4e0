#!/usr/bin/env python3
"""Checks the documents against the tree and the program: what they name exists, what follows from
code is generated, and what CONTRIBUTING.md promises holds.

  documents_test.py            runs the checks
  documents_test.py --write    rewrites the generated blocks, then runs the checks

HEADERPROOF_COMMAND is the path of the program, by default that of the release preset. Without it, what
needs the program is skipped.

A generated block is what is between these two lines. SOURCE is a key of GENERATORS, or a command.

  <!-- generated: SOURCE -->
  <!-- end -->
"""
import functools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = ROOT / "build/release/headerproof"
PROGRAM = os.environ.get("HEADERPROOF_COMMAND") or (str(BUILT) if BUILT.exists() else None)
DOCUMENTS = sorted(path for pattern in ("*.md", "docs/*.md", "*/README.md", "peers/*.md")
                   for path in ROOT.glob(pattern) if "build" not in path.parts)
BLOCK = re.compile(r"(<!-- generated: (?P<source>[^\n]+) -->\n)(?P<text>.*?)(?=<!-- end -->)",
                   re.DOTALL)

# A word of code that begins with one of these is a path in the tree.
FOLDERS = ("bench", "ci", "corpus", "docs", "fuzz", "golden", "peers", "properties", "src")

# Commands that have commands of their own.
GROUPS = ("corpus", "evidence", "probe")


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def name_of(path):
    return str(path.relative_to(ROOT))


# ---- Generated blocks --------------------------------------------------------------------------

def targets():
    """(name, what it asks) of each fuzz target."""
    lines = [line for line in read("fuzz/targets.txt").splitlines() if re.match("[a-z]", line)]
    return [line.split(maxsplit=1) for line in lines]


def claims():
    return json.loads(read("src/claims/claims.json"))["claims"]


def table(*rows):
    head, *body = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([head, "|" + " --- |" * len(rows[0]), *body]) + "\n"


def targets_table():
    return table(("target", "asks"), *[(f"`{name}`", asks) for name, asks in targets()])


def answer_table():
    """The expected verdict on the change, by stack and path. The audit fails if it is another."""
    stacks = {}
    for claim in claims():
        if "change" in claim:
            stacks.setdefault(claim["stack"], {})[claim["path"]] = f"**{claim['expected']}**"
    return table(("stack", "request path", "response path"),
                 *[(stack, paths["request"], paths["response"]) for stack, paths in stacks.items()])


def golden_table():
    def count(path):
        return str(len(re.findall("^case ", path.read_text(encoding="utf-8"), re.MULTILINE)))
    return table(("file", "cases"), *[(f"`{path.name}`", count(path))
                                      for path in sorted(ROOT.glob("golden/*.golden"))])


GENERATORS = {
    "fuzz/targets.txt": targets_table,
    "golden/*.golden": golden_table,
    "src/claims/claims.json": answer_table,
}


@functools.cache
def run(command):
    """Runs a command in which headerproof or build/release/headerproof is the program."""
    program = str(pathlib.Path(PROGRAM).resolve())
    command = re.sub(r"(?<![\w/])(build/release/)?headerproof(?= )", lambda _: program, command)
    return subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True,
                          timeout=120, check=False)


def generate(source):
    """The text of a block, or None if it takes the program and there is none."""
    if source in GENERATORS:
        return GENERATORS[source]()
    if not PROGRAM:
        return None
    result = run(source)
    if result.returncode != 0:
        raise AssertionError(f"{source}: exit {result.returncode}: {result.stderr}")
    return f"```\n$ {source}\n{result.stdout}```\n"


def write_blocks():
    for path in DOCUMENTS:
        old = path.read_text(encoding="utf-8")
        new = BLOCK.sub(lambda m: m[1] + (generate(m["source"]) or m["text"]), old)
        if new != old:
            path.write_text(new, encoding="utf-8")
            print(f"{name_of(path)}: rewritten")


# ---- What documents show -----------------------------------------------------------------------

def without_blocks(text):
    return BLOCK.sub(r"\1", text)


def code_of(text):
    """The lines of fenced code, then the code spans."""
    fences = re.findall(r"^ *```\w*\n(.*?)^ *```$", text, re.DOTALL | re.MULTILINE)
    lines = [line for fence in fences for line in fence.replace("\\\n", " ").splitlines()]
    prose = re.sub(r"^ *```\w*\n.*?^ *```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return lines + [span.replace("\n", " ") for span in re.findall(r"`([^`]+)`", prose)]


def commands_of(text):
    """Every command that begins a line or span of code, or follows a pipe or &&, as words."""
    for line in code_of(text):
        line = re.split(r"\s#\s|\s{2,}#", line)[0]
        for part in re.split(r"\|\s|&&|;", line):
            try:
                words = shlex.split(part)
            except ValueError:
                continue
            while words and (re.match(r"[A-Z_]+=", words[0]) or words[0] == "$"):
                words = words[1:]
            if words:
                yield words


def anchors_of(text):
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def rows_of(text, head):
    """The first cells, without backquotes, of the table whose head row begins with `head`."""
    found = re.search(rf"^\| {re.escape(head)}.*\n\|[ |-]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    if not found:
        raise AssertionError(f"no table begins with: | {head}")
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
            for row in found[1].splitlines()]


def names_in(cell):
    return re.findall(r"`([^`]+)`", cell)


def literals(path, function):
    """The string literals in the body of a C++ function."""
    body = re.search(rf"\b{function}\([^;{{]*\) {{\n(.*?)^}}", read(path), re.DOTALL | re.MULTILINE)
    if not body:
        raise AssertionError(f"{path}: no function {function}")
    return re.findall(r'"([a-z0-9-]+)"', body[1])


class Documents(unittest.TestCase):
    """What holds for every document."""

    def setUp(self):
        self.texts = [(path, path.read_text(encoding="utf-8")) for path in DOCUMENTS]
        self.faults = []

    def expect(self, holds, path, fault):
        if not holds:
            self.faults.append(f"{name_of(path)}: {fault}")

    def tearDown(self):
        if self.faults:
            self.fail("\n".join(self.faults))

    def test_generated_blocks_are_current(self):
        for path, text in self.texts:
            blocks = list(BLOCK.finditer(text))
            self.expect(len(blocks) == text.count("<!-- generated:"), path, "a block has no end")
            for block in blocks:
                self.expect(generate(block["source"]) in (None, block["text"]), path,
                            f"the block of {block['source']} is not current; "
                            "run properties/documents_test.py --write")

    def test_links_lead_somewhere(self):
        for path, text in self.texts:
            for target in re.findall(r"\]\(([^)\s]+)\)", text):
                if re.match(r"[a-z]+:", target):
                    continue
                file, _, anchor = target.partition("#")
                place = path.parent / file if file else path
                exists = place.exists()
                self.expect(exists, path, f"a link leads nowhere: {target}")
                if exists and anchor:
                    anchors = anchors_of(place.read_text(encoding="utf-8"))
                    self.expect(anchor in anchors, path, f"a link leads to no heading: {target}")

    def test_lines_have_at_most_100_columns(self):
        for path, text in self.texts:
            for line in without_blocks(text).splitlines():
                may_be_long = line.startswith("<!-- generated: ") or path.name == "PROTOCOL.md"
                self.expect(may_be_long or len(line) <= 100, path, f"too long: {line}")

    def test_readme_has_at_most_70_lines(self):
        self.assertLessEqual(len(read("README.md").splitlines()), 70)

    def test_no_count_that_follows_from_code_is_written_by_hand(self):
        number = r"(?:\d[\d,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
        counted = (r"(?:mutants|wrong converters|(?:fuzz )?targets|tests|test cases|claims|cases|"
                   r"probe cases|enumerations|engines)")
        for path, text in self.texts:
            for found in re.findall(rf"\b{number} (?:[\w-]+ )?{counted}\b", without_blocks(text),
                                    re.IGNORECASE):
                self.expect(False, path, f"a count written by hand: {found}")

    def test_named_files_exist(self):
        for path, text in self.texts:
            for line in code_of(without_blocks(text)):
                for word in re.split(r"[\s'\"=<>(),:]+", line):
                    if not re.match(rf"({'|'.join(FOLDERS)})/", word):
                        continue
                    if re.search(r"[A-Z]{3,}(?!\.md)", word) or "regressions" in word:
                        continue  # a placeholder, or what a command makes
                    word = word.rstrip(".;")
                    self.expect((ROOT / word).exists() or any(ROOT.glob(word)), path,
                                f"no such file: {word}")

    def test_presets_exist(self):
        presets = json.loads(read("CMakePresets.json"))
        known = {preset["name"] for preset in presets["configurePresets"]}
        for path, text in self.texts:
            for preset in re.findall(r"--preset ([a-z-]+)", text):
                self.expect(preset in known, path, f"no such preset: {preset}")

    def test_scripts_exist_and_have_the_options_that_are_shown(self):
        python = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("ci/**/*.py"))
        for path, text in self.texts:
            for words in commands_of(without_blocks(text)):
                if not re.fullmatch(r"(ci|fuzz|peers|bench)/[\w/-]+\.(sh|py)", words[0]):
                    continue
                if len(words) == 1 and (ROOT / words[0]).exists():
                    continue  # a file that is mentioned
                if not os.access(ROOT / words[0], os.X_OK):
                    self.expect(False, path, f"no such script: {words[0]}")
                    continue
                known = read(words[0]) + python  # many scripts run Python that has the options
                for option in re.findall(r"--[a-z-]+", " ".join(words[1:])):
                    self.expect(option in known, path, f"no such option: {words[0]} {option}")

    @unittest.skipUnless(PROGRAM, "HEADERPROOF_COMMAND does not name the program")
    def test_commands_exist_and_have_the_options_that_are_shown(self):
        for path, text in self.texts:
            for words in commands_of(without_blocks(text)):
                if words[0] not in ("headerproof", "build/release/headerproof"):
                    continue
                names = []
                for word in words[1:]:
                    if not re.fullmatch("[a-z]+", word) or names and names[0] not in GROUPS:
                        break
                    names.append(word)
                if not names:
                    continue
                result = run(f"headerproof {' '.join(names)} --help")
                self.expect(result.returncode == 0, path, f"{' '.join(words)}: {result.stderr}")
                for option in re.findall(r"(?<!\S)--[a-z-]+", " ".join(words)):
                    self.expect(option in result.stdout, path,
                                f"no such option: {' '.join(names)} {option}")


class Lists(unittest.TestCase):
    """Tables that say what the code says."""

    def test_design_lists_the_rooms_of_src_in_their_order(self):
        rows = rows_of(read("docs/design.md"), "folder | contents")
        listed = [names_in(row[0])[0] for row in rows]
        order = re.search(r"^ORDER = \[(.*?)\]", read("properties/structure_test.py"),
                          re.DOTALL | re.MULTILINE)
        self.assertEqual(listed, re.findall(r'"(\w+)"', order[1]))

    def test_design_lists_every_relation_and_key_policy_in_order(self):
        text = read("docs/design.md")
        section = text.split("\n## Relations\n")[1].split("\n## ")[0]
        listed = [name.lower().replace(" ", "-")
                  for name in re.findall(r"^\d\. \*\*(.*)\.\*\*", section, re.MULTILINE)]
        self.assertEqual(listed, literals("src/judge/judge.cc", "RelationName"))
        policies = [names_in(row[0])[0] for row in rows_of(text, "policy |")]
        self.assertEqual(policies, literals("src/converter/key_policy.h", "KeyPolicyName"))

    def test_design_lists_every_named_difference_in_order(self):
        listed = [names_in(row[0])[0] for row in rows_of(read("docs/design.md"), "name | path")]
        self.assertEqual(listed, literals("src/judge/difference.cc", "DifferenceName"))

    def test_stacks_lists_every_place_and_disposition_in_order(self):
        text = read("docs/stacks.md")
        places = [names_in(row[0])[0] for row in rows_of(text, "place | who")]
        self.assertEqual(places, literals("src/sweep/probe_case.cc", "PlaceName"))
        dispositions = [names_in(row[0])[0] for row in rows_of(text, "disposition | meaning")]
        self.assertEqual(dispositions, literals("src/sweep/sweep.cc", "DispositionName"))

    def test_audit_lists_every_part_of_a_claim(self):
        listed = {name for row in rows_of(read("docs/audit.md"), "part of a claim")
                  for name in names_in(row[0])}
        self.assertEqual(listed, {part for claim in claims() for part in claim})

    def test_audit_lists_every_part_of_evidence(self):
        listed = {name for row in rows_of(read("docs/audit.md"), "part of evidence")
                  for name in names_in(row[0])}
        schema = json.loads(read("docs/evidence.schema.json"))
        self.assertEqual(listed, set(schema["properties"]))

    def test_audit_lists_all_evidence_that_claims_need(self):
        listed = {name for row in rows_of(read("docs/audit.md"), "evidence | kind")
                  for name in names_in(row[0])}
        for claim in claims():
            for need in claim.get("needs", []):
                identifier = need["id"].rstrip("*")
                self.assertTrue(any(name == need["id"] or name.startswith(identifier) or
                                    name.endswith("*") and identifier.startswith(name[:-1])
                                    for name in listed), need["id"])

    def test_glossary_is_in_order_and_has_no_repeats(self):
        terms = [row[0].lower() for row in rows_of(read("docs/glossary.md"), "term | meaning")]
        self.assertEqual(terms, sorted(set(terms)))


class Recipes(unittest.TestCase):
    """What CONTRIBUTING.md says of the places to touch."""

    def test_every_source_of_a_room_and_every_test_is_built(self):
        for room in [*(ROOT / "src").iterdir(), ROOT / "properties"]:
            if not room.is_dir():
                continue
            built = "".join(path.read_text(encoding="utf-8")
                            for path in [*room.glob("CMakeLists.txt"), *room.glob("*.cmake")])
            for path in [*room.glob("*.cc"), *room.glob("*_test.py")]:
                names = {path.name, path.stem.removesuffix("_test")}
                if room.name != "properties":
                    names = {path.name}  # a test may be named by its subject
                self.assertTrue(any(re.search(rf"(?<![\w/]){re.escape(name)}\b", built)
                                    for name in names), f"{name_of(path)} is not built")

    def test_every_fuzz_target_is_a_file_and_a_line(self):
        for name, _ in targets():
            self.assertIn("LLVMFuzzerTestOneInput", read(f"fuzz/{name}.cc"))

    def test_every_case_of_the_corpus_begins_with_a_comment_and_has_a_row(self):
        rows = {line.split(" | ")[0] for line in read("properties/corpus_expected.txt").splitlines()
                if not line.startswith("#")}
        cases = {str(path.relative_to(ROOT / "corpus")) for path in ROOT.glob("corpus/**/*.case")}
        self.assertEqual(rows, cases)
        for case in cases:
            self.assertTrue(read(f"corpus/{case}").startswith("# "), case)

    def test_every_claim_is_complete_and_named_once(self):
        required = {"id", "section", "statement", "path", "stack", "expected"}
        sections = {section["id"]
                    for section in json.loads(read("src/claims/claims.json"))["sections"]}
        for claim in claims():
            self.assertLessEqual(required, set(claim), claim["id"])
            self.assertIn(claim["section"], sections)
            self.assertTrue(claim.get("needs") or claim.get("change"), claim["id"])
        self.assertEqual(len(claims()), len({claim["id"] for claim in claims()}))


if __name__ == "__main__":
    if "--write" in sys.argv:
        sys.argv.remove("--write")
        write_blocks()
    unittest.main()
