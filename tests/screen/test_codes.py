"""The codes of seats on the one screen that has them: what a phone's camera sees, and what stays to
be seen beside them.
"""

import itertools
import socket

import msgspec
import pygame
import pytest
import segno
from msgspec.structs import replace

from tablectl.screen.layout.arrangement import arrangement, seats_with_places
from tablectl.screen.layout.codes import place_slips
from tablectl.screen.layout.places import Box
from tablectl.screen.model import decode
from tablectl.screen.paint import Painter
from tablectl.screen.style import Style
from tablectl.screen.window import ViewSource, Window
from tablectl.view import Lost, Phone
from tablectl.view.codes import SeatCode
from tests.screen.proofs import VIEWS

URL = "http://192.168.1.20:8080/seat/{seat}#aBcDeFgHiJkLmNoPqRsTuV"
INK = (16, 19, 15)
EDGE = 4  # modules of paper around a code
SIZE, UPRIGHT = (1920, 1080), (1080, 1920)


def view(name="between-hands"):
    return decode(VIEWS[name].read_bytes())


def idle(name="between-hands"):
    """Before the first hand."""
    model = view(name)
    return replace(model, result=None, board=(), phase="idle", ask=replace(model.ask, kind="ready"))


def codes(*seats, digits="4719", left_s=38):
    return tuple(SeatCode(seat, URL.format(seat=seat), digits, left_s) for seat in seats)


def painted(model, shown, now_ms=0, size=SIZE, **style):
    painter = Painter(size, style=Style(**style))
    painter.show(model, 0)
    painter.show_codes(shown, 0)
    surface = pygame.Surface(size, 0, 32)
    painter.paint(surface, now_ms)
    return painter, surface


def texts(painter, now_ms=0):
    return [part.shows for part in painter.parts(now_ms) if part.name.startswith("code")]


def find_code(painter, surface, seat):
    """Whether the picture has the code of the seat, in whole pixels, with its quiet edge."""
    slip = next((part for part in painter.parts(0) if part.name.endswith(f"code {seat}")), None)
    if slip is None:
        return False
    rows = segno.make(URL.format(seat=seat), error="m", boost_error=False, micro=False).matrix
    (left, top, _, high), count = map(round, slip.inside), len(rows)
    across = (169 * surface.get_height() // 1080) // count
    wide = round(223 * slip.inside.w / 412)
    dark = [
        [surface.get_at((left + x, top + y))[:3] == INK for x in range(wide)] for y in range(high)
    ]
    xs = [x for row in dark for x, is_dark in enumerate(row) if is_dark]
    ys = [y for y, row in enumerate(dark) if any(row)]
    if not xs:
        return False
    x, y, side = min(xs), min(ys), count * across
    found = [
        [dark[y + across * i + across // 2][x + across * k + across // 2] for k in range(count)]
        for i in range(count)
    ]
    is_quiet = min(x, y, wide - x - side, high - y - side) >= EDGE * across
    fills = (max(xs) - x + 1, max(ys) - y + 1) == (side, side)
    return is_quiet and fills and found == [[bool(module) for module in row] for row in rows]


@pytest.mark.parametrize("digits", ["4719", ""])
@pytest.mark.parametrize("seat", [1, 10])
def test_a_camera_sees_the_code_with_its_quiet_edge(seat, digits):
    model = idle()
    model = replace(model, seats={str(seat): model.seats["1"], "2": model.seats["2"]})
    painter, surface = painted(model, codes(seat, digits=digits))
    assert find_code(painter, surface, seat)


def test_control_a_code_of_another_seat_is_not_taken_for_it():
    painter, surface = painted(idle(), codes(1))
    other = replace(codes(1)[0], url=URL.format(seat=2))
    painter.show_codes((other,), 0)
    painter.paint(surface, 0)
    assert not find_code(painter, surface, 1)


def test_where_nobody_serves_pages_a_slip_has_its_digits_and_no_code_that_leads_nowhere():
    typed = tuple(replace(code, url="") for code in codes(1, 3))
    painter, _ = painted(idle(), typed)
    (_, url, digits, _), _ = texts(painter)[:2]
    assert (url, digits) == ("", "4719")
    bar = next(part for part in painter.parts(0) if part.name == "bar").shows[0]
    assert (bar.headline, bar.sentence) == ("Type the digits of your seat", "")
    nothing = tuple(replace(code, digits="") for code in typed)
    assert texts(painted(idle(), nothing)[0]) == []


def test_a_screen_without_codes_shows_none_and_a_wall_never_does():
    model = idle()
    model = replace(model, seats={n: replace(s, wants_phone=True) for n, s in model.seats.items()})
    assert texts(painted(model, ())[0]) == []
    assert texts(painted(model, codes(1, 2), view="clock")[0]) == []


def test_the_seconds_run_down_and_a_code_that_is_over_is_gone():
    painter, _ = painted(idle(), codes(1, left_s=12))
    assert texts(painter, 1_000)[-1][-1] == "0:11"
    assert texts(painter, 12_000) == []


def room_of(layout, shape):
    wide, high = layout.frame
    return Box(8, 130, wide - 16, high - 530) if shape == "portrait" else Box(8, 62, wide - 16, 808)


@pytest.mark.parametrize("shape", ["one_sided", "portrait", "two_sided"])
@pytest.mark.parametrize("count", range(2, 11))
def test_slips_lie_on_nothing_that_has_to_be_seen_and_not_on_each_other(shape, count):
    model = idle("side-pots-10")
    seats = {str(n): model.seats[str(n)] for n in range(1, count + 1)}
    model = replace(model, seats=seats)
    layout = arrangement(model, shape=shape)
    at = [(n, place) for n, _, place in seats_with_places(model, layout.seats)]
    seen = dict(at)
    for taken in ([], [*layout.board, layout.pots]):
        slips = place_slips(layout, at, range(11), taken, room_of(layout, shape))
        boxes = [layout.seen(seen[n], slip.box) for n, slip in slips.items()]
        boxes += [layout.seen(place, place.plate) for _, place in at] + taken
        for one, other in itertools.combinations(boxes, 2):
            if one in taken or (one not in boxes[: len(slips)]):
                continue
            assert not are_over(one, other)
        assert taken or slips


def are_over(one, other):
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def test_the_bar_says_how_many_phones_are_to_come_and_what_to_open_without_a_camera():
    painter, _ = painted(idle(), codes(1, 3))
    bar = next(part for part in painter.parts(0) if part.name == "bar").shows[0]
    assert (bar.block.name, bar.block.word, bar.headline, bar.sentence) == (
        "2",
        "phones to come",
        "Scan the code at your seat",
        "No camera: open 192.168.1.20:8080 and type the four digits.",
    )


def lost(model, seat):
    seats = {**model.seats, str(seat): replace(model.seats[str(seat)], connected=False)}
    ask = replace(model.ask, kind="lost", seats=(seat,))
    return replace(model, seats=seats, lost=Lost(seat, "No phone."), ask=ask)


def test_a_seat_that_loses_its_phone_in_a_hand_leaves_cards_and_pot_to_be_seen():
    model = view("betting-6")
    model = lost(model, model.to_act)
    panel, _ = painted(model, ())
    assert {part.name for part in panel.parts(0)} & {"away", "halt"}
    painter, _ = painted(model, codes(model.to_act))
    names = {part.name for part in painter.parts(0)}
    assert f"code {model.to_act}" in names
    assert not names & {"away", "halt"}
    assert {"pot", "board 0"} & names


def test_where_no_slip_has_room_the_digits_stand_in_the_plate():
    model = view("betting-6")
    seat = model.to_act
    painter, _ = painted(lost(model, seat), codes(seat), size=UPRIGHT, layout="portrait")
    state = next(part for part in painter.parts(0) if part.name == f"seat {seat}").shows[0]
    assert (state.phone.words, texts(painter)) == ("4719", [])


def bar_of(painter, now_ms):
    return next(part for part in painter.parts(now_ms) if part.name == "bar").shows[0]


def slips_shown(painter, now_ms):
    names = [part.name.split() for part in painter.parts(now_ms)]
    return {int(words[1]) for words in names if words[0] == "code"}


@pytest.mark.parametrize("count", [6, 10])
def test_where_no_digits_are_taken_every_seat_of_a_full_upright_board_has_its_turn(count):
    model = idle("side-pots-10")
    model = replace(model, seats={str(n): model.seats[str(n)] for n in range(1, count + 1)})
    shown = codes(*range(1, count + 1), digits="", left_s=300)
    painter, _ = painted(model, shown, size=UPRIGHT, layout="portrait")
    turns = [slips_shown(painter, 10_000 * turn) for turn in range(count)]
    assert all(len(turn) < count for turn in turns)
    assert set().union(*turns) == set(range(1, count + 1))
    bar = bar_of(painter, 0)
    assert (bar.headline, bar.sentence) == (
        "Scan the code at your seat",
        "There is no room for every code: each is shown for a while.",
    )


def test_where_all_codes_have_room_none_takes_turns():
    painter, _ = painted(idle(), codes(1, 3, digits="", left_s=300))
    assert [slips_shown(painter, 10_000 * turn) for turn in range(3)] == [{1, 3}] * 3
    assert bar_of(painter, 0).sentence == ""


@pytest.mark.parametrize("name", ["betting-6", "side-pots-10"])
def test_in_a_hand_a_code_without_room_and_digits_lies_on_the_table_every_other_time(name):
    model = view(name)
    seat = model.to_act or 1
    shown = codes(seat, digits="", left_s=300)
    painter, _ = painted(lost(model, seat), shown, size=UPRIGHT, layout="portrait")
    assert [slips_shown(painter, 10_000 * turn) for turn in range(4)] == [{seat}, set()] * 2
    assert bar_of(painter, 10_000).headline == "Scan the code at your seat"


@pytest.mark.parametrize(
    ("phone", "words", "is_typed"),
    [
        (Phone("KT", is_new=True), "✓ KT", False),
        (Phone("KT", typed=True, is_new=True), "✓ KT", True),
        (Phone("KT"), None, False),
    ],
)
def test_the_mark_of_a_new_phone_stands_in_its_plate_with_an_open_lock_if_it_typed(
    phone, words, is_typed
):
    model = view("betting-6")
    model = replace(model, seats={**model.seats, "1": replace(model.seats["1"], phone=phone)})
    painter, _ = painted(model, ())
    state = next(part for part in painter.parts(0) if part.name == "seat 1").shows[0]
    said = state.phone and (state.phone.words, state.phone.is_typed)
    assert said == (words and (words, is_typed))


@pytest.fixture
def window():
    """A window between two sockets: the views', and the codes'."""
    ends = [socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(2)]
    (ours, views), (our_codes, board) = ends
    display = pygame.Surface(SIZE, 0, 32)
    window = Window(display, ViewSource(connected=ours), codes=ViewSource(connected=our_codes))
    views.send(msgspec.json.encode(idle()))
    yield window, board
    window.source.close()
    if window.codes is not None:
        window.codes.close()
    for end in (views, board):
        end.close()


def test_the_window_shows_codes_as_long_as_their_service_is_there(window):
    shown, board = window
    assert board.recv(64) == b"next"
    board.send(msgspec.json.encode(codes(1)))
    shown.turn(0)
    assert board.recv(64) == b"next"
    assert texts(shown.painter)
    board.close()
    shown.turn(100)
    assert texts(shown.painter, 100) == []


def test_a_picture_that_is_kept_of_the_screen_has_no_code(window):
    shown, board = window
    board.send(msgspec.json.encode(codes(1)))
    shown.turn(0)
    assert find_code(shown.painter, shown.display, 1)
    with_code = pygame.image.tobytes(shown.display, "RGB")
    shown.close_codes(0)
    without = pygame.image.tobytes(shown.display, "RGB")
    never = painted(idle(), ())[1]
    assert with_code != without == pygame.image.tobytes(never, "RGB")


def test_what_is_no_list_of_codes_shows_none(window):
    shown, board = window
    board.send(b"garbage")
    shown.turn(0)
    assert texts(shown.painter) == []
