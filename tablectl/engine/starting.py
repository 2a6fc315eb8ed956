"""Starting a hand: who is dealt in, the button, the level, and the draw for the button (T-1 to T-4, T-17, F-5, F-9)."""

from tablectl.engine import facts as f
from tablectl.engine.events import StartAsked
from tablectl.engine.play import Play
from tablectl.engine.table import Seat, Table
from tablectl.rules.forced import Stakes, level_now, posts
from tablectl.rules.seating import blind_seats, clockwise_from, draw_order, heads_up_button, next_button


def start_asked(play: Play, event: StartAsked) -> None:
    if refusal := why_not(play.table):
        play.refuse(None, *refusal)
        return
    _bring_bought_chips(play)
    _begin_level(play)
    if play.table.button is None:
        play.say(f.DrawBegan(seats=draw_order([s.number for s in able(play.table)])))
        return
    _begin_hand(play)


def able(t: Table) -> list[Seat]:
    """The seats that can be dealt in: in T everyone with chips, present or not, elsewhere whoever does not sit out (T-17)."""
    return [
        s for s in t.seats
        if s.status not in ("empty", "out") and s.stack > 0 and (t.settings.absent_are_dealt_in or not s.is_absent)
    ]


def why_not(t: Table) -> tuple[str, str] | None:
    """The code and the sentence that say why no hand can start now; None if one can."""
    if t.irregularity:
        return "halted", "The table is halted: the floor rules first."
    if t.phase not in ("idle", "seating") or t.draw:
        return "hand_running", f"Hand {t.hand} is still being played." if t.in_hand else "The draw for the button is not over."
    if t.is_deck_foul:
        return "deck_unchecked", "No hand starts before the floor has checked the deck."
    for seat in t.seats:
        if seat.in_front:
            return "stack_differs", f"Seat {seat.number} has {seat.in_front} in its bet area that belong to its stack."
    players = len([s for s in t.seats if s.stack + s.bought > 0 and (t.settings.absent_are_dealt_in or not s.is_absent)])
    if players < t.game.fewest:
        return "too_few_players", f"A hand needs {t.game.fewest} players with chips; there is {players}."
    return None


def _bring_bought_chips(play: Play) -> None:
    for seat in play.table.seats:
        if seat.bought:
            play.say(f.ChipsAdded(seat=seat.number, chips=seat.bought))


def _begin_level(play: Play) -> None:
    """The schedule runs from the first start, that of a draw for the button too; a re-deal keeps its level (T-4, G-4)."""
    t = play.table
    levels = t.settings.levels
    if not levels or is_redeal(t):
        return
    if t.level_began_ms is None:
        play.say(f.LevelBegan(level=0, stakes=t.stakes, at_ms=play.now_ms))
        return
    index, began_ms = level_now(levels, t.level, t.level_hands, t.level_began_ms, play.now_ms)
    if index != t.level:
        row = levels[index]
        play.say(f.LevelBegan(level=index, stakes=Stakes(row.small_blind, row.big_blind, row.ante), at_ms=began_ms))


def is_redeal(t: Table) -> bool:
    """Whether the next hand is dealt in the place of one that was void (G-4)."""
    return bool(t.voided)


def _begin_hand(play: Play) -> None:
    t = play.table
    seats = _players(t)
    button = _button(t, seats)
    dealt = clockwise_from(seats, button)
    small, big = blind_seats(dealt, t.settings.heads_up_button)
    play.say(f.HandBegan(
        hand=t.hand + 1, button=button, small=small, big=big, dealt=dealt, owes=posts(dealt, small, big, t.stakes)))


def _players(t: Table) -> list[int]:
    """Who is dealt in; a re-deal has the same players, unless too few of them are left (G-4)."""
    seats = [s.number for s in able(t)]
    again = [n for n in seats if n in t.voided]
    return again if len(again) >= t.game.fewest else seats


def _button(t: Table, seats: list[int]) -> int:
    """One player to the left after each completed hand; where it was after a void, and in the first hand (T-17, G-4)."""
    assert t.button is not None
    if t.button_stays and t.button in seats:
        return t.button
    button = next_button(seats, t.button)
    if len(seats) == 2 and t.settings.heads_up_adjust and t.last_big is not None:
        return heads_up_button(seats, button, t.last_big, t.settings.heads_up_button)
    return button
