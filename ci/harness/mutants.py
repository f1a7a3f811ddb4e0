"""Fuzz targets against mutants: every target that judges converters judges, in their place, each
converter that is wrong on purpose (src/mutants), without seeds and from the seeds. Says after how many
inputs it noticed.

The results are kept in build/mutants, and given to `headerproof evidence mutants`. Run again, the script
goes on where it was stopped, unless the targets, their seeds, dictionary or options have changed. Its
times are of the processor. The same seed of libFuzzer, and bounds on inputs, give the same inputs.

Exit: 0, some target killed each mutant without seeds, but for the equivalent ones; 1, some survived;
2, bad usage, or it could not run.
"""

import concurrent.futures
import json
import os
import pathlib
import tempfile
import threading

import counts
import project
from file_digest import digest_of

WORK = pathlib.Path("build/mutants")
INPUTS = 100_000  # without seeds, where a seed shows the mutant to the target: some 30 s
FEW = 2_000  # where none does


def stamp(targets, digest):
    """A digest of all that a result depends on."""
    inputs = ["fuzz/headerproof.dict", "fuzz/headerproof.options", "corpus", "fuzz/seeds"]
    return f"{digest} {digest_of('.', [f'build/fuzz/fuzz/{target}' for target in targets] + inputs)}"


class Results:
    """What is known of each engine and mutant, a line of a file each. They count as long as `stamp` is
    that of the file's first line."""

    def __init__(self, path, stamp):
        self._path, self._lock, self._known = path, threading.Lock(), {}
        lines = path.read_text(encoding="ascii").splitlines() if path.exists() else []
        if lines[:1] == [stamp]:
            for line in lines[1:]:
                try:
                    self._add(json.loads(line))
                except json.JSONDecodeError:  # the run was killed while it wrote
                    continue
        # Whole lines alone, so that the next one is not appended to half of one.
        project.replace(path, "".join(line + "\n" for line in [stamp, *map(json.dumps, self.all())]))

    def _add(self, result):
        self._known[result["engine"], result["mutant"]] = result

    def all(self):
        return list(self._known.values())

    def find(self, engine, mutant):
        return self._known.get((engine, mutant))

    def keep(self, result):
        with self._lock, open(self._path, "a", encoding="ascii") as file:
            file.write(json.dumps(result) + "\n")
            self._add(result)

    def is_killed(self, mutant):
        """Whether a target killed the mutant without seeds."""
        return any(result["killed"] and name == mutant and not engine.endswith("-seeded")
                   for (engine, name), result in self._known.items())


class Experiment:
    """The targets against the mutants, several at once."""

    def __init__(self, targets, results, digest, quick):
        self.targets, self.results, self.digest, self.quick = targets, results, digest, quick
        self._stopped = False
        self._options = [*project.libfuzzer_options(), "-seed=1", "-dict=fuzz/headerproof.dict",
                         "-print_funcs=0"]

    def run(self, mutants):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
            tried = [workers.submit(self._try, mutant) for mutant in mutants]
            try:
                for one in tried:
                    one.result()
            finally:  # after a failure or an interrupt the others have no use
                self._stopped = True
                workers.shutdown(cancel_futures=True)

    def _try(self, mutant):
        with tempfile.TemporaryDirectory(dir=WORK) as aside:
            for target in self.targets:
                engine = f"fuzz-{target.replace('_', '-')}"
                new = pathlib.Path(aside, "new")
                new.mkdir(exist_ok=True)
                seeded = self._judge(aside, target, mutant, f"{engine}-seeded", "-runs=0", str(new),
                                     "corpus", "fuzz/seeds")
                if not seeded and self.quick:
                    continue
                if self._judge(aside, target, mutant, engine, f"-runs={INPUTS if seeded else FEW}"):
                    if self.quick:
                        return

    def _judge(self, aside, target, mutant, engine, *arguments):
        """Has a target judge a mutant; whether it killed it."""
        known = self.results.find(engine, mutant)
        if known:
            return known["killed"]
        file, log = pathlib.Path(aside, "counts"), pathlib.Path(aside, "log")
        file.unlink(missing_ok=True)
        if self._stopped:
            raise project.Failure("stopped")
        status, seconds = project.timed(
            [f"build/fuzz/fuzz/{target}", *self._options, f"-exact_artifact_path={aside}/input", *arguments],
            log, env={**os.environ, "HEADERPROOF_PLANTED_MUTANT": mutant, "HEADERPROOF_COUNTS": str(file)})
        counted = counts.read(file)
        killed = status != 0
        if "cases" not in counted or (killed and not counted.get("violations")):
            end = "\n".join(log.read_text(errors="replace").splitlines()[-20:])
            raise project.Failure(f"{target} did not run to its end with {mutant} planted:\n{end}")
        if counts.build(file) not in ("", self.digest):
            raise project.Failure(f"{target} and {project.PROGRAM} are of different builds")
        self.results.keep({"engine": engine, "mutant": mutant, "killed": killed,
                           "cases": counted["cases"], "seconds": round(seconds, 3)})
        return killed


def parse(arguments):
    parser = project.parser("ci/mutants.sh", __doc__)
    parser.add_argument("--quick", action="store_true",
                        help="each mutant only until one target killed it without seeds")
    parser.add_argument("--evidence", default=str(WORK / "evidence"), metavar="DIR",
                        help="where the evidence is written (default: %(default)s)")
    parser.add_argument("mutants", nargs="*", metavar="MUTANT", help="all by default")
    return parser, parser.parse_args(arguments)


def main(arguments):
    parser, options = parse(arguments)
    WORK.mkdir(parents=True, exist_ok=True)
    try:
        with project.lock(WORK / "lock"):
            return run(parser, options)
    except BlockingIOError:
        raise project.Failure(f"another ci/mutants.sh uses {WORK}; wait for its end") from None


def run(parser, options):
    project.build("release", "headerproof")
    project.build("fuzz")
    known = [mutant["name"] for mutant in project.ask_json("mutants") if not mutant["equivalent"]]
    for mutant in options.mutants:
        if mutant not in known:
            parser.error(f"no such mutant, or an equivalent one: {mutant}; `headerproof mutants` lists them")
    mutants = options.mutants or known
    targets = [target["name"] for target in project.ask_json("targets") if target["judges_converters"]]
    digest = project.digest()
    results = Results(WORK / "results.jsonl", stamp(targets, digest))
    Experiment(targets, results, digest, options.quick).run(mutants)
    project.replace(WORK / "results.json",
                    json.dumps({"digest": digest, "results": results.all()}, indent=1) + "\n")
    project.ask("evidence", "mutants", str(WORK / "results.json"), "--out", options.evidence)
    survived = [mutant for mutant in mutants if not results.is_killed(mutant)]
    for mutant in survived:
        print(f"survived all targets: {mutant}")
    print(f"{len(mutants)} mutants, {len(survived)} survived; {WORK}/results.json")
    return 1 if survived else 0


if __name__ == "__main__":
    project.run_main("ci/mutants.sh", main)
