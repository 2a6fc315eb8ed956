"""What lies between the table and its ports: pins of the header, or a network."""

from collections.abc import Iterator
from typing import Final

from firmware_io.link import TCP
from tablectl.service.config.antennas import placed
from tablectl.service.config.values import Config
from tablectl.setup.doctor.finding import Finding, note
from tablectl.setup.doctor.machine import Machine
from tablectl.setup.uart import where

ALLOW: Final = (
    "A unit that is installed has no network, and does not hear it: sudo systemctl edit tablectl, and there, under [Service], "
    "PrivateNetwork=no, RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 and IPAddressAllow= with its address.")


def probe(machine: Machine, config: Config | None) -> Iterator[Finding]:
    for port in machine.ports():
        if says := where(port, machine.root):
            yield note("ports", says, port=port)
    for port in over_tcp(config) if config is not None else ():
        yield note("ports", f"{port} is reached over TCP. {ALLOW}", port=port)


def over_tcp(config: Config) -> list[str]:
    """The ports of a configuration that are reached over a network, each once."""
    named = (config.shoe.port, *(seat.port for seat in config.seat), *(one.port for one in placed(config)))
    return [port for port in dict.fromkeys(named) if port.startswith(TCP)]
