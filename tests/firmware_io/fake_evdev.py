"""The module evdev over pipes: pads at paths, which can be pressed, held, grabbed by others and
pulled out.
"""

import errno
import os
import types
from dataclasses import dataclass

EV_SYN, EV_KEY, EV_MSC = 0, 1, 4
UP, DOWN, HELD = 0, 1, 2
SYN_DROPPED = 3


@dataclass(frozen=True)
class InputEvent:
    type: int
    code: int
    value: int


REPORT = InputEvent(EV_SYN, 0, 0)


class Pad:
    """The pad itself. Keys that are pressed while nobody has it open are lost."""

    def __init__(self, name="Pad", keys=()):
        self.name, self.keys = name, [*keys]
        self.is_plugged, self.is_taken = True, False  # by another program
        self.grabs = 0
        self.devices = []

    def tap(self, *codes):
        """As a pad sends it: scan code, press, report; release, report."""
        for code in codes:
            self.send(InputEvent(EV_MSC, 4, code), InputEvent(EV_KEY, code, DOWN), REPORT)
            self.send(InputEvent(EV_KEY, code, UP), REPORT)

    def hold(self, code, repeats):
        self.send(InputEvent(EV_KEY, code, DOWN), REPORT)
        for _ in range(repeats):
            self.send(InputEvent(EV_KEY, code, HELD), REPORT)
        self.send(InputEvent(EV_KEY, code, UP), REPORT)

    def send(self, *events):
        for device in self.devices:
            device.queue += events
            os.write(device.kernel, b"!")

    def unplug(self):
        self.is_plugged = False
        for device in self.devices:
            os.write(device.kernel, b"!")


class InputDevice:
    def __init__(self, pad):
        self.pad = pad
        self.fd, self.kernel = os.pipe()
        os.set_blocking(self.fd, False)
        self.queue = []
        pad.devices.append(self)

    @property
    def name(self):
        return self.pad.name

    def capabilities(self):
        return {EV_SYN: [0], EV_KEY: self.pad.keys}

    def grab(self):
        if self.pad.is_taken:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        self.pad.grabs += 1

    def read(self):
        if not self.pad.is_plugged:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        os.read(self.fd, 4_096)  # BlockingIOError where there is nothing
        told, self.queue = self.queue, []
        return iter(told)

    def close(self):
        self.pad.devices.remove(self)
        os.close(self.fd)
        os.close(self.kernel)


class FakeEvdev(types.ModuleType):
    def __init__(self, **pads):
        super().__init__("evdev")
        self.pads = dict(pads)
        self.is_forbidden = False  # /dev/input is not this user's

    def InputDevice(self, path):
        if self.is_forbidden:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        pad = self.pads.get(path)
        if pad is None or not pad.is_plugged:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return InputDevice(pad)
