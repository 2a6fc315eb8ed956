"""What the table could not take in: an event that failed by a fault of ours, and readings that a device has lost (G-4, F-5)."""

from typing import Final

from tablectl.engine import facts as f
from tablectl.engine.events import EdgesMissing, EventFailed
from tablectl.engine.facts import LevelDoubted
from tablectl.engine.play.halting import halt, irregularity
from tablectl.engine.play.play import Play
from tablectl.engine.state.halt import Irregularity
from tablectl.rules.irregular import EDGES_MISSING_SEAT, EDGES_MISSING_SHOE, EVENT_FAILED, EVENT_FAILED_BETWEEN

IN_WORDS: Final = {
    "start_asked": "the start of a hand", "card_off": "a card from the shoe", "card_presented": "a card that was presented",
    "shoe_emptied": "the end of the shoe", "chips_read": "the chips of seat {seat}", "key_pressed": "a key of seat {seat}",
    "hole_cards_seen": "the cards before seat {seat}", "clock_ran_out": "the end of a clock",
    "floor_ruled": "a ruling of the floor", "player_came": "who sits down at seat {seat}",
    "player_went": "that seat {seat} leaves", "chips_bought": "what seat {seat} buys", "device_lost": "that a device is lost",
    "device_back": "that a device is back", "edges_missing": "that readings are missing", "view": "what the screens show",
}


def event_failed(play: Play, event: EventFailed) -> None:
    """The table halts where it stood before it, and no clock runs: what failed cannot come again by itself (G-4).

    What fails while the table is halted for this already is told, and no more: a second halt for it would say nothing new.
    """
    t = play.table
    happened = IN_WORDS.get(event.happened, event.happened.replace("_", " ")).format(seat=event.seat)
    words = {"happened": happened, "error": event.error}
    wrong = irregularity(t, EVENT_FAILED if t.in_hand else EVENT_FAILED_BETWEEN, words, seat=event.seat)
    if any(known is not None and known.kind == wrong.kind for known in (t.irregularity, *t.further)):
        play.notice(wrong.seat, wrong.kind, wrong.what)
    else:
        _halt_or_wait(play, wrong)


def edges_missing(play: Play, event: EdgesMissing) -> None:
    """It names what they may have been, and the floor decides; a seat's area is read again first (F-5)."""
    t = play.table
    words: dict[str, object] = {"readings": "A reading" if event.count == 1 else f"{event.count:,} readings"}
    if event.seat is None:
        _halt_or_wait(play, irregularity(t, EDGES_MISSING_SHOE, words))
        return
    play.say(LevelDoubted(seat=event.seat))
    seat = play.seat(event.seat)
    words |= {"seat": seat.number, "bet": seat.bet + seat.to_pot}
    _halt_or_wait(play, irregularity(t, EDGES_MISSING_SEAT, words, seat=event.seat))


def _halt_or_wait(play: Play, wrong: Irregularity) -> None:
    """What the table is halted for already is ruled on first."""
    if play.table.irregularity is None:
        halt(play, wrong)
    else:
        play.say(f.Reported(irregularity=wrong))
        play.notice(wrong.seat, wrong.kind, wrong.what)
