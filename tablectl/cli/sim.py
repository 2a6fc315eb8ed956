"""The commands `sim`: devices that are simulated, for a table or a controller that is to be
tested.
"""

import asyncio
import os
import shlex
import signal
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

from msgspec.structs import replace
from typer import Argument, Exit, Option

from firmware_io.messages import is_key
from tablectl.cli.output import Json, as_usage_error, err, out, say_json, usage_error
from tablectl.cli.params import command_group, number_option, word_parser
from tablectl.cli.ruling import news_at
from tablectl.games.catalog import PRESETS
from tablectl.rules.amounts import MOST_AMOUNT
from tablectl.rules.bounds import why_no_name
from tablectl.rules.forced import Stakes
from tablectl.service.config.checks import SOCKET_PATH_BYTES
from tablectl.service.config.loading import game_of, load_config
from tablectl.service.config.values import TableConfig
from tablectl.service.control.client import is_answering
from tablectl.service.journals.open_table import opened_table
from tablectl.service.process import FAILED
from tablectl.setup.example import to_toml
from tablectl.simulation.stage.lone_phone import NoPhone, pair_simulated, press_on_phone
from tablectl.text import say

STACK = 1_000
STAKES = Stakes(5, 10)
CHIPS = (1, 5, 25, 100, 500)
CLOCKS = {
    "pots": ("action_clock_s",),
    "house": ("bet_clock_s", "decision_clock_s"),
    "points": ("action_clock_s",),
}
SEATS_MOSTLY = 3
PEEK = "the two cards that were dealt to it face down: whoever sits there lifts them"
KEPT_EVERY_S = 0.2
MOST_SEATS = 10
ELSEWHERE = "name another folder with --dir."
PHONES = "phones.json"  # as the table's own configuration names it, too
CONTROL = "control.sock"  # as the table's own configuration names it
ANSWERS_WITHIN_S = 0.5
ASKED_EVERY_S = 0.05

sim_app = command_group("Simulated devices that stand by themselves, and what is done to them.")

Dir = Annotated[
    Path,
    Option("--dir", help="Where the names of the ports go: shoe, seat-1, ..; it is made."),
]
Seats = Annotated[str, Option(help="Which seats there are: 1,2,3")]
Preset = Annotated[
    str | None,
    Option(
        "--preset",
        "--game",
        parser=word_parser("preset", sorted(PRESETS)),
        help=(f"What is played: {', '.join(sorted(PRESETS))}; without it tournament."),
    ),
]
Names = Annotated[
    str, Option(metavar="A,B", help="Who sits there, from the first seat on: Ada,Ben")
]
Stack = Annotated[
    int | None,
    number_option("What each has in chips; without it what suits the game.", 1, MOST_AMOUNT),
]
Clock = Annotated[
    int, number_option("Seconds that each has to decide; 0: as long as you like.", 0, 86_400)
]
Script = Annotated[
    Path | None,
    Option(help="A file of verbs to do, one a line; wait 500 lets milliseconds pass."),
]


@sim_app.command()
def table(
    dir: Dir,
    seats: Seats = "",
    preset: Preset = None,
    names: Names = "",
    stack: Stack = None,
    clock: Clock = 0,
    phones: Annotated[
        str,
        Option(
            metavar="1,2",
            help=(
                "Which of the seats are played by phone: simulated ones, which sim do presses, or "
                "real ones by the table's pages. Then no seat senses chips."
            ),
        ),
    ] = "",
    seed: Annotated[int, number_option("Of shuffles and faults.")] = 1,
    faults: Annotated[float, Option(help="The share of frames that are struck: 0.05")] = 0,
    script: Script = None,
) -> None:
    """A shoe and seats on ptys with stable names, until Ctrl-C; beside them table.toml, for
    tablectl run.

    Started in the same folder again it goes on with the chips and cards that lay there, as long as
    table.db is there, too. What happens at them is said with tablectl sim do, or by a line on the
    socket do.sock.
    """
    named = [name.strip() for name in names.split(",")] if names else []
    if len(named) > MOST_SEATS:
        usage_error(f"--names are {len(named)}, and a table has {MOST_SEATS} seats at most.")
    numbers = parse_seats(seats or ",".join(map(str, range(1, (len(named) or SEATS_MOSTLY) + 1))))
    by_phone = parse_seats(phones, "--phones") if phones else []
    if not {*by_phone} <= {*numbers}:
        usage_error(f"--phones are of the table's seats, {', '.join(map(str, numbers))}.")
    wanted = make_table(preset or "tournament", numbers, named, stack, clock)
    if by_phone:
        wanted = replace(wanted, options={**wanted.options, "chips_sensed": False})
    if not 0 <= faults <= 1:
        usage_error(f"--faults is a share from 0 to 1, not {faults:g}.")
    if script is not None and not script.is_file():
        usage_error(f"There is no file {script}.")
    if len(os.fsencode(dir.resolve() / CONTROL)) > SOCKET_PATH_BYTES:
        usage_error(f"The folder {dir} has too long a name for sockets in it: {ELSEWHERE}")
    dir.mkdir(parents=True, exist_ok=True)
    if taken := [name for name in ("shoe", *(f"seat-{n}" for n in numbers)) if is_taken(dir, name)]:
        usage_error(
            f"Something is called {taken[0]} in {dir} already: another table stands there. End it "
            f"with Ctrl-C, or {ELSEWHERE}"
        )
    if (there := dir / "table.toml").exists():
        wanted = existing_table(
            there, wanted, numbers, has_wishes=bool(preset or names or stack or clock), stack=stack
        )
        of_phones = {seat.number for seat in load_config(there).seat if seat.driver == "phone"}
        by_phone = sorted(of_phones & {*numbers})
    for number in by_phone:
        pair_simulated(dir / PHONES, number)
    raise Exit(asyncio.run(stand_table(dir, wanted, seed, faults, script, by_phone)))


def is_taken(dir: Path, name: str) -> bool:
    """Not by what a table has left that was killed: its link names a pty that is by now perhaps
    of another terminal.
    """
    from firmware_io.kit.table.sim_table import SOCKET

    port = dir / name
    is_left = (
        port.is_symlink()
        and os.readlink(port).startswith("/dev/pts/")
        and not is_answering(dir / SOCKET)
    )
    return port.exists() and not is_left


def existing_table(
    file: Path,
    wanted: TableConfig,
    numbers: list[int],
    *,
    has_wishes: bool,
    stack: int | None,
) -> TableConfig:
    """The table of the configuration that is there already. Ends the program where it is another
    than is wanted.
    """
    found = load_config(file)
    if found.shoe.port != str(file.resolve().with_name("shoe")):
        usage_error(
            f"{file} is of a table in another place, whose shoe is at "
            f"{found.shoe.port or 'no port'}: {ELSEWHERE}"
        )
    seats = {str(n): found.table.seats.get(str(n), STACK) for n in numbers}
    is_other = table_rows(found.table) != table_rows(wanted) or (
        stack is not None and seats != wanted.seats
    )
    if has_wishes and is_other:
        usage_error(
            f"{file} says already what is played there, and it is something else: {ELSEWHERE}"
        )
    return replace(found.table, seats=seats)


def parse_seats(text: str, option: str = "--seats") -> list[int]:
    words = text.split(",")
    if not all(
        word.isascii() and word.isdigit() and 1 <= int(word[:4]) <= MOST_SEATS for word in words
    ):
        usage_error(
            f"{option} are numbers from 1 to {MOST_SEATS} with commas, as 1,2,3, not {text}."
        )
    return sorted({int(word) for word in words})


def make_table(
    preset: str, seats: list[int], names: list[str], stack: int | None, clock: int
) -> TableConfig:
    """The table that is wanted. Ends the program where there can be none."""
    game = PRESETS[preset]
    if len(seats) > game.most:
        usage_error(f"{preset} is played by {game.fewest} to {game.most}, not by {len(seats)}.")
    if len(names) > len(seats):
        usage_error(f"There are {len(names)} names for {len(seats)} seats.")
    for name in names:
        if why := why_no_name(name, f'The name "{name}"'):
            usage_error(say(why))
    is_for_points = game.plays_for == "points"
    if stack is not None and is_for_points:
        usage_error(f"{preset} is played for points: there are no chips, so leave --stack out.")
    found = TableConfig(
        preset=preset,
        seats={str(n): 0 if is_for_points else stack or STACK for n in seats},
        names={str(n): name for n, name in zip(seats, names, strict=False)},
        chips=() if is_for_points else CHIPS,
        stakes=STAKES if game.has_blinds else None,
        options=dict.fromkeys(CLOCKS[game.plays_for], clock),
    )
    opened_table(found, tuple(seats))
    return found


def table_rows(table: TableConfig) -> str:
    """What stands in [table] beside the seats."""
    rows = {
        "preset": table.preset,
        "names": table.names,
        "chips": table.chips,
        "stakes": table.stakes,
        "options": table.options,
    }
    return "".join(f"{name} = {to_toml(value)}\n" for name, value in rows.items() if value)


async def stand_table(
    place: Path,
    wanted: TableConfig,
    seed: int,
    faults: float,
    script: Path | None,
    phones: Collection[int] = (),
) -> int:
    from firmware_io.kit.table.serving import play_script, serve_table
    from firmware_io.kit.table.sim_table import SOCKET, Game, SimTable
    from firmware_io.kit.table.verbs import BadVerb

    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(sign, ended.set)
    game = Game(table_rows(wanted), game_of(wanted).deck.all_cards, wanted.chips or CHIPS)
    stacks = {int(seat): chips for seat, chips in wanted.seats.items()}
    of_phones = {seat: stacks.pop(seat) for seat in phones}
    with SimTable(
        loop, place, stacks, seed=seed, fault_rate=faults, game=game, phones=of_phones
    ) as simulated:
        server = await serve_table(simulated)
        out.print(
            f"The ports are in {place}. Play with them: tablectl run --config "
            f"{shlex.quote(str(simulated.write_config()))}"
        )
        try:
            if script is not None:
                await play_script(simulated, script)
            while not ended.is_set():
                simulated.save_contents()
                with suppress(TimeoutError):
                    await asyncio.wait_for(ended.wait(), KEPT_EVERY_S)
        except BadVerb as error:
            out.print(str(error))
            return FAILED
        finally:
            simulated.save_contents()
            server.close()
            (place / SOCKET).unlink(missing_ok=True)
    return 0


# an amount below 0 is the verb's to refuse
@sim_app.command(context_settings={"ignore_unknown_options": True})
def do(
    dir: Annotated[Path, Argument(metavar="DIR", help="Where the table stands.")],
    words: Annotated[
        list[str],
        Argument(metavar="VERB", help="seat 3 press call; status; help: all of them"),
    ],
) -> None:
    """Does something at a simulated table; says what the device is then, as JSON. Exit 1: it cannot
    be done, or was refused.

    What a running table answers to it is said, too: that it is not this seat's turn, for one.
    """
    from firmware_io.kit.table.serving import send_verb
    from firmware_io.kit.table.verbs import usage_text

    text = " ".join(words)
    if text == "help":
        out.print(f"{usage_text()}\n{'seat N peek':46} {PEEK}")
        return
    if (seat := phone_of(dir, words)) is not None and words[2:3] != ["peek"]:
        press_phone(dir, seat, words[2:])
        return
    is_peek = words[:1] == ["seat"] and words[2:] == ["peek"]
    control = dir / CONTROL
    before = max((one["n"] for one in news_at(control)), default=0)
    try:
        reply = asyncio.run(send_verb(dir, "status" if is_peek else text))
    # nothing there, or no name that a socket could have
    except (OSError, ValueError):
        if not dir.is_dir() and str(dir) in ("seat", "shoe", "status"):
            usage_error(f"The folder of the table comes first: tablectl sim do DIR {dir} {text}")
        folder = shlex.quote(str(dir.parent if dir.is_file() else dir))
        usage_error(
            f"No simulated table stands in {dir}: tablectl sim table --dir {folder} makes one."
        )
    if is_peek:
        say_json({"cards": hole_cards(dir, words[1], reply)})
        return
    if not reply["ok"]:
        err.print(str(reply["why"]))
        raise Exit(FAILED)
    say_json({key: value for key, value in reply.items() if key != "ok"})
    if text.startswith("seat ") and control.exists():
        _say_answer(control, int(text.split()[1]), before)


def phone_of(dir: Path, words: Sequence[str]) -> int | None:
    """The seat that is meant, where it is played by phone at this simulated table."""
    file = dir / "table.toml"
    if words[:1] != ["seat"] or not file.is_file():
        return None
    return next(
        (
            seat.number
            for seat in load_config(file).seat
            if seat.driver == "phone" and words[1:2] == [str(seat.number)]
        ),
        None,
    )


def press_phone(dir: Path, seat: int, words: Sequence[str]) -> None:
    """Presses a key on its simulated phone, and says what the table answers."""
    from firmware_io.kit.table.verbs import BadVerb, whole_number

    key, amount = words[1:2], words[2:]
    if words[:1] != ["press"] or len(key) != 1 or not is_key(key[0]) or len(amount) > 1:
        usage_error(
            f"Seat {seat} is a phone, and a key is pressed on it: seat {seat} press call; seat "
            f"{seat} press raise 60."
        )
    config = load_config(dir / "table.toml")
    try:
        total = whole_number(amount[0]) if amount else 0
        answer = press_on_phone(config, seat, key[0], total)
    except (BadVerb, NoPhone) as error:
        err.print(str(error))
        raise Exit(FAILED) from None
    except OSError:
        usage_error(f"No table plays in {dir} now: tablectl run --config {dir / 'table.toml'}")
    say_json({"counted": answer["counted"]})
    if not answer["counted"]:
        err.print(str(answer["text"]))
        raise Exit(FAILED)


def hole_cards(dir: Path, seat: str, status: Mapping[str, Any]) -> tuple[str, ...]:
    """The hole cards that lie before a seat of this simulated table; nothing but its own journal
    knows which they are.
    """
    from tablectl.journal.replay import recover
    from tablectl.journal.store import Journal

    if seat not in status["seats"] and phone_of(dir, ["seat", seat]) is None:
        usage_error(f"There is no seat {seat}; there is {', '.join(status['seats'])}.")
    journal = dir / "table.db"
    if not journal.exists():
        usage_error(f"No table plays in {dir} yet: tablectl run --config {dir / 'table.toml'}")
    with Journal.open(journal, read_only=True) as opened:
        table = recover(opened).table
    return table.player(int(seat)).cards if table.in_hand else ()


def _say_answer(control: Path, seat: int, before: int) -> None:
    """What the table says of this seat within a moment, in rows behind `before`. Ends the
    program if that is a refusal.
    """
    ends_s = time.monotonic() + ANSWERS_WITHIN_S
    while not (
        news := [one for one in news_at(control) if one["n"] > before and one["seat"] == seat]
    ):
        if time.monotonic() > ends_s:
            return
        time.sleep(ASKED_EVERY_S)
    for one in news:
        err.print(str(one["text"]))
    if any(one["kind"] == "refusal" for one in news):
        raise Exit(FAILED)


@sim_app.command()
def replay(
    file: Annotated[Path, Argument(metavar="FILE", help="What run has left with --record.")],
    dir: Annotated[
        Path | None,
        Option(
            "--dir",
            help=(
                "Play the nodes' bytes, at their times, to whoever opens the ports that are made "
                "here."
            ),
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Shows each frame of a recording with its time; or plays what the nodes said, once more, on
    ptys.

    The bytes are those of then, whatever is answered now: for a program that reads the wire. They
    begin with its first byte.
    """
    from firmware_io.kit.recording import BadRecording, read_frames, read_recording
    from firmware_io.kit.replay import replay_recording

    with as_usage_error(BadRecording):
        passed = list(read_recording(file))
        if dir is not None:
            dir.mkdir(parents=True, exist_ok=True)
            err.print(f"The ports are in {dir}; it begins when one of them is written to.")
            raise Exit(asyncio.run(replay_recording(passed, dir)))
    for passing in read_frames(passed):
        if json:
            say_json(passing)
        else:
            arrow = "->" if passing.to == "node" else "<-"
            what = passing.why or (
                passing.frame and f"{passing.frame.sequence or '':>4} {passing.frame.message}"
            )
            out.print(f"{passing.ms:9,} {passing.port} {arrow} {what}")
