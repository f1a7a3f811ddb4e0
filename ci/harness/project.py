"""The project's folder, its builds, and what the program `headerproof` prints for scripts."""

import argparse
import contextlib
import fcntl
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CALLED_FROM = pathlib.Path.cwd()
PROGRAM = "build/release/headerproof"


class Failure(Exception):
    """The work cannot be done; the message says why and what to do. Exit code 2."""


def parser(name, text):
    """Of the arguments of a script, whose help begins with `text`."""
    return argparse.ArgumentParser(prog=name, description=text, allow_abbrev=False,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)


def run_main(name, main):
    """Calls main(arguments) in the project's folder and exits with what it returns."""
    os.chdir(ROOT)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        sys.exit(main(sys.argv[1:]))
    except Failure as failure:
        print(f"{name}: {failure}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


@contextlib.contextmanager
def lock(path, seconds=0.0, wait_for=None):
    """Holds the lock file `path`, and yields its descriptor. If another process holds it: waits for it
    after printing `wait_for`, or, without that, raises BlockingIOError after `seconds`. A process that
    inherits the descriptor holds the lock as well."""
    deadline = time.monotonic() + seconds
    with open(path, "w", encoding="ascii") as file:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if wait_for:
                    print(wait_for, flush=True)
                    wait_for, deadline = None, float("inf")
                elif time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
        yield file.fileno()


def build(preset, *targets, keep_open=()):
    """Builds targets of a preset, all by default. Prints only what goes wrong. The build inherits the
    descriptors of `keep_open`."""
    log = pathlib.Path(f"build/configure-{preset}.log")
    log.parent.mkdir(exist_ok=True)
    with open(log, "wb") as output:
        configured = subprocess.run(["cmake", "--preset", preset], stdin=subprocess.DEVNULL,
                                    stdout=output, stderr=output, pass_fds=keep_open)
    if configured.returncode != 0:
        sys.stdout.write(log.read_text(errors="replace"))
        raise Failure(f"cannot configure the preset {preset}; the output of cmake is above")
    wanted = ["--target", *targets] if targets else []
    built = subprocess.run(["cmake", "--build", "--preset", preset, *wanted, "--", "--quiet"],
                           stdin=subprocess.DEVNULL, pass_fds=keep_open)
    if built.returncode != 0:
        raise Failure(f"cannot build the preset {preset}; the output of the build is above")


def cached(preset, name):
    """The value of a variable in the CMake cache of a preset; "" if it is not set."""
    text = pathlib.Path(f"build/{preset}/CMakeCache.txt").read_text(encoding="utf-8")
    found = re.search(rf"^{re.escape(name)}:\w+=(.*)$", text, re.MULTILINE)
    return found.group(1) if found else ""


def targets():
    """The names of the fuzz targets, in the order of fuzz/targets.txt."""
    text = (ROOT / "fuzz/targets.txt").read_text(encoding="ascii")
    return re.findall(r"^[a-z_]+", text, re.MULTILINE)


def libfuzzer_options(path="fuzz/headerproof.options"):
    """The options of an options file, as arguments of a libFuzzer target."""
    text = pathlib.Path(path).read_text(encoding="ascii", errors="replace")
    return [f"-{name}={value}" for name, value in re.findall(r"^([a-z_]+) = (.*)$", text, re.MULTILINE)
            if name != "dict"]


def output_of(command, **options):
    """What a command prints, which has to succeed."""
    ran = subprocess.run(command, capture_output=True, text=True, **options)
    if ran.returncode != 0:
        raise Failure(f"`{' '.join(command)}` exits with {ran.returncode}:\n"
                      f"{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
    return ran.stdout


def timed(command, log, **options):
    """Runs a command with its output in the file `log`. Returns its exit status, and the seconds of
    processor time that it and its children took."""
    with open(log, "wb") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                   **options)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime


def ask(*arguments):
    """What the program prints for `arguments`."""
    return output_of([PROGRAM, *arguments])


def ask_json(*arguments):
    return json.loads(ask(*arguments, "--json"))


def digest():
    """The digest of the program's build."""
    return ask("evidence", "digest").strip()


def write_draft(folder, draft):
    """Has the program check a draft of evidence and write folder/ID.json."""
    path = pathlib.Path("build") / f"draft-{draft['id']}.json"
    path.write_text(json.dumps(draft, indent=1) + "\n", encoding="ascii")
    ask("evidence", "draft", str(path), "--out", str(folder))


def tool_version(command):
    """The first line with a digit that `command --version` prints."""
    lines = output_of([command, "--version"]).splitlines()
    return next(line.strip() for line in lines if re.search("[0-9]", line))


def replace(path, text):
    """Writes `text` to `path` so that no reader sees half of it."""
    aside = f"{path}.{os.getpid()}"
    pathlib.Path(aside).write_text(text, encoding="utf-8")
    os.replace(aside, path)
