"""What a seat is asked when it is its turn: to post, to act, to put its chips in, to show, to decide, to shoot."""

from tablectl.engine.play.areas import begun
from tablectl.engine.rounds import betting, posting, shots, showing, wagers
from tablectl.engine.state.hand import Wager
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.forced import Post
from tablectl.rules.limits import Legal
from tablectl.rules.shots import TRIES
from tablectl.rules.wording import counted, either, listed, sentence_case
from tablectl.views.asking import Ask
from tablectl.views.names import who

CONFIRM = "then press CONFIRM"
ALL_CARDS = {2: "both cards", 3: "all three cards", 4: "all four cards"}       # by how many there are


def of_turn(t: Table, may: Legal, seat: Seat) -> Ask:
    if t.phase == "showdown":
        return _to_show(t, seat)
    if t.kind == "shots":
        return _to_shoot(t, seat)
    if t.owes:
        return _to_post(t, seat)
    if t.phase == "deciding":
        return _to_decide(t, may, seat)
    if t.wager is None:
        return Ask("act", "", _to_act(t, may, seat), (seat.number,))
    if t.wager.ends_at_ms is not None:
        said = f"{who(t, seat.number)}: press CONFIRM, or wait: the chips are read in a moment."
        return Ask("motion", f"{t.wager.put:,} IN FRONT", said, (seat.number,))
    return _to_complete(t, t.wager, seat) if t.wager.asked else _to_put_in(t, t.wager, may, seat)


# Posting

def _to_post(t: Table, seat: Seat) -> Ask:
    owed = posting.due(t)
    put = max(0, begun(t))
    if put or t.wager is not None:
        return Ask("awaited", f"POST {owed.total:,}", put_in(owed.total, put), (seat.number,))
    return Ask("post", "", f"{who(t, seat.number)}: post {_what(t, owed)}, {owed.total:,}.{_split(owed)}", (seat.number,))


def _what(t: Table, owed: Post) -> str:
    """"the small blind", "the ante and the big blind"."""
    blind = {t.small: "the small blind", t.big: "the big blind"}.get(owed.seat, "the blind for coming in")
    if t.settings.button_ante and owed.seat == t.button:
        blind = "the button's blind"
    parts = ["the ante"] if owed.ante or owed.table_ante else []
    parts += [blind] if owed.live or owed.dead else []
    return listed(parts)


def _split(owed: Post) -> str:
    return f" {owed.live:,} plays as your bet, {owed.dead:,} goes to the pot." if owed.dead and owed.live else ""


def put_in(wanted: int, put: int, least: str = "", after: str = "") -> str:
    """What to put in front, or what is still missing of it."""
    if put and wanted > put:
        return f"{put:,} is in: add {least}{wanted - put:,}{after}."
    return f"Put {least}{wanted:,} in front of you{after}."


# Betting

def _to_act(t: Table, may: Legal, seat: Seat) -> str:
    choices = _choices(t, may, seat)
    if may.raise_min is None and may.to_call and may.to_call < t.playable(seat):
        return f"{_why_no_raise(t, seat)}: {either(choices)}."
    return f"{who(t, seat.number)}: {either(choices)}."


def _why_no_raise(t: Table, seat: Seat) -> str:
    if betting.bettor(t, seat).faces_only_all_ins:
        return "Everybody else is all-in"
    if t.round.is_capped:
        return f"{sentence_case(counted(t.round.fulls))} bets are in"
    return "The short all-in does not reopen the betting"


def _choices(t: Table, may: Legal, seat: Seat) -> list[str]:
    """A fold is named where there is something to call."""
    choices, own = [], t.playable(seat)
    if "check" in may.acts:
        choices.append("check")
    if "call" in may.acts:
        choices.append(f"call {may.to_call:,}" if may.to_call < own else f"call all-in with {own:,}")
    if may.raise_min is not None and may.raise_max is not None:
        choices.append(_raise_in_words(may.raise_min, may.raise_max, own + seat.bet, is_bet="bet" in may.acts))
    return choices if "check" in may.acts else [*choices, "fold"]


def _raise_in_words(least: int, most: int, all_in: int, *, is_bet: bool) -> str:
    if least == most == all_in:
        return f"bet all-in with {all_in:,}" if is_bet else f"raise all-in to {all_in:,}"
    at_least = "at least " if least < most else ""
    return f"bet {at_least}{least:,}" if is_bet else f"raise to {at_least}{least:,}"


def _to_put_in(t: Table, wager: Wager, may: Legal, seat: Seat) -> Ask:
    """A declaration waits for its chips. With its total known they are the act; without one it is confirmed."""
    put = max(0, begun(t))
    if wagers.why_not_confirm(t) is None:
        word = {"call": "CALL", "all_in": "ALL-IN"}.get(wager.declared, "RAISE TO" if t.round.bet else "BET")
        amount = put if wager.declared == "call" else seat.bet + put
        return Ask("awaited", f"{word} {amount:,}", f"{put:,} is in: press CONFIRM, or add more.", (seat.number,))
    if wager.declared == "call":
        call = min(may.to_call, t.playable(seat))
        return Ask("awaited", f"CALL {call:,}", put_in(call, put), (seat.number,))
    word = "RAISE TO" if t.round.bet else "BET"
    if wager.amount:
        word = "ALL-IN" if wager.amount == seat.bet + t.playable(seat) else word
        return Ask("awaited", f"{word} {wager.amount:,}", put_in(wager.amount - seat.bet, put), (seat.number,))
    headline = "RAISE" if t.round.bet else "BET"
    if may.raise_min is None:
        return Ask("awaited", headline, f"{who(t, seat.number)}: no raise is allowed any more. Press UNDO.", (seat.number,))
    return Ask("awaited", headline, put_in(may.raise_min - seat.bet, put, "at least ", f", {CONFIRM}"), (seat.number,))


def _to_complete(t: Table, wager: Wager, seat: Seat) -> Ask:
    """Too few chips were put in."""
    put = max(0, begun(t))
    total = min(wager.asked_to, seat.bet + t.playable(seat))
    missing = max(0, total - seat.bet - put)
    if not missing and wagers.why_not_confirm(t) is None:
        return Ask("awaited", f"{put:,} IN FRONT", f"{who(t, seat.number)}: press CONFIRM.", (seat.number,))
    if wager.asked == "complete_call":
        said = f"{who(t, seat.number)}: add {missing:,} to call {total:,}, or fold."
    elif wager.asked == "complete_bet":
        said = f"The smallest bet is {total:,}: add {missing:,}, or take your {put:,} back."
    else:
        said = f"{who(t, seat.number)} raises to {total:,}: add {missing:,}."
    return Ask("complete", f"ADD {missing:,}", said, (seat.number,))


# Showing

def _to_show(t: Table, seat: Seat) -> Ask:
    name, cards = who(t, seat.number), ALL_CARDS.get(len(seat.cards), "all cards")
    if showing.why_not_muck(t, seat) is None:
        return Ask("muck", "", f"{name}: show {cards}, or press MUCK.", (seat.number,))
    if t.is_tabling or seat.status == "all_in":
        return Ask("show", f"Show {cards}", f"{name} is all-in: show {cards}.", (seat.number,))
    return Ask("show", f"Show {cards}", f"{name}: show {cards} to win the pot.", (seat.number,))


# Against the house, and for points

def _to_decide(t: Table, may: Legal, seat: Seat) -> Ask:
    """The seat that calls the house or folds (D-3)."""
    price = may.to_call
    if seat.begun is not None:
        put = max(0, seat.in_front - seat.bet - max(0, seat.begun.had))
        if seat.begun.ends_at_ms is not None:
            return Ask("motion", f"{put:,} IN FRONT", f"{who(t, seat.number)}: a call is exactly {price:,}.", (seat.number,))
        return Ask("awaited", f"CALL {price:,}", put_in(price, put), (seat.number,))
    if "call" not in may.acts:
        return Ask("decide", "", f"The call is {price:,}; you have {seat.stack:,}: fold.", (seat.number,))
    said = f"{who(t, seat.number)}: call {price:,} to see the turn and the river, or fold."
    return Ask("decide", "", said, (seat.number,))


def _to_shoot(t: Table, seat: Seat) -> Ask:
    now = shots.now(t)
    assert now.shot is not None
    assert t.score is not None
    worth = shots.points_now(t, now.shot, now.failed)
    shot = t.score.shots[t.board[now.shot.place]].name
    said = f'{who(t, seat.number)}: "{shot}" for {worth} point{"" if worth == 1 else "s"}. Try {now.failed + 1} of {TRIES}.'
    return Ask("shot", "", said, (seat.number,))
