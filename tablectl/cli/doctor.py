"""The command `doctor`: what hangs at this machine and how well it does, and what is to be
mended. The door hangs it in.
"""

import asyncio
import signal
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any

import typer

from tablectl.cli.house import one_of
from tablectl.cli.rule import CONTROL
from tablectl.cli.speaking import Json, err, out, say_json, wrong_use
from tablectl.service.config.loading import load
from tablectl.service.process import FAILED

TRIED = ("lamps", "keys", "readers")
MARKS = {"well": "ok   ", "note": "     ", "mend": "MEND "}

ConfigFile = Annotated[
    Path | None,
    typer.Option("--config", help="The table's configuration: what it names is tested."),
]
Ports = Annotated[
    list[str] | None,
    typer.Option("--port", help="A serial port that the system does not list; more than once."),
]
Try = Annotated[
    str | None,
    typer.Option(
        "--try",
        parser=one_of("trial", TRIED),
        help=f"With somebody at the table: {', '.join(TRIED)}. Ctrl-C ends it, all is off.",
    ),
]
Socket = Annotated[
    Path | None,
    typer.Option(
        "--socket",
        envvar="TABLECTL_SOCKET",
        help="A running table's control socket; without it the configuration's.",
    ),
]


def doctor(
    config: ConfigFile = None,
    port: Ports = None,
    trial: Try = None,
    socket: Socket = None,
    json: Json = False,
) -> None:
    """Asks ports, pins, screen, disk, clock and power what is there, how well it does, and what is
    to be mended.

    What a running table has is asked of the table, and never opened beside it. Exit 0 all is well,
    1 something is to be mended.
    """
    from tablectl.setup.doctor.examination import Examined, examine
    from tablectl.setup.doctor.finding import Finding

    table = load(config) if config is not None else None
    control = socket or (
        CONTROL if table is None else Path(table.control.socket) if table.control.socket else None
    )
    if trial is not None:
        _try(trial, config, control)
        return

    def tell(finding: Finding) -> None:
        if json:
            say_json(finding)
            return
        out.print(f"{MARKS[finding.state]}{finding.says}")
        if finding.mend:
            out.print(f"     -> {finding.mend}")

    err.print("Asking this machine and its ports; it takes some ten seconds.")
    is_well = examine(Examined(table, tuple(port or ()), control), tell)
    raise typer.Exit(0 if is_well else FAILED)


def _try(trial: str, config: Path | None, control: Path | None) -> None:
    """Raises Exit: 1 where something did not come."""
    from tablectl.setup.doctor.running import running
    from tablectl.setup.doctor.trials import TRIALS, NotTried

    if config is None:
        wrong_use("--try needs the configuration of the table: --config table.toml.")
    table = load(config)
    if running(control, Path(table.journal.path)) is not None:
        wrong_use("The table runs and has its devices: stop it first, then try them.")
    try:
        is_well = asyncio.run(
            _until_told_to_end(TRIALS[trial](table, lambda said: out.print(said)))
        )
    except NotTried as wrong:
        wrong_use(str(wrong))
    except (KeyboardInterrupt, asyncio.CancelledError):
        out.print("Ended; everything is off.")
        return
    raise typer.Exit(0 if is_well else FAILED)


async def _until_told_to_end(trial: Coroutine[Any, Any, bool]) -> bool:
    """Ctrl-C, a terminal that is shut, or an ending machine: whatever was lit is switched off
    first.
    """
    task = asyncio.current_task()
    assert task is not None
    is_ending = False

    def end() -> None:
        nonlocal is_ending
        # once: a second Ctrl-C would leave on what is being switched off
        if not is_ending:
            is_ending = True
            task.cancel()

    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(sign, end)
    return await trial
