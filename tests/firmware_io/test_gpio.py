"""Pins, on a fake of each library: contacts that bounce, edges that are missed, wires that are
cut. Never on a Pi.
"""

import sys
import threading
import types
from pathlib import Path

import pytest

import firmware_io
from firmware_io.beeps import LAST_SECONDS, SILENT, YOUR_TURN
from firmware_io.gpio.pins import DEBOUNCE_MS, SETTLE_MS, Pins
from firmware_io.gpio.purposes import Pin, PinChanged, Purpose, why_not_wired

from .contacts import Contacts
from .fake_gpiod import FakeGpiod
from .fake_rpi import FakeRpi

STOP, DOOR, KEY, FOLD, UNDO, LOCK, BUZZER, BEACON, RED = 17, 27, 22, 5, 6, 13, 19, 26, 12
WIRED = [
    Pin(STOP, Purpose.EMERGENCY_STOP),
    Pin(DOOR, Purpose.LOGIC_DOOR),
    Pin(KEY, Purpose.KEY_SWITCH),
    Pin(FOLD, Purpose.KEY, seat=3, key="fold"),
    Pin(UNDO, Purpose.UNDO),
    Pin(LOCK, Purpose.GATE_LOCK),
    Pin(BUZZER, Purpose.BUZZER),
    Pin(BEACON, Purpose.BEACON, is_inverted=True),
    Pin(RED, Purpose.LAMP_RED, seat=3),
]


class Table:
    """Pins of one table on contacts, and what they told."""

    def __init__(self, loop, library, pins):
        self.loop, self.library, self.contacts, self.pins = loop, library, library.contacts, pins
        self.told = []
        self.faults = []  # what was raised in the loop
        loop.set_exception_handler(lambda loop, context: self.faults.append(context["exception"]))

    def open(self):
        return self.pins.open(self.loop, self.told.append)

    def hears(self, ms=1):
        """What is told within so long."""
        before = len(self.told)
        self.library.settle()
        self.loop.run_for(ms)
        return [(change.purpose, change.is_active) for change in self.told[before:]]


FAKES = {"rpi-lgpio": FakeRpi, "gpiod": FakeGpiod}


@pytest.fixture(params=FAKES)
def table(request, loop, monkeypatch):
    """All contacts of the table's safety closed, as they are at rest, and not yet opened pins."""
    library = FAKES[request.param](Contacts())
    install(monkeypatch, library)
    library.contacts.close(STOP)
    library.contacts.close(DOOR)
    table = Table(loop, library, Pins(WIRED))
    yield table
    table.pins.close()
    library.end()
    assert table.faults == []


def install(monkeypatch, library):
    """This library is there and the other is not."""
    rpi = library if isinstance(library, FakeRpi) else None
    chip = library if isinstance(library, FakeGpiod) else None
    monkeypatch.setitem(sys.modules, "RPi", types.SimpleNamespace(GPIO=rpi) if rpi else None)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", rpi)
    monkeypatch.setitem(sys.modules, "gpiod", chip)
    monkeypatch.setitem(sys.modules, "gpiod.line", chip.line if chip else None)


# What is told -------------------------------------------------------------------------------------


def test_how_every_contact_is_found_is_told_at_the_start(table):
    table.contacts.open(DOOR)
    assert table.open() is None
    assert table.told == [
        PinChanged(Purpose.EMERGENCY_STOP, False, 0),
        PinChanged(Purpose.LOGIC_DOOR, True, 0),
        PinChanged(Purpose.KEY_SWITCH, False, 0),
        PinChanged(Purpose.KEY, False, 0, seat=3, key="fold"),
        PinChanged(Purpose.UNDO, False, 0),
    ]


def test_a_key_is_told_when_it_goes_down_and_when_it_comes_up(table):
    table.open()
    table.contacts.close(FOLD, bounces=4)
    table.hears(300)
    table.contacts.open(FOLD, bounces=4)
    table.hears(300)
    assert table.told[-2:] == [
        PinChanged(Purpose.KEY, True, 0, seat=3, key="fold"),
        PinChanged(Purpose.KEY, False, 300, seat=3, key="fold"),
    ]


def test_a_thousand_edges_that_bounce_are_all_told_and_no_other(table):
    table.open()
    told = []
    for press in range(500):
        table.contacts.close(FOLD, bounces=press % 7, seed=press)
        told += table.hears(7)
        table.contacts.open(FOLD, bounces=press % 5, seed=press)
        told += table.hears(7)
    assert told == [(Purpose.KEY, True), (Purpose.KEY, False)] * 500


@pytest.mark.parametrize("taps", [1, 2, 5])
def test_taps_that_came_and_went_while_the_loop_was_busy_are_told(table, taps):
    table.open()
    for tap in range(taps):
        table.contacts.close(UNDO, bounces=3, seed=tap)
        table.contacts.open(UNDO, bounces=3, seed=tap)
    assert table.hears(2_000) == [(Purpose.UNDO, True), (Purpose.UNDO, False)] * taps


def test_a_flicker_shorter_than_the_debounce_is_nothing(table):
    table.open()
    for _ in range(3):
        table.contacts.flicker(STOP)
        assert table.hears(5_000) == []


def test_an_edge_that_the_library_misses_is_found_when_the_level_is_read_after_a_second(table):
    table.open()
    table.contacts.losing = 1
    table.contacts.open(STOP)
    assert table.hears(999) == []
    assert table.hears(1 + DEBOUNCE_MS + SETTLE_MS) == [(Purpose.EMERGENCY_STOP, True)]
    table.contacts.close(STOP)
    assert table.hears() == [(Purpose.EMERGENCY_STOP, False)]


def test_a_level_read_in_the_middle_of_a_bounce_tells_no_press_twice(table):
    """Levels are read once a second: here between the first contact and the report of its edge,
    a debounce time later.
    """
    table.open()
    table.hears(995)
    table.contacts.begin(FOLD, is_closed=True)
    told = table.hears(10)
    table.contacts.rest()
    told += table.hears(3_000)
    table.contacts.open(FOLD)
    assert told + table.hears(3_000) == [(Purpose.KEY, True), (Purpose.KEY, False)]


def test_a_flicker_that_is_there_when_the_level_is_read_is_nothing_either(table):
    table.open()
    table.contacts.close(FOLD)
    table.contacts.open(FOLD)
    table.hears(990)
    table.told.clear()
    table.contacts.begin(FOLD, is_closed=True)
    table.hears(20)
    table.contacts.begin(FOLD, is_closed=False)
    table.contacts.rest()
    table.hears(3_000)
    assert table.told == []


def test_edges_that_overflow_a_queue_leave_the_level_right(table):
    table.open()
    for _ in range(100):
        table.contacts.close(FOLD)
        table.contacts.open(FOLD)
    table.contacts.losing = 1
    table.contacts.close(FOLD)
    assert table.hears(3_000)[-1] == (Purpose.KEY, True)


# Wires that are cut -------------------------------------------------------------------------------


def test_a_cut_wire_reads_as_pressed_at_the_stop_and_as_open_at_the_door(table):
    table.open()
    table.contacts.cut(STOP)
    table.contacts.cut(DOOR)
    assert table.hears() == [(Purpose.EMERGENCY_STOP, True), (Purpose.LOGIC_DOOR, True)]


def test_a_cut_wire_is_no_key_and_no_turned_switch(table):
    table.open()
    table.contacts.cut(FOLD)
    table.contacts.cut(KEY)
    assert table.hears(3_000) == []


# What is raised, and what closes ------------------------------------------------------------------


def test_what_a_callback_raises_over_an_edge_reaches_the_loop(table):
    """rpi-lgpio prints and drops what a callback raises."""
    fault = RuntimeError("a fault of ours")

    def break_down(change):
        if change.is_active:
            raise fault

    table.pins.open(table.loop, break_down)
    table.contacts.close(UNDO)
    table.hears(100)
    assert table.faults == [fault]
    table.faults.clear()


def test_closing_frees_every_pin_and_no_edge_is_told_any_more(table):
    table.open()
    assert table.contacts.claimed == {pin.number for pin in WIRED}
    table.contacts.open(STOP)
    table.library.settle()
    table.pins.close()
    assert (table.contacts.claimed, table.contacts.outputs, table.pins.is_open) == (
        set(),
        {},
        False,
    )
    assert table.hears(5_000) == []


@pytest.mark.parametrize("broken", [LOCK, BUZZER, RED])
def test_an_output_that_cannot_be_written_leaves_no_other_on_when_pins_are_closed(
    table, monkeypatch, broken
):
    table.open()
    for purpose in (Purpose.GATE_LOCK, Purpose.BUZZER, Purpose.BEACON):
        table.pins.switch_output(purpose, True)
    lines = table.pins._lines
    write = lines.write

    def failing(number, is_high):
        if number == broken:
            raise OSError(5, "Input/output error")
        write(number, is_high)

    monkeypatch.setattr(lines, "write", failing)
    table.pins.close()
    off = {
        number: table.contacts.driven[number][-1] for number in {LOCK, BUZZER, BEACON} - {broken}
    }
    assert off == {number: number == BEACON for number in off}
    assert not table.contacts.claimed


def test_pins_that_are_closed_over_what_they_tell_tell_nothing_more(table):
    """A door that opens and shuts at once makes two changes; the callback of the first closes
    the pins.
    """

    def take(change):
        table.told.append(change)
        if change.is_active:
            table.pins.close()

    table.pins.open(table.loop, take)
    table.contacts.open(DOOR)
    table.contacts.close(DOOR)
    table.contacts.open(STOP)
    assert table.hears(5_000) == [(Purpose.LOGIC_DOOR, True)]
    assert table.contacts.claimed == set()


# Outputs ------------------------------------------------------------------------------------------


def test_outputs_begin_off_follow_and_end_off(table):
    table.open()
    table.pins.switch_output(Purpose.GATE_LOCK, True)
    table.pins.switch_output(Purpose.BEACON, True)
    assert table.contacts.outputs == {LOCK: True, BEACON: False, BUZZER: False, RED: False}
    table.pins.close()
    assert (table.contacts.driven[LOCK], table.contacts.driven[BEACON]) == (
        [False, True, False],
        [True, False, True],
    )


def test_an_output_that_is_not_wired_is_not_there(table):
    table.open()
    table.pins.switch_output(Purpose.BUZZER, True, seat=4)
    table.pins.start_beeps(YOUR_TURN, seat=4)
    assert (table.pins.has_output(Purpose.BUZZER, 4), table.contacts.driven[BUZZER]) == (
        False,
        [False],
    )


def sounds(table, ms):
    """When the buzzer changed, in ms from now."""
    drive, began_s, changed = table.contacts.drive, table.loop.time(), []

    def timed(number, is_high):
        changed.extend([round(1_000 * (table.loop.time() - began_s))] * (number == BUZZER))
        drive(number, is_high)

    table.contacts.drive = timed
    table.loop.run_for(ms)
    table.contacts.drive = drive
    return changed


def test_a_buzzer_sounds_its_pattern_and_falls_silent(table):
    table.open()
    table.pins.start_beeps(YOUR_TURN)
    assert sounds(table, 1_000) == [90, 180, 270]
    assert table.contacts.driven[BUZZER] == [False, True, False, True, False]


def test_another_pattern_ends_the_one_before_and_silence_ends_both(table):
    table.open()
    table.pins.start_beeps(YOUR_TURN)
    table.pins.start_beeps(LAST_SECONDS)
    assert sounds(table, 9_000) == [60, 1_000, 1_060, 2_000, 2_060, 3_000, 3_060, 4_000, 4_060]
    table.pins.start_beeps(LAST_SECONDS)
    table.pins.start_beeps(SILENT)
    assert table.contacts.outputs[BUZZER] is False
    assert sounds(table, 2_000) == []


@pytest.mark.parametrize(
    ("brightness", "share", "is_on"), [(0, 0, False), (51, 20, False), (255, 100, True)]
)
def test_a_lamp_is_dimmed_or_where_that_is_not_to_be_had_on_or_off(table, brightness, share, is_on):
    table.open()
    table.pins.dim_output(Purpose.LAMP_RED, 255, seat=3)
    table.pins.dim_output(Purpose.LAMP_RED, brightness, seat=3)
    if isinstance(table.library, FakeRpi):
        assert table.contacts.dimmed == {RED: share}
    else:
        assert table.contacts.outputs[RED] is is_on


def test_a_lamp_that_was_dimmed_can_be_switched(table):
    table.open()
    table.pins.dim_output(Purpose.LAMP_RED, 100, seat=3)
    table.pins.switch_output(Purpose.LAMP_RED, True, seat=3)
    assert (table.contacts.outputs[RED], table.contacts.dimmed) == (True, {})


# Libraries ----------------------------------------------------------------------------------------


def test_rpi_lgpio_calls_back_from_another_thread_and_the_house_is_told_in_its_own(
    loop, monkeypatch
):
    library = FakeRpi(Contacts())
    install(monkeypatch, library)
    pins, threads = Pins([Pin(UNDO, Purpose.UNDO)]), list[int]()
    pins.open(loop, lambda change: threads.append(threading.get_ident()))
    library.contacts.close(UNDO)
    library.settle()
    loop.run_for(1)
    pins.close()
    library.end()
    assert set(threads) == {threading.get_ident()}
    assert library.threads == {*library.threads} - {threading.get_ident()} != set()


def test_without_any_library_a_sentence_says_what_to_install(loop, monkeypatch):
    install(monkeypatch, None)
    why = Pins(WIRED).open(loop, lambda change: None)
    assert why.startswith("rpi-lgpio is not installed (")
    assert " gpiod is not installed (" in why
    assert why.endswith("): pip install 'tablectl[pi]'.")


def test_gpiod_does_where_there_is_no_rpi_lgpio_unless_rpi_lgpio_is_asked_for(loop, monkeypatch):
    library = FakeGpiod(Contacts())
    install(monkeypatch, library)
    why = Pins(WIRED, library="rpi-lgpio").open(loop, lambda change: None)
    assert (why or "").startswith("rpi-lgpio is not installed")
    pins = Pins(WIRED)
    assert pins.open(loop, lambda change: None) is None
    assert library.contacts.claimed == {pin.number for pin in WIRED}
    pins.close()


def test_rpi_gpio_itself_is_refused(loop, monkeypatch):
    library = FakeRpi(Contacts())
    install(monkeypatch, library)
    del library.lgpio
    why = Pins(WIRED).open(loop, lambda change: None)
    library.end()
    assert why == (
        "RPi.GPIO is installed, which is not for this table: pip uninstall RPi.GPIO, then pip "
        "install 'tablectl[pi]'."
    )


def test_a_machine_without_the_header_s_chip_is_told_so(loop, monkeypatch):
    library = FakeGpiod(Contacts())
    install(monkeypatch, library)
    del library.chips["/dev/gpiochip4"]
    assert "finds no chip called pinctrl-bcm2835, pinctrl-bcm2711, pinctrl-rp1" in (
        Pins(WIRED).open(loop, lambda change: None) or ""
    )


def test_pins_that_another_program_has_are_told_and_none_is_kept(table):
    table.library.busy.add(BUZZER)
    why = table.open()
    assert why.endswith("Another program may have them.")
    assert (table.contacts.claimed, table.pins.is_open) == (set(), False)


def test_pins_that_this_user_may_not_open_are_told_with_the_group_to_join(table):
    table.library.is_forbidden = True
    why = table.open()
    assert why.endswith(
        "get the pins: this user may not open them: sudo usermod -aG gpio $USER, then log out and "
        "in again."
    )
    assert (table.contacts.claimed, table.pins.is_open) == (set(), False)


def test_an_unknown_library_is_a_mistake_of_ours():
    with pytest.raises(ValueError, match="one of auto, rpi-lgpio, gpiod, not pigpio"):
        Pins(WIRED, library="pigpio")


def test_the_working_directory_is_as_it_was_and_holds_no_pipe(loop, monkeypatch, tmp_path):
    """lgpio leaves .lgd-nfy0 where it stands, and goes to LG_WD; here its import does both."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "path" / "RPi").mkdir(parents=True)
    (tmp_path / "path/RPi/__init__.py").write_text("")
    (tmp_path / "path/RPi/GPIO.py").write_text(
        "import os\nos.chdir(os.environ['LG_WD'])\nos.mkfifo('.lgd-nfy0')\nraise "
        "RuntimeError('Only on a Pi!')\n"
    )
    for name in ("RPi", "RPi.GPIO"):
        monkeypatch.setitem(sys.modules, name, None)
        del sys.modules[name]  # and gone again after the test, whatever it imports
    monkeypatch.syspath_prepend(tmp_path / "path")
    why = Pins(WIRED, library="rpi-lgpio").open(loop, lambda change: None)
    assert why == "rpi-lgpio does not run here: Only on a Pi!"
    assert (Path.cwd(), [path.name for path in tmp_path.iterdir()]) == (tmp_path, ["path"])


# Wirings, and the one hand-over -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pins", "why"),
    [
        (WIRED, None),
        ([Pin(28, Purpose.LID)], "GPIO28 (lid) is not on the header: it has GPIO0 to GPIO27."),
        ([Pin(4, Purpose.LID), Pin(4, Purpose.BEACON)], "GPIO4 (beacon) is wired twice."),
        ([Pin(4, Purpose.KEY, seat=1)], "GPIO4 (key): a key is named, and nothing else is."),
        ([Pin(4, Purpose.LID, key="fold")], "GPIO4 (lid): a key is named, and nothing else is."),
        ([Pin(4, Purpose.KEY, key="fold")], "GPIO4 (key) names no seat."),
        (
            [Pin(4, Purpose.LID), Pin(5, Purpose.LID)],
            "GPIO5 (lid) does what another pin does already.",
        ),
    ],
)
def test_a_wrong_wiring_is_a_sentence(pins, why):
    assert why_not_wired(pins) == why


def test_a_wrong_wiring_claims_nothing(table):
    table.pins = Pins([Pin(40, Purpose.LID)])
    assert table.open() == "GPIO40 (lid) is not on the header: it has GPIO0 to GPIO27."
    assert table.contacts.claimed == set()


def test_two_places_of_the_table_alone_hand_over_from_a_thread():
    """The pins of a library that calls back, and a PIN, which takes half a second of reckoning to
    check.

    What else waits for the outside world has a descriptor and waits in the loop;
    testing/standing.py is for others' tests.
    """
    root = Path(firmware_io.__file__).parents[1]
    rooms = [path for room in ("firmware_io", "tablectl") for path in (root / room).rglob("*.py")]
    handing = [path.name for path in rooms if ".call_soon_threadsafe(" in path.read_text()]
    assert sorted(handing) == ["control.py", "rpi_lines.py", "standing.py"]
