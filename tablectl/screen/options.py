"""How a screen is set up, as options of a command line: `python -m tablectl.screen` has them,
and whatever leaves a picture.
"""

import argparse
from collections.abc import Sequence

from tablectl.screen.drawing.scripts import use_fonts
from tablectl.screen.drawing.themes import FELT, THEMES
from tablectl.screen.style import LAYOUTS, TEXTS, TURNS, VIEWS, Style


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--theme", choices=[*THEMES], default=FELT.name)
    parser.add_argument(
        "--view", choices=VIEWS, default="table", help="the table, or a wall's clock"
    )
    parser.add_argument(
        "--text",
        type=float,
        choices=TEXTS,
        default=1.0,
        help="how large names, bets, hands and sentences are",
    )
    parser.add_argument(
        "--font",
        action="append",
        default=[],
        help="a font file for what the bundled ones have not; several",
    )
    parser.add_argument(
        "--layout",
        choices=LAYOUTS,
        default=LAYOUTS[0],
        help="two_sided: read from both sides; portrait: for a display that stands upright",
    )
    parser.add_argument(
        "--rotate",
        type=int,
        choices=TURNS,
        default=0,
        help="how the display hangs turned, clockwise",
    )
    parser.add_argument(
        "--reduced-motion",
        action="store_true",
        help="nothing flies: changes are cuts, after the same time",
    )
    parser.add_argument("--first-seat", type=int, default=1, help="the seat at the bottom left")


def style(given: argparse.Namespace) -> Style:
    """Takes the fonts into use, too. Raises BadFont."""
    use_fonts(tuple(given.font))
    return Style(
        THEMES[given.theme], given.view, given.text, given.layout, given.rotate, given.first_seat
    )


def parse_style(words: Sequence[str]) -> Style:
    """Raises BadFont."""
    parser = argparse.ArgumentParser()
    add_to(parser)
    return style(parser.parse_args(words))
