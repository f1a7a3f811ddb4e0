"""Builds the targets for AFL++ into build/afl, by AFL++'s own wrapper of clang 14 and as a service would
(service_build.py), and case_mutator.so, the custom mutator that afl-fuzz loads. Installs AFL++ if it is
missing. Does nothing when what they are made from has not changed."""

import os
import pathlib
import shutil
import subprocess

import keep
import project
import service_build

PACKAGES = ["afl++", "libclang-rt-14-dev"]
# The mutator runs in afl-fuzz, so it is built without the sanitizer and the instrumentation.
MUTATOR = ("src/grammar/", "src/converter/", "src/cases/", "src/fuzzing/mutate_input.cc",
           "src/judge/input_class.cc", "src/judge/model.cc")


def _run(command, log, environment=None, keep_open=()):
    with open(log, "ab") as output:
        ran = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                             env={**os.environ, **(environment or {})}, pass_fds=keep_open)
    if ran.returncode != 0:
        raise project.Failure(f"{command[0]} exits with {ran.returncode}:\n{keep.last_lines(log, 40)}")


def build(keep_open=()):
    if subprocess.run(["ci/setup.sh", *PACKAGES], pass_fds=keep_open).returncode != 0:
        raise project.Failure("AFL++ cannot be installed; the message of ci/setup.sh is above")
    state = service_build.state()
    folder = pathlib.Path("build/afl").resolve()
    if (folder / "state").exists() and (folder / "state").read_text() == state:
        return
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "work").mkdir(parents=True)
    print("ci/fuzz.sh: builds the targets for AFL++", flush=True)
    _run(["ci/service-build.sh"], folder / "log", {
        "CXX": "afl-clang-fast++", "AFL_QUIET": "1", "LIB_FUZZING_ENGINE": "/usr/lib/afl/libAFLDriver.a",
        "CXXFLAGS": "-O2 -gline-tables-only -fno-omit-frame-pointer -fsanitize=address",
        "OUT": f"{folder}/out", "WORK": f"{folder}/work"}, keep_open)
    sources = [source for source in service_build.sources()[0] if source.startswith(MUTATOR)]
    _run(["clang++-19", "-std=c++20", "-O2", "-fPIC", "-shared", "-Wl,-z,defs", "-fvisibility=hidden",
          "-I.", "fuzz/afl_mutator.cc", *sources, "-o", f"{folder}/case_mutator.so"], folder / "log",
         keep_open=keep_open)
    (folder / "state").write_text(state)
