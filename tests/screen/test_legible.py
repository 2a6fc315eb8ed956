"""Every text of every picture is measured: whole, apart from its neighbours, and with contrast on what it lies on."""

import itertools
import json
from pathlib import Path

import pygame
import pytest

from tablectl.rehearsal.demo.wanted import NAMES
from tablectl.screen.layout import places
from tablectl.screen.model import decode
from tablectl.screen.parts import bar
from tablectl.screen.style import USUAL, Style
from tablectl.screen.telling.results import told_ms
from tests.screen.contrast import luminance
from tests.screen.proving import ProvingPainter, Written
from tests.tiers import tiered

VIEWS = sorted((Path(__file__).parent / "views").glob("*.json"))
SIZES = [(1920, 1080), (1280, 720), (1366, 768), (2560, 1440)]
SIZE = SIZES[0]
# In `make test` one size: a picture is laid out in u, and the others differ by rounding alone.
RESULTS = [file for file in VIEWS if decode(file.read_bytes()).result]
HALTED = [file for file in VIEWS if "halted" in file.stem]
EACH_SIZE = [pytest.param(size, id=f"{size[0]}x{size[1]}", marks=() if size == SIZE else pytest.mark.slow) for size in SIZES]
CONTRAST_MIN = 4.5
LONG_NAME = "Maximiliana Wolfgang"               # 20 characters
LARGE_STACK = 1_250_000
MM_PER_U = 531.4 / 1920                          # a 24-inch 16:9 screen is 531.4 mm wide
CAP_MIN_U = 13                                   # nothing is set smaller, not even on a badge


def proofs_of(
    view_json: bytes, size: tuple[int, int], at_ms: int = 0, style: Style = USUAL,
) -> tuple[list[Written], pygame.Surface]:
    proofs = []
    surface = pygame.Surface(size, 0, 32)
    painter = ProvingPainter(size, proofs, style=style)
    painter.show(decode(view_json), 0)
    painter.paint(surface, at_ms)
    return proofs, surface


def contrast(written: Written) -> float:
    """Against the least favourable of the pixels that lay beneath the text's ink box."""
    wide, high = written.ground.get_size()
    ink, pixels = luminance(written.colour), pygame.image.tobytes(written.ground, "RGB")
    colours = {pixels[3 * (x + wide * y):3 * (x + wide * y) + 3] for x in range(0, wide, max(1, wide // 24))
               for y in range(0, high, max(1, high // 12))}
    grounds = [luminance((colour[0], colour[1], colour[2])) for colour in colours]
    return min((max(ink, ground) + 0.05) / (min(ink, ground) + 0.05) for ground in grounds)


def faults(proofs: list[Written], surface: pygame.Surface) -> list[str]:
    found = []
    for i, one in enumerate(proofs):
        if not one.within.contains(one.ink) or not surface.get_rect().contains(one.ink):
            found.append(f"{one.text!r} {one.ink} leaves {one.within}")
        elif pygame.image.tobytes(surface.subsurface(one.ink), "RGB") != pygame.image.tobytes(one.drawn, "RGB"):
            found.append(f"{one.text!r} {one.ink} is painted over")
        if contrast(one) < CONTRAST_MIN:
            found.append(f"{one.text!r} {one.ink} has contrast {contrast(one):.2f}")
        found += [f"{one.text!r} {one.ink} overlaps {two.text!r} {two.ink}" for two in proofs[i + 1:]
                  if one.ink.colliderect(two.ink)]
    return found


def crowded(seats: int, situation: str) -> bytes:
    """A full table of long names and large stacks, with everything in front of each seat that can be there."""
    view = json.loads((Path(__file__).parent / "views" / "betting-6.json").read_bytes())
    template = {**view["seats"]["5"], "name": LONG_NAME, "stack": LARGE_STACK, "bet": LARGE_STACK, "connected": True}
    view["seats"] = {str(number): dict(template) for number in range(1, seats + 1)}
    view.update(preset="tournament", button=seats, to_act=1, to_call=LARGE_STACK, raise_to_min=2 * LARGE_STACK,
                raise_to_max=3 * LARGE_STACK, pot_total=9 * LARGE_STACK, table="The long table by the window",
                prompt=f"Seat 1: call {LARGE_STACK:,}, raise to {2 * LARGE_STACK:,} or more, or fold.",
                pots=[{"amount": LARGE_STACK, "seats": list(range(pot, seats + 1))} for pot in range(1, 4)])
    view["level"].update(small_blind=50_000, big_blind=100_000, ante=10_000)
    view["level"]["next"].update(small_blind=100_000, big_blind=200_000)
    SITUATIONS[situation](view)
    return json.dumps(view).encode()


def _due_back(view: dict):
    for seat in view["seats"].values():
        seat["due_back"] = LARGE_STACK


def _missing(view: dict):
    for seat in view["seats"].values():
        seat["missing"] = LARGE_STACK


def _lost(view: dict):
    for seat in view["seats"].values():
        seat["connected"] = False


def _all_in_behind(view: dict):
    for seat in view["seats"].values():
        seat.update(status="all_in", bet=0)


def _all_in_in_pots(view: dict):
    """Pots so small that the last seats are named beside them."""
    _all_in_behind(view)
    last = [int(number) for number in view["seats"]][-5:]
    view.update(pots=[{"amount": 40, "seats": last}, {"amount": 30, "seats": last[1:]}])


def _folded(view: dict):
    for seat, status in zip(view["seats"].values(), ["in", *["folded", "sitting_out", "out"] * 3], strict=False):
        seat.update(status=status, bet=0, cards=["??", "??"] if status == "in" else [], place=9)


def _shown(view: dict):
    for seat in view["seats"].values():
        seat.update(cards=["Th", "Qd"], bet=0)
    view.update(phase="idle", to_act=None, legal=[], pots=[], board=["Ac", "Td", "6h", "Jc", "Ts"], result=[
        {"seat": int(number), "won": LARGE_STACK, "cards": ["Ac", "Td", "Ts", "Th", "Jc"],
         "hand": "three of a kind, tens", "pot": 0} for number in view["seats"]])


def _acted(view: dict):
    for seat, code in zip(view["seats"].values(), ["raise", "small_blind", "post", "mucked", "all_in", "call"] * 2, strict=False):
        seat.update(last_action={"code": code, "amount": LARGE_STACK}, status="all_in" if code == "all_in" else "in",
                    stack=LARGE_STACK if code != "all_in" else 0)


def _lost_shown(view: dict):
    _shown(view)
    view["result"] = view["result"][:1]
    for seat in view["seats"].values():
        seat.update(hand_name="two pair, queens and tens", hand_short="two pair", stack=25,
                    last_action={"code": "lost", "amount": 0})


def _four(view: dict):
    for seat in view["seats"].values():
        seat.update(cards=["??"] * 4)


def _four_shown(view: dict):
    """The winner's two of four are bright; a hand that is being turned up lies face down in part."""
    _shown(view)
    for seat in view["seats"].values():
        seat.update(cards=["Th", "Qd", "7s", "2c"])
    view["seats"]["2"]["cards"] = ["Td", "Ts", "??", "Qh"]


def _four_all_in(view: dict):
    _four_shown(view)
    view.update(result=None, phase="dealing", board=["Ac", "Td", "6h"])
    for number, seat in view["seats"].items():
        seat.update(status="all_in", stack=int(number) % 2 * 25)        # every second one with chips too few to bet


def _four_out(view: dict):
    _four_shown(view)
    for seat in view["seats"].values():
        seat.update(status="out", stack=0, place=9)


def _halted(view: dict):
    view.update(phase="halted", board=["Ac", "Td", "6h", "Jc", "Ts"], irregularity={
        "kind": "boxed_card", "seat": 1, "card": "Th", "cards": ["Th", "8c"], "clause": "G-2, G-10",
        "what": "Th and 8c lay face up in the deck, and seat 1 has seen them before anybody has acted on this street.",
        "remedy": "Th and 8c are out of play. " + "The next card of the stub takes the place of each of them. " * 4})
    _due_back(view)


def _paused(view: dict):
    view.update(paused=True, levels=[{"small_blind": 50_000 * i, "big_blind": 100_000 * i} for i in range(1, 15)])


SITUATIONS = {"betting": lambda view: None, "due back": _due_back, "missing": _missing, "lost": _lost, "all-in": _all_in_behind,
              "all-in in pots": _all_in_in_pots, "folded": _folded, "shown": _shown, "acted": _acted,
              "lost to a shown hand": _lost_shown, "four": _four, "four shown": _four_shown, "four all-in": _four_all_in,
              "four out": _four_out, "halted": _halted, "paused": _paused}


@pytest.mark.parametrize("size", EACH_SIZE)
@pytest.mark.parametrize("file", tiered(VIEWS, VIEWS[::5]), ids=lambda file: file.stem)
def test_every_text_of_every_phase_can_be_read(file, size):
    assert faults(*proofs_of(file.read_bytes(), size)) == []


@pytest.mark.parametrize("file", tiered(RESULTS, RESULTS[:2]), ids=lambda file: file.stem)
def test_every_text_of_a_result_can_be_read_page_after_page(file):
    """To the slips against the house, and to the panel that sums the hand up."""
    view = file.read_bytes()
    ends = itertools.accumulate(told_ms(decode(view)))
    assert [(at_ms, fault) for at_ms in ends for fault in faults(*proofs_of(view, SIZE, at_ms))] == []


@pytest.mark.slow
@pytest.mark.parametrize("file", VIEWS, ids=lambda file: file.stem)
def test_every_text_of_the_wall_s_clock_can_be_read(file):
    assert faults(*proofs_of(file.read_bytes(), (1920, 1080), style=Style(view="clock"))) == []


@pytest.mark.slow
@pytest.mark.parametrize("seats", tiered(range(2, 11), [2, 10]))
@pytest.mark.parametrize("size", EACH_SIZE)
def test_long_names_and_large_stacks_fit_at_every_number_of_seats(size, seats):
    assert [(situation, fault) for situation in SITUATIONS
            for fault in faults(*proofs_of(crowded(seats, situation), size))] == []


@pytest.mark.parametrize("preset", ["tournament", "canterbury", "texas6plus", "casino", "pool"])
@pytest.mark.parametrize("situation", tiered(["betting", "folded", "halted"], ["betting"]))
def test_every_felt_keeps_the_contrast(preset, situation):
    view = json.loads(crowded(10, situation))
    view["preset"] = preset
    assert faults(*proofs_of(json.dumps(view).encode(), (1920, 1080))) == []


def test_a_text_on_its_own_colour_would_be_found():
    """The control: text without contrast is found."""
    ground = pygame.Surface((40, 20), 0, 32)
    ground.fill((120, 120, 120))
    rect = pygame.Rect(0, 0, 40, 20)
    assert contrast(Written("x", rect, rect, (150, 150, 150), 20, ground, ground)) < CONTRAST_MIN


@pytest.mark.slow
def test_nothing_is_smaller_than_three_and_a_half_millimetres():
    """Not on the most crowded table either."""
    views = [(file.stem, file.read_bytes()) for file in VIEWS]
    views += [(f"{situation}, {seats} seats", crowded(seats, situation)) for situation in SITUATIONS
              for seats in (3, 6, 10)]
    smallest = min((one.cap_px, one.text, name) for name, view in views for one in proofs_of(view, (1920, 1080))[0])
    print(f"smallest glyph: {smallest[0]:.1f} px, {smallest[0] * MM_PER_U:.1f} mm: {smallest[1]!r} in {smallest[2]}")
    assert smallest[0] >= CAP_MIN_U


@pytest.mark.slow
@pytest.mark.parametrize("seats", [6, 9, 10])
def test_award_hand_and_button_stay_in_the_room_of_every_seat(seats):
    """The name of a hand has no shorter form here, and gives way at last."""
    view = json.loads(crowded(seats, "shown"))
    for seat in view["seats"].values():
        seat.update(hand_name="pair of tens")
    assert [(button, won, fault) for button in range(1, seats + 1) for won in (157, 1_118)
            for fault in faults(*proofs_of(json.dumps({**view, "button": button, "result": [
                {**win, "won": won} for win in view["result"][:2]]}).encode(), SIZE))] == []


@pytest.mark.parametrize("seats", [
    pytest.param(seats, marks=() if seats == 9 else pytest.mark.slow) for seats in range(2, 11)])
def test_a_usual_name_stands_whole_beside_two_cards(seats):
    """Face down or up, whoever sits where."""
    cut, situations = [], ("betting", "all-in", "shown", "lost to a shown hand")
    for situation, first in itertools.product(situations, range(0, len(NAMES), seats)):
        view = json.loads(crowded(seats, situation))
        names = [NAMES[(first + i) % len(NAMES)] for i in range(seats)]
        for seat, name in zip(view["seats"].values(), names, strict=True):
            seat["name"] = name
        told = {one.text for one in proofs_of(json.dumps(view).encode(), SIZE)[0]}
        cut += [(situation, name) for name in names if name not in told]
    assert cut == []


def test_what_a_player_must_act_on_is_at_least_seven_millimetres():
    """The keys with their amounts, own stack, bets and the sentence: 25 u are 6.9 mm."""
    proofs, _ = proofs_of((Path(__file__).parent / "views" / "betting-6.json").read_bytes(), (1920, 1080))
    low = places.KEYS.y
    asked = [one for one in proofs if one.ink.y > low] + [one for one in proofs if one.text in ("12,500", "1,200")]
    assert min(one.cap_px for one in asked) >= bar.SENTENCE_CAP_U


@pytest.mark.parametrize("view", tiered(HALTED, HALTED[:1]), ids=lambda view: view.stem)
def test_what_is_wrong_and_what_the_rulebook_prescribes_are_told_to_the_end(view):
    """At a halted table nothing is cut off, and nothing is said twice: what is wrong has just been news, too."""
    table = json.loads(view.read_bytes())
    wrong = table["irregularity"]
    table.update(notices=[{"text": wrong["what"], "code": wrong["kind"], "is_halt": True}],
                 prompt=f"The floor is asked: {wrong['remedy']}")
    for size in SIZES:
        told = [written.text for written in proofs_of(json.dumps(table).encode(), size)[0]]
        assert [text for text in told if "…" in text and not text.startswith("tablectl ")] == []
        for sentence in filter(None, (wrong["what"], *(wrong.get("steps") or [wrong["remedy"]]), wrong.get("later"))):
            assert " ".join(told).count(" ".join(sentence.split()[-2:])) == 1, (sentence, told)


@pytest.mark.parametrize(("file", "has_room"), [("betting-6", True), ("betting-9", False)])
def test_a_fold_that_may_be_taken_back_names_the_key_where_there_is_room(file, has_room):
    """Clauses: F-1."""
    view = json.loads((Path(__file__).parent / "views" / f"{file}.json").read_bytes())
    number = next(number for number, seat in view["seats"].items() if seat["status"] == "folded")
    view["seats"][number]["may_undo"] = True
    proofs, surface = proofs_of(json.dumps(view).encode(), (1920, 1080))
    assert ("FOLDED · UNDO" in [written.text for written in proofs]) == has_room
    assert faults(proofs, surface) == []
