"""A number pad: which key of the seat a press is, what is dialled with it, and a pad that is
pulled out and comes back.
"""

import sys

import pytest
from hypothesis import given, strategies as st

from firmware_io.keypad.layout import LAYOUT
from firmware_io.keypad.port import Keypad
from firmware_io.keypad.session import DIGITS_MOST, DOUBLE_MS, FORGOTTEN_MS, KeypadSession
from firmware_io.messages import KEYS, KeyPressed

from .fake_evdev import DOWN, EV_KEY, EV_SYN, REPORT, SYN_DROPPED, FakeEvdev, InputEvent, Pad

PAD = {"0": 82, "1": 79, "2": 80, "3": 81, "4": 75, "5": 76, "6": 77, "7": 71, "8": 72, "9": 73}
PAD |= {"/": 98, "*": 55, "-": 74, "+": 78, "E": 96, ".": 83, "<": 14, "=": 117, "N": 69}
TAP_MS = 500  # between two taps of somebody who is in no hurry


def pressed(session, taps, from_ms=0):
    """What comes of these taps, each named by what is printed on its key (E: Enter, <:
    Backspace, N: Num Lock).
    """
    keys = [
        session.press_key(PAD[tap], from_ms + number * TAP_MS) for number, tap in enumerate(taps)
    ]
    return [key for key in keys if key is not None]


# What presses mean --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taps", "keys"),
    [
        ("60E", [KeyPressed("raise", 60)]),
        ("1000E", [KeyPressed("raise", 1_000)]),
        ("E", [KeyPressed("confirm")]),
        ("=", [KeyPressed("confirm")]),
        ("+", [KeyPressed("check_call")]),
        ("-", [KeyPressed("fold")]),
        ("*", [KeyPressed("all_in")]),
        ("/", [KeyPressed("call_floor")]),
        (".", [KeyPressed("undo")]),
        ("60.", []),
        ("60..", [KeyPressed("undo")]),
        ("60.25E", [KeyPressed("raise", 25)]),
        ("605<E", [KeyPressed("raise", 60)]),
        ("6<<E", [KeyPressed("confirm")]),
        ("0060E", [KeyPressed("raise", 60)]),
        ("0E", [KeyPressed("confirm")]),
        ("0000000001000E", [KeyPressed("raise", 1_000)]),
        ("N6N0NE", [KeyPressed("raise", 60)]),
        ("60+", []),
        ("60+E", [KeyPressed("raise", 60)]),
        ("60.+", [KeyPressed("check_call")]),
        ("60-E", [KeyPressed("fold"), KeyPressed("confirm")]),
        ("60*", [KeyPressed("all_in")]),
        ("60/E", [KeyPressed("call_floor"), KeyPressed("raise", 60)]),
        ("60E70E", [KeyPressed("raise", 60), KeyPressed("raise", 70)]),
    ],
)
def test_taps_are_keys_of_the_seat(taps, keys):
    assert pressed(KeypadSession(), taps) == keys


def test_what_stands_dialled_is_seen_digit_by_digit():
    session, seen = KeypadSession(), []
    for number, tap in enumerate("0605<1E"):
        session.press_key(PAD[tap], number)
        seen.append(session.dialled_amount)
    assert seen == [0, 6, 60, 605, 60, 601, 0]


@pytest.mark.parametrize("codes", [(82, 79, 80, 81), (11, 2, 3, 4), (110, 107, 108, 109)])
def test_pads_that_send_other_codes_dial_the_same(codes):
    session = KeypadSession()
    for code in (*codes[1:], codes[0]):
        session.press_key(code, 0)
    assert session.dialled_amount == 1_230


def test_what_was_dialled_long_ago_is_no_wager_and_no_call():
    for taps in ("E", "+", "."):
        session = KeypadSession()
        pressed(session, "60")
        assert (
            session.press_key(PAD[taps], TAP_MS + FORGOTTEN_MS + 1),
            session.dialled_amount,
        ) == (None, 0)


def test_what_was_dialled_long_ago_is_not_added_to():
    session = KeypadSession()
    pressed(session, "5")
    assert pressed(session, "60E", from_ms=FORGOTTEN_MS + 1) == [KeyPressed("raise", 60)]


def test_it_stands_for_as_long_as_an_action_clock():
    session = KeypadSession()
    pressed(session, "6")
    assert session.press_key(PAD["E"], FORGOTTEN_MS) == KeyPressed("raise", 6)


@pytest.mark.parametrize("tap", "E+-*/.")
def test_an_act_s_key_tapped_twice_in_a_moment_is_one_act(tap):
    session = KeypadSession()
    keys = [session.press_key(PAD[tap], at_ms) for at_ms in (0, DOUBLE_MS - 1, 2 * DOUBLE_MS)]
    assert [key is not None for key in keys] == [True, False, True]


def test_a_digit_twice_in_a_moment_is_two_digits_and_an_act_after_it_is_no_second_tap():
    session = KeypadSession()
    assert [session.press_key(PAD[tap], at_ms) for at_ms, tap in enumerate("E100E")] == [
        KeyPressed("confirm"), None, None, None, KeyPressed("raise", 100),
    ]  # fmt: skip


def test_a_round_of_another_kind_has_another_key_that_takes_an_amount():
    assert pressed(KeypadSession(amount_key="ante"), "5E") == [KeyPressed("ante", 5)]


def test_a_house_may_lay_out_its_own():
    session = KeypadSession({**LAYOUT, PAD["-"]: "missed", PAD["+"]: "made"})
    assert pressed(session, "+-") == [KeyPressed("made"), KeyPressed("missed")]


@given(
    st.lists(st.tuples(st.sampled_from([*LAYOUT, 69, 1, 15]), st.integers(0, 40_000)), max_size=40)
)
def test_whatever_is_tapped_an_amount_goes_with_enter_alone_and_is_never_too_large(taps):
    session, now_ms = KeypadSession(), 0
    for code, after_ms in taps:
        now_ms, dialled = now_ms + after_ms, session.dialled_amount
        key = session.press_key(code, now_ms)
        assert session.dialled_amount < 10**DIGITS_MOST
        if key is not None and key.amount:
            assert (key.key, key.amount, LAYOUT[code], session.dialled_amount) == (
                "raise",
                dialled,
                "enter",
                0,
            )


def test_every_word_of_the_layout_is_a_key_of_the_wire_a_digit_or_the_pad_s_own():
    own = {"enter", "point", "back"}
    assert {word for word in LAYOUT.values() if not word.isdigit()} <= {*KEYS, *own}


# A pad on a port ----------------------------------------------------------------------------------

PATH = "/dev/input/by-path/platform-xhci-usb-0:1.2:1.0-event-kbd"


class Desk:
    """A pad at its port, and all that was told of it."""

    def __init__(self, loop, module):
        self.loop, self.pad = loop, module.pads[PATH]
        self.told = []
        self.closes_at = ""  # the key over which the pad is closed
        self.keypad = Keypad(
            PATH,
            KeypadSession(),
            on_key=self.take,
            on_dialled=self.told.append,
            on_lost=lambda why: self.told.append(f"lost: {why}"),
            on_found=lambda: self.told.append("found"),
        )

    def take(self, key, at_ms):
        self.told.append((key.key, key.amount, at_ms))
        if key.key == self.closes_at:
            self.keypad.close()

    def hears(self, ms=1):
        before = len(self.told)
        self.loop.run_for(ms)
        return self.told[before:]


@pytest.fixture
def desk(loop, monkeypatch):
    module = FakeEvdev()
    module.pads[PATH] = Pad()
    monkeypatch.setitem(sys.modules, "evdev", module)
    desk = Desk(loop, module)
    yield desk
    desk.keypad.close()
    assert desk.pad.devices == []


def test_a_pad_is_grabbed_and_its_taps_are_told_with_what_stands_dialled(desk):
    assert desk.keypad.open(desk.loop) is None
    desk.pad.tap(PAD["6"], PAD["0"], PAD["E"])
    assert (desk.pad.grabs, desk.hears()) == (1, [6, 60, 0, ("raise", 60, 0)])


def test_a_key_that_is_held_is_one_press(desk):
    desk.keypad.open(desk.loop)
    desk.pad.hold(PAD["6"], repeats=20)
    desk.pad.hold(PAD["-"], repeats=20)
    assert desk.hears() == [6, 0, ("fold", 0, 0)]


def test_a_pad_that_is_pulled_out_is_lost_once_and_found_again_by_its_path(desk):
    desk.keypad.open(desk.loop)
    desk.pad.tap(PAD["6"])
    desk.hears()
    desk.pad.unplug()
    assert desk.hears(5_000) == [0, "lost: unplugged"]
    desk.pad.is_plugged = True
    assert desk.hears(250) == ["found"]
    desk.pad.tap(PAD["5"], PAD["E"])
    assert desk.hears() == [5, 0, ("raise", 5, 5_251)]


def test_a_pad_that_is_not_there_at_the_start_is_told_and_found_when_it_comes(desk):
    desk.pad.is_plugged = False
    assert desk.keypad.open(desk.loop) is None
    assert (desk.told, desk.keypad.why_closed) == (
        ["lost: No such file or directory"],
        "No such file or directory",
    )
    desk.pad.is_plugged = True
    assert (desk.hears(250), desk.keypad.why_closed) == (["found"], None)


def test_a_pad_that_this_user_may_not_open_is_told_with_the_group_to_join(desk):
    evdev = sys.modules["evdev"]
    evdev.is_forbidden = True
    desk.keypad.open(desk.loop)
    assert desk.told == [
        "lost: this user may not open it: sudo usermod -aG input $USER, then log out and in again"
    ]


def test_a_pad_that_another_program_has_is_waited_for_and_let_go_meanwhile(desk):
    desk.pad.is_taken = True
    desk.keypad.open(desk.loop)
    assert (desk.told, desk.pad.devices) == (["lost: another program has it"], [])
    desk.pad.is_taken = False
    assert desk.hears(250) == ["found"]


def test_digits_that_the_kernel_has_dropped_make_no_amount(desk):
    """Of 6 0 5 Enter the 0 got lost; what follows up to the next report says nothing either."""
    desk.keypad.open(desk.loop)
    desk.pad.tap(PAD["6"])
    desk.pad.send(InputEvent(EV_SYN, SYN_DROPPED, 0), InputEvent(EV_KEY, PAD["5"], DOWN), REPORT)
    desk.pad.tap(PAD["E"])
    assert desk.hears() == [6, 0, ("confirm", 0, 0)]


def test_a_turn_that_is_over_leaves_nothing_dialled(desk):
    desk.keypad.open(desk.loop)
    desk.pad.tap(PAD["6"])
    desk.hears()
    desk.keypad.clear_digits()
    desk.keypad.clear_digits()
    assert desk.told == [6, 0]


def test_a_closed_pad_is_let_go_and_tries_no_more(desk):
    desk.pad.is_plugged = False
    desk.keypad.open(desk.loop)
    desk.keypad.close()
    desk.pad.is_plugged = True
    assert (desk.hears(5_000), desk.pad.devices, desk.keypad.why_closed) == ([], [], "closed")


def test_who_closes_it_over_a_key_hears_of_no_further_one(desk):
    desk.keypad.open(desk.loop)
    desk.closes_at = "fold"
    desk.pad.tap(PAD["-"], PAD["6"])
    assert desk.hears() == [("fold", 0, 0)]


def test_without_evdev_a_sentence_says_what_to_install(desk, monkeypatch):
    monkeypatch.setitem(sys.modules, "evdev", None)
    why = desk.keypad.open(desk.loop)
    assert why.startswith("evdev is not installed (")
    assert why.endswith("): pip install 'tablectl[pi]'.")
    assert desk.hears(5_000) == []


def test_the_codes_are_the_kernel_s():
    ecodes = pytest.importorskip("evdev.ecodes", reason="evdev is not installed here")
    names = {
        "0": "KP0",
        "9": "KP9",
        "/": "KPSLASH",
        "*": "KPASTERISK",
        "-": "KPMINUS",
        "+": "KPPLUS",
        "E": "KPENTER",
    }
    names |= {".": "KPDOT", "<": "BACKSPACE", "=": "KPEQUAL", "N": "NUMLOCK"}
    assert {tap: getattr(ecodes, f"KEY_{name}") for tap, name in names.items()} == {
        tap: PAD[tap] for tap in names
    }
