"""The first hand at the table's own devices: the service runs as in an evening, with a journal for
trying, and says here what its screen's bar says.
"""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

from tablectl.service.config.loading import load_config
from tablectl.service.control.client import status_at
from tablectl.service.process import bind_child
from tablectl.structs import JsonObject
from tablectl.view.codes import SeatCode, codes_decoder

LOOK_S = 0.2
ENDS_IN_S = 10
CODES_BYTES = 1 << 16


class FirstHand:
    """`show`: prints what the table says; `show_code`: of a seat that wants a phone."""

    def __init__(
        self, file: Path, show: Callable[[str], None], show_code: Callable[[SeatCode], None]
    ) -> None:
        self._file, self._config = file, load_config(file)
        self._show, self._show_code = show, show_code
        self._processes: list[subprocess.Popen[bytes]] = []
        self._codes: socket.socket | None = None
        self._shown_urls: set[str] = set()
        self._shown = ""

    def __enter__(self) -> Self:
        self._start("run", "--test")
        if self._config.web is not None:
            self._start("web")
        return self

    def __exit__(self, *_: object) -> None:
        if self._codes is not None:
            self._codes.close()
        for process in reversed(self._processes):
            process.send_signal(signal.SIGTERM)
        for process in self._processes:
            with suppress(subprocess.TimeoutExpired):
                process.wait(ENDS_IN_S)

    def play(self) -> bool:
        """Until a hand is over; False: the table ended before."""
        table, has_begun = self._processes[0], False
        while table.poll() is None:
            status = status_at(Path(self._config.control.socket))
            if status is not None:
                self._show_change(status)
                is_in_hand = status["hand"] > 0 and status["phase"] != "idle"
                if has_begun and not is_in_hand:
                    return True
                has_begun = is_in_hand
            self._look_for_codes()
            time.sleep(LOOK_S)
        return False

    def _show_change(self, status: JsonObject) -> None:
        says = str(status["prompt"] or status["headline"])
        if says and says != self._shown:
            self._show(says)
        self._shown = says

    def _look_for_codes(self) -> None:
        if not self._config.phones.codes:
            return
        try:
            if self._codes is None:
                self._codes = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                self._codes.connect(self._config.phones.codes)
                self._codes.setblocking(False)
                self._codes.send(b"next")
            codes = codes_decoder.decode(self._codes.recv(CODES_BYTES))
            self._codes.send(b"next")
        except BlockingIOError:
            return
        except OSError:  # it does not listen yet
            if self._codes is not None:
                self._codes.close()
            self._codes = None
            return
        for code in codes:
            if code.url and code.url not in self._shown_urls:
                self._show_code(code)
        self._shown_urls = {code.url for code in codes}

    def _start(self, command: str, *options: str) -> None:
        words = [sys.executable, "-m", "tablectl", command, "--config", str(self._file), *options]
        self._processes.append(
            subprocess.Popen(words, stdin=subprocess.DEVNULL, preexec_fn=bind_child(signal.SIGTERM))
        )
