"""What stands between two hands: chips that lie in the way, who may come in, the deck, and the hand that comes next."""

from tablectl.engine.between.arranging import arrange, choices, price, undecided
from tablectl.engine.between.starting import why_not
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.rules.forced import Post
from tablectl.rules.wagers import value
from tablectl.rules.wording import counted, either, listed, ordinal
from tablectl.views.asking import Ask
from tablectl.views.names import grouped, who
from tablectl.views.words import because, names_of

PLACES_TOLD = 3


def between_hands(t: Table, now_ms: int, next_hand_in_s: int | None) -> Ask:
    """What is in the way of the next hand, the first thing first; else what players are asked, else the hand itself."""
    lying = [seat for seat in t.seats if value(seat.lies)]
    if t.void is not None and lying:
        return _after_a_void(t, lying)
    if over := _over(t):
        return over
    if asked := next(iter(undecided(t)), None):
        return _how_to_come_in(t, asked)
    if lying:
        return _in_the_way(t, lying)
    if t.is_deck_foul:
        count = len(t.game.deck.all_cards)
        return Ask("deck", "Floor: check the deck", f"Count the deck ({count}) and look at the backs.", (),
                   "tablectl rule deck-checked")
    if not t.is_shoe_connected:
        return Ask("shoe", "The shoe has no connection", "Check its plug. Play goes on by itself.")
    if t.phase == "seating" and t.button:
        return Ask("button", f"{who(t, t.button)} has the button", "Shuffle for the first hand.", (t.button,))
    if why := why_not(t, now_ms):
        told = because(why.why, why.seat, names_of(t))
        return Ask("players", *_too_few(t)) if why.why.why is Why.TOO_FEW_PLAYERS else Ask("players", told, told)
    return _next_hand(t, next_hand_in_s)


def _next_hand(t: Table, next_hand_in_s: int | None) -> Ask:
    if next_hand_in_s is None:
        return Ask("ready", f"Ready for hand {t.hands + 1}", "The next hand can begin.", (), "tablectl rule start")
    return Ask("next", f"Next hand in {next_hand_in_s}", _positions(t))


def _positions(t: Table) -> str:
    arranged = arrange(t)
    if arranged is None or arranged.button is None:
        return f"Hand {t.hands + 1}."
    blinds = [f"{word} {who(t, seat)}" for word, seat in (("small blind", arranged.small), ("big blind", arranged.big)) if seat]
    said = ", ".join(blinds)
    return f"Button: {who(t, arranged.button)}.{f' {said[0].upper()}{said[1:]}.' if said else ''}"


def _too_few(t: Table) -> tuple[str, str]:
    wanted = {1: "a player", 2: "a second player"}.get(t.game.fewest)
    return f"Waiting for {wanted or f'{counted(t.game.fewest)} players'}", "Sit down at any free seat."


# Chips in the way

def _after_a_void(t: Table, lying: list[Seat]) -> Ask:
    """The hand does not count: everybody takes back what lies in front (G-4)."""
    left = grouped(("Still to do", f"{who(t, seat.number)} {value(seat.lies):,}") for seat in lying)
    return Ask("void", "Take your chips back", f"Then hand {t.hands + 1} is dealt. {left}",
               tuple(seat.number for seat in lying))


def _in_the_way(t: Table, lying: list[Seat]) -> Ask:
    seats = tuple(seat.number for seat in lying)
    if len(lying) == 1:
        return Ask("move", _move(t, lying[0]), "The next hand waits for it.", seats)
    moves = grouped(("To the house" if s.to_pot else "To your stack", f"{who(t, s.number)} {value(s.lies):,}") for s in lying)
    return Ask("move", "Clear the bet areas", moves, seats)


def _move(t: Table, seat: Seat) -> str:
    if seat.to_pot:
        return f"{who(t, seat.number)}: leave {value(seat.lies):,} for the house"
    return f"{who(t, seat.number)}: move {value(seat.lies):,} to your stack"


# Coming in

def _how_to_come_in(t: Table, seat: Seat) -> Ask:
    """What a newcomer, or one whom a blind has passed, is asked between hands (L-30 to L-33, L-35)."""
    said = either([_choice(t, seat, key) for key in choices(t, seat)])
    return Ask("come", "", f"{who(t, seat.number)}: {said}.", (seat.number,))


def _choice(t: Table, seat: Seat, key: str) -> str:
    pays = price(t, seat, key)
    if pays is None:
        return "wait for the big blind"
    return f"post {pays.total:,} to be dealt in{_parts(pays)}" if key == "post" else f"buy the button for {pays.total:,}"


def _parts(pays: Post) -> str:
    pot = pays.total - pays.live
    return f" ({pays.live:,} plays as your bet, {pot:,} goes to the pot)" if pot else ""


# Ends and breaks

def _over(t: Table) -> Ask | None:
    """The tournament, or the game for points, has a winner."""
    placed = sorted([(seat.place, seat.number) for seat in t.seats if seat.place is not None])
    first = tuple(number for place, number in placed if place == 1)
    if not first:
        return None
    names = listed([who(t, number) for number in first])
    told = ", ".join(f"{ordinal(place)} {who(t, number)}{_points(t.seat(number))}" for place, number in placed[:PLACES_TOLD])
    command = "tablectl rule new-game" if t.score is not None else ""
    return Ask("over", f"{names} {'share' if len(first) > 1 else 'wins'} the {t.game.contest}", f"{told}.", first, command)


def _points(seat: Seat) -> str:
    return f" {seat.points:,}" if seat.points is not None else ""


def on_break(t: Table) -> Ask:
    level = t.settings.levels[t.level + 1]
    arranged = arrange(t)
    button = f", button {who(t, arranged.button)}" if arranged is not None and arranged.button else ""
    return Ask("break", f"Play resumes with level {t.level + 2}, blinds {level.small_blind:,} / {level.big_blind:,}",
               f"Leave your chips where they lie. Next hand {t.hands + 1}{button}.")
