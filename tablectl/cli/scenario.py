"""The command `scenario`: plays scenario files one after the other; what speaks for their nodes."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from typer import Argument, Exit, Option

from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.sessions import Sessions
from tablectl.cli.output import Bar, err, out, usage_error
from tablectl.cli.params import choice_option
from tablectl.service.process import FAILED, WRONG_USE
from tablectl.simulation.scenario.script import BadScript, Script, read_script

Nodes = Annotated[
    str,
    choice_option(
        "kind of node",
        ("python", "c"),
        "What speaks for shoe and seats: Python, or the C of a node's firmware.",
    ),
]


def node_sessions(nodes: str) -> Sessions:
    """What speaks for such nodes. Usage error where the C is not built."""
    if nodes == "python":
        return NodeSession
    try:
        from firmware_io.kit.sim.c_node_session import CNodeSession
    except ImportError as missing:
        usage_error(str(missing))
    return CNodeSession


def scenario(
    files: Annotated[list[Path], Argument(metavar="FILE", help="Scenario files (JSON Lines).")],
    keep: Annotated[
        Path | None,
        Option(help="Keep the journals in this directory, in folders as the files lie."),
    ] = None,
    nodes: Nodes = "python",
) -> None:
    """Runs scripted tables in virtual time through the whole stack; prints each failed expectation
    as file:line.

    Whatever is wrong with one file, the others are played. Exit 1: an expectation failed, or a
    table broke. Exit 2: a file is no scenario, whatever became of the others.
    """
    from tablectl.simulation.scenario.runner import run_script

    scripts = read_scripts(files)
    sessions = node_sessions(nodes)
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
    failed = 0
    with Bar("scenarios", is_shown=len(scripts) > 1, stays=True) as bar:
        for number, (script, folder) in enumerate(scripts, 1):
            failures = run_script(
                script, None if keep is None else keep / folder, sessions=sessions
            )
            failed += bool(failures)
            for failure in failures:
                out.print(failure)
            bar(number, len(scripts))
    if scripts:
        out.print(f"{len(scripts) - failed} passed, {failed} failed")
    raise Exit(WRONG_USE if len(scripts) < len(files) else FAILED if failed else 0)


def read_scripts(files: Sequence[Path]) -> list[tuple[Script, Path]]:
    """Those that are scenarios, each with the folder of its journal; the faults of the
    others are printed.
    """
    scripts = []
    for file, folder in zip(files, journal_folders(files), strict=True):
        try:
            scripts.append((read_script(file), folder))
        except BadScript as error:
            err.print(str(error))
    return scripts


def journal_folders(files: Sequence[Path]) -> list[Path]:
    """The folder of each file, seen from the one that all lie in: its journal goes there,
    apart from all others.
    """
    folders = [Path(os.path.realpath(file)).parent for file in files]
    around = os.path.commonpath(folders)
    return [folder.relative_to(around) for folder in folders]
