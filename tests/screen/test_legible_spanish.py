"""In Spanish, whose words are longer, every text is whole and apart from its neighbours as well."""

import msgspec
import pytest

from tablectl.games.catalog import PRESETS
from tablectl.locale import get_translator
from tablectl.present.public import public_view
from tests.harvest import of_chance
from tests.present.test_prompts import NAMES, with_names
from tests.screen.crowds import LONG_SHOT
from tests.screen.proofs import FULL, faults, packet, proofs_of
from tests.screen.test_legible import EACH_SIZE, SIZES
from tests.screen.test_legible_games import PICTURES
from tests.tiers import tiered

AT_MS = (0, 6_000)  # pages of a result come one after the other


def in_spanish(shown):
    """Its labels: the sentences are the file's."""
    return msgspec.json.decode(packet(shown)) | {"language": "es"}


def wrong_on(shown, size=FULL):
    """Faults, and texts that are cut; but names, with what follows them, and what the floor
    types may be.
    """
    found = []
    for at_ms in AT_MS:
        proofs, surface = proofs_of(shown, size, at_ms)
        found += faults(proofs, surface)
        found += [
            f"{one.text!r} is cut"
            for one in proofs
            if one.text.endswith("…") and not may_be_cut(one.text[:-1])
        ]
    return found


def may_be_cut(kept):
    """Names, with what follows them; what the floor types; and the files' own English: a shot of
    the deck file, a hand's name.
    """
    names = (*filter(None, NAMES), "Asiento")
    is_english = (" " in kept and kept in LONG_SHOT) or kept.startswith("Two pair, ")
    return (
        is_english
        or kept.startswith("tablectl ")
        or any(name.startswith(kept) or kept.startswith(name) for name in names)
    )


@pytest.mark.slow
@pytest.mark.parametrize("size", EACH_SIZE)
def test_every_text_of_every_picture_can_be_read_in_spanish(size):
    """On the usual display all of them, on the others each in turn: these differ by rounding
    alone.
    """
    shown = [*PICTURES] if size == FULL else [*PICTURES][SIZES.index(size) - 1 :: len(SIZES) - 1]
    found = {name: wrong_on(in_spanish(PICTURES[name]()), size) for name in shown}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def situations_of(preset, seed, hands):
    """The first view of each situation that chance leads to, in Spanish."""
    seen = set()
    for table, now_ms, told in of_chance(preset, seed, hands):
        view = public_view(with_names(table), now_ms, told, 5, get_translator("es"))
        situation = (
            view.phase,
            view.ask.kind,
            view.street,
            view.result is None,
            view.irregularity and view.irregularity.kind,
        )
        if situation not in seen and view.void is None:
            seen.add(situation)
            yield view


@pytest.mark.parametrize("preset", tiered(PRESETS, ["casino"]))
def test_sentences_of_runs_can_be_read_in_spanish(preset):
    views = list(situations_of(preset, "legible", hands=5))
    assert len(views) > 6
    assert [(view.prompt, wrong) for view in views if (wrong := wrong_on(view))] == []


def test_what_does_not_fit_would_be_found():
    shown = in_spanish("betting-6")
    shown["seats"]["2"]["name"] = "Somebody whose name is longer than any plate has room for"
    assert any("is cut" in wrong for wrong in wrong_on(shown))
