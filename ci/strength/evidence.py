"""Evidence for the audit, as src/evidence/evidence.h has it, from what measures the checks."""

import json
import os
import re
import subprocess
import sys


def _stamp(root):
    """The version and the commit that a build of this tree is stamped with."""
    listing = open(os.path.join(root, "CMakeLists.txt"), encoding="utf-8").read()
    version = re.search(r"project\(headerproof VERSION ([0-9.]+)", listing).group(1)
    output = os.path.join(root, "build", "strength-stamp.cc")
    subprocess.run(
        ["cmake", f"-DSOURCE={root}", f"-DVERSION={version}", f"-DOUTPUT={output}", "-P",
         os.path.join(root, "src/evidence/stamp_build.cmake")], check=True)
    commit = re.search(r'BuildCommit\(\) \{\s+return "([^"]*)"', open(output, encoding="utf-8").read())
    return version, commit.group(1)


def tool_version(command):
    """The first line with a digit that `command --version` prints."""
    printed = subprocess.run([command, "--version"], check=True, capture_output=True, text=True)
    return next(line.strip() for line in printed.stdout.splitlines() if re.search("[0-9]", line))


def write(folder, root, *, id, kind, scope, counts, count, shortfalls, command, versions, seconds,
          complete=True, notes=()):
    """Writes FOLDER/id.json, aside and renamed. `shortfalls` are pairs of a key and a sentence."""
    version, commit = _stamp(root)
    evidence = {
        "schema": 1,
        "id": id,
        "kind": kind,
        "subject": f"headerproof {version}: src/grammar, src/converter, src/cases and the model",
        "scope": scope,
        "complete": complete,
        "count": count,
        "counts": dict(sorted(counts.items())),
        "classes": {},
        "differences": {},
        "contradictions": [{"key": key, "detail": sentence, "counterexample": None}
                           for key, sentence in shortfalls],
        "conditions": [],
        "command": command,
        "seed": None,
        "versions": dict(sorted(versions.items())),
        "commit": commit,
        "seconds": round(seconds, 1),
        "notes": list(notes),
    }
    os.makedirs(folder, exist_ok=True)
    replace(os.path.join(folder, id + ".json"), json.dumps(evidence, indent=2) + "\n")


def replace(path, text):
    """Writes `text` to `path` so that nobody ever sees half of it."""
    aside = f"{path}.{os.getpid()}"
    with open(aside, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(aside, path)


def fail(message):
    """Ends the process with 2: it could not do what it was asked."""
    print(message, file=sys.stderr)
    raise SystemExit(2)
