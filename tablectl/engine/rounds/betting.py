"""A round of betting: whose turn it is, what they may do, what they did, and how the round ends
(T-7 to T-14, G-5, G-11).

`legal_bets` lists exactly what `act` accepts.
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.play import clocks
from tablectl.engine.play.areas import (
    agrees_with_ledger,
    excess_in_front,
    notify_change,
    wager_in_front,
)
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.changes import seat_changed, with_hand, with_player
from tablectl.engine.state.hand import Hand, Pots, Wager
from tablectl.engine.state.player import LIVE, NOBODY
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.rules.limits import (
    NOTHING,
    Bettor,
    Legal,
    Limits,
    Round,
    after_raise,
    legal_acts,
    missing_to_call,
)
from tablectl.rules.pots import Pot, layer_bets, uncalled_bet
from tablectl.rules.seating import next_left_of


def begin_round(handling: Handling) -> None:
    """Before the flop the big blind is the bet, even posted short (T-7, G-13); later there is
    none (T-13).
    """
    t = handling.table
    big_blind = t.stakes.big_blind
    players = _count_players_in(t.playing)
    if t.game.streets[t.street].opens == "left_of_blinds":
        begun = Round(
            bet=big_blind,
            full=big_blind,
            fulls=1,
            opening=big_blind,
            base=big_blind,
            began_with=players,
        )
    else:
        begun = Round(full=big_blind, opening=big_blind, began_with=players)
    handling.record(f.RoundBegan(round=begun))


def go_on(handling: Handling) -> bool:
    """Gives the turn to the next seat that must act; if there is none, the round closes (T-10,
    G-11).

    False: a seat, or its chips, are waited for.
    """
    t = handling.table
    if t.playing.is_collecting:
        return collect_bets(handling)
    if (number := next_to_act(t)) is None:
        return _close_round(handling)
    seat = t.seats[number - 1]
    if (seat.is_absent or seat.is_leaving) and t.is_played_for(seat):
        act_for_absent(handling, number)
        return True
    clocks.give_turn(handling, number)
    return False


def next_to_act(t: Table) -> int | None:
    """The next seat that must act; None: nobody must (T-10, G-11)."""
    hand = t.playing
    bet = hand.round.bet
    ins, last = 0, NOBODY
    unanswered: list[int] = []
    for player in hand.players.values():  # one plain loop: after every act
        if player.status == "in":
            ins, last = ins + 1, player
            if player.acted_at < 0 or player.bet < bet:
                unanswered.append(player.number)
    # nobody is left against them, or has bet more
    if not unanswered or (ins == 1 and to_call(t, last.number) == 0):
        return None
    acted = hand.acted_last_in_round
    return next_left_of(unanswered, acted if acted is not None else _before_the_first(t, hand))


def _before_the_first(t: Table, hand: Hand) -> int:
    """The seat on whose left the round opens: the big blind, or the button, which then acts last
    (T-7, T-13, L-1, S-12).
    """
    start = hand.big if t.game.streets[hand.street].opens == "left_of_blinds" else t.button
    assert start is not None
    return start


def legal_bets(t: Table) -> Legal:
    """What the seat to act may do now; nothing if no act is waited for."""
    hand = t.hand
    if (
        not hand
        or hand.to_act is None
        or hand.owes
        or hand.phase != "betting"
        or hand.deal.wants
        or t.halt
        or t.standstill
    ):
        return NOTHING
    may = legal_without_wager(t, hand, hand.to_act)
    return may if not hand.wager else _legal_with(t, hand.wager, may)


def check_or_call(t: Table) -> str:
    """What the key for both means: a check where that is free, else a call."""
    return "check" if "check" in legal_bets(t).acts else "call"


def legal_without_wager(t: Table, hand: Hand, number: int) -> Legal:
    """What the seat may do if it has begun no wager."""
    structure = street_limits(t, hand)
    # nothing else asks for it
    pot = _pot_to_raise_by(t, hand) if structure.betting == "pot_limit" else 0
    return legal_acts(structure, hand.round, bettor_facing(t, hand, number), pot)


def _pot_to_raise_by(t: Table, hand: Hand) -> int:
    """The pot and all bets; before the flop a blind that was posted short, or by nobody, counts
    in full (S-5).
    """
    assert isinstance(hand.of, Pots)
    pot = hand.of.middle + sum(player.bet for player in hand.players.values())
    if t.game.streets[hand.street].opens != "left_of_blinds" or hand.big is None:
        return pot
    dead_small = hand.of.dead if hand.is_bought else 0
    small = dead_small if hand.small is None else hand.players[hand.small].bet
    big = hand.players[hand.big].bet
    return pot + max(0, t.stakes.small_blind - small) + max(0, t.stakes.big_blind - big)


def _legal_with(t: Table, wager: Wager, may: Legal) -> Legal:
    """What the seat may do after it has begun a wager: complete it, or take it back if that is
    allowed.
    """
    if wager.completion == "complete_call":
        return Legal(("fold", "call"), may.to_call, None, None)
    if wager.completion == "complete_raise":
        return Legal(("raise",), may.to_call, wager.complete_to, wager.complete_to)
    return replace(may, acts=()) if wager.declared else may


def street_limits(t: Table, hand: Hand) -> Limits:
    """The betting structure of the street now played."""
    settings = t.settings
    size = (
        t.stakes.bet(t.game.streets[hand.street].size) if settings.betting == "fixed_limit" else 0
    )
    return Limits(
        settings.betting,
        settings.min_raise,
        size,
        settings.cap,
        settings.heads_up_cap,
        settings.pot_limit_counts_call,
    )


def bettor_facing(t: Table, hand: Hand, number: int) -> Bettor:
    player, most = hand.players[number], 0
    # as a rule the first or second can still put chips in
    for other in hand.players.values():
        if other.status == "in" and other.number != number:
            return Bettor(player.bet, t.playable(number), player.acted_at)
        if other.status == "all_in" and other.bet > most:
            most = other.bet
    return Bettor(player.bet, t.playable(number), player.acted_at, most)


def to_call(t: Table, number: int) -> int:
    """What the seat lacks of the highest bet (G-11)."""
    return missing_to_call(t.playing.round, bettor_facing(t, t.playing, number))


def _count_players_in(hand: Hand) -> int:
    count = 0
    for player in hand.players.values():
        count += player.status == "in"
    return count


# The acts. Each is recorded if and only if `legal_bets` lists it.


def fold(handling: Handling, seat: int, *, by_key: bool = False) -> None:
    """A fold (T-9). Chips of an unfinished wager are due back. A fold by key may be taken back
    (F-1).
    """
    t = handling.table
    left_ms = clocks.left_ms(t, handling.now_ms) if by_key and t.clock else None
    handling.record(f.Folded(seat=seat, by_key=by_key, left_ms=left_ms, pots=pots_without(t, seat)))
    notify_change(handling, seat)


def check(handling: Handling, seat: int, *, by_key: bool = False) -> None:
    t = handling.table
    left_ms = clocks.left_ms(t, handling.now_ms) if by_key and t.clock else None
    handling.record(
        f.Checked(seat=seat, by_key=by_key, left_ms=left_ms, is_all_in=t.is_all_in_with(seat, 0))
    )
    notify_change(handling, seat)


def call(handling: Handling, seat: int, lacks: int) -> None:
    """A call of the highest bet, of which the seat `lacks` so much, or all-in for less."""
    t = handling.table
    added = min(lacks, t.playable(seat))
    handling.record(f.Called(seat=seat, added=added, is_all_in=t.is_all_in_with(seat, added)))
    notify_change(handling, seat)


def raise_to(handling: Handling, seat: int, total: int) -> None:
    """A bet or raise to `total`, already judged legal (T-8)."""
    t = handling.table
    hand = t.playing
    bet = hand.players[seat].bet
    after = after_raise(
        street_limits(t, hand),
        hand.round,
        total,
        _count_players_in(hand) - (total >= bet + t.playable(seat)),
    )
    added = total - bet
    handling.record(
        f.BetRaised(
            seat=seat,
            raise_to=total,
            added=added,
            round=after,
            is_all_in=t.is_all_in_with(seat, added),
        )
    )
    notify_change(handling, seat)


def clock_ended(handling: Handling, seat: int) -> None:
    """The clock acts for the seat: a raise that was begun becomes a call; else it checks if it
    can, else it folds (G-7).
    """
    t = handling.table
    owes = legal_bets(t).to_call
    if _has_begun_a_call(t, owes):
        handling.act_by_clock("call", Why.TIME_UP_CALL(), seat)
        call(handling, seat, owes)
    elif owes == 0:
        handling.act_by_clock("check", Why.TIME_UP_CHECK(), seat)
        check(handling, seat)
    else:
        handling.act_by_clock("fold", Why.TIME_UP_FOLD(), seat)
        fold(handling, seat)


def _has_begun_a_call(t: Table, owes: int) -> bool:
    """Whether chips of a raise lie in front; or, after a ruling made the raise a call, enough
    chips for that.
    """
    if not t.wager or t.to_act is None or not t.wager.completion:
        return False
    return t.wager.completion == "complete_raise" or 0 < min(
        owes, t.playable(t.to_act)
    ) <= wager_in_front(t, t.to_act)


def act_for_absent(handling: Handling, number: int) -> None:
    """An absent player's hand checks or folds at once (T-17); that of a player who leaves is
    folded (F-7).
    """
    t = handling.table
    if t.player(number).bet == t.round.bet and not t.seat(number).is_leaving:
        check(handling, number)
    else:
        fold(handling, number)


def awaits_chips_alone(t: Table) -> bool:
    """Whether all betting is done, and only chips are awaited: change to take back, or the end
    of the last motion.
    """
    return t.playing.is_collecting or (
        _is_closing(t) if t.to_act is not None else next_to_act(t) is None
    )


def _is_closing(t: Table) -> bool:
    """Whether the open motion of the seat to act will close the street if it is a call."""
    if t.to_act is None or not t.wager or not t.wager.is_moving:
        return False
    return next_to_act(_with_call(t, t.to_act)) is None


def _with_call(t: Table, number: int) -> Table:
    stack, player = t.seat(number).stack, t.player(number)
    added = min(to_call(t, number), t.playable(number))
    status = "all_in" if stack - added < t.unit else player.status
    players = with_player(
        t.playing, number, bet=player.bet + added, acted_at=t.round.fulls, status=status
    )
    return with_hand(
        seat_changed(t, number, stack=stack - added), players=players, acted_last_in_round=number
    )


# The end of the round


def _close_round(handling: Handling) -> bool:
    """Returns the unmatched part of a bet (G-5), then collects the bets if all chips in front
    agree with the ledger.
    """
    if (back := unmatched_bet(handling.table.playing)) is not None:
        give_back(handling, *back)
        notify_change(handling, back[0])
    if not collect_bets(handling):
        handling.record(f.CollectionAwaited())
        return False
    return True


def unmatched_bet(hand: Hand) -> tuple[int, int] | None:
    """The seat whose bet nobody could match, and how much of it: it goes back if the hand can
    still win (G-5).
    """
    back = uncalled_bet({n: player.put for n, player in hand.players.items()})
    return back if back is not None and hand.players[back[0]].status in LIVE else None


def give_back(handling: Handling, number: int, amount: int) -> None:
    """The part of a bet that no other seat has matched (G-5). Whoever was all-in with it has
    chips again.
    """
    handling.record(
        f.BetReturned(
            seat=number, amount=amount, is_in_again=handling.table.player(number).status == "all_in"
        )
    )


def collect_bets(handling: Handling) -> bool:
    """Collects the bets into pots, by layers (T-11, G-6). False: some chips in front differ from
    the ledger.
    """
    t = handling.table
    hand = t.playing
    if t.settings.chips_sensed:
        if not all(agrees_with_ledger(t, n) for n in hand.dealt):
            return False
        for n in hand.dealt:
            if (over := excess_in_front(t, n)) > 0:  # and it is right all the same
                handling.notice(Why.GOES_IN_WHOLE(front=t.seat(n).in_front, over=over), n)
    handling.record(f.BetsCollected(pots=_pots_after_round(hand)))
    return True


def _pots_after_round(hand: Hand) -> tuple[Pot, ...]:
    """The pots after this round; one that was given stays given (F-5)."""
    assert isinstance(hand.of, Pots)
    return layer_pots(hand) if hand.won is None else hand.of.pots


def pots_without(t: Table, number: int) -> tuple[Pot, ...]:
    """The collected pots once this seat's hand is folded or dead: it is eligible for none of
    them any more (G-6).
    """
    if not t.pots:
        return ()
    collected = {n: player.put - player.bet for n, player in t.playing.players.items()}
    return layer_bets(
        collected,
        [player.number for player in t.claiming if player.number != number],
        t.of_pots.dead,
    )


def layer_pots(hand: Hand) -> tuple[Pot, ...]:
    """The pots by layers of what the players have put in (G-6)."""
    assert isinstance(hand.of, Pots)
    put = {n: player.put for n, player in hand.players.items()}
    return layer_bets(
        put, [n for n, player in hand.players.items() if player.status in LIVE], hand.of.dead
    )
