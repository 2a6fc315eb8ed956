"""The end of a hand: players who are out get places, leaving players go; places that open again (T-18, F-7, F-10)."""

from tablectl.engine import facts as f
from tablectl.engine.play.play import Play
from tablectl.rules.seating import places, places_open_again


def end(play: Play) -> None:
    """The hand is over."""
    place_out(play)
    leave_table(play)


def leave_table(play: Play) -> None:
    """After the hand: players who announced that they leave are gone (F-7)."""
    play.record(f.HandEnded())
    for number in [s.number for s in play.table.seats if s.is_leaving]:
        play.record(f.PlayerLeft(seat=number, stack=play.seat(number).stack))


def open_places(play: Play, back: int | None) -> None:
    """Opens places again, because the player `back` has chips again, or (None) somebody enters late (T-18, F-10)."""
    t = play.table
    if t.game.has_places and t.score is None and (back is None or play.seat(back).place is not None):
        taken = {s.number: s.place for s in t.seats if s.place is not None}
        if places := places_open_again(taken, back):
            play.record(f.PlacesReopened(places=places))


def place_out(play: Play) -> None:
    """Players without chips are out and get their places (T-18)."""
    t = play.table
    out = {n: p.began for n, p in t.shown.players.items() if t.seat(n).stack == 0 and not t.seat(n).bought}
    with_chips = [s.number for s in t.seats if s.stack > 0 or (s.bought and s.place is None)]
    for seat, place in places(out, len(with_chips)).items():
        play.record(f.PlayerOut(seat=seat, place=place if t.game.has_places else None))
    if t.game.has_places and len(with_chips) == 1 and out:
        play.record(f.WinnerPlaced(seat=with_chips[0], place=1))
