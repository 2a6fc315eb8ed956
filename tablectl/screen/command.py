"""The command line of the screen's process."""

import argparse
import ctypes
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

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


def can_load(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


LOOKS_AGAIN_AFTER_S = 20  # to begin takes a Pi's processor a second or two
LIBRARIES = {"libgbm.so.1": "libgbm1", "libEGL.so.1": "libegl1", "libGLESv2.so.2": "libgles2"}


def why_no_console(root: Path = Path("/"), may_load: Callable[[str], bool] = can_load) -> str:
    """What keeps SDL's kmsdrm from a display, and what to do. SDL itself does not tell."""
    cards = sorted(root.glob("dev/dri/card*"))
    missing = [package for library, package in LIBRARIES.items() if not may_load(library)]
    states = [path.read_text().strip() for path in root.glob("sys/class/drm/card*-*/status")]
    if not cards:
        return (
            "there is no /dev/dri/card0: on a Pi dtoverlay=vc4-kms-v3d in config.txt of the boot "
            "partition makes it"
        )
    if shut := [card.name for card in cards if not os.access(card, os.R_OK | os.W_OK)]:
        return f"this user may not open /dev/dri/{shut[0]}: it has to be in the group video"
    if missing:
        return f"libraries are missing: sudo apt install {' '.join(missing)}"
    if "connected" not in states:
        return "no display is connected: plug it in, and start the screen again"
    return "another program may have the display, as a desktop or another screen"


def run() -> None:
    given = arguments()
    try:
        main(given, options.style(given))
    except BadFont as why:
        print(why, file=sys.stderr)
        sys.exit(EXIT_WRONG_USE)
    except pygame.error as why:
        if given.driver == "kmsdrm":
            print(
                f"No display can be opened by kmsdrm ({why}): {why_no_console()}.", file=sys.stderr
            )
            if "INVOCATION_ID" in os.environ:  # a unit of systemd, which starts it again at once
                time.sleep(LOOKS_AGAIN_AFTER_S)
            sys.exit(EXIT_NO_DISPLAY)
        print(
            f"No display can be opened ({why}): start the screen where one is plugged in or a "
            "desktop runs, or name another with --driver x11, wayland or kmsdrm.",
            file=sys.stderr,
        )
        sys.exit(EXIT_NO_DISPLAY)
