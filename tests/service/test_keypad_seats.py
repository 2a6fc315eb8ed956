"""A table whose seats are number pads: a hand without a chip or a node, by the same service."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablectl.intake.enrolling import order_of
from tablectl.service.config import BadConfig, load
from tests.firmware_io.conftest import JumpingLoop
from tests.firmware_io.fake_evdev import FakeEvdev, Pad
from tests.firmware_io.test_keypad import PAD

from .evening import SmallestTable, booked

STAKES = "button = 1\nstakes = { small_blind = 5, big_blind = 10 }"


@pytest.fixture
def loop() -> Iterator[JumpingLoop]:
    jumping = JumpingLoop()
    yield jumping
    jumping.close()


def with_pads(table: SmallestTable) -> Path:
    """The configuration with a pad in the place of each node."""
    file = table.place / "table.toml"
    file.write_text(file.read_text().replace('"sim"', '"keypad"'))
    return file


def test_a_hand_is_played_on_number_pads(loop: JumpingLoop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = SmallestTable(loop, tmp_path, table=STAKES)
    deck = booked(table, "red", order_of())
    pads = {n: Pad() for n in (1, 2, 3)}
    monkeypatch.setitem(sys.modules, "evdev", FakeEvdev(**{f"{tmp_path}/seat-{n}": pad for n, pad in pads.items()}))
    table.config = load(with_pads(table))
    service = table.start()
    table.begins()
    table.deals([deck.of[card] for card in order_of()[:6]])

    def taps(keys: str) -> None:
        seat = table.view.to_act
        assert seat is not None
        for key in keys:
            pads[seat].tap(PAD[key])
            loop.run_for(500)

    taps("40E")                         # the button raises to 40
    assert (table.view.seats["1"].bet, table.view.to_act) == (40, 2)
    pads[2].unplug()
    assert loop.run_until(lambda: not table.view.seats["2"].connected)
    pads[2].is_plugged = True
    assert loop.run_until(lambda: table.view.seats["2"].connected)
    taps("-")
    taps("-")
    assert (service.table.in_hand, {n: seat.stack for n, seat in table.view.seats.items()}) == (
        False, {"1": 1_015, "2": 995, "3": 990})
    assert table.said == [f"Seat 2 is not heard: {tmp_path}/seat-2: unplugged.", "Seat 2 is heard again."]
    table.close()


def test_a_table_that_senses_chips_has_no_seat_of_keys_alone(loop: JumpingLoop, tmp_path: Path) -> None:
    table = SmallestTable(loop, tmp_path, table=STAKES)
    file = with_pads(table)
    file.write_text(file.read_text().replace("chips_sensed = false, ", ""))
    with pytest.raises(BadConfig) as refused:
        load(file)
    assert str(refused.value) == (
        f"{file}: seat 1 has the driver keypad, which senses no chips: set chips_sensed = false in [table.options].")
    table.close()
