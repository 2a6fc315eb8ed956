"""The codes of seats that want a phone: no part of the view. One board screen alone gets them, as a
list, whenever they change.
"""

import msgspec

from tablectl.structs import Light
from tablectl.view import Whole


class SeatCode(Light):
    """Whoever scans the code, or types its digits, has the seat."""

    seat: Whole
    # of the seat's page, with the code's key behind its #; "": nothing serves pages
    url: str
    digits: str = ""  # four; empty: none are taken
    left_s: Whole = 0  # from when it was sent


codes_decoder = msgspec.json.Decoder(tuple[SeatCode, ...])
