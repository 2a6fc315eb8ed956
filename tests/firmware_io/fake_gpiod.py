"""The module gpiod 2 over contacts: chips with labels, one request with a descriptor, the
kernel's bounded queue of edges.
"""

import errno
import os
import types
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum

from .contacts import Contacts, Watch

QUEUED_A_LINE = 16  # edges, for each line of a request; then the oldest is dropped

Direction = Enum("Direction", "INPUT OUTPUT")
Edge = Enum("Edge", "NONE BOTH")
Bias = Enum("Bias", "AS_IS PULL_UP")
Value = Enum("Value", "INACTIVE ACTIVE")


@dataclass
class LineSettings:
    direction: Direction = Direction.INPUT
    edge_detection: Edge = Edge.NONE
    bias: Bias = Bias.AS_IS
    debounce_period: timedelta = timedelta()
    output_value: Value = Value.INACTIVE


@dataclass
class EdgeEvent:
    line_offset: int


@dataclass
class Request:
    contacts: Contacts
    config: Mapping[int, LineSettings]
    _edges: list[int] = field(default_factory=list)
    _watches: dict[int, Watch] = field(default_factory=dict)

    def __post_init__(self):
        self.fd, self._kernel = os.pipe()
        for number, settings in self.config.items():
            self.contacts.claimed.add(number)
            if settings.direction is Direction.OUTPUT:
                self.contacts.drive(number, settings.output_value is Value.ACTIVE)
                continue
            assert (settings.bias, settings.edge_detection) == (Bias.PULL_UP, Edge.BOTH)
            debounce_us = int(settings.debounce_period.total_seconds() * 1_000_000)
            watch = Watch(
                debounce_us, self.contacts.is_high(number), lambda number=number: self._edge(number)
            )
            self._watches[number] = watch
            self.contacts.watch(number, watch)

    def _edge(self, number):
        if self.contacts.is_lost():
            return
        if len(self._edges) == QUEUED_A_LINE * len(self.config):
            del self._edges[0]
        else:
            os.write(self._kernel, b"!")
        self._edges.append(number)

    def get_value(self, line):
        """The debounced level, as the kernel gives it."""
        return Value.ACTIVE if self._watches[line].told else Value.INACTIVE

    def set_value(self, line, value):
        assert self.config[line].direction is Direction.OUTPUT
        self.contacts.drive(line, value is Value.ACTIVE)

    def read_edge_events(self):
        os.read(self.fd, len(self._edges))  # blocks where there are none, as the real one
        told, self._edges[:] = self._edges[:], []
        return [EdgeEvent(number) for number in told]

    def release(self):
        os.close(self.fd)
        os.close(self._kernel)
        for number in self.config:
            self.contacts.free(number)


@dataclass
class ChipInfo:
    label: str


@dataclass
class Chip:
    contacts: Contacts
    label: str
    busy: set[int]

    def get_info(self):
        return ChipInfo(self.label)

    def request_lines(self, config, consumer):
        if self.busy & set(config):
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        return Request(self.contacts, config)


class FakeGpiod(types.ModuleType):
    """`chips`: their labels by path. Another chip comes first, as on a Pi 5."""

    LineSettings = LineSettings

    def __init__(self, contacts):
        super().__init__("gpiod")
        self.contacts = contacts
        self.busy = set()
        self.is_forbidden = False  # /dev/gpiochip* is not this user's
        self.chips = {"/dev/gpiochip0": "brcmvirt-gpio", "/dev/gpiochip4": "pinctrl-rp1"}
        self.line = types.ModuleType("gpiod.line")
        self.line.__dict__.update(Direction=Direction, Edge=Edge, Bias=Bias, Value=Value)

    def is_gpiochip_device(self, path):
        return path in self.chips

    @contextmanager
    def Chip(self, path):
        if self.is_forbidden:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        yield Chip(self.contacts, self.chips[path], self.busy)

    def settle(self):
        """Edges wait in the descriptor at once: nothing to wait for."""

    def end(self): ...
