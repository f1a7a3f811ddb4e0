#!/usr/bin/env python3
"""Source mutation: makes the core's sources wrong, one line at a time, and says which of the mutants no
test notices.

Mutants are tried in the order of their ids, so that a bounded run tries a fair sample. What was
found is kept in build/source-mutants/state.jsonl, a line at a time, so that a run that is killed at any
moment is resumed by the next; a line counts as long as what it depends on is unchanged. A survivor
needs an explanation in ci/strength/explained_mutants.txt.

Exit: 0; 1, a survivor is unexplained, an explanation is stale or unused, or fewer than 95 % are
killed; 2, it could not run.
"""

import collections
import concurrent.futures
import json
import pathlib
import shutil
import sys
import threading
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "harness"))
import explanations  # noqa: E402
import mutant_build  # noqa: E402
import mutant_report  # noqa: E402
import mutant_worker  # noqa: E402
import project  # noqa: E402
import source_mutants  # noqa: E402
from file_digest import digest_of  # noqa: E402

ROOT = project.ROOT
WORK = ROOT / "build/source-mutants"
STATE = WORK / "state.jsonl"
EXPLAINED = "ci/strength/explained_mutants.txt"
LEAST_KILLED = 95  # percent
INPUTS = ["corpus", "golden/chosen.golden", "golden/random.golden", "fuzz/seeds"]


class Digests:
    """What a result depends on: the sources and what core_check reads, or a file's tests as well;
    all as they were when the run began."""

    def __init__(self):
        headers = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("properties/*.h"))
        self._core = digest_of(ROOT, [*mutant_build.SOURCES, *INPUTS])
        self._tests = {file: digest_of(ROOT, headers + [f"properties/{test}_test.cc" for test in tests])
                       for file, tests in mutant_build.TESTS.items()}

    def of(self, file, status, detail):
        if status in ("invalid", "same") or detail.startswith("core_check"):
            return self._core
        return self._core + self._tests[file]


def read_state(mutants, digests):
    """{id: (status, detail)} of what was found and still holds."""
    by_id = {mutant.id: mutant for mutant in mutants}
    found = {}
    for line in STATE.read_text(encoding="utf-8").splitlines() if STATE.exists() else []:
        try:
            one = json.loads(line)
        except json.JSONDecodeError:  # the run was killed as it wrote
            continue
        mutant = by_id.get(one["id"])
        if mutant and one["digest"] == digests.of(mutant.file, one["status"], one["detail"]):
            found[one["id"]] = (one["status"], one["detail"])
    return found


def try_mutants(mutants, found, digests, deadline, jobs):
    """Tries those of `mutants` that are not in `found`, in their order, until the deadline."""
    left = collections.deque(mutant for mutant in mutants if mutant.id not in found)
    if not left or time.monotonic() >= deadline:
        return
    base = mutant_build.Baseline(ROOT, WORK / "right")
    base.prepare()
    with concurrent.futures.ThreadPoolExecutor(jobs) as threads:
        base.find_includes(threads)
        sources = {file: (base.folder / file).read_text(encoding="utf-8")
                   for file in {mutant.file for mutant in mutants}}
        lock = threading.Lock()

        def work(number):
            folder = WORK / f"worker{number}"
            shutil.rmtree(folder, ignore_errors=True)
            worker = mutant_worker.Worker(base, folder)
            while time.monotonic() < deadline:
                with lock:
                    if not left:
                        break
                    mutant = left.popleft()
                status, detail = worker.ask(mutant, sources[mutant.file])
                with lock:
                    found[mutant.id] = (status, detail)
                    if status == "aborted":  # the next run tries it again
                        continue
                    with open(STATE, "a", encoding="utf-8") as opened:
                        opened.write(json.dumps({
                            "id": mutant.id, "status": status, "detail": detail,
                            "digest": digests.of(mutant.file, status, detail)}) + "\n")
                    if sys.stderr.isatty():
                        print(f"\r{len(found)} of {len(mutants)}", end="", file=sys.stderr)

        list(threads.map(work, range(jobs)))  # raises what they raise
    if sys.stderr.isatty():
        print(file=sys.stderr)


def main(arguments):
    parser = project.parser("ci/mutate.sh", __doc__)
    parser.add_argument("--minutes", type=float, default=30, help="start no mutant after so many")
    parser.add_argument("--jobs", type=int, default=2, help="mutants tried at once")
    parser.add_argument("--file", action="append", help="only those of this source file")
    parser.add_argument("--evidence", default="build/source-mutants/evidence", help="where it is written")
    options = parser.parse_args(arguments)
    started = time.monotonic()
    project.build("release", "headerproof")
    digest = project.digest()
    explained = explanations.read(ROOT / EXPLAINED, EXPLAINED)
    mutants = source_mutants.all_mutants(ROOT)
    WORK.mkdir(parents=True, exist_ok=True)
    digests = Digests()
    found = read_state(mutants, digests)
    chosen = [mutant for mutant in mutants if not options.file or mutant.file in options.file]
    if not chosen:
        raise project.Failure("no mutants; --file takes a path such as src/converter/fold.h")
    try:
        try_mutants(chosen, found, digests, started + 60 * options.minutes, options.jobs)
    except mutant_build.Aborted as aborted:
        raise project.Failure(f"{aborted} was killed from outside on the right source, most likely "
                              "because memory ran out; try fewer --jobs") from None

    complaints = explanations.complain(mutants, found, explained)
    counts = mutant_report.count(mutants, found, explained)
    if counts["tried"] == 0:
        raise project.Failure("no mutant was tried; give it more --minutes")
    if 100 * counts["killed"] < LEAST_KILLED * counts["tried"]:
        complaints.append(f"{counts['killed']} of {counts['tried']} are killed; at least "
                          f"{LEAST_KILLED} % have to be")
    ended = "stopped" if options.file or counts["aborted"] else "finished"
    mutant_report.write(options.evidence, digest, ended, mutants, found, explained, counts, complaints,
                        time.monotonic() - started)
    for complaint in complaints:
        print(f"mutate: {complaint}")
    print(mutant_report.summary(counts))
    return 1 if complaints else 0


if __name__ == "__main__":
    project.run_main("ci/mutate.sh", main)
