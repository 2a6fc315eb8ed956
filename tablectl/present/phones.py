"""What the view says of the phones of seats. No table knows them: the service adds them."""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from tablectl.text import Names, T, say
from tablectl.view import Lost, Phone, View


def with_phones(
    view: View, phones: Mapping[int, Phone], wanting: Collection[int], names: Names
) -> View:
    """The view with the phones of the seats. `wanting`: the seats whose code opens them now."""
    seats = {
        number: replace(seat, phone=phones.get(int(number)), wants_phone=int(number) in wanting)
        for number, seat in view.seats.items()
        if int(number) in phones or int(number) in wanting
    }
    lost = view.lost
    if lost is not None and lost.seat in wanting:
        lost = _without_phone(lost, names)
    return replace(view, seats={**view.seats, **seats}, lost=lost)


def _without_phone(lost: Lost, names: Names) -> Lost:
    """What people do about a seat that waits for a phone: it has no plug."""
    seat = lost.seat
    return replace(
        lost,
        what=say(T("Seat {at} has no phone, and it is {seat}'s turn.", at=seat, seat=seat), names),
        steps=(
            say(T("Scan the code of seat {at}, or type its digits.", at=seat), names),
            *lost.steps[1:],
        ),
    )
