"""A number pad on USB, through evdev: grabbed, so that no digit lands on the console; lost and
found again by its path.

The path is that of the port, /dev/input/by-path/..-event-kbd: two equal pads share their name under
by-id. Only presses count; the kernel's repeats (value 2) and releases do not. Where the kernel's
queue has overflowed (SYN_DROPPED) digits are missing, so nothing is dialled any more. Time is the
loop's own, in whole milliseconds.
"""

import asyncio
import contextlib
import errno
import os
from collections.abc import Callable, Iterable
from typing import Protocol

from firmware_io.keypad.session import KeypadSession
from firmware_io.messages import KeyPressed
from firmware_io.missing import not_installed
from firmware_io.port import REOPEN_MS, loop_ms
from firmware_io.rights import may_not_open

EV_SYN = 0
EV_KEY = 1
SYN_DROPPED = 3
DOWN = 1  # 0: up, 2: held


class InputEvent(Protocol):
    type: int
    code: int
    value: int


class InputDevice(Protocol):
    """What is used of evdev.InputDevice. Its errors are OSErrors; unplugged is number 19."""

    fd: int

    def grab(self) -> None: ...
    def read(self) -> Iterable[InputEvent]: ...
    def close(self) -> None: ...


class Keypad:
    """One pad at one port. Open it once; it looks after its port by itself until it is closed."""

    def __init__(
        self,
        path: str,
        session: KeypadSession,
        *,
        on_key: Callable[[KeyPressed, int], None],
        on_dialled: Callable[[int], None],
        on_lost: Callable[[str], None],
        on_found: Callable[[], None],
    ) -> None:
        """`on_key`: a key of the seat, and when; `on_dialled`: what stands dialled now;
        `on_lost`: why, in words.
        """
        self.path = path
        self.session = session
        self.why_closed: str | None = "not opened yet"
        self._on_key, self._on_dialled, self._on_lost, self._on_found = (
            on_key,
            on_dialled,
            on_lost,
            on_found,
        )
        self._loop: asyncio.AbstractEventLoop | None = None
        self._device: InputDevice | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_skipping = False  # the kernel has dropped events: skip the rest of this report

    def open(self, loop: asyncio.AbstractEventLoop) -> str | None:
        """Begin. None; or, where no trying helps, why, in words. A pad that is not there is told
        and tried again.
        """
        try:
            import evdev
        except ImportError as why:
            self.why_closed = not_installed("evdev", why)
            return self.why_closed
        self._opened: Callable[[str], InputDevice] = evdev.InputDevice
        self._loop = loop
        if not self._try_port():
            self._on_lost(self.why_closed or "")
        return None

    def clear_digits(self) -> None:
        """Clear what is dialled: the seat's turn is over."""
        before = self.session.dialled_amount
        self.session.clear_digits()
        self._tell_dialled(before)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._let_go("closed")
        self._timer = self._loop = None

    def _try_port(self) -> bool:
        assert self._loop is not None
        device = None
        try:
            device = self._opened(self.path)
            device.grab()
        except OSError as why:
            if device is not None:
                device.close()
            self.why_closed = (
                "another program has it" if why.errno == errno.EBUSY else _in_words(why)
            )
            self._timer = self._loop.call_later(REOPEN_MS / 1_000, self._try_again)
            return False
        self._device, self._timer, self.why_closed = device, None, None
        self._is_skipping = False
        self._loop.add_reader(device.fd, self._read_events)
        return True

    def _try_again(self) -> None:
        if self._try_port():
            self._on_found()

    def _read_events(self) -> None:
        assert self._device is not None
        try:
            events = [*self._device.read()]
        except BlockingIOError:
            return
        except OSError as why:
            self._lose_pad(_in_words(why))
            return
        for event in events:
            self._handle_event(event)

    def _handle_event(self, event: InputEvent) -> None:
        if event.type == EV_SYN:
            self._is_skipping = event.code == SYN_DROPPED
            if self._is_skipping:
                self.clear_digits()
        elif (
            event.type == EV_KEY
            and event.value == DOWN
            and not self._is_skipping
            and self._loop is not None
        ):
            at_ms = loop_ms(self._loop)
            before = self.session.dialled_amount
            key = self.session.press_key(event.code, at_ms)
            self._tell_dialled(before)
            if key is not None:
                self._on_key(key, at_ms)

    def _tell_dialled(self, before: int) -> None:
        if self.session.dialled_amount != before:
            self._on_dialled(self.session.dialled_amount)

    def _lose_pad(self, why: str) -> None:
        assert self._loop is not None
        self._let_go(why)
        self._timer = self._loop.call_later(REOPEN_MS / 1_000, self._try_again)
        self.clear_digits()
        self._on_lost(why)

    def _let_go(self, why: str) -> None:
        self.why_closed = why
        if self._device is not None and self._loop is not None:
            self._loop.remove_reader(self._device.fd)
            with contextlib.suppress(OSError):  # already gone with the pad
                self._device.close()
        self._device = None


def _in_words(why: OSError) -> str:
    if isinstance(why, PermissionError):
        return may_not_open("it", "input")
    return (
        "unplugged"
        if why.errno == errno.ENODEV
        else os.strerror(why.errno)
        if why.errno
        else str(why)
    )
