#!/usr/bin/env python3
"""What OSS-Fuzz, ClusterFuzzLite and GitHub ask of the files that they read: the rules of OSS-Fuzz's
presubmit, a build of main to compare changes with, actions that are pinned and supported. And that a
service build is judged alike on x86-64 and AArch64."""

import os
import re
import subprocess
import tempfile
import unittest

import check_output
import project

ROOT = project.ROOT
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
# The first versions that run on Node 24, which is supported in 2027; Docker for ClusterFuzzLite.
LEAST_MAJOR = {"actions/checkout": 5, "actions/upload-artifact": 6, "github/codeql-action/upload-sarif": 4,
               "google/clusterfuzzlite/actions/build_fuzzers": 1,
               "google/clusterfuzzlite/actions/run_fuzzers": 1}
PINNED = re.compile(r"(?P<action>[\w./-]+)@(?P<commit>[0-9a-f]{40}) # v(?P<major>\d+)[\d.]*")


def uses(text):
    return re.findall(r"^\s*-?\s*uses:\s*(.*?)\s*$", text, re.MULTILINE)


def wrong_pins(text):
    """What a workflow uses that is not pinned by a commit, or not known here, or too old."""
    wrong = []
    for used in uses(text):
        pin = PINNED.fullmatch(used)
        if not pin or int(pin["major"]) < LEAST_MAJOR.get(pin["action"], 10**6):
            wrong.append(used)
    return wrong


def sanitizers(workflow):
    text = (ROOT / f".github/workflows/{workflow}.yml").read_text()
    return re.search(r"^ +sanitizer: (\[.*\])$", text, re.MULTILINE).group(1), text


class OssFuzz(unittest.TestCase):
    def test_every_file_has_the_license_that_the_presubmit_looks_for(self):
        files = [path for path in (ROOT / "ci/oss-fuzz").iterdir()]
        self.assertEqual({path.name for path in files}, {"Dockerfile", "build.sh", "project.yaml"})
        for path in files:
            self.assertIn("http://www.apache.org/licenses/LICENSE-2.0", path.read_text(), path)

    def test_the_project_has_what_the_presubmit_requires(self):
        text = (ROOT / "ci/oss-fuzz/project.yaml").read_text()
        values = dict(re.findall(r"^(\w+):(.*)$", text, re.MULTILINE))
        self.assertEqual(set(values), {"homepage", "main_repo", "primary_contact", "language",
                                       "fuzzing_engines", "sanitizers"})
        self.assertRegex(values["primary_contact"], r"@.+\.")
        items = set(re.findall(r"^  - (\S+)$", text, re.MULTILINE))
        self.assertLessEqual(items, {"libfuzzer", "afl", "honggfuzz", "centipede",
                                     "address", "undefined", "memory"})

    def test_both_services_run_the_same(self):
        self.assertEqual((ROOT / ".clusterfuzzlite/build.sh").read_text(),
                         (ROOT / "ci/oss-fuzz/build.sh").read_text())


class Workflows(unittest.TestCase):
    def test_every_action_is_pinned_and_supported(self):
        self.assertGreater(len(WORKFLOWS), 5)
        for path in WORKFLOWS:
            self.assertEqual(wrong_pins(path.read_text()), [], path)
        used = {use.split("@")[0] for path in WORKFLOWS for use in uses(path.read_text())}
        self.assertEqual(used, set(LEAST_MAJOR))

    def test_a_wrong_pin_is_noticed(self):
        commit = "0" * 40
        for wrong in (f"actions/checkout@{commit} # v4.2.2", f"actions/checkout@{commit}",
                      "actions/checkout@v6", f"actions/checkout@{commit[1:]} # v6",
                      f"other/action@{commit} # v6"):
            self.assertEqual(wrong_pins(f"steps:\n  - uses: {wrong}\n"), [wrong])
            self.assertEqual(wrong_pins(f"  - if: always()\n    uses: {wrong}\n"), [wrong])
        self.assertEqual(wrong_pins(f"  - uses: actions/checkout@{commit} # v6.0.2\n"), [])

    def test_main_is_built_as_changes_are_so_that_they_can_be_compared(self):
        built, text = sanitizers("cflite_build")
        self.assertEqual(built, sanitizers("cflite_pr")[0])
        self.assertRegex(text, r"on:\n  push:\n    branches: \[main\]\n")
        self.assertRegex(text, r"build_fuzzers@[^-]*upload-build: true\n")


class Calls(unittest.TestCase):
    def test_are_counted_in_what_disassemblers_print(self):
        for line in ("  4f1a2b:\tcall   4f0c40 <__asan_report_load1>",
                     "  4f1a2b:\tcallq  4f0c40 <__asan_report_load1@plt>",
                     "   a1b2c:\tbl\t4f0c40 <__asan_report_load1>",
                     "   a1b2c:      \tbl\t0x4f0c40 <__asan_report_load1>"):
            self.assertEqual(check_output.calls(f"{line}\n{line}\n", "__asan"), 2, line)
            self.assertEqual(check_output.calls(line, "__ubsan"), 0)
        for line in ("  1:\tb\t4f0c40 <__asan_report_load1>", "  1:\tblr\tx8", "0 <__asan_report_load1>:",
                     "  1:\tjmp    4f0c40 <__asan_report_load1>", "  1:\tbl\t10 <caller_of__asan_x>"):
            self.assertEqual(check_output.calls(line, "__asan"), 0, line)

    def test_are_counted_in_what_the_compiler_makes_for_both_machines(self):
        compiler = os.environ.get("FUZZ_CXX", "clang++-19")
        with tempfile.TemporaryDirectory() as folder:
            source = f"{folder}/source.cc"
            with open(source, "w", encoding="ascii") as file:
                file.write("int Sum(const int* a, const int* b) { return *a + *b; }\n")
            for machine in ("x86_64", "aarch64"):
                made = subprocess.run([compiler, f"--target={machine}-linux-gnu", "-O1", "-S", "-o", "-",
                                       "-fsanitize=address", source], capture_output=True, text=True)
                if "No available targets" in made.stderr:
                    continue  # a compiler for one machine only
                self.assertEqual(made.returncode, 0, made.stderr)
                self.assertGreaterEqual(check_output.calls(made.stdout, "__asan"), 3, made.stdout)


if __name__ == "__main__":
    unittest.main()
