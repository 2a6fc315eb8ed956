"""What a terminal tells the people who play the demo on their phones: where the pages are, the code
of each seat, and the cards that they hold.

The cards are simulated and lie nowhere, so nobody could lift their corners. No page ever shows
them.
"""

import sys
from collections.abc import Sequence
from io import StringIO

from tablectl.cli.output import out
from tablectl.service.config.values import WebConfig
from tablectl.service.config.web_address import page_urls
from tablectl.simulation.demo.demo import Host
from tablectl.view.codes import SeatCode

WHITE_ON_BLACK, AS_BEFORE = "\033[97;40m", "\033[0m"  # else a light terminal shows its negative


class TerminalHost(Host):
    """The host of the demo's guests."""

    def __init__(self) -> None:
        self._shown: dict[int, str] = {}  # urls, by seat

    def show_codes(self, codes: tuple[SeatCode, ...]) -> None:
        for code in codes:
            if self._shown.get(code.seat) != code.url:
                out.print(code_text(code, is_coloured=sys.stdout.isatty()))
        self._shown = {code.seat: code.url for code in codes}

    def show_cards(self, seat: int, cards: tuple[str, ...]) -> None:
        out.print(f"Seat {seat} lifts its cards: {' '.join(cards)}")

    def begin_waiting(self, seats: Sequence[int], at_most_s: int) -> None:
        phones = "phone" if len(seats) == 1 else "phones"
        out.print(
            f"The first hand waits for the {phones} of {seats_text(seats)}, at most "
            f"{at_most_s // 60} minutes."
        )

    def end_waiting(self, without: Sequence[int]) -> None:
        if without:
            out.print(
                f"The first hand begins. At the turns of {seats_text(without)} the clock runs out "
                "until a phone has the seat."
            )


def seats_text(seats: Sequence[int]) -> str:
    """seat 1; seats 1, 2 and 3"""
    *most, last = map(str, seats)
    return f"seats {', '.join(most)} and {last}" if most else f"seat {last}"


def code_text(code: SeatCode, *, is_coloured: bool) -> str:
    """Its QR code, and what whoever has no camera types."""
    import segno  # 20 ms, which other commands need not wait for

    drawn = StringIO()
    segno.make(code.url, error="l", micro=False).terminal(out=drawn, border=2, compact=True)
    lines = drawn.getvalue().rstrip("\n").split("\n")
    if is_coloured:
        lines = [f"{WHITE_ON_BLACK}{line}{AS_BEFORE}" for line in lines]
    address, _, _ = code.url.partition("/seat/")
    typed = f", or open {address} and type {code.digits}" if code.digits else ""
    return "\n".join((*lines, f"Seat {code.seat}: scan this with the phone's camera{typed}."))


def addresses_text(listen: str) -> str:
    urls = page_urls(WebConfig(listen))
    return f"Pages for every phone in this network: {'  '.join(urls)}"
