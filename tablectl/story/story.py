"""From the facts of a row of the journal to the events of the story. Pure.

Each fact that is told has a row in `TELLERS`. Cards are told by `_turned_up` alone,
which compares what lies face up on the table before and after a fact; so a card that lies face down
cannot get into the story by any fact.
"""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, NamedTuple

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.events import ClockRanOut, FloorRuled
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.hand import Won
from tablectl.engine.state.table import Table
from tablectl.journal.record import Record
from tablectl.locale import ENGLISH, Translator
from tablectl.present.house import hand_name
from tablectl.present.reasons import irregularity_text, say_notice, table_names, void_cause
from tablectl.rules.forced import Stakes
from tablectl.story import kinds as k
from tablectl.story.kinds import StoryEvent
from tablectl.text import Names, say


class At(NamedTuple):
    """A fact with the table before and after it, and the row that has it. `tr`: what it is told
    in.
    """

    before: Table
    after: Table
    row: Record
    hash: bytes
    tr: Translator = ENGLISH

    @property
    def names(self) -> Names:
        return table_names(self.after, self.tr)


Teller = Callable[[Any, At], Iterator[StoryEvent]]


def tell_row(
    before: Table | None, row: Record, hash_: bytes, wall: str = "", tr: Translator = ENGLISH
) -> tuple[Table | None, tuple[StoryEvent, ...]]:
    """The table after the row, and the events that its facts make.

    `before`: the table before it; None: the row opens it. `hash_`: the
    journal's after this row. `wall`: when it was written. `tr`: the language of
    its sentences.
    """
    events: list[StoryEvent] = []
    table = before
    for fact in row.facts:
        if table is None:
            if not isinstance(fact, f.TableOpened):
                return None, ()
            table = f.make_table(fact)
            events.append(_tell_table_opened(fact, table))
            continue
        after = fact.apply_to(table)
        at = At(table, after, row, hash_, tr)
        for event in _tell_events_of(fact, at):
            _add(events, replace(event, hand=event.hand or _hand_of(at)))
        table = after
    return table, tuple(
        replace(event, row=row.n, index=index, at_ms=row.at_ms, wall=wall)
        for event, index in zip(events, count(), strict=False)
    )


def _tell_events_of(fact: Fact, at: At) -> Iterator[StoryEvent]:
    teller = TELLERS.get(type(fact))
    if teller is not None:
        yield from teller(fact, at)
    if not isinstance(fact, UNDOS):
        yield from _turned_up(at)


def _add(events: list[StoryEvent], event: StoryEvent) -> None:
    """Winners of one pot, each of them a fact, are one event."""
    last = events[-1] if events else None
    if isinstance(event, k.PotWon) and isinstance(last, k.PotWon) and last.pot == event.pot:
        winners = (*last.winners, *event.winners)
        events[-1] = replace(last, amount=last.amount + event.amount, winners=winners)
    else:
        events.append(event)


def _hand_of(at: At) -> int | None:
    hand = at.after.hand or at.before.hand
    return hand.number if hand is not None else None


def copy(kind: type[StoryEvent], *same: str, **other: str) -> Teller:
    """Tells a fact by its own fields: those of the `same` name, and those of `other` names."""
    names = {**{name: name for name in same}, **other}

    def tell(fact: Any, at: At) -> Iterator[StoryEvent]:
        yield kind(**{name: getattr(fact, source) for name, source in names.items()})

    return tell


# Cards


def _turned_up(at: At) -> Iterator[StoryEvent]:
    """The cards that lie face up after the fact and did not before it."""
    was, now = at.before, at.after
    if now.hand is None or was.hand is None:
        return
    yield from _on_the_board(was, now)
    for seat, player in now.hand.players.items():
        had = was.hand.players[seat].up_cards if seat in was.hand.players else ()
        if player.up_cards not in ((), had):
            yield k.Shown(seat=seat, cards=player.up_cards)
    if now.of_house.dealer.up_cards != was.of_house.dealer.up_cards:
        yield k.DealerShown(cards=now.of_house.dealer.up_cards)


def _on_the_board(was: Table, now: Table) -> Iterator[StoryEvent]:
    had, has = was.board_up, now.board_up
    if had == has:
        return
    if len(has) < len(had):
        yield k.BoardTakenBack(cards=has)
        return
    same = next((n for n, card in enumerate(had) if has[n] != card), len(had))
    street = now.street_now
    yield k.Board(street=street.name if street is not None else "", cards=has[same:])


def _face_up(t: Table, won: Won) -> tuple[str, ...]:
    """The best five of a winner, if each of them lies face up."""
    up = {*t.board, *t.player(won.seat).up_cards}
    return won.cards if up.issuperset(won.cards) else ()


# The table and its players


def _stakes(stakes: Stakes) -> dict[str, int]:
    return {
        name: value
        for name in ("small_blind", "big_blind", "ante", "small_bet", "big_bet")
        if (value := getattr(stakes, name, None))
    }


def _tell_table_opened(fact: f.TableOpened, t: Table) -> StoryEvent:
    return k.TableOpened(
        preset=t.game.name,
        name=t.name,
        stakes=_stakes(fact.stakes),
        stacks=_stacks(t),
        names=fact.names,
    )


def _stacks(t: Table) -> dict[int, int]:
    """Chips by seat; in a game for points, points."""
    return {
        s.number: s.stack if s.points is None else s.points for s in t.seats if s.status != "empty"
    }


def _tell_game_began(fact: Fact, at: At) -> Iterator[StoryEvent]:
    yield k.GameBegan(preset=at.after.game.name, stakes=_stakes(at.after.stakes))


def _tell_sat(fact: f.PlayerSat, at: At) -> Iterator[StoryEvent]:
    amount = fact.stack if fact.points is None else fact.points
    yield k.Sat(seat=fact.seat, amount=amount, name=fact.name)


def _tell_level_began(fact: f.LevelBegan | f.LevelSet, at: At) -> Iterator[StoryEvent]:
    stakes = fact.stakes
    yield k.LevelBegan(
        level=fact.level,
        small_blind=stakes.small_blind,
        big_blind=stakes.big_blind,
        ante=stakes.ante,
    )


# A hand


def _tell_hand_began(fact: f.HandBegan, at: At) -> Iterator[StoryEvent]:
    stacks = _stacks(at.before)
    yield k.HandBegan(button=fact.button, seats={seat: stacks[seat] for seat in fact.dealt})


def _tell_posted(fact: f.Posted, at: At) -> Iterator[StoryEvent]:
    hand = at.before.playing
    blind: k.PostKind = (
        "small_blind"
        if fact.seat == hand.small
        else "big_blind"
        if fact.seat == hand.big
        else "post"
    )
    parts: tuple[tuple[int, k.PostKind], ...] = (
        (fact.ante, "ante"),
        (fact.dead, "dead"),
        (fact.live, blind),
    )
    for amount, what in parts:
        if amount:
            yield k.Posted(seat=fact.seat, amount=amount, what=what, all_in=fact.is_all_in)


def _tell_blind_missed(fact: f.BlindMissed, at: At) -> Iterator[StoryEvent]:
    stack_was, stack = at.before.seat(fact.seat).stack, at.after.seat(fact.seat).stack
    yield k.BlindMissed(seat=fact.seat, amount=stack - stack_was)


def _tell_card_dealt(fact: Fact, at: At) -> Iterator[StoryEvent]:
    """Hole cards, by how many more a seat or the dealer has than before."""
    players, were = at.after.playing.players, at.before.playing.players
    for seat, player in players.items():
        more = len(player.cards) - (len(were[seat].cards) if seat in were else 0)
        if more > 0:
            yield k.Dealt(seat=seat, count=more)
    more = len(at.after.of_house.dealer.cards) - len(at.before.of_house.dealer.cards)
    if more > 0:
        yield k.DealerDealt(count=more)


def _tell_burned(fact: Fact, at: At) -> Iterator[StoryEvent]:
    more = len(at.after.playing.deal.burns) - len(at.before.playing.deal.burns)
    if more > 0:
        yield k.Burned(count=more)


def _tell_loose_card_dealt(fact: f.LooseCardDealt, at: At) -> Iterator[StoryEvent]:
    yield from _tell_card_dealt(fact, at)
    yield from _tell_burned(fact, at)


def _by(at: At) -> k.By:
    if isinstance(at.row.event, FloorRuled):
        return "floor"
    return "clock" if isinstance(at.row.event, ClockRanOut) else "player"


def _act(kind: type[k._Act], seat: int, at: At, **more: Any) -> StoryEvent:
    was, now = at.before.player(seat), at.after.player(seat)
    return kind(seat=seat, amount=now.bet - was.bet, to=now.bet, by=_by(at), **more)


def _tell_folded(fact: f.Folded, at: At) -> Iterator[StoryEvent]:
    if at.before.game.plays_for == "house":
        yield k.Decided(seat=fact.seat, call=0, by=_by(at))
    else:
        yield _act(k.Folded, fact.seat, at)


def _tell_checked(fact: f.Checked, at: At) -> Iterator[StoryEvent]:
    yield _act(k.Checked, fact.seat, at, all_in=fact.is_all_in)


def _tell_called(fact: f.Called, at: At) -> Iterator[StoryEvent]:
    yield _act(k.Called, fact.seat, at, all_in=fact.is_all_in)


def _tell_called_short(fact: f.CalledShort, at: At) -> Iterator[StoryEvent]:
    yield _act(k.Called, fact.seat, at, short=True)


def _tell_bet_raised(fact: f.BetRaised, at: At) -> Iterator[StoryEvent]:
    kind = k.Raised if at.before.playing.round.bet else k.Bet
    yield _act(kind, fact.seat, at, all_in=fact.is_all_in)


def _winner(won: Won, at: At) -> k.Winner:
    cards = _face_up(at.before, won)
    return k.Winner(won.seat, won.amount, cards, _name_hand(won.hand, cards, at))


def _name_hand(hand: str | None, cards: tuple[str, ...], at: At) -> str | None:
    """What the hand is called, if its cards lie face up."""
    if hand is None or not cards:
        return None
    return say(hand_name(at.before, cards), at.names)


def _tell_pot_pushed(fact: f.PotPushed, at: At) -> Iterator[StoryEvent]:
    won = fact.won
    clause = "T-16" if won.hand is not None else "T-14"
    yield k.PotWon(pot=won.pot, amount=won.amount, winners=(_winner(won, at),), clause=clause)


def _tell_pot_given_anew(fact: f.PotGivenAnew, at: At) -> Iterator[StoryEvent]:
    winners = tuple(_winner(won, at) for won in fact.won)
    last = at.before.last
    yield k.PotWon(
        hand=last.number if last is not None else None,
        pot=fact.pot,
        amount=sum(won.amount for won in fact.won),
        winners=winners,
        clause="F-5",
        anew=True,
    )


def _tell_hand_ended(fact: f.HandEnded, at: At) -> Iterator[StoryEvent]:
    yield _ending(at, "played")


def _ending(at: At, outcome: k.Outcome, cause: str | None = None) -> StoryEvent:
    hand = at.before.hand or at.before.last
    number = hand.number if hand is not None else 0
    receipt = k.Receipt(number, at.row.n, at.hash.hex())
    return k.HandEnded(
        hand=number, outcome=outcome, stacks=_stacks(at.after), cause=cause, receipt=receipt
    )


def _tell_hand_voided(fact: f.HandVoided, at: At) -> Iterator[StoryEvent]:
    void = at.after.last.void if at.after.last is not None else None
    why = say(void_cause(void), at.names) if void is not None else None
    yield _ending(at, fact.kind, why)


def _tell_nobody_bet(fact: f.NobodyBet, at: At) -> Iterator[StoryEvent]:
    yield _ending(at, "void", "Nobody bet.")


def _tell_pays_voided(fact: f.PaysVoided, at: At) -> Iterator[StoryEvent]:
    yield _ending(at, "void", fact.cause)


# Against the house, and for points


def _tell_bets_closed(fact: f.BetsClosed, at: At) -> Iterator[StoryEvent]:
    for seat in fact.dealt:
        bets = at.after.player(seat).bets
        yield k.BetsClosed(seat=seat, ante=bets.ante, bonus=bets.bonus)


def _tell_house_called(fact: f.HouseCalled, at: At) -> Iterator[StoryEvent]:
    yield k.Decided(seat=fact.seat, call=fact.amount, by=_by(at))


def _tell_house_paid(fact: f.HousePaid, at: At) -> Iterator[StoryEvent]:
    bets = at.before.player(fact.seat).bets
    paid = sum(line.to_player for line in fact.lines)
    cards = _face_up(at.before, Won(0, fact.seat, paid, fact.cards))
    yield k.HousePaid(
        seat=fact.seat,
        ante=bets.ante,
        bonus=bets.bonus,
        call=bets.call,
        paid=paid,
        cards=cards,
        hand_name=_name_hand(fact.hand, cards, at),
    )


def _tell_points_bet(fact: f.PointsBet, at: At) -> Iterator[StoryEvent]:
    yield k.Bet(seat=fact.seat, amount=fact.points, to=fact.points, by=_by(at))


def _tell_passed(fact: f.Passed, at: At) -> Iterator[StoryEvent]:
    yield k.Checked(seat=fact.seat, by=_by(at))


def _tell_scored(fact: f.HandScored, at: At) -> Iterator[StoryEvent]:
    for won in fact.won:
        yield k.Scored(seat=won.seat, points=won.points or 0)


# What interrupts play, and what the floor does


def _tell_halted(fact: f.Halted | f.Resumed, at: At) -> Iterator[StoryEvent]:
    """Also when a halt is over and a report waits: the table is halted for that now."""
    case = at.after.irregularity
    if case is not None:
        what = say(irregularity_text(case), at.names)
        yield k.Halted(number=case.number, what=what, seat=case.seat, clause=case.clause)


def _tell_noticed(fact: f.Noticed, at: At) -> Iterator[StoryEvent]:
    text = "" if _names_card(fact, at.after) else say_notice(fact, at.names)
    yield k.Notice(code=fact.code, seat=fact.seat, text=text)


def _names_card(fact: f.Noticed, t: Table) -> bool:
    cards = {*t.game.deck.all_cards}
    values = [one if isinstance(one, list | tuple) else (one,) for one in fact.values.values()]
    return any(isinstance(one, str) and one in cards for several in values for one in several)


def _tell_ruled(fact: f.Ruled, at: At) -> Iterator[StoryEvent]:
    yield k.Ruled(
        ruling=fact.ruling,
        by=fact.on_behalf_of or fact.who,
        why=fact.why,
        number=at.before.case,
        seat=fact.seat,
    )


def _tell_act_taken_back(fact: f.ActTakenBack, at: At) -> Iterator[StoryEvent]:
    yield k.TakenBack(what="act", seat=fact.seat)


def _tell_answer_taken_back(fact: f.AnswerTakenBack, at: At) -> Iterator[StoryEvent]:
    yield k.TakenBack(what="answer", seat=fact.seat)


def _tell_shot_taken_back(fact: f.ShotTakenBack, at: At) -> Iterator[StoryEvent]:
    yield k.TakenBack(what="shot", seat=fact.seat)


def _tell_ruling_taken_back(fact: f.RulingTakenBack, at: At) -> Iterator[StoryEvent]:
    yield k.TakenBack(what="ruling", seat=fact.seat)


def _tell_held(fact: f.PlayHeld, at: At) -> Iterator[StoryEvent]:
    if not fact.is_right:
        yield k.Paused(what=fact.kind, device=_device(fact.source))


def _tell_released(fact: f.PlayReleased, at: At) -> Iterator[StoryEvent]:
    yield k.WentOn(what=fact.kind, device=_device(fact.source))


def _device(source: Any) -> str:
    return f"{source.kind}-{source.number}" if source.number else source.kind


def _tell_device_lost(fact: f.DeviceGone, at: At) -> Iterator[StoryEvent]:
    yield k.DeviceLost(seat=fact.source.seat, device=_device(fact.source))


def _tell_device_back(fact: f.DeviceReturned, at: At) -> Iterator[StoryEvent]:
    yield k.DeviceBack(seat=fact.source.seat, device=_device(fact.source))


UNDOS = (f.ActTakenBack, f.RulingTakenBack, f.ShotTakenBack)

TELLERS: dict[type[Fact], Teller] = {
    f.GameBegan: _tell_game_began,
    f.GameChanged: _tell_game_began,
    f.PlayerSat: _tell_sat,
    f.ChipsAdded: copy(k.Bought, "seat", amount="chips"),
    f.PlayerLeft: copy(k.Left, "seat", amount="stack"),
    f.SatOut: copy(k.SatOut, "seat"),
    f.SatIn: copy(k.SatIn, "seat"),
    f.ButtonPlaced: copy(k.ButtonPlaced, "seat"),
    f.ButtonCardDealt: copy(k.Drew, "seat", "card"),
    f.LevelBegan: _tell_level_began,
    f.LevelSet: _tell_level_began,
    f.BreakBegan: copy(k.BreakBegan),
    f.HandBegan: _tell_hand_began,
    f.Posted: _tell_posted,
    f.BlindMissed: _tell_blind_missed,
    f.CardDealt: _tell_card_dealt,
    f.DealerDealt: _tell_card_dealt,
    f.EarlyCardDealt: _tell_card_dealt,
    f.LooseCardDealt: _tell_loose_card_dealt,
    f.CardBurned: _tell_burned,
    f.EarlyCardBurned: _tell_burned,
    f.ExposedCardBurned: _tell_burned,
    f.Folded: _tell_folded,
    f.Checked: _tell_checked,
    f.Called: _tell_called,
    f.CalledShort: _tell_called_short,
    f.BetRaised: _tell_bet_raised,
    f.BetReturned: copy(k.BetReturned, "seat", "amount"),
    f.Mucked: copy(k.Mucked, "seat"),
    f.HandFouled: copy(k.HandFouled, "seat"),
    f.PotPushed: _tell_pot_pushed,
    f.PotGivenAnew: _tell_pot_given_anew,
    f.HandEnded: _tell_hand_ended,
    f.HandVoided: _tell_hand_voided,
    f.NobodyBet: _tell_nobody_bet,
    f.PaysVoided: _tell_pays_voided,
    f.BetsClosed: _tell_bets_closed,
    f.HouseCalled: _tell_house_called,
    f.HousePaid: _tell_house_paid,
    f.PointsBet: _tell_points_bet,
    f.Passed: _tell_passed,
    f.ShotTried: copy(k.Shot, "seat", "card", "points", made="is_made"),
    f.HandScored: _tell_scored,
    f.Noticed: _tell_noticed,
    f.Halted: _tell_halted,
    f.Resumed: _tell_halted,
    f.Ruled: _tell_ruled,
    f.ActTakenBack: _tell_act_taken_back,
    f.AnswerTakenBack: _tell_answer_taken_back,
    f.ShotTakenBack: _tell_shot_taken_back,
    f.RulingTakenBack: _tell_ruling_taken_back,
    f.StackSet: copy(k.StackSet, "seat", amount="stack"),
    f.PointsSet: copy(k.StackSet, "seat", amount="points"),
    f.ColouredUp: copy(k.ColouredUp, "chips", "stacks"),
    f.PlayPaused: copy(k.Paused),
    f.PlayWentOn: copy(k.WentOn),
    f.PlayHeld: _tell_held,
    f.PlayReleased: _tell_released,
    f.DeviceGone: _tell_device_lost,
    f.DeviceReturned: _tell_device_back,
    f.PlayerOut: copy(k.Out, "seat", "place"),
    f.PlacesReopened: copy(k.PlacesReopened, "places"),
    f.WinnerPlaced: copy(k.TournamentOver, "seat", "place"),
    f.GameEnded: copy(k.GameOver, "places"),
}
