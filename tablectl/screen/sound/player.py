"""Lays sounds on the sound device, if there is one, in a thread of its own: the picture waits for
no device.

The device is open only while something sounds and a while longer: an open one is filled forty times
a second.
"""

import contextlib
import os
import queue
import threading
import time
from collections.abc import Iterator, Mapping

import pygame

from tablectl.screen.sound.sounds import CLASS_OF, CLASSES, RATE, SPEECH, Name, read_samples

STAYS_OPEN_S = 10.0
STDERR = 2
TRIES_AGAIN_S = 60.0  # after a device could not be opened
BUFFER = 512  # samples: 23 ms
WAITING_MAX = 16  # sounds; more are not worth hearing late
BEFORE_SPEECH = "AB"
LOOKS_AGAIN_S = 0.02


class Player:
    """`volumes`: of each class, 0 to 1."""

    def __init__(self, volumes: Mapping[str, float]) -> None:
        self._volumes = dict(volumes)
        self._orders: queue.Queue[Name | bytes | None] = queue.Queue(WAITING_MAX)
        self._thread = threading.Thread(target=self._play_orders, name="sound", daemon=True)
        self._thread.start()

    def play(self, name: Name) -> None:
        """Returns at once."""
        if self._volumes.get(CLASS_OF[name], 0) > 0:
            self._give_order(name)

    def speak(self, samples: bytes) -> None:
        """What a voice says, or none: silence. Returns at once."""
        self._give_order(samples)

    def _give_order(self, order: Name | bytes) -> None:
        if self._thread.is_alive():
            with contextlib.suppress(queue.Full):
                self._orders.put_nowait(order)

    def close(self) -> None:
        """Ends the thread; a device that hangs is left to the end of the process."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._orders.get_nowait()
        self._orders.put_nowait(None)
        self._thread.join(1)

    def _play_orders(self) -> None:
        opened_not_before = 0.0
        while (order := self._orders.get()) is not None:
            if not order or time.monotonic() < opened_not_before:
                continue
            try:
                with silence_stderr():
                    pygame.mixer.init(RATE, -16, 1, BUFFER, allowedchanges=0)
            except pygame.error:
                opened_not_before = time.monotonic() + TRIES_AGAIN_S
                continue
            if not self._play_while_open(order):
                return

    def _play_while_open(self, order: Name | bytes | None) -> bool:
        """Plays this sound and those that come, until none has for a while; whether to go on
        after that.
        """
        channels = {letter: pygame.mixer.Channel(number) for number, letter in enumerate(CLASSES)}
        try:
            while order is not None:
                if isinstance(order, bytes):
                    play_speech(channels, order, self._volumes[SPEECH])
                else:
                    sound = pygame.mixer.Sound(buffer=read_samples(order))
                    play_sound(channels, order, sound, self._volumes)
                order = self._orders.get(timeout=STAYS_OPEN_S)
            return False
        except queue.Empty:
            return True
        finally:
            pygame.mixer.quit()


@contextlib.contextmanager
def silence_stderr() -> Iterator[None]:
    """Where there is no device libasound writes a dozen lines to stderr by itself; the error
    says as much.
    """
    stderr, nowhere = os.dup(STDERR), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, STDERR)
        yield
    finally:
        os.dup2(stderr, STDERR)
        os.close(stderr)
        os.close(nowhere)


def play_sound(
    channels: "Mapping[str, pygame.mixer.Channel]",
    name: Name,
    sound: pygame.mixer.Sound,
    volumes: Mapping[str, float],
) -> None:
    """One sound a class at a time; while the floor is called nothing else sounds."""
    letter = CLASS_OF[name]
    if letter == "A":
        for channel in channels.values():
            channel.stop()
    elif channels["A"].get_busy():
        return
    sound.set_volume(volumes[letter])
    channels[letter].play(sound)


def play_speech(
    channels: "Mapping[str, pygame.mixer.Channel]", samples: bytes, volume: float
) -> None:
    """After the sentence before it, and after what sounds for everybody."""
    if not samples:
        channels[SPEECH].stop()
        return
    while any(channels[letter].get_busy() for letter in BEFORE_SPEECH):
        time.sleep(LOOKS_AGAIN_S)
    sound = pygame.mixer.Sound(buffer=samples)
    sound.set_volume(volume)
    channels[SPEECH].queue(sound)
