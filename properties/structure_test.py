#!/usr/bin/env python3
"""The shape of the tree: which folders know which, no cycles of includes, how much bash there is, and
what a CMakeLists.txt may name."""

import graphlib
import os
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Each folder of src includes only from itself and from those before it.
ORDER = ["grammar", "converter", "cases", "unicode", "judge", "mutants", "evidence", "http2", "stacks",
         "sweep", "probe", "peers", "engines", "fuzzing", "triage", "claims", "report", "audit", "cli"]
# What these include of src, where that is less than the order allows.
ONLY = {"grammar": {"grammar"}, "converter": {"grammar", "converter"}, "http2": {"http2"},
        "evidence": {"grammar", "converter", "cases", "evidence"}}
# What has to do without the judge, though it comes after it.
WITHOUT_JUDGE = {"evidence", "http2", "stacks", "sweep", "probe"}
MOST_LINES_OF_A_SCRIPT = 100
MOST_LINES_OF_BASH = 1200


def files(*patterns):
    """The files of the project, without builds and what fuzzing leaves."""
    skipped = {"build", "fuzz-work", "crashes", "report", ".git"}
    for folder, folders, names in os.walk(ROOT):
        if pathlib.Path(folder) == ROOT:
            folders[:] = [name for name in folders if name not in skipped]
        for name in names:
            path = pathlib.Path(folder, name)
            if any(path.match(pattern) for pattern in patterns):
                yield path


def includes(path):
    return re.findall(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE)


class Structure(unittest.TestCase):
    def sources(self):
        return {str(path.relative_to(ROOT)): includes(path) for path in files("*.h", "*.cc")}

    def test_every_folder_of_src_has_its_place_in_the_order(self):
        self.assertEqual({path.name for path in (ROOT / "src").iterdir() if path.is_dir()}, set(ORDER))

    def test_a_folder_of_src_includes_only_from_folders_before_it(self):
        wrong = []
        for name, included in self.sources().items():
            if not name.startswith("src/"):
                continue
            room = name.split("/")[1]
            known = ONLY.get(room, set(ORDER[:ORDER.index(room) + 1]))
            if room in WITHOUT_JUDGE:
                known = known - {"judge", "mutants"}
            wrong += [f"{name} includes {other}" for other in included
                      if other.split("/")[0] != "src" or other.split("/")[1] not in known]
        self.assertEqual(wrong, [])

    def test_what_is_included_exists(self):
        wrong = [f"{name} includes {other}" for name, included in self.sources().items()
                 for other in included
                 if other.startswith(("src/", "peers/", "properties/", "fuzz/", "bench/"))
                 and not (ROOT / other).exists()]
        self.assertEqual(wrong, [])

    def test_no_file_includes_itself_by_way_of_others(self):
        try:
            graphlib.TopologicalSorter(self.sources()).prepare()
        except graphlib.CycleError as error:
            self.fail(" <- ".join(error.args[1]))

    def test_grammar_and_converter_need_nothing_but_the_standard_library(self):
        for room in ("grammar", "converter"):
            for path in (ROOT / "src" / room).iterdir():
                if path.suffix in (".h", ".cc"):
                    for header in re.findall(r"^#include <(.+)>", path.read_text(), re.MULTILINE):
                        self.assertRegex(header, "^[a-z_]+$", path)

    def test_scripts_are_short_and_bash_is_little(self):
        lines = {str(path.relative_to(ROOT)): len(path.read_text().splitlines())
                 for path in [*files("*.sh"), ROOT / ".ci/run"]}
        self.assertGreater(len(lines), 5)
        self.assertEqual({name: length for name, length in lines.items()
                          if length > MOST_LINES_OF_A_SCRIPT}, {})
        self.assertLessEqual(sum(lines.values()), MOST_LINES_OF_BASH)

    def test_a_cmakelists_names_only_files_of_its_own_folder(self):
        wrong = []
        for path in files("CMakeLists.txt"):
            text = re.sub("#.*", "", path.read_text())
            where = path.relative_to(ROOT)
            wrong += [f"{where}: {name}" for name in re.findall(r"[\w./${}-]*\.\./[\w./-]+", text)]
            if path.parent != ROOT:
                wrong += [f"{where}: {name}" for name in re.findall(
                    r"\$\{PROJECT_SOURCE_DIR\}/[\w./-]+\.(?:cc|h|py|sh|cmake|txt|json)\b", text)]
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()
