"""What comes over the socket need not be a table's: it is refused with a sentence, or every
layout paints it.
"""

import json
import socket
from random import Random
from typing import get_args

import msgspec
import pygame
import pytest

from tablectl.screen.drawing.themes import THEMES
from tablectl.screen.model import decode
from tablectl.screen.paint import Painter
from tablectl.screen.rotation import RotatedDisplay
from tablectl.screen.style import LAYOUTS, TEXTS, TURNS, VIEWS, Style
from tablectl.screen.window import VIEW_BYTES_MAX, ViewSource, Window
from tablectl.view import Card
from tests.screen.foreign import RECORDED, some_views
from tests.screen.proofs import model_of, packet

SIZES = ((320, 180), (240, 320), (426, 240))
# painted piece by piece: as it comes, with another notice, turned, dimmed
TIMES_MS = (0, 500, 8_100, 700_000)
TURNS_MS = (0, 16, 400, 2_500)  # after a view: in flight, landed, decided


def a_style(chance):
    return Style(
        THEMES[chance.choice(sorted(THEMES))],
        chance.choice((*VIEWS, "table")),
        chance.choice(TEXTS),
        chance.choice(LAYOUTS),
        chance.choice(TURNS),
        chance.choice((1, 3, 10)),
    )


def taken(packet):
    """As far as the socket gives it; None: it is refused."""
    try:
        return decode(packet[:VIEW_BYTES_MAX])
    except msgspec.DecodeError:
        return None


def faults_of_painting(seeds):
    for seed in seeds:
        chance = Random(seed)
        [packet], style, size = some_views(chance, 1), a_style(chance), chance.choice(SIZES)
        model = taken(packet)
        if model is None:
            continue
        turned = RotatedDisplay(pygame.Surface(size, 0, 32), style.rotate)
        picture, fresh = turned.picture, pygame.Surface(turned.picture.get_size(), 0, 32)
        piecewise, whole = (
            Painter(picture.get_size(), style=style),
            Painter(picture.get_size(), style=style),
        )
        piecewise.show(model, 0)
        for at_ms in TIMES_MS:
            rects = piecewise.paint(picture, at_ms)
            if not all(picture.get_rect().contains(rect) for rect in rects):
                yield seed, f"painted beside the picture: {rects}"
            turned.put(rects)
            if piecewise.next_change_ms(at_ms) <= 0:
                yield seed, f"at {at_ms} ms it is to be painted again at once"
        whole.show(model, 0)
        whole.paint(fresh, TIMES_MS[-1])
        if fresh.get_buffer().raw != picture.get_buffer().raw:
            yield seed, "piece by piece is not the whole"


def go_by(seeds):
    """Shows views one after the other in a window, while they fly and when they have landed;
    what it told.
    """
    for seed in seeds:
        chance = Random(seed)
        told = []
        service, screen = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        service.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 24)
        with service:
            window = Window(
                pygame.Surface(chance.choice(SIZES), 0, 32),
                ViewSource(connected=screen),
                style=a_style(chance),
                tell=told.append,
            )
            packets = [
                packet for packet in some_views(chance, 3) if len(packet) < 2 * VIEW_BYTES_MAX
            ]
            for begins_ms, packet in enumerate(packets):
                service.send(packet)
                for later_ms in TURNS_MS:
                    at_ms = begins_ms * 10_000 + later_ms
                    window.turn(at_ms)
                    assert window.wait_ms(at_ms) >= 0, seed
            assert window.packets_drawn == len(packets), seed
            window.source.close()
        yield from told


@pytest.mark.slow
def test_a_foreign_view_is_refused_or_painted_and_piece_by_piece_is_the_whole():
    assert list(faults_of_painting(range(40))) == []


def test_foreign_views_one_after_the_other_do_not_end_the_screen():
    told = list(go_by(range(20)))
    assert any("screen keeps what it shows" in sentence for sentence in told)


@pytest.mark.slow
def test_more_foreign_views_are_refused_or_painted():
    assert list(faults_of_painting(range(10_000, 10_350))) == []
    list(go_by(range(10_000, 10_100)))


@pytest.mark.soak
def test_as_long_as_there_is_time_foreign_views_are_refused_or_painted(soaking):
    for seed in soaking:
        assert list(faults_of_painting([seed])) == []
        list(go_by([seed]))


def test_of_the_foreign_views_most_are_taken():
    """Else the property above says little."""
    packets = [packet for seed in range(150) for packet in some_views(Random(seed), 1)]
    assert len(packets) / 2 < sum(taken(packet) is not None for packet in packets) < len(packets)


# What is refused, and how


def pot(**changes):
    return {"pots": [{"amount": 30, "seats": [1, 3], **changes}]}


CARD = next(one.pattern for one in get_args(Card) if isinstance(one, msgspec.Meta))
REFUSED = [
    ("a seat key that is no number", {"seats": {"x": {}}}, "A seat is numbered 1 to 99"),
    ("a seat's number written twice", {"seats": {"1": {}, "01": {}}}, "A seat is numbered 1 to 99"),
    ("a seat's number of 5,000 digits", {"seats": {"9" * 5_000: {}}}, "A seat is numbered 1 to 99"),
    (
        "a slip of no kind",
        {"slips": [{"kind": "keep"}]},
        "Invalid enum value 'keep' - at `$.slips[0].kind`",
    ),
    (
        "a card of no suit",
        {"board": ["As", "no_such_code"]},
        f"Expected `str` matching regex {CARD!r} - at `$.board[1]`",
    ),
    (
        "a shot at no card",
        {"shot": {"card": ""}},
        f"Expected `str` matching regex {CARD!r} - at `$.shot.card`",
    ),
    (
        "a share too many",
        pot(equities=[0.5, 0.25, 0.25]),
        "A pot has a share for each of its seats, or none - at `$.pots[0]`",
    ),
    (
        "a share too few",
        pot(equities=[1.0]),
        "A pot has a share for each of its seats, or none - at `$.pots[0]`",
    ),
    ("tries without end", {"shot": {"tries": 10**18}}, "Expected `int` <= 10 - at `$.shot.tries`"),
    (
        "an amount beyond all tables",
        {"seats": {"1": {"stack": 10**18}}},
        "Expected `int` <= 1000000000000000 - at `$.seats[...].stack`",
    ),
    (
        "a number of 4,000 digits",
        {"clock_left_ms": -(10**4_000)},
        "Expected `int` >= -1000000000000000 - at `$.clock_left_ms`",
    ),
    (
        "depth without end",
        b'{"later":' + b"[" * 50_000,
        "maximum recursion depth exceeded while deserializing an object",
    ),
    (
        "bytes that are no text",
        b'{"prompt": "\xff"}',
        "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte",
    ),
]


@pytest.mark.parametrize(
    ("foreign", "why"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_it_is_refused_with_a_sentence_and_the_picture_stays(foreign, why):
    told = []
    service, screen = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with service:
        window = Window(
            pygame.Surface(SIZES[0], 0, 32), ViewSource(connected=screen), tell=told.append
        )
        service.send(good := packet("three-seats"))
        window.turn(0)
        before = window.display.get_buffer().raw
        for at_ms in (1, 2):
            service.send(
                foreign
                if isinstance(foreign, bytes)
                else json.dumps({**json.loads(good), **foreign}).encode()
            )
            window.turn(at_ms)
        # once
        assert told == [f"This is no view of a table, so the screen keeps what it shows: {why}."]
        assert window.display.get_buffer().raw == before
        assert window.packets_drawn == 3  # and the next is asked for
        window.source.close()


@pytest.mark.parametrize(
    "newer",
    [
        {"later": {"x": [1]}},
        {"phase": "later"},
        {"waiting_for": "later"},
        {"ask": {"kind": "later"}},
        {"irregularity": {"kind": "later", "x": 1}},
        {"seats": {"12": {"status": "later", "x": None}}},
        {"ask": {"kind": "over"}},
    ],
    ids=str,
)
def test_what_a_newer_table_adds_is_taken(newer):
    model = model_of({**RECORDED[1], **newer})
    picture = pygame.Surface(SIZES[0], 0, 32)
    painter = Painter(SIZES[0])
    painter.show(model, 0)
    assert painter.paint(picture, 0) == [picture.get_rect()]


def test_a_card_that_cannot_be_named_lies_face_down_in_a_sentence_too():
    pictures = []
    for card in ("As", "??", "foreign"):
        picture = pygame.Surface(SIZES[0], 0, 32)
        Painter(SIZES[0]).canvas(picture, 0).small_card(100, 200, 60, card)
        pictures.append(picture.get_buffer().raw)
    assert pictures[0] != pictures[1] == pictures[2] != bytes(len(pictures[2]))
