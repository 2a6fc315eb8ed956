"""Conservation: chips change only by buying in and cashing out, and a table that does not add up
locks.
"""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import CardOff, StartAsked
from tablectl.engine.state.audit import DoesNotAddUp, adds_up_since, audit_table
from tablectl.engine.state.changes import with_deal, with_hand, with_player, with_seat
from tablectl.engine.state.hand import Pots
from tablectl.engine.state.player import HeldCard
from tablectl.games.catalog import preset
from tablectl.rules.cards import CODE
from tablectl.rules.deck import STANDARD_52, fixed_order
from tablectl.rules.forced import Stakes
from tablectl.rules.pots import Pot
from tests.happened import press


def table(**options):
    opened, _ = open_table(
        preset("tournament"),
        {1: 500, 2: 500, 3: 500},
        stakes=Stakes(5, 10),
        chips=(5,),
        button=3,
        options={"chips_sensed": False, "action_clock_s": 0, **options},
    )
    return opened


def in_hand():
    """Hole cards are dealt, seat 3 is to act."""
    now, _ = handle(table(), [StartAsked(at_ms=0)])
    for card in fixed_order(STANDARD_52)[:6]:
        now, _ = handle(now, [CardOff(at_ms=0, cards=(card,))])
    return now


@pytest.mark.parametrize(
    "wrong",
    [
        lambda now: replace(now, total=now.total + 1),
        lambda now: with_hand(now, of=Pots(middle=5)),
        lambda now: with_hand(
            replace(now, seats=with_seat(now, 1, stack=-5)),
            players=with_player(now.playing, 1, bet=500 + 5),
        ),
        lambda now: with_deal(now, boards=((now.player(2).cards[0],),)),
    ],
    ids=["a chip too many", "in the middle", "less than nothing", "a card in two places"],
)
def test_a_table_that_does_not_add_up_locks(wrong):
    """Clauses: G-1, G-2."""
    now = in_hand()
    audit_table(now)
    with pytest.raises(DoesNotAddUp):
        audit_table(wrong(now))
    assert not adds_up_since(now, wrong(now))


def betting_to_the_end():
    """A hand from its deal to its end, event by event: bets, a street, an all-in, cards shown."""
    tables = [in_hand()]
    for seat, key, amount in [(3, "raise", 30), (1, "call", 0), (2, "call", 0)]:
        tables.append(handle(tables[-1], [press(seat, key, amount)])[0])
    for card in fixed_order(STANDARD_52)[6:10]:
        tables.append(handle(tables[-1], [CardOff(at_ms=0, cards=(card,))])[0])
    tables.append(handle(tables[-1], [press(1, "bet", 50)])[0])
    return tables


WRONG = [
    lambda now: replace(now, bank=1),
    lambda now: replace(now, seats=with_seat(now, 2, stack=now.seat(2).stack + 1)),
    lambda now: replace(now, seats=with_seat(now, 2, stack=-1)),
    lambda now: with_hand(now, players=with_player(now.playing, 3, bet=now.player(3).bet + 5)),
    lambda now: with_hand(now, players=with_player(now.playing, 3, bet=-5)),
    lambda now: with_hand(
        replace(now, seats=with_seat(now, 3, stack=now.seat(3).stack + now.player(3).bet + 5)),
        players=with_player(now.playing, 3, bet=-5),
    ),
    lambda now: with_hand(
        now, players={n: player for n, player in now.playing.players.items() if n != 2}
    ),
    lambda now: with_hand(now, players=with_player(now.playing, 1, holding=now.player(2).holding)),
    lambda now: with_hand(
        now, players=with_player(now.playing, 1, holding=now.player(1).holding[:1])
    ),
    lambda now: with_hand(
        now,
        players=with_player(now.playing, 1, holding=(*now.player(1).holding, HeldCard("2c", 0))),
    ),
    lambda now: with_hand(now, of=replace(now.of_pots, middle=now.of_pots.middle + 1)),
    lambda now: with_hand(
        replace(now, seats=with_seat(now, 3, stack=now.seat(3).stack + now.of_pots.middle + 1)),
        of=replace(now.of_pots, middle=-1),
    ),
    lambda now: with_hand(now, of=replace(now.of_pots, pots=(Pot(now.of_pots.middle + 1, (1,)),))),
    lambda now: with_deal(now, burns=(*now.playing.deal.burns, "2c")),
    lambda now: with_deal(
        now, boards=(now.board[1:],), seen=now.seen - 1 if not now.board else now.seen
    ),
    lambda now: with_deal(now, aside=now.player(1).cards[:1]),
    lambda now: with_deal(now, loose=("2c",), seen=now.seen | 1 << 51),
    lambda now: with_deal(now, seen=now.seen | 1),
    lambda now: with_deal(now, seen=now.seen ^ (now.seen & -now.seen)),
    lambda now: with_deal(now, first_burn="2c"),
    # two of one are the other's bit
    lambda now: with_deal(now, aside=("2c", "2c"), seen=now.seen + (1 << CODE["2d"])),
]


@pytest.mark.parametrize("wrong", WRONG)
def test_what_does_not_add_up_is_found_by_what_has_changed_as_by_counting_all(wrong):
    """After each event, compared with the table before it and with the one that it was made of.

    Clauses: G-1, G-2.
    """
    for before, now in pairwise(betting_to_the_end()):
        audit_table(now)
        with pytest.raises(DoesNotAddUp):
            audit_table(wrong(now))
        assert not adds_up_since(before, wrong(now))
        assert not adds_up_since(now, wrong(now))
