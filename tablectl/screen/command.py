"""The command line of the screen's process."""

import argparse
import sys

import pygame

from tablectl.screen import EXIT_NO_DISPLAY, EXIT_WRONG_USE, options
from tablectl.screen.drawing.scripts import BadFont
from tablectl.screen.sound.sounds import CLASSES
from tablectl.screen.window import main


def size(text: str) -> tuple[int, int]:
    wide, _, high = text.lower().partition("x")
    if not (wide.isdigit() and high.isdigit() and int(wide) >= 320 and int(high) >= 180):
        raise argparse.ArgumentTypeError(f"{text} is no size: say 1920x1080, at least 320x180.")
    return int(wide), int(high)


def volumes(text: str) -> dict[str, float]:
    """By the letters of the classes of sounds."""
    try:
        given = dict(zip(CLASSES, map(float, text.split(",")), strict=True))
    except ValueError:
        given = {}
    if not given or not all(0 <= volume <= 1 for volume in given.values()):
        raise argparse.ArgumentTypeError(
            f"{text} are no volumes: say five from 0 to 1, as 1,1,1,0.5,1."
        )
    return given


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tablectl.screen", description="The table's board screen."
    )
    parser.add_argument(
        "--socket", required=True, help="the service's Unix socket (SOCK_SEQPACKET)"
    )
    parser.add_argument(
        "--codes", help="the service's Unix socket with the codes of seats, for one screen alone"
    )
    parser.add_argument(
        "--size", type=size, help="1920x1080, upright 1080x1920, unless --fullscreen finds its own"
    )
    parser.add_argument("--fullscreen", action="store_true")
    parser.add_argument("--driver", help="SDL's video driver: dummy, x11, wayland, kmsdrm")
    parser.add_argument("--screenshot", help="write the newest picture to this PNG file at the end")
    parser.add_argument(
        "--trace", help="append to this file when each view was drawn (monotonic ns), for a bench"
    )
    parser.add_argument(
        "--language", default="en", help="of texts until the first view comes, which names its own"
    )
    parser.add_argument(
        "--display", type=int, default=0, help="SDL's number of it, where there are several"
    )
    parser.add_argument(
        "--sound",
        type=volumes,
        help="volumes 0 to 1 of four classes of sounds and of speech; else none",
    )
    parser.add_argument(
        "--speech",
        choices=("turn", "all"),
        help="what is spoken, if espeak-ng is installed; else nothing",
    )
    options.add_to(parser)
    return parser.parse_args()


def run() -> None:
    given = arguments()
    try:
        main(given, options.style(given))
    except BadFont as why:
        print(why, file=sys.stderr)
        sys.exit(EXIT_WRONG_USE)
    except pygame.error as why:
        print(
            f"No display can be opened ({why}): start the screen where one is plugged in or a "
            "desktop runs, or name another with --driver x11, wayland or kmsdrm.",
            file=sys.stderr,
        )
        sys.exit(EXIT_NO_DISPLAY)
