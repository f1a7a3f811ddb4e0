"""Builds the fuzz targets as a continuous-fuzzing service does (OSS-Fuzz, ClusterFuzzLite), with
exactly the environment that it is given:

  CXX, CXXFLAGS         compile and link everything; the flags have the sanitizer
  LIB_FUZZING_ENGINE    linked into each target: flags, or the path of an object or archive
  OUT                   gets X, X_seed_corpus.zip, X.dict and X.options of each target X
  WORK                  for what is made on the way

The engine (FUZZING_ENGINE) and sanitizer (SANITIZER) are chosen by those flags alone; there is no C,
and the repository is found by the place of this file. The sources are those of fuzz/sources.txt, which
CMake writes: a service chooses CMake's version, and may have none. It also chooses Python's: this file
keeps to Python 3.8. What the stamp of a build defines is defined here instead.
"""

import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys

import seed_archive
from file_digest import digest_of

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


# A service's build cannot be stamped: its counts are of no build that an audit knows.
UNSTAMPED = """#include "src/evidence/build_info.h"

namespace headerproof {

std::string_view BuildVersion() { return "service"; }
std::string_view BuildCommit() { return "unknown"; }
std::string_view BuildDigest() {
  return "0000000000000000000000000000000000000000000000000000000000000000";
}

}  // namespace headerproof
"""


def sources():
    """The files of fuzz/sources.txt: of the core, of the mutator, and of the targets by name."""
    listed = {"core": [], "mutator": [], "target": []}
    for line in (ROOT / "fuzz/sources.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            kind, file = line.split()
            listed[kind].append(file)
    return listed["core"], listed["mutator"], {pathlib.Path(file).stem: file for file in listed["target"]}


def state():
    """A digest of all that a build is made from."""
    core, mutator, _ = sources()
    folders = {str(pathlib.Path(file).parent) for file in core + mutator} | {"corpus", "fuzz/seeds"}
    scripts = ["ci/harness/service_build.py", ".clusterfuzzlite/build.sh"]
    return digest_of(ROOT, [*sorted(folders), *scripts])


def _run(*command):
    ran = subprocess.run(command, cwd=ROOT)
    if ran.returncode != 0:
        sys.exit(f"ci/service-build.sh: exit {ran.returncode}: {' '.join(command)}")


def build(environment):
    for name in ("CXX", "OUT", "WORK", "LIB_FUZZING_ENGINE"):
        if not environment.get(name):
            sys.exit(f"ci/service-build.sh: the environment has no {name}; see ci/harness/service_build.py")
    compiler = (shlex.split(environment["CXX"]) + shlex.split(environment.get("CXXFLAGS", "")) +
                ["-std=c++20", "-pthread", "-I."])
    engine = shlex.split(environment["LIB_FUZZING_ENGINE"])
    out = pathlib.Path(environment["OUT"])
    objects = pathlib.Path(environment["WORK"], "headerproof")
    core, mutator, targets = sources()
    archive = objects / "core.a"
    unstamped = objects / "build_info.cc"
    for folder in (objects, out):
        folder.mkdir(parents=True, exist_ok=True)
    if archive.exists():
        archive.unlink()
    unstamped.write_text(UNSTAMPED)
    core.append(str(unstamped))

    def object_of(file):
        return str(objects / (file.replace("/", "-") + ".o"))

    def link(target):
        _run(*compiler, object_of(targets[target]), *map(object_of, mutator), str(archive), *engine,
             "-o", str(out / target))
        seed_archive.write(out / f"{target}_seed_corpus.zip", [ROOT / "corpus", ROOT / "fuzz/seeds"])
        (out / f"{target}.dict").write_bytes((ROOT / "fuzz/headerproof.dict").read_bytes())
        options = (ROOT / "fuzz/headerproof.options").read_text()
        (out / f"{target}.options").write_text(
            re.sub(r"^\[libfuzzer\]$", rf"\g<0>\ndict = {target}.dict", options, flags=re.MULTILINE))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        compiled = [workers.submit(_run, *compiler, "-c", file, "-o", object_of(file))
                    for file in [*core, *mutator, *targets.values()]]
        for one in compiled:
            one.result()
        _run(environment.get("AR", "ar"), "crs", str(archive), *map(object_of, core))
        for one in [workers.submit(link, target) for target in targets]:
            one.result()


if __name__ == "__main__":
    build(os.environ)
