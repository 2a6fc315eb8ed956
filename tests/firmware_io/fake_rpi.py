"""The module RPi.GPIO as rpi-lgpio 0.6 has it, over contacts: its thread, its printed
exceptions, its errors.
"""

from __future__ import annotations

import queue
import sys
import threading
import types

from .contacts import Watch


class LgpioError(Exception):
    """lgpio.error: neither an OSError nor a RuntimeError."""


class Pwm:
    def __init__(self, rpi, channel, frequency):
        if channel not in rpi.contacts.outputs:
            raise RuntimeError("You must setup() the GPIO channel as an output first")
        self._rpi, self._channel, self._is_running = rpi, channel, False

    def start(self, dc):
        self._is_running = True
        self.ChangeDutyCycle(dc)

    def ChangeDutyCycle(self, dc):
        if not 0 <= dc <= 100:
            raise ValueError("dutycycle must have a value from 0.0 to 100.0")
        if self._is_running:
            self._rpi.contacts.dimmed[self._channel] = dc

    def stop(self):
        """Writes to the pin even when it has been stopped, and once more when it is deleted, as
        rpi-lgpio's does.
        """
        self._is_running = False
        self._rpi.contacts.dimmed.pop(self._channel, None)
        if self._channel not in self._rpi.contacts.outputs:
            raise LgpioError("GPIO not allocated")
        self._rpi.contacts.drive(self._channel, False)

    def __del__(self):
        self.stop()


class FakeRpi(types.ModuleType):
    """Callbacks come from a thread; `settle` waits until it has made all that are due."""

    VERSION = "0.7.2"
    BCM, IN, OUT, LOW, HIGH, PUD_OFF, PUD_UP, BOTH = 11, 1, 0, 0, 1, 20, 22, 33

    def __init__(self, contacts):
        super().__init__("RPi.GPIO")
        self.contacts = contacts
        self.lgpio = types.SimpleNamespace(error=LgpioError)
        self.busy = set()  # lines of another program
        self.is_forbidden = False  # /dev/gpiochip* is not this user's
        self.threads = set()  # that have called back
        self._mode = None
        self._inputs = set()
        self._due = queue.Queue()
        self._thread = threading.Thread(target=self._call_back, daemon=True)
        self._thread.start()

    def settle(self):
        self._due.join()

    def end(self):
        self._due.put(None)
        self._thread.join()

    def setwarnings(self, on): ...

    def setmode(self, mode):
        self._mode = mode

    def setup(self, channel, direction, pull_up_down=PUD_OFF, initial=None):
        self._line(channel)
        if self.is_forbidden:
            raise LgpioError("can not open gpiochip")
        if channel in self.busy:
            raise LgpioError("GPIO busy")
        self.contacts.claimed.add(channel)
        if direction == self.OUT:
            self.contacts.drive(channel, bool(initial))
        elif pull_up_down != self.PUD_UP:
            raise ValueError("These contacts need the pull-up.")
        else:
            self._inputs.add(channel)

    def input(self, channel):
        if self._line(channel) not in self.contacts.claimed:
            raise RuntimeError("You must setup() the GPIO channel first")
        return int(self.contacts.is_high(channel))

    def output(self, channel, value):
        if self._line(channel) not in self.contacts.outputs:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self.contacts.drive(channel, bool(value))

    def add_event_detect(self, channel, edge, callback, bouncetime):
        if self._line(channel) not in self._inputs:
            raise RuntimeError("You must setup() the GPIO channel as an input first")
        if edge != self.BOTH or bouncetime <= 0:
            raise ValueError("Bouncetime must be greater than 0")
        due = (callback, channel)
        self.contacts.watch(
            channel,
            Watch(bouncetime * 1_000, None, lambda: self.contacts.is_lost() or self._due.put(due)),
        )

    def cleanup(self, channels):
        for channel in channels:
            self.contacts.free(channel)
            self._inputs.discard(channel)

    def PWM(self, channel, frequency):
        return Pwm(self, channel, frequency)

    def _line(self, channel):
        if self._mode is None:
            raise RuntimeError(
                "Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or "
                "GPIO.setmode(GPIO.BCM)"
            )
        return channel

    def _call_back(self):
        while (due := self._due.get()) is not None:
            callback, channel = due
            self.threads.add(threading.get_ident())
            try:
                callback(channel)
            except Exception as wrong:  # as rpi-lgpio does it
                print(wrong, file=sys.stderr)
            finally:
                self._due.task_done()
