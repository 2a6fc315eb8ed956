"""The commands `sim`: devices that are simulated, for a table or a controller that is to be tested. The door hangs them in."""

import asyncio
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from tablectl.cli.house import group, number
from tablectl.cli.ruling import news_at
from tablectl.cli.speaking import Json, err, out, say_json, wrong_use
from tablectl.service.process import FAILED

STACK = 1_000
KEPT_EVERY_S = 0.2
MOST_SEATS = 10
CONTROL = "control.sock"          # as the table's own configuration names it
ANSWERS_WITHIN_S = 0.5
ASKED_EVERY_S = 0.05

sim_app = group("Simulated devices that stand by themselves, and what is done to them.")

Dir = Annotated[Path, typer.Option("--dir", help="Where the names of the ports go: shoe, seat-1, ..; it is made.")]
Seats = Annotated[str, typer.Option(help="Which seats there are: 1,2,3")]
Script = Annotated[Path | None, typer.Option(help="A file of verbs to do, one a line; wait 500 lets milliseconds pass.")]


@sim_app.command()
def table(
    dir: Dir, seats: Seats = "1,2,3",
    seed: Annotated[int, number("Of shuffles and faults.")] = 1,
    faults: Annotated[float, typer.Option(help="The share of frames that are struck: 0.05")] = 0,
    script: Script = None,
) -> None:
    """A shoe and seats on ptys with stable names, until Ctrl-C; beside them table.toml, for tablectl run.

    Started in the same folder again it goes on with the chips and cards that lay there, as long as table.db is there, too.
    What happens at them is said with tablectl sim do, or by a line on the socket do.sock.
    """
    numbers = seats_of(seats)
    if not 0 <= faults <= 1:
        wrong_use(f"--faults is a share from 0 to 1, not {faults}.")
    if script is not None and not script.is_file():
        wrong_use(f"There is no file {script}.")
    try:
        dir.mkdir(parents=True, exist_ok=True)
        taken = [name for name in ("shoe", *(f"seat-{n}" for n in numbers)) if (dir / name).exists()]
    except OSError as wrong:
        wrong_use(f"{dir}: {wrong.strerror}.")
    if taken:
        wrong_use(f"Something is called {taken[0]} in {dir} already: another table stands there.")
    raise typer.Exit(asyncio.run(stand(dir, numbers, seed, faults, script)))


def seats_of(text: str) -> list[int]:
    words = text.split(",")
    if not all(word.isascii() and word.isdigit() and 1 <= int(word[:4]) <= MOST_SEATS for word in words):
        wrong_use(f"--seats are numbers from 1 to {MOST_SEATS} with commas, as 1,2,3, not {text}.")
    return sorted({int(word) for word in words})


async def stand(place: Path, seats: list[int], seed: int, faults: float, script: Path | None) -> int:
    from firmware_io.kit.table.serving import play, served
    from firmware_io.kit.table.sim_table import SOCKET, SimTable
    from firmware_io.kit.table.verbs import BadVerb

    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(sign, ended.set)
    with SimTable(loop, place, dict.fromkeys(seats, STACK), seed=seed, fault_rate=faults) as simulated:
        server = await served(simulated)
        out.print(f"The ports are in {place}. Play with them: tablectl run --config {simulated.write_config()}")
        try:
            if script is not None:
                await play(simulated, script)
            while not ended.is_set():
                simulated.keep()
                with suppress(TimeoutError):
                    await asyncio.wait_for(ended.wait(), KEPT_EVERY_S)
        except BadVerb as wrong:
            out.print(str(wrong))
            return FAILED
        finally:
            simulated.keep()
            server.close()
            (place / SOCKET).unlink(missing_ok=True)
    return 0


@sim_app.command()
def do(
    dir: Annotated[Path, typer.Argument(metavar="DIR", help="Where the table stands.")],
    words: Annotated[list[str], typer.Argument(metavar="VERB", help="seat 3 press call; status; help: all of them")],
) -> None:
    """Does something at a simulated table; says what the device is then, as JSON. Exit 1: it cannot be done, or was refused.

    What a running table answers to it is said, too: that it is not this seat's turn, for one.
    """
    from firmware_io.kit.table.serving import asked
    from firmware_io.kit.table.verbs import usage

    text = " ".join(words)
    if text == "help":
        out.print(usage())
        return
    control = dir / CONTROL
    before = max((one["n"] for one in news_at(control)), default=0)
    try:
        said = asyncio.run(asked(dir, text))
    except (OSError, ValueError):                           # nothing there, or no name that a socket could have
        wrong_use(f"No simulated table stands in {dir}: tablectl sim table --dir {dir} makes one.")
    if not said["ok"]:
        err.print(str(said["why"]))
        raise typer.Exit(FAILED)
    say_json({key: value for key, value in said.items() if key != "ok"})
    if text.startswith("seat ") and control.exists():
        _say_answer(control, int(text.split()[1]), before)


def _say_answer(control: Path, seat: int, before: int) -> None:
    """What the table says of this seat within a moment, in rows behind `before`. Ends the program if that is a refusal."""
    ends_s = time.monotonic() + ANSWERS_WITHIN_S
    while not (news := [one for one in news_at(control) if one["n"] > before and one["seat"] == seat]):
        if time.monotonic() > ends_s:
            return
        time.sleep(ASKED_EVERY_S)
    for one in news:
        err.print(str(one["text"]))
    if any(one["kind"] == "refusal" for one in news):
        raise typer.Exit(FAILED)


@sim_app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What tablectl run --record has left.")],
    dir: Annotated[Path | None, typer.Option("--dir", help=(
        "Play the nodes' bytes, at their times, to whoever opens the ports that are made here."))] = None,
    json: Json = False,
) -> None:
    """Shows each frame of a recording with its time; or plays what the nodes said, once more, on ptys.

    The bytes are those of then, whatever is answered now: for a program that reads the wire. They begin with its first byte.
    """
    from firmware_io.kit.recording import BadRecording, frames, read_recording
    from firmware_io.kit.replay import replayed

    try:
        passed = list(read_recording(file))
        if dir is not None:
            dir.mkdir(parents=True, exist_ok=True)
            err.print(f"The ports are in {dir}; it begins when one of them is written to.")
            raise typer.Exit(asyncio.run(replayed(passed, dir)))
    except (OSError, BadRecording) as wrong:
        wrong_use(str(wrong) if isinstance(wrong, BadRecording) else f"{wrong.filename or file}: {wrong.strerror}.")
    for said in frames(passed):
        if json:
            say_json(said)
        else:
            arrow = "->" if said.to == "node" else "<-"
            what = said.why or (said.frame and f"{said.frame.sequence or '':>4} {said.frame.message}")
            out.print(f"{said.ms:9,} {said.port} {arrow} {what}")
