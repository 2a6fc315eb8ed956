"""The end of a hand: who is out and placed, who is gone, and places that are open again (T-18, F-7, F-10)."""

from tablectl.engine import facts as f
from tablectl.engine.play.play import Play
from tablectl.rules.seating import places, places_open_again


def end(play: Play) -> None:
    """The hand is over."""
    place_out(play)
    leave_table(play)


def leave_table(play: Play) -> None:
    """The hand is over; who said they leave is gone (F-7)."""
    play.record(f.HandEnded())
    for number in [s.number for s in play.table.seats if s.is_leaving]:
        play.record(f.PlayerLeft(seat=number, stack=play.seat(number).stack))


def open_places(play: Play, back: int | None) -> None:
    """One more plays than was counted with: `back` has chips again, or somebody enters late (T-18, F-10)."""
    t = play.table
    if t.game.has_places and t.score is None and (back is None or play.seat(back).place is not None):
        taken = {s.number: s.place for s in t.seats if s.place is not None}
        if places := places_open_again(taken, back):
            play.record(f.PlacesOpened(places=places))


def place_out(play: Play) -> None:
    """Who has no chips left is out, and placed (T-18)."""
    t = play.table
    out = {n: t.seat(n).began for n in t.dealt if t.seat(n).stack == 0 and not t.seat(n).bought}
    with_chips = [s.number for s in t.seats if s.stack > 0 or (s.bought and s.place is None)]
    for seat, place in places(out, len(with_chips)).items():
        play.record(f.PlayerOut(seat=seat, place=place if t.game.has_places else None))
    if t.game.has_places and len(with_chips) == 1 and out:
        play.record(f.PlaceTaken(seat=with_chips[0], place=1))
