"""Programs that die with the process that started them, however that one dies.

This process alone holds the write end of a pipe. A watcher reads from it, and reads the end when this
process is gone; then it kills the programs and all that they started. These are known by a mark in
their environment: the fork server of AFL++ leaves its process group.
"""

import os
import pathlib
import signal
import subprocess
import time

PAGE = os.sysconf("SC_PAGESIZE")


def _marked(mark):
    """The numbers of the running processes that have `mark` in their environment."""
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)
        except OSError:  # it has ended, or is another user's
            continue


def _kill_marked(mark):
    # Until there are none: one of them may be starting another.
    while processes := list(_marked(mark)):
        for process in processes:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.02)


class Group:
    """Runs `commands`, all with their output in the file `log`. They and the watcher inherit the
    descriptors of `keep_open`, and so hold the locks on these files until they have ended."""

    def __init__(self, commands, log, environment=None, keep_open=()):
        name = f"{os.getpid()}.{time.time_ns()}"
        self._mark = f"HEADERPROOF_GROUP={name}".encode()
        life, self._hold = os.pipe()
        self._watcher = os.fork()
        if self._watcher == 0:
            os.setsid()  # signals of a terminal are not for the watcher
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            os.close(self._hold)
            os.read(life, 1)
            _kill_marked(self._mark)
            os._exit(0)
        os.close(life)
        with open(log, "wb") as output:
            self.processes = [
                subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                 env={**os.environ, **(environment or {}), "HEADERPROOF_GROUP": name},
                                 start_new_session=True, pass_fds=keep_open)
                for command in commands]

    def is_running(self):
        return any(process.poll() is None for process in self.processes)

    def ends_within(self, seconds):
        """Waits for the end of the programs; false if they have not ended by then."""
        deadline = time.monotonic() + seconds
        while self.is_running() and time.monotonic() < deadline:
            time.sleep(0.1)
        return not self.is_running()

    def terminate(self):
        for process in self.processes:
            process.terminate()

    def end(self):
        """Kills what is still running, and returns the first exit status that is not 0, or 0. Of a
        program that a signal ended the status is 128 and the signal's number."""
        for process in self.processes:
            process.kill()
        statuses = [process.wait() for process in self.processes]
        os.close(self._hold)
        os.waitpid(self._watcher, 0)
        return next((status if status > 0 else 128 - status for status in statuses if status != 0), 0)

    def mebibytes(self):
        """The memory of the largest process."""
        largest = 0
        for process in _marked(self._mark):
            try:
                pages = int(pathlib.Path(f"/proc/{process}/statm").read_text().split()[1])
            except (OSError, IndexError):  # it has ended
                continue
            largest = max(largest, pages * PAGE >> 20)
        return largest
