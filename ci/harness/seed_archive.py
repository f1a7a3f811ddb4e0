#!/usr/bin/env python3
"""Writes a seed archive: seed_archive.py ARCHIVE.zip FOLDER...

Holds every regular file below the folders once, hidden ones aside, named by the SHA-1 of its octets
as libFuzzer names inputs, so that files of one name in several folders do not hide each other. The
same files give the same archive, octet for octet.
"""
import hashlib
import pathlib
import sys
import zipfile


def seeds(folders):
    """The octets of each seed, by name."""
    found = {}
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*")):
            inside = path.relative_to(folder).parts
            if path.is_file() and not any(part.startswith(".") for part in inside):
                octets = path.read_bytes()
                found[hashlib.sha1(octets).hexdigest()] = octets
    return found


def write(path, folders):
    found = seeds(folders)
    if not found:
        raise SystemExit("seed_archive.py: no files below " + " ".join(map(str, folders)))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(found):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), found[name])


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: seed_archive.py ARCHIVE.zip FOLDER...")
    write(sys.argv[1], sys.argv[2:])
