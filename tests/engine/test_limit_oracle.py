"""Legal equals accepted in fixed limit and pot limit: what the table says, what it accepts and
what the rulebook allows.
"""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from tablectl.engine.engine import handle, open_table
from tablectl.engine.rounds.betting import legal_bets
from tablectl.games.catalog import preset
from tablectl.rules.forced import Stakes
from tablectl.rules.limits import Bettor, Limits, Round, after_raise, least_raise, legal_acts
from tests.happened import press

from .oracle import Act, Player, Room, Spot, allowed, bets, is_capped, is_open, tries_of
from .playing import KEYS_ONLY
from .pressing import positions, wrong_at

POSITIONS = 4_000  # for each room; rare ones come among many
ROOMS = {
    "limit, before_cap": Room("fixed_limit"),
    "limit, round_start": Room("fixed_limit", heads_up_cap="round_start"),
    "limit, never": Room("fixed_limit", heads_up_cap="never"),
    "limit, four bets": Room("fixed_limit", cap=3, heads_up_cap="never"),
    "pot": Room("pot_limit"),
    "pot, the call counted": Room("pot_limit", counts_call=True),
    "pot, double": Room("pot_limit", min_raise="double"),
}
WILD = (
    (0.05, 0.75, 0.25),
    (0.1, 0.6, 0.1),
    (0.03, 0.85, 0.5),
    (0.02, 0.3, 0.4),
    (0.02, 0.2, 0.4),
    (0.2, 0.4, 0.2),
)
LIMIT = (
    "capped",
    "beyond the cap",
    "a fold after the cap",
    "after a short all-in",
    "an all-in that counts in full",
    "not reopened",
)
TOTALS = ("bet", "raise_to")
POT = (
    "the pot is the limit",
    "after a short all-in",
    "not reopened",
    "reopened",
    "a blind is short, and the pot the limit",
    "nobody has the small blind, and the pot is the limit",
)


def a_table(chance, room):
    """Two to six players with a few bets each, so that all-ins fall on every side of half a bet."""
    small = chance.choice([2, 5, 10, 25])
    big = 2 * small
    seats = chance.sample(range(1, 11), chance.choice([2, 3, 3, 4, 5, 6]))
    name = "canterbury" if room.betting == "fixed_limit" else "texas6plus"
    options = {
        **KEYS_ONLY,
        "betting": room.betting,
        "cap": room.cap,
        "heads_up_cap": room.heads_up_cap,
        "min_raise": room.min_raise,
        "pot_limit_counts_call": room.counts_call,
        "smallest_chip": 1,
    }
    if room.betting == "pot_limit":
        options["button_moves"] = chance.choice(["forward", "dead"])
    deepest = chance.choice([1, 2, 4, 12, 40])
    table, _ = open_table(
        preset(name),
        {seat: a_stack(chance, big, deepest) for seat in seats},
        stakes=Stakes(small, big, chance.choice([0, 0, small]), big, 2 * big),
        button=seats[0],
        options=options,
    )
    return table


def a_stack(chance, big, deepest):
    """Every second stack is any; the others are a few bets and less than half a bet, for short
    all-ins.
    """
    if chance.random() < 0.5:
        return chance.randint(1, deepest * 2 * big)
    return chance.randint(1, 4) * big + chance.randint(1, big // 2)


def turns(chance, room):
    table, temper = a_table(chance, room), chance.choice(WILD)
    return positions(chance, room, table, 6, temper, fitting, with_a_dead_small_blind)


def with_a_dead_small_blind(table, chance):
    """With a dead button, now and then, whoever had the big blind sits out: the small blind that
    follows it is nobody's.
    """
    if table.settings.button_moves != "dead" or table.last is None or table.last.big is None:
        return table
    back = [press(seat.number, "sit_in") for seat in table.seats if seat.is_absent]
    out = (
        [press(table.last.big, "sit_out")]
        if len(table.last.dealt) > 3 and chance.random() < 0.3
        else []
    )
    return handle(table, (*back, *out))[0]


def fitting(table, event, _):
    """An all-in beyond the limit is the largest raise that is allowed."""
    may, own = legal_bets(table), table.player(event.seat).bet + table.seat(event.seat).stack
    if event.key == "all_in" and may.raise_max is not None and own > may.raise_max:
        return press(event.seat, may.acts[-1], may.raise_max)
    return event


def tries(spot, may):
    """Every act, and a raise to every amount on an edge of what might be allowed."""
    me = spot.me
    everything, pot_more = me.bet + me.stack, spot.highest + spot.pot
    amounts = {
        1,
        everything,
        everything + 1,
        spot.highest + spot.size,
        pot_more,
        pot_more + may.to_call,
    }
    # in fixed limit a bet without an amount is the one there is
    return [(act, amount) for act, amount in tries_of(amounts, may) if amount or act not in TOTALS]


def count(spot, reached):
    """The positions that have to be among those compared."""
    may, made = allowed(spot), bets(spot)
    fulls = [m for m in made if m.is_full]
    since = [m for m in made if spot.last_act and m.after > spot.last_act]
    could = {p.seat: p.bet + p.stack for p in spot.began}
    all_ins = [m for m in made if m.after and m.total == could[spot.acts[m.after - 1].seat]]
    reached["positions"] += 1
    reached["capped"] += is_capped(spot)
    reached["beyond the cap"] += len(fulls) > spot.room.cap + 1
    reached["a fold after the cap"] += is_capped(spot) and any(
        act.did == "fold" for act in spot.acts[fulls[spot.room.cap].after :]
    )
    reached["after a short all-in"] += any(not m.is_full for m in made)
    reached["an all-in that counts in full"] += any(
        m.is_full and (m.total - spot.size) % spot.size for m in all_ins
    )
    reached["not reopened"] += bool(since) and spot.is_raisable and not is_open(spot)
    reached["reopened"] += bool(since) and is_open(spot)
    if spot.room.betting == "pot_limit" and may.most is not None and may.most < could[spot.seat]:
        assert may.least is not None
        assert may.least <= may.most
        posted = {p.seat: p.bet for p in spot.began}
        reached["the pot is the limit"] += 1
        reached["a blind is short, and the pot the limit"] += spot.is_preflop and any(
            seat is not None and posted[seat] < blind for seat, blind in spot.blinds
        )
        reached["nobody has the small blind, and the pot is the limit"] += (
            spot.is_preflop and spot.blinds[0][0] is None
        )


def compare(seed, room):
    reached = Counter()
    chance = Random(seed)
    while reached["positions"] < POSITIONS:
        for table, spot in turns(chance, room):
            count(spot, reached)
            assert wrong_at(table, spot, tries) == []
    print(dict(reached))
    return reached


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_what_is_legal_in_limit_and_pot_limit_is_what_is_accepted_and_what_the_rulebook_allows(
    room,
):
    """Clauses: L-4, L-6, L-7, S-4, S-5, G-11, G-13, T-13."""
    reached = compare(7, ROOMS[room])
    wanted = set(LIMIT if ROOMS[room].betting == "fixed_limit" else POT)
    if ROOMS[room].heads_up_cap == "never":
        wanted.discard("beyond the cap")
    assert {what for what in wanted if not reached[what]} == set()


def test_two_short_all_ins_after_a_bet_of_eight_whatever_they_are():
    """Clauses: L-6, L-7: they add up against the last full bet; of chance alone two in a row
    hardly ever come about.
    """
    limits, opened = Limits("fixed_limit", size=8, cap=4), Round(8, fulls=1, base=8)
    told = {}
    for first in range(9, 16):
        for second in range(first + 1, first + 8):
            players = (
                Player(1, "in", 8, 192),
                Player(3, "all_in", first, 0),
                Player(4, "all_in", second, 0),
                Player(5, "in", 0, 200),
            )
            began = tuple(
                replace(player, state="in", bet=0, stack=player.bet + player.stack)
                for player in players
            )
            acts = (Act(1, "raise", 8), Act(3, "raise", first), Act(4, "raise", second))
            spot = Spot(
                ROOMS["limit, never"], 5, players, began, acts, 4, 8, is_preflop=False, pot=30
            )
            round = after_raise(limits, after_raise(limits, opened, first, 3), second, 2)
            may = allowed(spot)
            assert (may.least, may.most) == (least_raise(limits, round), least_raise(limits, round))
            legal = legal_acts(limits, round, Bettor(8, 192, acted_at=1), 0)
            assert is_open(replace(spot, seat=1)) == (legal.raise_min is not None)
            told[first, second] = may.least
    assert (told[10, 12], told[10, 11], told[12, 14], told[12, 16]) == (20, 16, 20, 24)


def test_a_pot_without_what_the_blinds_lack_would_be_found():
    """The comparison can fail: where no blind has to count in full, the same positions differ."""
    chance = Random(7)
    found = (
        wrong
        for _ in range(40)
        for table, spot in turns(chance, ROOMS["pot"])
        for wrong in wrong_at(table, replace(spot, blinds=()), tries)
    )
    assert next(found, None) is not None


@pytest.mark.parametrize(
    ("played", "judged"),
    [
        ("limit, before_cap", "limit, never"),
        ("limit, before_cap", "limit, round_start"),
        ("limit, before_cap", "limit, four bets"),
        ("pot", "pot, the call counted"),
        ("pot", "pot, double"),
    ],
)
def test_another_setting_would_be_found(played, judged):
    """The comparison can fail: judged by another setting, the same positions differ."""
    chance = Random(7)
    found = (
        wrong
        for _ in range(40)
        for table, spot in turns(chance, ROOMS[played])
        for wrong in wrong_at(table, replace(spot, room=ROOMS[judged]), tries)
    )
    assert next(found, None) is not None
