"""The main job: builds headerproof and what gives evidence, gathers it in build/audit/evidence, and ends
with `headerproof audit`, which prints the table of claims and where the report is.

  ci/audit.sh [--full] [--no-install] [OPTION OF headerproof audit...]

  --full         take the time for more evidence
  --no-install   install nothing; what is missing is named, and what needs it is left out

Evidence that takes another program: a seeded RapidCheck run, a short run of each fuzz target (--full:
60 s each), fuzz targets against mutants (--full: all of each), what the seeds cover, and the real
yarpc-go and grpc-go. What those showed is recorded in recorded/; they are asked anew, which takes Go, by
--full, or if what was recorded is of other sources. --full also measures what the change saves, and
excuses nothing: the audit fails if any evidence is absent. Paths are relative to the project's folder.
"""

import glob
import json
import os
import pathlib
import shutil
import subprocess
import sys

import keep
import project

GATHERED = pathlib.Path("build/audit")
EVIDENCE = GATHERED / "evidence"


def step(name, command, environment=None, log=None):
    """Runs one step; its output goes to build/audit/LOG, or to ours. Returns its exit status. An
    interrupted step ends the audit; of one that fails, the end of the log is shown."""
    if name:
        print(f"== {name}", flush=True)
    environment = {**os.environ, **(environment or {})}
    if log is None:
        status = subprocess.run(command, env=environment).returncode
    else:
        with open(GATHERED / log, "wb") as output:
            status = subprocess.run(command, env=environment, stdout=output, stderr=output).returncode
        if status != 0:
            print(f"{command[0]} exits with {status}; the end of {GATHERED / log}:\n"
                  f"{keep.last_lines(GATHERED / log, 40)}", flush=True)
    if status in (130, -2):
        sys.exit(130)
    return status


def fuzz(seconds):
    for old in glob.glob("fuzz-work/*/counts") + glob.glob("fuzz-work/*/ended.json"):
        os.unlink(old)  # of another build, should this run not write its own
    step(f"fuzz targets, {seconds} s each", ["ci/fuzz.sh", "--seconds", str(seconds)])
    for ended in sorted(pathlib.Path("fuzz-work").glob("*/ended.json")):
        run = json.loads(ended.read_text())
        counts = ended.parent / "counts"
        command = [project.PROGRAM, "evidence", "fuzz", "--target", ended.parent.name,
                   "--status", str(run["status"]), "--seconds", str(run["seconds"]),
                   *(["--counts", str(counts)] if counts.exists() else []),
                   *(["--finding", run["finding"]] if run["finding"] else []), "--out", str(EVIDENCE)]
        if step("", command) != 0:
            sys.exit(2)


def is_recorded():
    """Whether all evidence of peers is recorded for these sources."""
    recorded = subprocess.run([project.PROGRAM, "evidence", "recorded"], capture_output=True, text=True,
                              check=True).stdout.splitlines()
    return bool(recorded) and all(line.endswith(" fresh") for line in recorded)


def peers(full):
    if not full and is_recorded():
        print("== recorded: yarpc-go and grpc-go (--full asks them anew)", flush=True)
        return
    if not project.cached("release", "HEADERPROOF_YARPC_GO_PEER"):
        print("== skipped: yarpc-go and grpc-go (no Go 1.23 or newer)")
        return
    project.build("release", "peer_evidence", "real_calls")
    step("yarpc-go and grpc-go", ["peers/evidence.sh", "build/release", str(EVIDENCE)])
    if not full:
        return
    if not project.cached("release", "benchmark_DIR").startswith("/"):
        print("== skipped: what the change saves (no Google Benchmark)")
        return
    project.build("release", "headerproof_yarpc_go_bench")
    if step("what the change saves", ["bench/yarpc_go.sh", "build/release",
            str(GATHERED / "benchmark")], log="benchmark.log") == 0:
        for file in glob.glob(f"{GATHERED}/benchmark/evidence/*.json"):
            shutil.copy(file, EVIDENCE)


def main(arguments):
    if "--help" in arguments or "-h" in arguments:
        print(__doc__ + "\nThe options of headerproof audit: build/release/headerproof audit --help")
        return 0
    full, no_install = "--full" in arguments, "--no-install" in arguments
    passed_on = [word for word in arguments if word not in ("--full", "--no-install")]
    if full:
        passed_on.insert(0, "--require-all")
    if no_install:
        os.environ["HEADERPROOF_NO_INSTALL"] = "1"
    if subprocess.run(["ci/setup.sh"]).returncode != 0:
        return 2
    print("== build", flush=True)
    project.build("release", "headerproof")
    if subprocess.run([project.PROGRAM, "audit", "--check-arguments", *passed_on]).returncode != 0:
        return 2

    shutil.rmtree(GATHERED, ignore_errors=True)
    EVIDENCE.mkdir(parents=True)
    if project.cached("release", "GRPC_LIBRARY").startswith("/"):
        project.build("release", "headerproof_sending_child")
    if project.cached("release", "rapidcheck_DIR").startswith("/"):
        project.build("release", "relations_test")
        step("properties", ["build/release/properties/relations_test"],
             {"HEADERPROOF_EVIDENCE": str(EVIDENCE), "HEADERPROOF_CASES": "20000", "RC_PARAMS": "seed=1"},
             log="properties.log")
    else:
        print("== skipped: properties (no librapidcheck-dev)")
    fuzz(60 if full else 4)
    step("fuzz targets against mutants", ["ci/mutants.sh", "--evidence", str(EVIDENCE),
                                          *([] if full else ["--quick"])])
    step("coverage", ["ci/coverage.sh", "--evidence", str(EVIDENCE)], log="coverage.log")
    peers(full)
    print("== audit", flush=True)
    command = [project.PROGRAM, "audit", "--evidence", str(EVIDENCE), *passed_on]
    os.execv(command[0], command)


if __name__ == "__main__":
    project.run_main("ci/audit.sh", main)
