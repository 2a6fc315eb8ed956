"""Every text of every picture is measured: whole, apart from its neighbours, and with contrast
on what it lies on.
"""

import itertools
from dataclasses import replace

import pygame
import pytest

from tablectl.screen.drawing.themes import THEMES
from tablectl.screen.layout import places
from tablectl.screen.paint import FACING_MS
from tablectl.screen.parts import bar
from tablectl.screen.presenter.results import page_times_ms
from tablectl.screen.style import LAYOUTS, TEXTS, USUAL, Style
from tablectl.simulation.demo.options import NAMES
from tests.screen.contrast import LEAST
from tests.screen.crowds import SITUATIONS, crowded, each
from tests.screen.proofs import (
    FULL,
    VIEWS,
    contrast,
    faults,
    faults_on,
    model_of,
    proofs_of,
    texts,
    view,
)
from tests.screen.proving import Written
from tests.tiers import tiered

SIZES = [FULL, (1280, 720), (1366, 768), (2560, 1440)]
# In `make test` one size: a picture is laid out in u, and the others differ by rounding alone.
RESULTS = [name for name in VIEWS if model_of(name).result]
HALTED = [name for name in VIEWS if "halted" in name]
EACH_SIZE = [
    pytest.param(size, id=f"{size[0]}x{size[1]}", marks=() if size == FULL else pytest.mark.slow)
    for size in SIZES
]
# kinds of screen, how many sit there, and whether in `make test`
CROWDS = [
    *(
        (Style(layout=layout), seats, seats == 10 and layout == LAYOUTS[1])
        for layout in LAYOUTS[1:]
        for seats in (2, 5, 10)
    ),
    *((Style(layout=layout, text=1.3), 6, False) for layout in LAYOUTS[1:]),
    *((Style(text=text), seats, False) for text in TEXTS[1:] for seats in (3, 6, 10)),
    *((Style(theme), 10, False) for theme in THEMES.values()),
]


@pytest.mark.parametrize("size", EACH_SIZE)
@pytest.mark.parametrize("name", tiered(VIEWS, [*VIEWS][::5]))
def test_every_text_of_every_phase_can_be_read(name, size):
    assert faults_on(name, size) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "style",
    [
        *itertools.starmap(Style, itertools.product(THEMES.values(), ["table"], [1.0], LAYOUTS)),
        Style(view="clock"),
    ],
    ids=lambda style: f"{style.theme.name} {style.layout} {style.view}",
)
def test_every_text_of_every_phase_can_be_read_on_every_kind_of_screen(style):
    """The sizes of text in turn, so that in one theme or another each picture is read in each; a
    panel faces both sides.
    """
    first, found = [*THEMES].index(style.theme.name), []
    for number, name in enumerate(VIEWS, first):
        look = replace(style, text=TEXTS[number % len(TEXTS)]) if style.view == "table" else style
        for at_ms in (0, FACING_MS) if style.layout == "two_sided" else (0,):
            found += [
                (name, look.text, at_ms, fault)
                for fault in faults_on(name, style.display_px, at_ms, look)
            ]
    assert found == []


@pytest.mark.parametrize("name", tiered(RESULTS, RESULTS[:2]))
def test_every_text_of_a_result_can_be_read_page_after_page(name):
    """To the slips against the house, and to the panel that sums the hand up."""
    ends = itertools.accumulate(page_times_ms(model_of(name)))
    assert [(at_ms, fault) for at_ms in ends for fault in faults_on(name, FULL, at_ms)] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "seats"),
    [
        (size, seats)
        for number, size in enumerate(SIZES)
        for seats in range(2, 11)
        if size == FULL or seats % 3 == number % 3
    ],
)
def test_long_names_and_large_stacks_fit_at_every_number_of_seats(size, seats):
    assert [
        (situation, fault)
        for situation in SITUATIONS
        for fault in faults_on(crowded(seats, situation), size)
    ] == []


@pytest.mark.parametrize(
    ("style", "seats"),
    [
        pytest.param(
            style,
            seats,
            id=f"{style.theme.name} {style.layout} {style.text} {seats}",
            marks=() if is_quick else pytest.mark.slow,
        )
        for style, seats, is_quick in CROWDS
    ],
)
def test_long_names_and_large_stacks_fit_on_every_kind_of_screen(style, seats):
    size = tuple(px * 2 // 3 for px in style.display_px)
    assert [
        (situation, fault)
        for situation in SITUATIONS
        for fault in faults_on(crowded(seats, situation), size, style=style)
    ] == []


@pytest.mark.parametrize("preset", ["tournament", "canterbury", "texas6plus", "casino", "pool"])
@pytest.mark.parametrize("situation", tiered(["betting", "folded", "halted"], ["betting"]))
def test_every_felt_keeps_the_contrast(preset, situation):
    assert faults_on(crowded(10, situation) | {"preset": preset}) == []


def test_a_text_on_its_own_colour_would_be_found():
    """The control: text without contrast is found."""
    ground = pygame.Surface((40, 20), 0, 32)
    ground.fill((120, 120, 120))
    rect = pygame.Rect(0, 0, 40, 20)
    assert contrast(Written("x", rect, rect, (150, 150, 150), 20, ground, ground)) < LEAST


@pytest.mark.slow
@pytest.mark.parametrize("seats", [6, 9, 10])
def test_award_hand_and_button_stay_in_the_room_of_every_seat(seats):
    """The name of a hand has no shorter form here, and gives way at last."""
    shown = crowded(seats, "shown")
    each(hand_name="pair of tens")(shown)
    assert [
        (button, won, fault)
        for button in range(1, seats + 1)
        for won in (157, 1_118)
        for fault in faults_on(
            {
                **shown,
                "button": button,
                "result": [{**win, "won": won} for win in shown["result"][:2]],
            }
        )
    ] == []


def cut_names(
    make,
    situations,
    seats,
    style=USUAL,
):
    """Usual names that do not stand whole on their plates, whoever sits where."""
    cut = []
    for situation, first in itertools.product(situations, range(0, len(NAMES), seats)):
        shown = make(seats, situation)
        names = [NAMES[(first + i) % len(NAMES)] for i in range(seats)]
        for seat, name in zip(shown["seats"].values(), names, strict=True):
            seat["name"] = name
        told = texts(shown, style=style)
        cut += [(situation, name) for name in names if name not in told]
    return cut


@pytest.mark.parametrize("seats", tiered(range(2, 11), [9]))
def test_a_usual_name_stands_whole_beside_two_cards(seats):
    """Face down or up."""
    assert cut_names(crowded, ["betting", "all-in", "shown", "lost to a shown hand"], seats) == []


def test_what_a_player_must_act_on_is_at_least_seven_millimetres():
    """The keys with their amounts, own stack, bets and the sentence: 25 u are 6.9 mm."""
    proofs, _ = proofs_of("betting-6")
    low = places.KEYS.y
    asked = [one for one in proofs if one.ink.y > low] + [
        one for one in proofs if one.text in ("12,500", "1,200")
    ]
    assert min(one.cap_px for one in asked) >= bar.SENTENCE_CAP_U


@pytest.mark.parametrize("name", tiered(HALTED, HALTED[:1]))
def test_what_is_wrong_and_what_the_rulebook_prescribes_are_told_to_the_end(name):
    """At a halted table nothing is cut off, and nothing is said twice: what is wrong has just
    been news, too.
    """
    table = view(name)
    wrong = table["irregularity"]
    table.update(
        notices=[{"text": wrong["what"], "code": wrong["kind"], "is_halt": True}],
        prompt=f"The floor is asked: {wrong['remedy']}",
    )
    for size in SIZES:
        told = texts(table, size)
        assert [text for text in told if "…" in text and not text.startswith("tablectl ")] == []
        for sentence in filter(
            None, (wrong["what"], *(wrong.get("steps") or [wrong["remedy"]]), wrong.get("later"))
        ):
            assert " ".join(told).count(" ".join(sentence.split()[-2:])) == 1, (sentence, told)


@pytest.mark.parametrize(("name", "has_room"), [("betting-6", True), ("betting-9", False)])
def test_a_fold_that_may_be_taken_back_names_the_key_where_there_is_room(name, has_room):
    """Clauses: F-1."""
    shown = view(name)
    number = next(number for number, seat in shown["seats"].items() if seat["status"] == "folded")
    shown["seats"][number]["may_undo"] = True
    proofs, surface = proofs_of(shown)
    assert ("FOLDED · UNDO" in [written.text for written in proofs]) == has_room
    assert faults(proofs, surface) == []
