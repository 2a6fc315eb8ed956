"""The notices of a reading: those among its facts, and one more for a ruling of the floor, which
says what it did.

Such a notice is one sentence. There is none if the screen shows the effect anyway (a halt, a
misdeal, a void hand, a result, a pause, the score after a shot).
"""

from collections.abc import Iterator, Sequence
from typing import Any

from tablectl.engine import facts as f
from tablectl.engine.questions import Row
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.table import Table
from tablectl.present import schedule
from tablectl.present.news import LEAVING, News, ReadOut
from tablectl.present.reasons.fields import Sentence, fill_sentence, say_fact
from tablectl.rules.irregular import Remedy
from tablectl.text import Player, T, Text, Value, join_parts, join_with_and, number_word

FACTS = Sequence[f.Fact]
NAMED_AT_MOST = 2  # there is room for no more names in the strip


def list_notices(before: Table, rows: Sequence[Row]) -> tuple[News, ...]:
    """All notices and refusals of a reading, in order. `before`: the table before it."""
    facts = [fact for row in rows for fact in row.facts]
    noticed = [fact for fact in facts if isinstance(fact, f.Noticed | f.Refused)]
    aloud = ruling_notice(before.irregularity, facts)
    return (*noticed, *([aloud] if aloud is not None else []), *_leaving_notices(before, facts))


def _leaving_notices(before: Table, facts: FACTS) -> Iterator[ReadOut]:
    """Who goes, with which chips, and what becomes of the hand (F-4, F-7). By name, for the seat
    is empty then.
    """
    for fact in facts:
        if isinstance(fact, f.LeaveAnnounced | f.PlayerLeft):
            seat = before.seat(fact.seat)
            who = seat.name or fact.seat
            if isinstance(fact, f.PlayerLeft):
                text = T(
                    "{seat} has left the table. Pay out {stack:,}.", seat=who, stack=fact.stack
                )
            elif (
                before.game.plays_for == "pots"
                and before.phase == "betting"
                and before.status(fact.seat) == "in"
            ):
                text = T(
                    "{seat} leaves: the hand folds at its turn. Then pay out {stack:,}.",
                    seat=who,
                    stack=seat.stack,
                )
            else:
                text = T("{seat} leaves when this hand is over.", seat=who)
            yield ReadOut(text, LEAVING, fact.seat)


def ruling_notice(irregularity: Irregularity | None, facts: FACTS) -> ReadOut | None:
    """The notice about the ruling among these facts, if there is one. `irregularity`: why the table
    was halted.
    """
    ruled = next((fact for fact in facts if isinstance(fact, f.Ruled)), None)
    text = _say_ruling(irregularity, ruled, facts) if ruled is not None else None
    return ReadOut(text) if text is not None else None


def _say_ruling(irregularity: Irregularity | None, ruled: f.Ruled, facts: FACTS) -> Value:
    """What to say of a ruling; None: the screen shows it elsewhere."""
    if any(isinstance(fact, f.HandVoided | f.PaysVoided) for fact in facts):
        return None
    if ruled.ruling == "confirm":
        return (
            _say_confirm(irregularity, facts)
            if irregularity is not None
            else T("Ruled: the deck is cut.")
        )
    # between hands void and misdeal only end the halt
    if ruled.ruling in ("resume", "void", "misdeal"):
        return _say_resume(irregularity)
    if ruled.ruling == "act":
        return _say_act(ruled, facts)
    effects = [say_fact(EFFECTS, fact, facts=facts) for fact in facts if type(fact) in EFFECTS]
    return next((text for text in effects if text), AS_IT_IS.get(ruled.ruling))


# What `resume` came to, by the remedy that was not carried out.
DROPPED = {
    Remedy.EARLY: T("Ruled: what left the shoe goes back unseen, and play goes on."),
    Remedy.PRESENT: T("Ruled: the next card replaces the unread one."),
    Remedy.PUT_RIGHT: T("Ruled: the chips stay as they lie, and play goes on."),
    Remedy.PUT_ASIDE: T("Ruled: it stays aside, and play goes on."),
}


def _say_resume(irregularity: Irregularity | None) -> Text:
    if irregularity is None or irregularity.is_report:
        return T("Ruled: the report is dropped, and play goes on.")
    return DROPPED.get(irregularity.remedy, T("Ruled: play goes on as it was."))


AS_IT_IS = {  # rulings that always have the same words
    "go_on": T("Ruled: play goes on."),
    "close_bets": T("Ruled: no more bets."),
    "deck_checked": T("Ruled: the deck is sound."),
    "reshuffled": T("Ruled: the shoe is loaded, and the deal goes on."),
    "new_game": T("Ruled: a new game begins."),
}


# What the facts of a ruling say, whatever it was: sentences of their fields, and of `facts`, all
# those of the ruling


def _say_pot(*, won: Any, facts: FACTS) -> Text | None:
    """A pot that the floor gave. The last pot ends the hand: then the result says it."""
    if any(isinstance(other, f.HandEnded) for other in facts):
        return None
    return _say_who_gets_pot(
        won.pot, [other.won.seat for other in facts if isinstance(other, f.PotPushed)]
    )


def _say_pot_given_anew(*, pot: int, won: Sequence[Any]) -> Text:
    return _say_who_gets_pot(pot, [one.seat for one in won])


def _say_who_gets_pot(pot: int, seats: list[int]) -> Text:
    if len(seats) == 1:
        goes = (
            T("Ruled: side pot {pot} goes to {seat}.")
            if pot
            else T("Ruled: the main pot goes to {seat}.")
        )
        return goes(pot=pot, seat=seats[0])
    split = (
        T("Ruled: {players} share side pot {pot}.")
        if pot
        else T("Ruled: {players} share the main pot.")
    )
    those = (
        join_with_and(map(Player, seats))
        if len(seats) <= NAMED_AT_MOST
        else T("{count} players", count=number_word(len(seats)))
    )
    return split(pot=pot, players=those)


def _say_colour_up(*, chips: tuple[int, ...]) -> Text:
    return T("Ruled: the smallest chip is a {chip:,} from now on.", chip=chips[0])


def _say_undo(*, ruling: str, seat: int | None) -> Text:
    return T("Ruled: {ruling} is taken back.", ruling=name_ruling(ruling, seat))


def name_ruling(ruling: str, about: int | None) -> Value:
    """A ruling as it is typed, and about whom: "dead" (Luca)."""
    typed = f'"{ruling.replace("_", "-")}"'
    return (
        join_parts([typed, join_parts(["(", Player(about), ")"], "")])
        if about is not None
        else typed
    )


EFFECTS: dict[type, Sentence] = {
    f.HandFouled: T("Ruled: {seat}'s hand is dead."),
    f.StackSet: T("Ruled: {seat} has {stack:,} behind."),
    f.PointsSet: T("Ruled: {seat} has {points:,} points."),
    f.PotPushed: _say_pot,
    f.PotGivenAnew: _say_pot_given_anew,
    f.ColouredUp: _say_colour_up,
    f.RulingTakenBack: _say_undo,
    f.ShotTakenBack: T("Ruled: {seat}'s last shot is taken back."),
    # only one that lies face up may be named (G-10)
    f.BoardDealt: T("Ruled: the card is {card_name}."),
    **schedule.RULED,
}


# What `confirm` did, by its remedy


def _say_confirm(irregularity: Irregularity, facts: FACTS) -> Value:
    sentence = CONFIRMED[irregularity.remedy]
    values: dict[str, Any] = {
        "seat": irregularity.seat,
        "seats": irregularity.seats,
        "place": irregularity.place,
        "kind": irregularity.kind,
        "facts": facts,
    }
    return fill_sentence(sentence, values) if sentence is not None else None


def _say_if_fact(kind: type, text: Text) -> Sentence:
    """The text, if the remedy led to a fact of this type; else another notice says it."""

    def say_text(*, facts: FACTS) -> Text | None:
        return text if any(isinstance(fact, kind) for fact in facts) else None

    return say_text


def _say_exchange(*, seats: tuple[int, ...]) -> Text:
    return T(
        "Ruled: {players} play the cards before them.", players=join_with_and(map(Player, seats))
    )


def _say_done_without(*, place: str | None) -> Text:
    return (
        T("Ruled: the unread card stays burned.")
        if place == "burn"
        else T("Ruled: the next card replaces the unread one.")
    )


def _say_played_on(*, kind: str) -> Text:
    return {
        "premature_card": T("Ruled: the card goes back into the deck."),
        "deck_exhausted": T("Ruled: the draw goes on."),
        "card_elsewhere": T("Ruled: each hand plays its own cards."),
    }.get(kind, T("Ruled: play goes on as it was."))


def _say_early(*, facts: FACTS) -> Text:
    if any(isinstance(fact, f.EarlyCardKept) for fact in facts):
        return T("Ruled: the betting comes first, those cards wait.")
    is_burn = any(isinstance(fact, f.EarlyCardBurned) for fact in facts)
    return (
        T("Ruled: the burn stays burned, and play goes on.")
        if is_burn
        else T("Ruled: the card is out of play.")
    )


CONFIRMED: dict[Remedy, Sentence | None] = {
    Remedy.VOID: None,
    Remedy.MISDEAL: None,
    Remedy.PUT_ASIDE: None,
    Remedy.PRESENT: _say_done_without,
    Remedy.PLAY_ON: _say_played_on,
    Remedy.EARLY: _say_early,
    Remedy.PUT_RIGHT: T("Ruled: {seat}'s chips are right."),
    Remedy.AS_KNOWN: T("Ruled: play goes on as the table knows it."),
    Remedy.SWAP: _say_if_fact(f.CardWanted, T("Ruled: {seat}'s exposed card is replaced.")),
    Remedy.REPLACE: _say_if_fact(f.CardWanted, T("Ruled: {seat}'s joker is replaced.")),
    Remedy.DEAD: _say_if_fact(f.HandFouled, T("Ruled: {seat}'s hand is dead.")),
    Remedy.STAND: T("Ruled: the first cards of the flop stand."),
    Remedy.TURN_UP: T("Ruled: {seat} plays the cards that were dealt there."),
    Remedy.EXCHANGE: _say_exchange,
    Remedy.TAKE_OUT: T("Ruled: the next card takes its place."),
    Remedy.REDEAL: T("Ruled: the street is taken back and dealt again."),
    Remedy.RESHUFFLE: T("Ruled: the cards go back, the deal goes on."),
}


# An act for a seat

ACTS: dict[type, Sentence] = {
    f.Folded: T("Ruled: {seat} folds."),
    f.Checked: T("Ruled: {seat} checks."),
    f.Called: T("Ruled: {seat} calls, {added:,} more."),
    f.BetRaised: T("Ruled: {seat} has bet {raise_to:,} in all."),
    f.Posted: T("Ruled: {seat} posts."),
    f.HouseCalled: T("Ruled: {seat} calls {amount:,}."),
    f.BetPlaced: T("Ruled: {seat} has {line} {amount:,}."),
    f.BetPassed: T("Ruled: {seat} passes."),
    f.PointsBet: T("Ruled: {seat} bets {points:,}."),
    f.Passed: T("Ruled: {seat} passes."),
}


def _say_act(ruled: f.Ruled, facts: FACTS) -> Value:
    """The act that the floor made for a seat; None for a shot, which the score shows."""
    acts = (
        fact
        for kind in ACTS
        for fact in facts
        if type(fact) is kind and getattr(fact, "seat", None) == ruled.seat
    )
    return next((say_fact(ACTS, fact) for fact in acts), None)
