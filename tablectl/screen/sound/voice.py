"""The voice: espeak-ng makes a sound of each sentence, in a process that nobody waits for but a
thread of its own.

The sentence is its standard input, so that no name is ever read as an option. It has two seconds;
`timeout` ends it then, also where the screen is gone. A sentence that is no longer true is not
spoken, or is cut off.
"""

import io
import os
import shutil
import signal
import subprocess
import threading
import wave
from collections.abc import Callable
from functools import partial

from tablectl.screen.sound.sounds import RATE
from tablectl.screen.sound.speech import Line, Spoken, lines, new_lines
from tablectl.view import View

PROGRAM = "espeak-ng"
MISSING = (
    "Nothing is said, for espeak-ng is not installed: apt install espeak-ng. The table "
    "plays on without it."
)
SECONDS = "2"
MOST_BYTES = 1 << 20  # of a sentence, 24 s; of more nothing is taken
FORM = (1, 2, RATE)  # one channel of 16 bits


def is_installed() -> bool:
    return shutil.which(PROGRAM) is not None


class Voice:
    """`play`: called with the samples of a sentence; with none: silence from now on."""

    def __init__(self, spoken: Spoken, play: Callable[[bytes], None]) -> None:
        self._spoken, self._play = spoken, play
        self._shown: View | None = None
        self._waiting: list[Line] = []
        self._current: Line | None = None  # is being made, or spoken
        self._child: subprocess.Popen[bytes] | None = None
        self._is_closed = False
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._speak_lines, name="voice", daemon=True)
        self._thread.start()

    def show(self, model: View | None) -> None:
        """This is shown from now on. Returns at once."""
        if model is self._shown:
            return
        new, stands = new_lines(self._shown, model, self._spoken), lines(model, self._spoken)
        self._shown = model
        with self._news:
            self._waiting = [
                line for line in self._waiting if line in stands and line not in new
            ] + list(new)
            if self._current is not None and (self._current not in stands or self._current in new):
                self._cut_off()
            self._news.notify()

    def close(self) -> None:
        with self._news:
            self._is_closed = True
            self._cut_off()
            self._news.notify()
        self._thread.join(1)

    def _cut_off(self) -> None:
        self._current = None
        self._play(b"")
        if self._child is not None:
            os.killpg(self._child.pid, signal.SIGKILL)

    def _is_cut(self, line: Line) -> bool:
        return self._current is not line

    def _speak_lines(self) -> None:
        while (line := self._wait_for_line()) is not None:
            samples = self._make_sound(line)
            with self._news:
                if samples and not self._is_cut(line):
                    self._play(samples)
                    self._news.wait_for(partial(self._is_cut, line), len(samples) / 2 / RATE)

    def _wait_for_line(self) -> Line | None:
        with self._news:
            self._current = None
            self._news.wait_for(lambda: self._waiting or self._is_closed)
            self._current = None if self._is_closed else self._waiting.pop(0)
            return self._current

    def _make_sound(self, line: Line) -> bytes:
        command = [
            "timeout",
            "-s",
            "KILL",
            SECONDS,
            PROGRAM,
            "-v",
            line.language,
            "--stdin",
            "--stdout",
        ]
        with self._news, open(os.memfd_create("line"), "w+b", buffering=0) as text:
            if self._is_cut(line):
                return b""
            text.write(line.text.encode())
            text.seek(0)
            try:
                child = self._child = subprocess.Popen(
                    command,
                    stdin=text,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    process_group=0,
                )
            except OSError:
                return b""
        with child:
            assert child.stdout is not None
            wav = child.stdout.read(MOST_BYTES)
            with self._news:
                self._child = None
                # it is not waited for yet, so its number is nobody else's
                os.killpg(child.pid, signal.SIGKILL)
        return read_wav(wav)


def read_wav(wav: bytes) -> bytes:
    """Of a WAV file, whose head need not know its length; none where it is something else."""
    try:
        with wave.open(io.BytesIO(wav)) as file:
            return file.readframes(MOST_BYTES) if file.getparams()[:3] == FORM else b""
    except (wave.Error, EOFError):
        return b""
