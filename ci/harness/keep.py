"""Brings what a run found from where an engine writes it to where it stays, so that nothing is lost or
torn whenever the run is killed.

An engine writes only below WORK/TARGET/run, where a file may be torn. From there WORK/TARGET/corpus
and the folder of findings get whole files alone: written aside, checked against their names (the SHA-1
of their octets, as libFuzzer names inputs), and renamed. `run` is removed when all of it has been
brought. If there is one when a run begins, an earlier run was killed, and what it left is brought
first. Bringing twice does no harm.
"""

import dataclasses
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import engines
import seed_archive
from process_group import Group


def printable(octets):
    """Output of a target, fit for a terminal."""
    return re.sub(rb"[^\x20-\x7e\n\t]", b"?", octets).decode("ascii")


def last_lines(path, number):
    path = pathlib.Path(path)
    lines = printable(path.read_bytes()).splitlines() if path.exists() else []
    return "\n".join(lines[-number:])


@dataclasses.dataclass
class Brought:
    """What was brought of one run."""
    findings: list = dataclasses.field(default_factory=list)  # their files
    new_files: int = 0  # merged into the corpus
    new_edges: int = 0
    covered: int = 0  # edges, by all that is known
    merged: bool = True  # false: it could not be merged, and was put aside


@dataclasses.dataclass
class Place:
    """The folders of one target, and what holds their lock."""
    target: str
    work: pathlib.Path
    crashes: pathlib.Path
    from_nothing: bool
    keep_open: tuple

    @property
    def folder(self):
        return self.work / self.target

    @property
    def run(self):
        return self.folder / "run"


def refresh_seeds(work):
    """Writes every seed of the repository once, in one folder without folders."""
    aside = work / "seeds.part"
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir()
    for name, octets in seed_archive.seeds(["corpus", "fuzz/seeds"]).items():
        (aside / name).write_bytes(octets)
    shutil.rmtree(work / "seeds", ignore_errors=True)
    aside.rename(work / "seeds")


def _gather_known(place):
    """Makes RUN/known, the inputs that are not new, as links."""
    known, corpus = place.run / "known", place.folder / "corpus"
    shutil.rmtree(known, ignore_errors=True)
    corpus.mkdir(parents=True, exist_ok=True)
    known.mkdir(parents=True)
    if place.from_nothing:
        return
    for folder in (place.work / "seeds", corpus):
        for file in folder.iterdir():
            if not (known / file.name).exists():
                os.link(file, known / file.name)


def prepare(place):
    """Makes RUN, with the inputs to start from."""
    for name in ("new", "artifacts", "counts", "tmp", "afl"):
        (place.run / name).mkdir(parents=True, exist_ok=True)
    _gather_known(place)


def _bring_findings(place, brought):
    """Names a finding by its target, kind and octets. From the name src/triage/origin.cc knows the
    engine."""
    found = [(file, file.name.partition("-")[0]) for file in place.run.glob("artifacts/*")
             if not file.name.startswith("slow-unit-")]
    for kind, folder in (("afl-crash", "crashes"), ("afl-timeout", "hangs")):
        found += [(file, kind) for file in place.run.glob(f"afl/*/{folder}/id:*")]
    for file, kind in sorted(found):
        name = f"{place.target}-{kind}-{hashlib.sha1(file.read_bytes()).hexdigest()}"
        shutil.copyfile(file, place.crashes / ".part")
        (place.crashes / ".part").rename(place.crashes / name)
        file.unlink()
        brought.findings.append(place.crashes / name)


def _is_whole(file):
    return hashlib.sha1(file.read_bytes()).hexdigest() == file.name


def _merge(place, brought):
    """Merges what brings new coverage into RUN/known; false if that fails."""
    run = place.run
    found = [str(folder) for pattern in ("new", "tmp/*/C*", "afl/*/queue") for folder in run.glob(pattern)
             if folder.is_dir() and any(file.is_file() for file in folder.iterdir())]
    for name in ("artifacts", "tmp", "none"):
        (run / name).mkdir(exist_ok=True)
    command, environment = engines.libfuzzer(place.target, run, f"{run}/known", f"{run}/none", *found,
                                             "-merge=1")
    # By what our own converters do, even if the run judged a planted mutant: else that would drop what
    # a killed run before it had found.
    group = Group([["env", "-u", "HEADERPROOF_PLANTED_MUTANT", *command]], run / "merge.log", environment,
                  place.keep_open)
    while group.is_running():
        time.sleep(0.05)
    status = group.end()
    said = printable((run / "merge.log").read_bytes())
    # Without an end of the process that really merges, the other still exits with 0.
    done = re.findall(r"^#\d+\tDONE *cov: (\d+) ", said, re.MULTILINE)
    if status != 0 or not re.search(r"^#\d+\tDONE ", said, re.MULTILINE):
        return False
    edges = re.search(r"^MERGE-OUTER: .* features added; (\d+) new coverage edges", said, re.MULTILINE)
    brought.new_edges = int(edges.group(1)) if edges else 0
    brought.covered = int(done[-1]) if done else 0
    return True


def bring(place):
    """Brings what a run left."""
    brought = Brought()
    _bring_findings(place, brought)
    _gather_known(place)
    before = {file.name for file in (place.run / "known").iterdir()}
    if not _merge(place, brought):
        aside = place.folder / f"unmerged.{os.getpid()}"
        print(f"ci/fuzz.sh: {place.target}: could not merge; what was found is kept in {aside}; to try "
              f"again, rename that to {place.run}\n{last_lines(place.run / 'merge.log', 5)}",
              file=sys.stderr)
        place.run.rename(aside)
        brought.merged = False
        return brought
    # An input that breaks something only now, since the implementation changed, is not one to merge.
    _bring_findings(place, brought)
    for file in (place.run / "known").iterdir():
        if file.name not in before and _is_whole(file):
            file.rename(place.folder / "corpus" / file.name)
            brought.new_files += 1
    if (place.run / "counted").exists():
        (place.run / "counted").rename(place.folder / "counts")
    shutil.rmtree(place.run)
    return brought


def describe_finding(target, finding):
    """What a finding is: the case, what differs, how to replay it, a draft of a test."""
    command = [engines.binary(target), "-print_funcs=0", str(finding)]
    try:
        ran = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, timeout=60)
        said = printable(ran.stdout)
    except subprocess.TimeoutExpired as expired:
        said = printable(expired.stdout or b"")
    text = re.search(r"^Target .*?(?=^==\d+==|\Z)", said, re.MULTILINE | re.DOTALL)
    if text:
        return text.group(0).rstrip()
    end = "\n".join(said.splitlines()[-15:])
    return (f"{target}: {finding}, replayed by {engines.binary(target)}, breaks no relation; the end of "
            f"its output:\n{end}")
