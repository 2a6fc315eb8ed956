"""Scenario files: JSON Lines, one step a line, read and checked whole before anything is played.

A line that is no step is a fault of the file: BadScript says so with file and line.
"""

from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from firmware_io.messages import KEYS
from tablectl.engine.engine import open_table
from tablectl.engine.floor import ActFor
from tablectl.engine.floor_json import WORDS, BadRuling, read_ruling
from tablectl.games.game import Game, as_played
from tablectl.games.own import OwnGame
from tablectl.games.settings import BadSetting
from tablectl.rules.amounts import MOST_AMOUNT, Chip
from tablectl.rules.bounds import why_out_of_bounds
from tablectl.rules.cards import CODE
from tablectl.rules.fitting import find_misfits
from tablectl.rules.forced import Stakes
from tablectl.service.books.books import shots_of_game
from tablectl.service.books.files import Unreadable, decode_text, read_file
from tablectl.service.config.loading import game_of
from tablectl.service.config.values import SeatName, SeatNumber, TableConfig
from tablectl.service.control.requests import LOCKS, BadLine, parse_object
from tablectl.structs import Frozen, Strict

ACTS = (
    "fold",
    "check",
    "call",
    "bet",
    "raise_to",
    "all_in",
    "ante",
    "bonus",
    "pass",
    "made",
    "missed",
)
FLOOR_ACTS = (*ACTS, "post")  # what the floor may do for a seat
NEEDS_AMOUNT = ("bet", "raise_to", "ante", "bonus")
SPECIAL_CARDS = ("joker", "Jk", "cut", "??", "foreign")
FAULTS = ("unplug", "replug", "reset")
OF_THE_PHONE = ("reload", "sleep", "wake", "lost")
OLD = "old"  # the view before the keys of the seat last changed
OF_THE_SHOE = ("lid_open", "lid_closed", "jam", "cleared", "reloaded")
# inputs of the table: what is done to each, and whether it is active then
OF_PINS = {
    "emergency_stop": {"press": True, "release": False},
    "key_switch": {"turn": True, "turn_back": False},
    "lid": {"open": True, "close": False},
    "logic_door": {"open": True, "close": False},
}
AUTOS = ("deal", "post", "show", "take_back")
FACES = ("up", "down")
SHOWN = 60  # characters of a wrong line that the message repeats
MOST_BYTES = 16 << 20  # of a file; ours have 3 KiB
MOST_PULLED = 100  # cards by one step: more than any deck
MOST_WAITED_MS = 10**9  # by one step
MOST_CARDS = 200  # of one deck step


class BadScript(ValueError):
    """The message is a sentence that begins with file:line."""


class First(Strict):
    """The first line's table."""

    preset: str
    seats: dict[SeatName, int] = {}
    button: SeatNumber | None = None
    stakes: Stakes | None = None
    options: dict[str, Any] = {}
    chips: tuple[Chip, ...] = ()
    game: OwnGame | None = None  # rows of a game of one's own, which replace the preset's
    unsensed: tuple[SeatNumber, ...] = ()  # the seats that do not sense their stack
    phones: tuple[SeatNumber, ...] = ()  # the seats that have a phone and nothing else
    approval: Literal["floor", "player"] = "floor"  # as [phones] has it


class Step(Strict, omit_defaults=True):
    """A line after the first. `kind` is the form it has."""

    deck: tuple[str, ...] | None = None
    start: bool | None = None
    seat: int | None = None
    act: str | None = None
    amount: int | None = None
    key: str | None = None
    chips: tuple[int, ...] | None = None
    more: bool = False
    take: tuple[int, ...] | None = None
    slips: tuple[int, ...] | None = None
    pockets: tuple[int, ...] | None = None
    reveals: tuple[str, ...] | None = None
    phone: int | None = None
    press: str | None = None
    on_view: str | None = None
    on_phone: str | None = None
    again: bool | None = None
    pairs: bool | None = None
    after_ms: int | None = None
    gives_up: bool | None = None
    asks_seat: bool | None = None
    keeps: bool | None = None
    answers: int | None = None
    yes: bool | None = None
    frees: int | None = None
    sits: int | None = None
    leaves: bool | None = None
    buys: int | None = None
    auto: dict[str, bool] | None = None
    pull: int | None = None
    present: str | None = None
    face: str | None = None
    together: bool = False
    wait_ms: int | None = None
    device: str | None = None
    fault: str | None = None
    restart: bool | None = None
    lock: str | None = None
    clears: str | None = None
    pin: str | None = None
    expect: dict[str, Any] | None = None
    expect_notice: str | None = None
    expect_refused: bool | None = None


OF_CHIPS = ("chips", "take", "slips", "pockets")
OF_A_SEAT = ("act", "key", *OF_CHIPS, "reveals", "sits", "leaves", "buys")
OF_A_PHONE = ("press", "again", "pairs", "gives_up", "asks_seat", "keeps", "answers")
# steps that happen, or are not there
ONLY_TRUE = ("start", "restart", "leaves", "again", "pairs", "gives_up", "asks_seat", "keeps")
KINDS = (
    "deck",
    "start",
    "floor",
    "expect",
    "expect_notice",
    "expect_refused",
    "auto",
    "pull",
    "present",
    "wait_ms",
    "device",
    "restart",
    "clears",
    "frees",
    *OF_A_SEAT,
    *OF_A_PHONE,
)
MAY_GO_WITH = {
    **{kind: {"seat"} for kind in (*OF_A_SEAT, "expect_notice")},
    **{kind: {"phone"} for kind in OF_A_PHONE},
    "press": {"phone", "amount", "on_view", "on_phone"},
    "pairs": {"phone", "after_ms"},
    "answers": {"phone", "yes"},
    "act": {"seat", "amount"},
    "chips": {"seat", "more"},
    "take": {"seat", "more"},
    "pull": {"face", "together"},
    "device": {"fault"},
    "floor": WORDS,
    "restart": {"lock"},
    "clears": {"pin"},
}


class Line(Frozen):
    number: int
    kind: str
    step: Step
    floor: dict[str, Any] = {}  # a ruling, as on the control socket

    @property
    def seat(self) -> int:
        """Of a step that is about one."""
        assert self.step.seat is not None
        return self.step.seat

    @property
    def phone(self) -> int:
        """The seat whose phone the step is about."""
        assert self.step.phone is not None
        return self.step.phone


class Script(Frozen):
    path: Path
    game: Game
    table: TableConfig
    lines: tuple[Line, ...]
    unsensed: tuple[int, ...] = ()
    phones: tuple[int, ...] = ()
    approval: Literal["floor", "player"] = "floor"

    @property
    def seats(self) -> set[int]:
        """Every seat that is taken at some time in the script."""
        sat = {
            line.step.seat
            for line in self.lines
            if line.kind == "sits" and line.step.seat is not None
        }
        return sat | {int(seat) for seat in self.table.seats}


def read_script(path: Path) -> Script:
    """The scenario at `path`. Raises BadScript."""
    try:
        text = decode_text(read_file(path, MOST_BYTES))
    except Unreadable as error:
        raise BadScript(f"{path}: {error}") from None
    numbered = [
        (n, line)
        for n, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not numbered:
        raise BadScript(f"{path}: there is no table in it.")
    game, table, described = _read_table(path, *numbered[0])
    script = Script(
        path,
        game,
        table,
        tuple(_read_step(path, number, line) for number, line in numbered[1:]),
        described.unsensed,
        described.phones,
        described.approval,
    )
    named = (*described.unsensed, *described.phones)
    if strange := [seat for seat in named if seat not in script.seats]:
        raise BadScript(f"{path}:{numbered[0][0]}: Nobody sits at seat {strange[0]}.")
    for line in script.lines:
        if why := _why_not(script, line):
            raise BadScript(f"{path}:{line.number}: {why}")
    return script


def _read_table(path: Path, number: int, line: str) -> tuple[Game, TableConfig, First]:
    try:
        words = parse_object(line)
        if set(words) != {"table"}:
            raise BadLine('The first line is {"table": ...}.')
        if why := why_out_of_bounds(words):
            raise BadLine(why)
        if not isinstance(words["table"], dict):
            raise BadLine('The first line is {"table": {..}}.')
        if error := [*find_misfits(words["table"], First, ("table",))]:
            raise BadSetting(*error)
        described = msgspec.convert(words["table"], First)
        if described.phones:  # they sense no chips, so no seat does
            described = replace(described, options={"chips_sensed": False} | described.options)
        table = TableConfig(
            preset=described.preset,
            seats=described.seats,
            button=described.button,
            stakes=described.stakes,
            chips=described.chips,
            options=described.options,
            game=described.game,
        )
        game = as_played(game_of(table), table.options)
        open_table(
            game,
            {int(n): chips for n, chips in described.seats.items()},
            stakes=described.stakes,
            options=described.options,
            chips=described.chips,
            button=described.button,
            shots=shots_of_game(game, ""),
        )
    except (BadLine, BadSetting) as error:
        raise BadScript(f"{path}:{number}: {str(error).rstrip('.')}.") from None
    return game, table, described


def _read_step(path: Path, number: int, line: str) -> Line:
    try:
        raw = parse_object(line)
        if why := why_out_of_bounds(raw, of_numbers=False):
            raise BadLine(why)
        step = Step() if "floor" in raw else msgspec.convert(raw, Step)
        kind = next((kind for kind in KINDS if kind in raw), None)
        if kind is None:
            raise BadLine(f"this is no step: {line.strip()[:SHOWN]!a}")
        if strange := set(raw) - {kind} - MAY_GO_WITH.get(kind, set()):
            raise BadLine(f'"{min(strange)}" does not go with "{kind}"')
    except (msgspec.ValidationError, BadLine) as error:
        raise BadScript(f"{path}:{number}: {str(error).rstrip('.')}.") from None
    return Line(number, kind, step, raw if kind == "floor" else {})


def _why_not(script: Script, line: Line) -> str | None:
    """Why the line cannot be a step at this table, in a sentence."""
    step, kind = line.step, line.kind
    if kind == "floor":
        return _why_no_ruling(script, line.floor)
    if kind in OF_A_SEAT and step.seat is None:
        return f'"{kind}" needs a seat.'
    if kind in OF_A_PHONE and step.phone not in script.phones:
        return f'"{kind}" needs the phone of a seat; {_phones_in_words(script.phones)} one.'
    if kind == "sits" and not 1 <= (step.seat or 0) <= script.game.most:
        return (
            f"{script.game.name} has seats 1 to {script.game.most}; there is no seat {step.seat}."
        )
    if step.seat is not None and step.seat not in script.seats:
        return f"Nobody sits at seat {step.seat}."
    named = (*(step.deck or ()), *(step.reveals or ()), *(card for card in (step.present,) if card))
    if bad := next((card for card in named if not _is_card(card)), None):
        return f'"{bad}" is no card.'
    if kind == "act":
        return _why_no_act(script.game, step.act, step.amount)
    if kind in ("key", "press") and (key := step.key or step.press) not in KEYS:
        return f'There is no key "{key}".'
    if kind == "answers" and (step.answers not in script.phones or step.yes is None):
        return (
            'A player answers for the phone of another seat: "answers" needs its number and "yes".'
        )
    if step.on_view not in (None, OLD):
        return f'A press is made on the present view, or on the "{OLD}" one.'
    if step.on_phone not in (None, OLD):
        return f'A press is made on the phone of the seat, or on its "{OLD}" one.'
    if kind == "auto" and (
        bad := next((name for name in step.auto or {} if name not in AUTOS), None)
    ):
        return f'The simulation does not do "{bad}" by itself; it does {", ".join(AUTOS)}.'
    if kind == "device":
        return _why_no_device(script, step)
    if bad := next((lock for lock in (step.lock, step.clears) if lock not in (None, *LOCKS)), None):
        return f'There is no lock "{bad}"; there is {", ".join(LOCKS)}.'
    if False in (getattr(step, name) for name in ONLY_TRUE):
        return "A step that does not happen is none: leave the line out."
    if kind in OF_CHIPS and any(chip < 1 for chip in chips_moved(step)):
        return "A chip is worth 1 or more."
    if kind == "pull" and step.face not in (None, *FACES):
        return f'A card lies {" or ".join(FACES)}, not "{step.face}".'
    if (step.pull is not None and step.pull < 1) or min(step.wait_ms or 0, step.after_ms or 0) < 0:
        return "Less than nothing cannot happen."
    return _why_too_much(step)


def _why_too_much(step: Step) -> str | None:
    """Why a count or a time is out of bounds. Amounts are not checked here: the table refuses
    one that is too large.
    """
    if (step.pull or 0) > MOST_PULLED:
        return f"A step pulls at most {MOST_PULLED} cards."
    if (step.wait_ms or 0) > MOST_WAITED_MS:
        return f"A step waits at most {MOST_WAITED_MS:,} ms."
    if len(step.deck or step.reveals or ()) > MOST_CARDS:
        return f"A step names at most {MOST_CARDS} cards."
    return None


def find_too_large(step: Step) -> int | None:
    """The first number of a step that is larger than any amount may be."""
    named = (step.amount, step.sits, step.buys)
    return next(
        (
            number
            for number in (*named, *chips_moved(step))
            if number is not None and abs(number) > MOST_AMOUNT
        ),
        None,
    )


def chips_moved(step: Step) -> tuple[int, ...]:
    """The chips that a step is about."""
    return (*(step.chips or ()), *(step.take or ()), *(step.slips or ()), *(step.pockets or ()))


def _why_no_act(
    game: Game, act: str | None, amount: int | None, acts: tuple[str, ...] = ACTS
) -> str | None:
    if act not in acts:
        return f'There is no act "{act}".'
    if amount is not None and amount < 0:
        return "No amount is less than nothing."
    is_for_chips = game.plays_for != "points"
    return (
        f'"{act}" needs an amount.'
        if is_for_chips and act in NEEDS_AMOUNT and amount is None
        else None
    )


def _why_no_ruling(script: Script, words: dict[str, Any]) -> str | None:
    """Why it is no ruling. Right words in a wrong combination are a ruling that the table
    refuses, not a fault of the file.
    """
    try:
        ruling = read_ruling(words)
    except BadRuling as error:
        return None if error.is_of_the_mix else str(error)
    seat, card = getattr(ruling, "seat", None), getattr(ruling, "card", None)
    if seat is not None and seat not in script.seats:
        return f"Nobody sits at seat {seat}."
    if card is not None and not _is_card(card):
        return f'"{card}" is no card.'
    return (
        _why_no_act(script.game, ruling.act, ruling.amount, FLOOR_ACTS)
        if isinstance(ruling, ActFor)
        else None
    )


def _why_no_device(script: Script, step: Step) -> str | None:
    places = (f"{'phone' if n in script.phones else 'seat'}-{n}" for n in sorted(script.seats))
    devices = ("shoe", "screen", *OF_PINS, *places)
    if step.device not in devices:
        return f'There is no device "{step.device}"; there is {", ".join(devices)}.'
    name = step.device or ""
    own = {"shoe": (*FAULTS, *OF_THE_SHOE), **OF_PINS}
    faults = OF_THE_PHONE if name.startswith("phone-") else own.get(name, FAULTS)
    return (
        None
        if step.fault in faults
        else f'A device cannot "{step.fault}"; {step.device} can {", ".join(faults)}.'
    )


def _phones_in_words(phones: tuple[int, ...]) -> str:
    return "no seat has" if not phones else f"seats {', '.join(map(str, phones))} have"


def _is_card(name: str) -> bool:
    return name.removesuffix("*") in CODE or name in SPECIAL_CARDS
