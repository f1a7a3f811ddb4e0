"""Checks, without Docker, what continuous-fuzzing services ask of a build: builds the targets as they do,
with .clusterfuzzlite/build.sh from elsewhere under their environment, and checks the result
(ci/harness/check_output.py).

What this machine lacks is skipped and reported: AFL++, libc++, and always a run with MemorySanitizer,
which needs a C++ library built for it. Builds are in build/contract, and are made again when something
that they are made from has changed.

Exit: 0, all as the services expect; 1, something is not, or cannot be built; 2, bad usage.
"""

import dataclasses
import os
import pathlib
import re
import shutil
import subprocess

import check_output
import project
import service_build

CONTRACT = pathlib.Path("build/contract")
USUAL = "-fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION"
LIBFUZZER = "-fsanitize=fuzzer-no-link"
# The services link libc++ statically. Debian's libFuzzer is built upon libstdc++, so here the targets
# for libFuzzer link that, statically as well.
ALONE = "-static-libstdc++ -static-libgcc"
CLANG = "clang++-19"


@dataclasses.dataclass
class Build:
    """A build as a service makes it: its name, the engine and sanitizer, and the flags of the compiler.
    The engine is linked by `library`."""

    name: str
    engine: str
    sanitizer: str
    flags: str
    library: str = "-fsanitize=fuzzer"
    compiler: str = CLANG

    def make(self):
        """Builds in a clean environment what is not up to date; false if that fails."""
        folder = CONTRACT.resolve() / self.name
        state = f"{service_build.state()} {self}"
        if (folder / "state").exists() and (folder / "state").read_text() == state:
            return True
        shutil.rmtree(folder, ignore_errors=True)
        # As the service's Dockerfile leaves them: the repository and build.sh in one folder.
        for name in ("out", "work", "src"):
            (folder / name).mkdir(parents=True)
        (folder / "src/headerproof").symlink_to(project.ROOT)
        shutil.copyfile(".clusterfuzzlite/build.sh", folder / "src/build.sh")
        print(f"contract: builds for {self.name}", flush=True)
        environment = {
            "PATH": os.environ["PATH"], "HOME": "/nonexistent", "TMPDIR": os.environ.get("TMPDIR", "/tmp"),
            "CC": self.compiler.replace("++", ""), "CXX": self.compiler, "CFLAGS": self.flags,
            "CXXFLAGS": self.flags, "LIB_FUZZING_ENGINE": self.library, "FUZZING_ENGINE": self.engine,
            "SANITIZER": self.sanitizer, "SRC": f"{folder}/src", "OUT": f"{folder}/out",
            "WORK": f"{folder}/work", "AFL_QUIET": "1"}
        with open(folder / "log", "wb") as log:
            ran = subprocess.run(["bash", "-eux", folder / "src/build.sh"], cwd="/", env=environment,
                                 stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        if ran.returncode != 0:
            lines = (folder / "log").read_text(errors="replace").splitlines()
            errors = [line for line in lines if re.search("error|undefined reference", line)]
            print("\n".join(errors[:5] or lines[-5:]))
            print(f"contract: cannot be built for {self.name}; all of the output: {folder}/log", flush=True)
            return False
        (folder / "state").write_text(state)
        return True

    def holds(self, targets=()):
        return self.make() and check_output.check(CONTRACT / self.name / "out", self.engine,
                                                  self.sanitizer, targets)


def builds():
    """All builds by name."""
    o1 = f"-O1 {USUAL}"
    address = f"{o1} -fsanitize=address {ALONE}"
    listed = [
        Build("libfuzzer-address", "libfuzzer", "address",
              f"{address} -fsanitize-address-use-after-scope {LIBFUZZER}"),
        Build("libfuzzer-undefined", "libfuzzer", "undefined",
              f"{o1} -fsanitize=undefined -fno-sanitize-recover=undefined {LIBFUZZER} {ALONE}"),
        Build("libfuzzer-coverage", "libfuzzer", "coverage",
              f"{o1} -fprofile-instr-generate -fcoverage-mapping -Wl,--no-as-needed {ALONE}"),
        # The compiler puts a static libstdc++ before MemorySanitizer's own operators new and delete,
        # which are then defined twice; named by its file, it comes after them.
        Build("libfuzzer-memory", "libfuzzer", "memory",
              f"{o1} -fsanitize=memory -fsanitize-memory-track-origins {LIBFUZZER} -nostdlib++ "
              "-static-libgcc", "-fsanitize=fuzzer -l:libstdc++.a -lm"),
        Build("afl-address", "afl", "address", address, "/usr/lib/afl/libAFLDriver.a", "afl-clang-fast++"),
        # An engine of another kind, with each of the two standard libraries: Centipede and Honggfuzz.
        Build("object", "other", "address", address, f"{CONTRACT.resolve()}/engine.o"),
        Build("archive", "other", "address", f"{address} -stdlib=libc++", f"{CONTRACT.resolve()}/engine.a")]
    return {build.name: build for build in listed}


def compile_stand_in(output, *flags):
    """Compiles the stand-in for an engine; false if it cannot be compiled."""
    command = [CLANG, *flags, "-std=c++20", "-O1", "-c", "fuzz/stand_in_engine.cc", "-o", output]
    return subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0


def missing(name):
    """Why this machine cannot make a build, "" if it can. Compiles the stand-in if one needs it."""
    if name == "afl-address" and not shutil.which("afl-clang-fast++"):
        return "AFL++ is not installed (apt-get install afl++ libclang-rt-14-dev)"
    if name == "object" and not compile_stand_in(CONTRACT / "engine.o"):
        raise project.Failure(f"{CLANG} cannot compile fuzz/stand_in_engine.cc")
    if name == "archive":
        member = CONTRACT / "engine-libc++.o"
        if not compile_stand_in(member, "-stdlib=libc++"):
            return "libc++ is not installed (apt-get install libc++-19-dev libc++abi-19-dev)"
        (CONTRACT / "engine.a").unlink(missing_ok=True)
        subprocess.run(["ar", "crs", CONTRACT / "engine.a", member], check=True)
    return ""


def quick():
    """One build, for libFuzzer with AddressSanitizer, hardly optimized."""
    flags = f"-O0 -fsanitize=address {LIBFUZZER} {ALONE}"
    return Build("quick", "libfuzzer", "address", flags).holds(project.targets()[:1])


def main(arguments):
    known = builds()
    parser = project.parser("ci/check-contract.sh", __doc__)
    parser.add_argument("--quick", action="store_true", help="one build, hardly optimized")
    parser.add_argument("builds", nargs="*", metavar="BUILD",
                        help="all by default; these are: " + " ".join(known))
    options = parser.parse_args(arguments)
    for name in options.builds:
        if name not in known:
            parser.error(f"no such build: {name}; these are: {' '.join(known)}")
    if options.quick and options.builds:
        parser.error("--quick takes no BUILD")
    CONTRACT.mkdir(parents=True, exist_ok=True)
    if options.quick:
        return 0 if quick() else 1
    well = True
    for name in options.builds or known:
        if reason := missing(name):
            print(f"contract: skipped: {name}: {reason}")
            continue
        well = known[name].holds() and well
        if name == "libfuzzer-memory":
            print("contract: skipped: running with MemorySanitizer, which needs a C++ library built for it")
    return 0 if well else 1


if __name__ == "__main__":
    project.run_main("ci/check-contract.sh", main)
