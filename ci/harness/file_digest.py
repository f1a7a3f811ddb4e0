"""A digest of files, for what has to be made again when one of them changes. Python 3.8 or newer."""

import hashlib
import pathlib


def digest_of(root, names):
    """A digest of the names and contents of files of the folder `root`, and of all files below those of
    `names` that are folders."""
    whole = hashlib.sha256()
    for path in (pathlib.Path(root, name) for name in names):
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.is_file():
                whole.update(f"{file.relative_to(root)}\0".encode())
                whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()
