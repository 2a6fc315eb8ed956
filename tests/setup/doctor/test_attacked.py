"""A trial while things go wrong by chance: ports taken, pulled out, cut, or answering garbage.
Each is told, none is a fault.
"""

import fcntl
import os
import re
from collections.abc import Callable
from random import Random

import pytest

from firmware_io.kit.sim.readers.field import Field
from firmware_io.kit.sim.readers.pn532 import SimPn532
from tablectl.setup.doctor.trials import NotTried, try_keys, try_lamps, try_readers
from tests.tiers import tiered

from .conftest import Bench
from .test_trying import NODES, configured, ended

SENTENCE = re.compile(r"(Seat|That|The|Every|No|Nothing|Not|Put|\d+ of|\d+ looks).*[^.]\.?$")
TRIALS = {
    "lamps": try_lamps,
    "keys": lambda config, say: try_keys(config, say, seconds=5),
    "readers": lambda config, say: try_readers(config, say, seconds=8),
}
LONGEST_S = 12  # of a trial: an attack falls somewhere in it
Attack = Callable[[Bench, str, Random], None]


def is_locked(bench, port, chance):
    """Another program has the port from the beginning, or takes it while it is gone."""
    other = bench.loop.holds(
        os.fdopen(os.open(bench.place / port, os.O_RDWR | os.O_NOCTTY), "rb", 0)
    )
    fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    bench.loop.call_later(LONGEST_S, other.close)


def answers(said):
    def attack(bench, port, chance):
        (bench.place / port).unlink()
        bench.silent(port, said(chance))

    return attack


def is_no_port(bench, port, chance):
    (bench.place / port).unlink()
    (bench.place / port).write_text(chance.choice(("", "a file")))


def is_gone(bench, port, chance):
    (bench.place / port).unlink()


ATTACKS: dict[str, Attack] = {
    "is_locked": is_locked,
    "answers_garbage": answers(lambda chance: chance.randbytes(chance.randrange(1, 300))),
    "is_mute": answers(lambda chance: b""),
    "is_no_port": is_no_port,
    "is_gone": is_gone,
}


def tried(bench, trial):
    """Whether all was well, and what was said."""
    said = []
    try:
        is_well = ended(bench, TRIALS[trial](configured(bench, NODES), said.append))
    except NotTried as wrong:
        return False, [*said, str(wrong)]
    return is_well, said


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("trial", TRIALS)
def test_a_port_that_is_bad_from_the_beginning_is_named_and_the_others_are_tried(
    attack, trial, bench
):
    chance = Random(f"{attack} {trial}")
    seats = [bench.seat("seat-1", 1), bench.seat("seat-2", 2)]
    bench.reader("reader", SimPn532(Field()))
    port = "reader" if trial == "readers" else "seat-2"
    ATTACKS[attack](bench, port, chance)
    for after_s in range(1, LONGEST_S):
        bench.loop.call_later(after_s, seats[0].press, "fold")
    is_well, said = tried(bench, trial)
    assert not is_well
    assert all(SENTENCE.match(one) for one in said)
    named = [one for one in said if "not heard" in one or "does not answer" in one]
    assert [
        str(bench.place / "reader") in one if trial == "readers" else one.startswith("Seat 2")
        for one in named
    ] == [True]
    if trial == "keys":
        assert "Seat 1: fold." in said
    bench.loop.run_for(2_000)
    assert (seats[0].lamp.pattern, seats[0].is_lamp_tested, seats[0].is_buzzing) == (
        "off",
        False,
        False,
    )


@pytest.mark.parametrize("seed", tiered(range(8), [0, 1]))
@pytest.mark.parametrize("trial", TRIALS)
def test_plugs_that_are_pulled_in_the_middle_are_named_and_nothing_stays_on(trial, seed, bench):
    """Each seat's, at any moment, pulled out or cut; some are put in again."""
    chance = Random(f"{trial} {seed}")
    seats = [bench.seat("seat-1", 1), bench.seat("seat-2", 2)]
    reader = bench.reader("reader", SimPn532(Field()))
    for device in (*seats, reader):
        if chance.random() < 0.7:
            at_s = chance.uniform(0.1, LONGEST_S)
            bench.loop.call_later(at_s, device.unplug)
            if chance.random() < 0.5:
                bench.loop.call_later(at_s + chance.uniform(0.1, 3), device.replug)
    is_well, said = tried(bench, trial)
    assert all(SENTENCE.match(one) for one in said)
    is_named = any("not heard" in one or "does not answer" in one for one in said)
    assert is_named <= (not is_well)
    for seat in seats:
        if not seat.is_plugged:
            seat.replug()
    bench.loop.run_for(3_000)
    assert [seat.is_buzzing for seat in seats] == [False, False]
    assert [seat.is_lamp_tested for seat in seats] == [False, False]


def test_a_port_that_a_terminal_program_has_is_said_to_be_another_s(monkeypatch, bench):
    """TIOCEXCL: to every user but root, whom the kernel lets in."""
    import errno

    from firmware_io import link

    def refused(*given, **named):
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))

    bench.seat("seat-1", 1)
    monkeypatch.setattr(link.serial, "Serial", refused)
    _, said = tried(bench, "lamps")
    assert said[0] == "Seat 1 is not heard: another program has it open."
