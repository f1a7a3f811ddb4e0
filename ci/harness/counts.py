"""What fuzz targets counted (src/fuzzing/counts.h): lines of a key and a number, after lines that say
which target of which build counted."""

import pathlib
import re


def _split(text):
    """The lines that name the target, and the counts by key."""
    names, counts = [], {}
    for line in text.splitlines():
        key, _, number = line.rpartition(" ")
        if line == "end":
            continue
        if (line.startswith(("headerproof-", "build ", "target ", "planted "))
                or not re.fullmatch("[0-9]+", number)):
            names.append(line)
        else:
            counts[key] = counts.get(key, 0) + int(number)
    return names, counts


def read(path):
    """The counts of a file by key; {} if there is no file."""
    path = pathlib.Path(path)
    return _split(path.read_text(encoding="ascii"))[1] if path.exists() else {}


def build(path):
    """The digest of the build that counted; "" if the file does not say."""
    found = re.search("^build (.*)$", pathlib.Path(path).read_text(encoding="ascii"), re.MULTILINE)
    return found.group(1) if found else ""


def add_up(paths):
    """The text of one file that says what the files say together; "" if there are none."""
    names, counts = _split("\n".join(pathlib.Path(path).read_text(encoding="ascii") for path in paths))
    lines = [*dict.fromkeys(name for name in names if name),
             *(f"{key} {number}" for key, number in counts.items())]
    return "".join(line + "\n" for line in [*lines, "end"]) if lines else ""
