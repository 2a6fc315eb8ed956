"""The command `doctor`: what hangs at this machine and how well it does, and what is to be
mended.
"""

import asyncio
import signal
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any

from typer import Exit, Option

from tablectl.cli.output import Json, err, out, say_json, usage_error
from tablectl.cli.params import word_parser
from tablectl.cli.rule import CONTROL
from tablectl.service.config.loading import load_config
from tablectl.service.process import FAILED

TRIED = ("lamps", "keys", "readers")
MARKS = {"well": "ok   ", "note": "     ", "mend": "MEND "}

ConfigFile = Annotated[
    Path | None,
    Option("--config", help="The table's configuration: what it names is tested."),
]
Ports = Annotated[
    list[str] | None,
    Option("--port", help="A serial port that the system does not list; more than once."),
]
Try = Annotated[
    str | None,
    Option(
        "--try",
        parser=word_parser("trial", TRIED),
        help=f"With somebody at the table: {', '.join(TRIED)}. Ctrl-C ends it, all is off.",
    ),
]
Socket = Annotated[
    Path | None,
    Option(
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
    from tablectl.setup.doctor.examination import Examination, examine
    from tablectl.setup.doctor.probes import Finding

    table = load_config(config) if config is not None else None
    control = socket or (
        CONTROL if table is None else Path(table.control.socket) if table.control.socket else None
    )
    if trial is not None:
        _run_trial(trial, config, control)
        return

    def tell(finding: Finding) -> None:
        if json:
            say_json(finding)
            return
        out.print(f"{MARKS[finding.state]}{finding.says}")
        if finding.mend:
            out.print(f"     -> {finding.mend}")

    err.print("Asking this machine and its ports; it takes some ten seconds.")
    is_well = examine(Examination(table, tuple(port or ()), control), tell)
    raise Exit(0 if is_well else FAILED)


def _run_trial(trial: str, config: Path | None, control: Path | None) -> None:
    """Raises Exit: 1 where something did not come."""
    from tablectl.setup.doctor.running_table import find_running
    from tablectl.setup.doctor.trials import TRIALS, NotTried

    if config is None:
        usage_error("--try needs the configuration of the table: --config table.toml.")
    table = load_config(config)
    if find_running(control, Path(table.journal.path)) is not None:
        usage_error("The table runs and has its devices: stop it first, then try them.")
    try:
        is_well = asyncio.run(
            _run_until_signal(TRIALS[trial](table, lambda sentence: out.print(sentence)))
        )
    except NotTried as error:
        usage_error(str(error))
    except (KeyboardInterrupt, asyncio.CancelledError):
        out.print("Ended; everything is off.")
        return
    raise Exit(0 if is_well else FAILED)


async def _run_until_signal(trial: Coroutine[Any, Any, bool]) -> bool:
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
