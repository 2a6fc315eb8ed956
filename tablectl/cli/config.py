"""The commands `config ..`: a configuration to begin with, the check of one, and the
units.
"""

import os
import sys
from pathlib import Path
from typing import Annotated

from typer import Argument, Exit, Option

from tablectl.cli.deck import ConfigFile
from tablectl.cli.output import Json, as_usage_error, err, out, say_json, usage_error
from tablectl.cli.params import command_group, number_option, word_parser
from tablectl.games.catalog import PRESETS, preset
from tablectl.service.config.drivers import DRIVERS, SEATS, SHOES
from tablectl.service.config.loading import load_config
from tablectl.service.config.values import (
    SeatDriver,
    ShoeDriver,
    Strip as StripDriver,
    WebConfig,
)
from tablectl.service.config.web_address import page_urls
from tablectl.service.config.wiring import ALONE, STRIPS
from tablectl.service.process import WRONG_USE

config_app = command_group(
    "Writes a table's configuration, checks one, and writes what systemd, udev and usbguard want."
)

Game = Annotated[
    str,
    Option(
        "--game",
        "--preset",
        parser=word_parser("game", sorted(PRESETS)),
        help=f"{', '.join(sorted(PRESETS))}.",
    ),
]
Seats = Annotated[
    int | None, number_option("How many; without it six, or a full table of fewer.", 1, 10)
]
Shoe = Annotated[
    ShoeDriver,
    Option(
        "--readers",
        parser=word_parser("reader", SHOES),
        help=f"What reads cards: {', '.join(SHOES)}.",
    ),
]
Seat = Annotated[
    SeatDriver,
    Option(
        "--seats-driver",
        parser=word_parser("driver", SEATS),
        help=f"What a seat is: {', '.join(SEATS)}.",
    ),
]
Strip = Annotated[
    str,
    Option(
        "--strip",
        parser=word_parser("strip", ("none", *STRIPS)),
        help=f"A strip of lamps: none, {', '.join(STRIPS)}.",
    ),
]
ON_PINS = tuple(purpose.value for purpose in ALONE)
Pins = Annotated[
    str,
    Option("--pins", metavar="P,P", help=f"What hangs on pins, with commas: {', '.join(ON_PINS)}."),
]
Folder = Annotated[
    Path | None,
    Option(
        "--folder",
        help="Where it keeps journal, decks and sockets; without it where the units of deploy/ do.",
    ),
]


@config_app.command()
def example(
    game: Game = "tournament",
    seats: Seats = None,
    readers: Shoe = "pn532",
    seats_driver: Seat = "keypad",
    strip: Strip = "none",
    pins: Pins = "",
    folder: Folder = None,
) -> None:
    """Prints a table.toml to begin with; tablectl doctor then says which ports to write into it.

    With --seats-driver phone it is a table whose seats are the players' phones.
    """
    from tablectl.setup.example import NoPins, Wanted, example_config as example_of
    from tablectl.setup.uart import header_port

    played = preset(game)
    wanted = min(6, played.most) if seats is None else seats
    if not played.fewest <= wanted <= played.most:
        usage_error(f"{game} is played by {played.fewest} to {played.most}, not by {wanted}.")
    where = str(folder.resolve()) if folder is not None else ""
    named = tuple(
        dict.fromkeys(word_parser("purpose", ON_PINS)(word) for word in pins.split(",") if word)
    )
    with as_usage_error(NoPins):
        lights: StripDriver = (
            "apa102" if strip == "apa102" else "ws2812" if strip == "ws2812" else ""
        )
        # the table's own unit has no network, by which it could look up its address
        url = "" if where or not DRIVERS[seats_driver].is_phone else page_urls(WebConfig())[0]
        text = example_of(
            Wanted(game, wanted, readers, seats_driver, where, lights, named, header_port(), url)
        )
    sys.stdout.write(text)


@config_app.command()
def check(
    file: Annotated[Path, Argument(metavar="FILE", help="A table.toml.")], json: Json = False
) -> None:
    """Says all that is wrong with a configuration, each with its line. Exit 2 where anything is."""
    from tablectl.setup.checking import check_config as checked
    from tablectl.setup.checking_floor_page import floor_page_notes
    from tablectl.setup.checking_pages import page_notes

    found = checked(file)
    problems = found.problems
    if json:
        say_json({"problems": problems})
    elif not problems:
        out.print(
            f"Nothing is wrong with {file}. What hangs at this machine says tablectl doctor "
            f"--config {file}"
        )
        for notes in (page_notes, floor_page_notes):
            for sentence in () if found.config is None else notes(found.config):
                out.print(sentence)
    else:
        for problem in problems:
            err.print(problem.in_file(file))
    raise Exit(WRONG_USE if problems else 0)


@config_app.command()
def units(
    to: Annotated[
        Path, Option("--to", help="A directory; it is made, and no file in it is replaced.")
    ],
) -> None:
    """Writes the units, the udev rules, the user and the sample configuration, and says where
    each of them belongs.
    """
    from tablectl.setup.delivered import SAMPLE, UNITS, deploy_text

    to.mkdir(parents=True, exist_ok=True)
    for name in (*UNITS, SAMPLE):
        with open(os.open(to / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644), "w") as file:
            file.write(deploy_text(name))
    for name, where in UNITS.items():
        out.print(f"sudo cp {to / name} {where}")


@config_app.command()
def usbguard(config: ConfigFile) -> None:
    """Prints rules for usbguard: the configured devices that are plugged in now are let in, all
    others are not.
    """
    from tablectl.setup.usb import usbguard_rules

    rules, notes = usbguard_rules(Path("/"), load_config(config))
    for sentence in notes:
        err.print(sentence)
    if not rules:
        usage_error("No configured device is plugged in at USB: rules would block all there is.")
    sys.stdout.write(rules)
