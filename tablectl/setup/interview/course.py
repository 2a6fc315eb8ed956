"""The order of a set-up: the questions, the configuration, and then what is done with it. Nothing
but the record of answers is written before the last question is answered.
"""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from firmware_io.keypad.keyboards import Keyboard
from tablectl.service.config.loading import load_config
from tablectl.service.config.values import Config
from tablectl.setup.doctor.devices import Answer
from tablectl.setup.interview import deck, game, reader, screen, seats, units
from tablectl.setup.interview.desk import NO, YES, YES_OR_NO, Desk, Question
from tablectl.setup.interview.writing import check_text, config_text, put_config
from tablectl.structs import Frozen
from tablectl.text import T

PARTS: Mapping[str, tuple[str, ...]] = {  # part -> the answers that it asks anew
    "game": game.KEYS,
    "reader": reader.KEYS,
    "seats": seats.KEYS,
    "pads": seats.OF_PADS,
    "screen": screen.KEYS,
    "deck": (),
    "hand": (),
    "units": (),
}
ASKS_DEVICES = ("reader", "seats")
ENDED = T("Ended. What was answered is kept: the same command goes on from here.")


class Workbench(Protocol):
    """What a set-up needs of the machine, and of simulations."""

    def find_devices(self) -> Sequence[Answer]:
        """Who answers at the ports."""

    def find_pads(self) -> Sequence[Keyboard]:
        """The number pads, and what may be one."""

    def await_press(self, paths: Sequence[str]) -> str | None: ...

    def await_card(self, config: Config) -> bool:
        """Whether a card was laid on the reader."""

    def enrol_deck(self, file: Path, name: str, *, is_short: bool) -> bool: ...

    def play_simulated(self, config: Config) -> bool:
        """A hand in virtual time; whether it came to its end."""

    def play_hand(self, file: Path, show: Callable[[str], None]) -> bool:
        """A hand at the table's own devices, by the people who sit there."""

    def run(self, command: str) -> bool: ...


class Wish(Frozen):
    """`file`: where the configuration goes. `only`: the part that is asked for again; empty:
    all. `ports`: that the system does not list.
    """

    file: Path
    language: str
    only: str = ""
    is_simulated: bool = False
    ports: tuple[str, ...] = ()
    root: Path = Path("/")

    @property
    def folder(self) -> str:
        return str(self.file.absolute().parent)

    def is_wanted(self, part: str) -> bool:
        return self.only in ("", part)


def run_course(desk: Desk, wish: Wish, bench: Workbench) -> bool:
    """Whether all that was begun has been done. Raises BadAnswer, NotWritten, NoPins, OSError."""
    _begin(desk, wish)
    _ask_all(desk, wish, bench)
    text = config_text(desk.answers, wish.folder, is_simulated=wish.is_simulated)
    done = put_config(desk, text, wish.file)
    if done == "refused":
        desk.tell(
            T(
                "{file} stays as it is, and nothing is written. --config names another place.",
                file=str(wish.file),
            )
        )
        return False
    if done == "written":
        desk.tell(T("{file} is written, and nothing is wrong with it.", file=str(wish.file)))
    is_well = _do_steps(desk, wish, bench)
    if not wish.only:
        desk.note_end()
    _tell_next(desk, wish)
    return is_well


def _begin(desk: Desk, wish: Wish) -> None:
    if wish.only:
        desk.forget(PARTS[wish.only], (wish.only, *(("card",) * (wish.only == "reader"))))
    elif desk.is_finished:
        desk.begin_anew()
    elif desk.has_begun:
        desk.tell(T("This goes on where it was ended:"))


def _ask_all(desk: Desk, wish: Wish, bench: Workbench) -> None:
    game.ask_language(desk, wish.language)
    is_open = not {"count", "reader", "seat"} <= {*desk.answers} or wish.only in ASKS_DEVICES
    answers: Sequence[Answer] = ()
    pads: Sequence[Keyboard] = ()
    if is_open and not wish.is_simulated:
        desk.tell(T("Looking for devices; it takes some seconds."))
        answers, pads = bench.find_devices(), bench.find_pads()
        _tell_found(desk, answers, pads)
    game.ask_game(desk, seats.count_found(answers, pads))
    reader.ask_reader(desk, answers, wish.ports)
    seats.ask_seats(desk, answers, pads, wish.ports)
    has_pads = desk.answers["seat"] == seats.PAD and not wish.is_simulated
    if has_pads and wish.only in ("", "seats", "pads"):
        seats.learn_pads(desk, pads or bench.find_pads(), bench.await_press)
    elif wish.only == "pads":
        desk.tell(T("No seat has a number pad here: tablectl setup --only seats says what it is."))
    screen.ask_screen(desk, is_simulated=wish.is_simulated)


def _tell_found(desk: Desk, answers: Sequence[Answer], pads: Sequence[Keyboard]) -> None:
    for answer in answers:
        if answer.driver:
            node = "" if answer.node is None else f" {answer.node}, {answer.kind}"
            desk.tell(
                T("Found: {what} at {port}.", what=f"{answer.driver}{node}", port=answer.port)
            )
    for pad in pads:
        if pad.is_pad:
            desk.tell(T("Found: {what} at {port}.", what=pad.name, port=pad.path))


def _do_steps(desk: Desk, wish: Wish, bench: Workbench) -> bool:
    """What is done with the configuration; each once. Whether all went well."""
    config, is_well = load_config(wish.file), True
    if not wish.is_simulated:
        has_reader = desk.answers["reader"] != reader.SHOE and not desk.is_unattended
        if has_reader and wish.is_wanted("reader") and not desk.is_done("card"):
            _try_reader(desk, wish, config, bench)
        if wish.is_wanted("deck") and not desk.is_done("deck"):
            name = deck.ask_deck(desk, config)
            if name and bench.enrol_deck(wish.file, name, is_short=deck.is_short(config)):
                desk.note_step("deck")
    if wish.is_wanted("hand") and not desk.is_done("hand"):
        is_well = _play_hand(desk, wish, config, bench)
    if not wish.is_simulated and wish.is_wanted("units") and not desk.is_done("units"):
        is_well = _start_units(desk, wish, bench) and is_well
    return is_well


def _try_reader(desk: Desk, wish: Wish, config: Config, bench: Workbench) -> None:
    desk.tell(T("Lay a card on the reader."))
    if bench.await_card(config):
        desk.tell(T("READER OK"))
        desk.note_step("card")
    else:
        desk.tell(
            T(
                "No card was read. tablectl doctor --config {file} says why, and tablectl setup "
                "--only reader tries again.",
                file=str(wish.file),
            )
        )


def _play_hand(desk: Desk, wish: Wish, config: Config, bench: Workbench) -> bool:
    """False: it was begun, and did not come to its end."""
    if wish.is_simulated:
        is_over = bench.play_simulated(config)
    else:
        asked = T("Play a first hand now? It is for trying, and counts for nothing.")
        question = Question("hand", asked, YES, YES_OR_NO, unattended=NO)
        if desk.ask(question, is_kept=False) == NO:
            return True
        is_over = bench.play_hand(wish.file, desk.tell)
    if is_over:
        desk.note_step("hand")
    return is_over


def _start_units(desk: Desk, wish: Wish, bench: Workbench) -> bool:
    text = config_text(desk.answers, "", is_simulated=False)
    installed = wish.file.absolute().with_name("installed.toml")
    command = units.start_command(desk.answers, installed)
    if not units.ask_units(desk, command, wish.root):
        return True
    check_text(text, installed)
    installed.write_text(text)
    if not bench.run(command):
        desk.tell(T("It failed. tablectl setup --only units tries again."))
        return False
    desk.note_step("units")
    return True


def _tell_next(desk: Desk, wish: Wish) -> None:
    file = shlex.quote(str(wish.file))
    if desk.is_done("units"):
        desk.tell(
            T(
                "The table runs. The first hand begins by itself; tablectl rule status says how "
                "it stands, and journalctl -u tablectl what it does not hear."
            )
        )
    else:
        desk.tell(T("Next, each in a terminal of its own:"))
        for command in _next_commands(desk.answers, wish):
            desk.tell(f"  tablectl {command}")
        if wish.is_simulated:
            desk.tell(T("Or watch it play by itself: tablectl demo --config {file}", file=file))
        else:
            desk.tell(T("All of it is examined by: tablectl doctor --config {file}", file=file))
    if not wish.only:
        parts = ", ".join(PARTS)
        desk.tell(T("tablectl setup --only PART repeats a part: {parts}.", parts=parts))


def _next_commands(answers: Mapping[str, str], wish: Wish) -> Iterator[str]:
    """What plays at this table, a program each."""
    if wish.is_simulated:
        numbers = ",".join(map(str, range(1, int(answers["count"]) + 1)))
        yield f"sim table --dir {shlex.quote(wish.folder)} --seats {numbers}"
    programs = {
        "run": True,
        "screen": answers["screen"] == YES,
        "web": answers["seat"] == seats.PHONE,
    }
    for program, is_wanted in programs.items():
        if is_wanted:
            yield f"{program} --config {shlex.quote(str(wish.file))}"
