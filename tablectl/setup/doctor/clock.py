"""The wall's clock: whether it is set by the network, and whether it jumped while the doctor was at work.

Play goes by a clock that cannot jump. The wall's is for the journal's column of times, and for whoever reads it later.
"""

import time
from collections.abc import Iterator
from typing import Final

from tablectl.setup.doctor.finding import Finding, mend, note, well
from tablectl.setup.doctor.machine import Machine

JUMP_MS: Final = 200                    # what the network's time corrects bit by bit is far below
SET_BY_NETWORK: Final = ("timedatectl", "show", "--property=NTPSynchronized", "--value")


def ahead_ms() -> float:
    """The wall's clock less one that cannot jump."""
    return (time.time_ns() - time.monotonic_ns()) / 1_000_000


def probe(machine: Machine) -> Iterator[Finding]:
    told = machine.run(SET_BY_NETWORK)
    if told == "yes":
        yield well("clock", "The clock is set by the network.")
    elif told == "no":
        yield mend(
            "clock", "The clock is not set by the network: the journal's times may be wrong; play is not.",
            "sudo timedatectl set-ntp true, and a network; or a clock with a battery.")
    else:
        yield note("clock", "Whether the clock is set by the network is not known: timedatectl does not answer.")
    if not machine.found("dev/rtc*"):
        yield note("clock", "There is no clock with a battery: after a start without network the journal's times are wrong.")


def jumped(before_ms: float, after_ms: float) -> Iterator[Finding]:
    by = after_ms - before_ms
    if abs(by) > JUMP_MS:
        yield mend("clock", f"The clock jumped by {by:,.0f} ms in these seconds.", "Wait until it is set, and ask again.", by=by)


def probe_journal(last_ms: int | None, now_ms: int) -> Iterator[Finding]:
    """`last_ms`: the wall's time in the journal's newest row."""
    if last_ms is not None and now_ms < last_ms:
        behind_s = (last_ms - now_ms) // 1_000
        says = f"The clock is {behind_s:,} s before the newest row of the journal."
        yield mend("clock", says, "Set it: sudo timedatectl set-ntp true.")
