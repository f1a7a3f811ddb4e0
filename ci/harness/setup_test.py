#!/usr/bin/env python3
"""ci/setup.sh on a system without apt-get, and the switch that makes warnings errors."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import project

ROOT = project.ROOT
LISTED = dict(line.split(None, 1) for line in (ROOT / "ci/packages.txt").read_text().splitlines()
              if not line.startswith("#"))


class Setup(unittest.TestCase):
    def run_without_apt(self, *arguments, **environment):
        """Runs ci/setup.sh where there is bash and dirname and nothing else."""
        with tempfile.TemporaryDirectory() as folder:
            for tool in ("bash", "dirname"):
                pathlib.Path(folder, tool).symlink_to(shutil.which(tool))
            return subprocess.run(["bash", ROOT / "ci/setup.sh", *arguments], capture_output=True, text=True,
                                  env={"PATH": folder, **environment})

    def test_names_everything_by_its_usual_name(self):
        self.assertGreater(len(LISTED), 20)
        ran = self.run_without_apt("lld-19")
        self.assertEqual((ran.returncode, ran.stdout), (2, ""))
        self.assertIn("no apt-get", ran.stderr)
        for package, name in LISTED.items():
            self.assertRegex(ran.stderr, rf"(?m)^{package.replace('+', '[+]')} +{name[:5]}", package)
        self.assertIn("\nlld-19\n", ran.stderr)
        self.assertNotIn("not found", ran.stderr)

    def test_is_silent_for_one_who_has_installed_everything(self):
        ran = self.run_without_apt(HEADERPROOF_NO_INSTALL="1")
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "", ""))

    def test_asks_for_what_the_list_has_and_for_what_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            for tool, text in (("dpkg-query", ""), ("apt-get", "exit 9"), ("id", "echo 1000")):
                stand_in = pathlib.Path(folder, tool)
                stand_in.write_text(f"#!/bin/sh\n{text}\n")
                stand_in.chmod(0o755)
            ran = subprocess.run([ROOT / "ci/setup.sh", "lld-19"], capture_output=True, text=True,
                                 env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
        self.assertEqual(ran.returncode, 2)
        missing = ran.stderr.splitlines()[0].split("missing: ")[1].split()
        self.assertEqual(set(missing), set(LISTED) | {"lld-19"})


class Warnings(unittest.TestCase):
    def flags(self, *options):
        """The commands that compile src/grammar."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-DHEADERPROOF_FUZZERS=ON",
                            "-DCMAKE_CXX_COMPILER=clang++-19", *options], check=True, capture_output=True)
            commands = json.loads(pathlib.Path(folder, "compile_commands.json").read_text())
        return [one["command"] for one in commands if "src/grammar/" in one["file"]]

    def test_are_errors_only_where_that_is_asked_for(self):
        for options, expected in (((), False), (("-DHEADERPROOF_WERROR=ON",), True)):
            commands = self.flags(*options)
            self.assertTrue(commands)
            for command in commands:
                self.assertIn("-Wconversion", command)
                self.assertEqual("-Werror" in command, expected, command)

    def test_are_errors_in_every_preset(self):
        presets = {one["name"]: one for one in
                   json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]}
        for name in presets:
            chain = [presets[name]]
            while "inherits" in chain[-1]:
                chain.append(presets[chain[-1]["inherits"]])
            switches = [one["cacheVariables"]["HEADERPROOF_WERROR"] for one in chain
                        if "HEADERPROOF_WERROR" in one.get("cacheVariables", {})]
            self.assertEqual(switches, ["ON"], name)


if __name__ == "__main__":
    unittest.main()
