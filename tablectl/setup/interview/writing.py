"""The configuration made of the answers: checked as `config check` does, and then put in its
place.
"""

import os
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Literal, cast

from tablectl.service.books.files import only_writer, replace_file
from tablectl.service.config.values import SeatDriver, ShoeDriver, Strip, WebConfig
from tablectl.service.config.web_address import page_urls
from tablectl.setup.checking import check_config
from tablectl.setup.example import STAKES, Wanted, example_config
from tablectl.setup.interview.desk import NO, YES, YES_OR_NO, Desk, Question
from tablectl.setup.interview.game import blinds_of
from tablectl.setup.interview.screen import strip_and_pins
from tablectl.setup.interview.seats import PHONE
from tablectl.setup.uart import header_port
from tablectl.text import T


class NotWritten(Exception):
    """The message is a sentence, or several."""


def wanted_of(answers: Mapping[str, str], folder: str, *, is_simulated: bool) -> Wanted:
    """What the answers describe. `folder`: empty, where systemd runs it. Simulated devices stand
    for readers, pads and nodes; phones are what they are.
    """
    strip, pins = strip_and_pins(answers.get("pins", NO))
    seat, seats = answers["seat"], int(answers["count"])
    of_phones = seat == PHONE
    return Wanted(
        game=answers["game"],
        seats=seats,
        shoe="sim" if is_simulated else cast(ShoeDriver, answers["reader"]),
        seat="sim" if is_simulated and not of_phones else cast(SeatDriver, seat),
        folder=folder,
        strip=cast(Strip, strip),
        pins=pins,
        uart=header_port(),
        # the table's own unit has no network, by which it could look up its address
        url=page_urls(WebConfig())[0] if of_phones and not folder else "",
        stakes=blinds_of(answers["blinds"]) if "blinds" in answers else STAKES,
        language=answers["language"],
        reader_port=answers.get("reader_port", ""),
        seat_ports=tuple(answers.get(f"port_{number}", "") for number in range(1, seats + 1)),
        has_keys_alone=seat != "node",
        has_screen=answers["screen"] == YES,
    )


def put_config(desk: Desk, text: str, file: Path) -> Literal["written", "kept", "refused"]:
    """Writes it, if there is no other, or if that may be replaced; that one is kept beside it.

    `kept`: it is there already. Raises NotWritten where it is no sound configuration, and OSError.
    """
    check_text(text, file)
    if file.is_file() and file.read_bytes() == text.encode():
        return "kept"
    beside = _free_name(file) if os.path.lexists(file) else None
    if beside is not None:
        asked = T(
            "{file} is there already, and says something else. Put the new one in its place? "
            "The old one is kept as {beside}.",
            file=str(file),
            beside=beside.name,
        )
        if desk.ask(Question("replace", asked, NO, YES_OR_NO), is_kept=False) == NO:
            return "refused"
    with only_writer(file) as folder:
        if beside is not None:
            os.link(file, beside, follow_symlinks=False)
        replace_file(file, text.encode(), folder, has_backup=False)
    return "written"


def check_text(text: str, file: Path) -> None:
    """As a file beside the one that it is to be. Raises NotWritten."""
    tried = file.with_name(f".{file.name}.tried")
    try:
        tried.write_text(text)
        problems = check_config(tried).problems
    finally:
        tried.unlink(missing_ok=True)
    if problems:
        raise NotWritten("\n".join(problem.in_file(file) for problem in problems))


def _free_name(file: Path) -> Path:
    names = (file.with_name(f"{file.name}.before-{number}") for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def config_text(answers: Mapping[str, str], folder: str, *, is_simulated: bool) -> str:
    """Raises NoPins, a sentence."""
    return example_config(wanted_of(answers, folder, is_simulated=is_simulated))
