"""A floor that always takes the first ruling offered ends every trouble, and each sentence says
whom or what it is about.
"""

import re
from collections import Counter
from itertools import combinations

import pytest

from tablectl.engine.engine import handle
from tablectl.engine.facts import Refused
from tablectl.engine.floor import ruling_name
from tablectl.engine.floor_json import read_ruling
from tablectl.games.catalog import PRESETS
from tablectl.present.readout import list_notices
from tablectl.present.reasons import say_notice, table_names
from tablectl.present.rulings import open_rulings
from tests.happened import ruled
from tests.harvest import of_chance
from tests.present.test_prompts import with_names
from tests.tiers import tiered

AT_MOST = 8  # rulings, for what came together
# of these a seat is told as the place it is
OF_THE_PLACE = ("device_lost", "device_back", "stack_differs")
SEAT = re.compile(r"\b[Ss]eat (\d)")
# chips put right, a card presented: then the ruling
HANDS_DO_IT = ("stack_differs", "unreadable_card", "edges_missing")


def first_of(t):
    """What `rule status` names first."""
    return open_rulings(t, 0)[0]


def followed(t):
    """The rulings typed, what was answered, and the table then; it stops where nothing is wrong,
    or at a refusal.
    """
    typed = []
    told = []
    while (t.halt is not None or (t.shoe.is_deck_foul and not t.in_hand)) and len(typed) < AT_MOST:
        first = first_of(t)
        if "…" in first.command:  # a card that only the floor can name
            return [*typed, first.command], [*told, first.effect], t
        said = {"floor": first.ruling, **({"number": t.case} if t.case else {})}
        after, rows = handle(t, (ruled(read_ruling(said)),))
        typed.append(first.command)
        told += [
            say_notice(one, table_names(after))
            for one in list_notices(t, rows)
            if one.code not in OF_THE_PLACE
        ]
        if any(isinstance(fact, Refused) for row in rows for fact in row.facts):
            break
        t = after
    return typed, told, t


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_what_is_named_first_ends_every_trouble(name):
    """Clauses: F-6, G-2, G-10."""
    kinds = Counter()
    wrong = set()
    seen = set()
    for seed in range(15):
        for table, _, _ in of_chance(name, f"followed {seed}", hands=6):
            if table.irregularity is None or (seed, table.halts) in seen:
                continue
            seen.add((seed, table.halts))
            kind = table.irregularity.kind
            typed, told, after = followed(with_names(table))
            kinds[kind] += 1
            if after.case is not None and (
                after.irregularity is None or after.irregularity.kind not in HANDS_DO_IT
            ):
                wrong.add(f"{kind}: {typed} leaves {after.irregularity}, {told}")
            if not told:
                wrong.add(f"{kind}: {typed} is answered with nothing")
            wrong |= {
                f"{kind}: {text}"
                for text in told
                for number in SEAT.findall(text)
                if after.seat(int(number)).name
            }
    print(dict(kinds))
    assert wrong == set()
    # in pool few cards are dealt, and no chips are sensed
    assert len(kinds) >= (2 if name == "pool" else 5)


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_what_eyes_have_seen_may_be_reported_wherever_the_table_takes_it(name):
    """Clauses: F-2, F-6, L-15, L-17, D-11. The report that a floor needs stands in `rule
    status`, not in the help alone.
    """
    offered = Counter()
    for table, _, _ in of_chance(name, "reported", hands=4):
        if table.case is not None or not table.in_hand:
            continue
        dealt = tuple(n for n, player in sorted(table.playing.players.items()) if player.cards)
        reports = [
            read_ruling({"floor": "dealer_exposed"}),
            *(read_ruling({"floor": "misplaced", "seats": two}) for two in combinations(dealt, 2)),
        ]
        for report in reports:
            _, rows = handle(table, (ruled(report),))
            if not any(isinstance(fact, Refused) for fact in rows[0].facts):
                named_there = {one.ruling for one in open_rulings(table, 0)}
                assert ruling_name(type(report)) in named_there
                offered[ruling_name(type(report))] += 1
                break
    assert offered
