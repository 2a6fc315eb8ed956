"""The panel of a halt and the ways on beneath it, wherever chance leads: true, whole, and taken
by the table.
"""

from collections import Counter

import pytest

from tablectl.engine.engine import handle
from tablectl.engine.events import FloorRuled
from tablectl.engine.facts import Refused
from tablectl.engine.floor_json import read_ruling
from tablectl.games.catalog import PRESETS
from tablectl.locale import LANGUAGES, get_translator
from tablectl.present.public import public_view
from tablectl.screen.style import LAYOUTS, TEXTS, Style
from tests.harvest import of_chance
from tests.present.test_prompts import with_names
from tests.present.test_rulings import lost_at_its_turn
from tests.screen.proofs import faults, faults_on, proofs_of, view
from tests.tiers import tiered

# the chips are put right by hand: then the ruling is taken
CHIPS_FIRST = ("put_right", "as_known")
# filled in by the floor
WITH_VALUES = ("--seat …", "--card …", "--act …", "--stack …", "--seats …")


def is_taken(t, way):
    """Whether the table takes what is typed; a value that the floor fills in is the floor's."""
    _, _, word, *rest = way.command.split()
    said = {"floor": word.replace("-", "_"), "why": "the floor says so"}
    said |= {"number": int(rest[0])} if rest and rest[0].isdigit() else {}
    said |= {"seat": int(rest[rest.index("--seat") + 1])} if "--seat" in rest else {}
    said = {key: value for key, value in said.items() if key != "why" or "--why" in way.command}
    _, rows = handle(t, (FloorRuled(at_ms=0, ruling=read_ruling(said)),))
    return not any(isinstance(fact, Refused) for fact in rows[0].facts)


def wrong_at(t, now_ms):
    table = public_view(t, now_ms)
    wrong = table.irregularity
    ways, found = wrong.alternatives, []
    if not 1 <= len(ways) <= 3 or len({way.command for way in ways}) < len(ways):
        found.append(f"{len(ways)} ways on: {ways}")
    if not 1 <= len(wrong.steps) <= 3 or not all(
        step[:1].isupper() and step.endswith((".", "!")) for step in wrong.steps
    ):
        found.append(f"steps: {wrong.steps}")
    for way in ways:
        waits = (
            t.irregularity is not None
            and t.irregularity.remedy in CHIPS_FIRST
            and " confirm" in way.command
        )
        is_open = not way.command or waits or any(value in way.command for value in WITH_VALUES)
        if not is_open and not is_taken(t, way):
            found.append(f"refused: {way.command}")
    proofs, surface = proofs_of(table)
    shown = [written.text for written in proofs]
    told = " ".join(shown)
    found += faults(proofs, surface)
    found += [
        f"cut: {text}"
        for text in shown
        if text.endswith("…") and not text.startswith("tablectl ") and len(text) > 12
    ]
    found += [f"not shown: {way.command}" for way in ways if way.command not in told]
    return [f"{wrong.kind} {wrong.why}: {one}" for one in found]


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_what_stands_under_a_halt_is_taken_and_whole(name):
    """Clauses: F-6, G-10."""
    kinds = Counter()
    wrong = []
    for seed in range(8):
        for table, now_ms, _ in of_chance(name, f"followed {seed}", hands=4):
            if table.halt is None:
                continue
            wrong_shown = public_view(with_names(table), now_ms).irregularity
            case = f"{wrong_shown.kind} {wrong_shown.why} {len(wrong_shown.alternatives)}"
            if not kinds[case]:
                wrong += wrong_at(with_names(table), now_ms)
            kinds[case] += 1
    assert (len(kinds) > 1, wrong) == (True, [])


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("text", tiered(TEXTS, [1.3]))
def test_the_floor_reads_the_whole_command_for_a_lost_seat(text, code, layout):
    """Clauses: G-7. What the seat may do now and what is typed, in each layout and language, at
    each size of text.
    """
    table = public_view(with_names(lost_at_its_turn(("call",))), 0, language=get_translator(code))
    proofs, surface = proofs_of(table, style=Style(layout=layout, text=text))
    told = " ".join(written.text for written in proofs)
    assert (
        table.ask.command in told,
        table.prompt.rpartition(" ")[2] in told,
        faults(proofs, surface),
    ) == (True, True, [])


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_a_way_does_has_room_on_two_lines_over_its_command(layout, text):
    """A void hand of a foul deck says most; in Spanish more."""
    for effect in (
        "Every chip goes back. Then the deck is checked.",
        "Todas las fichas vuelven a su sitio. Después se revisa la baraja entera.",
    ):
        table = view("run-halted-early")
        for way in table["irregularity"]["alternatives"]:
            way["effect"] = effect
        style = Style(layout=layout, text=text)
        assert faults_on(table, style.display_px, style=style) == []
