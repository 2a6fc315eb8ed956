"""Output of all commands: for people, or as JSON with `--json`. Errors are a sentence on stderr."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NoReturn

import msgspec
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from typer import Exit, Option

from tablectl.service.process import WRONG_USE

out = Console(markup=False, highlight=False, soft_wrap=True)
err = Console(stderr=True, markup=False, highlight=False, soft_wrap=True)

Json = Annotated[bool, Option("--json", help="One JSON object a line, for programs.")]


def usage_error(sentence: str) -> NoReturn:
    err.print(sentence)
    raise Exit(WRONG_USE)


def require_pages() -> None:
    """Wrong use where the pages are not installed: Debian has them as a package of their own."""
    try:
        import tablectl.web  # noqa: F401
    except ModuleNotFoundError as error:
        if error.name != "tablectl.web":
            raise
        usage_error("The pages are not installed here: sudo apt install tablectl-web")


@contextmanager
def as_usage_error(*kinds: type[Exception]) -> Iterator[None]:
    """Prints errors of these kinds as a usage error."""
    try:
        yield
    except kinds as error:
        usage_error(str(error))


def configured_path(name: str, key: str, usual: str) -> Path:
    """A file or folder that the configuration names. Wrong use where it names none. `key`:
    behind its section.
    """
    return (
        Path(name)
        if name
        else usage_error(
            f'The configuration names no {key}: write {key.split()[-1]} = "{usual}" there.'
        )
    )


def say_json(value: object) -> None:
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def align_columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table with words aligned left and numbers right, never cut to the width of the terminal."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (heads, *rows)
    )


class Bar:
    """A progress bar on stderr, if that is a terminal; called with (done, total). `stays`: it is
    not erased at the end.
    """

    def __init__(self, what: str, *, is_shown: bool = True, stays: bool = False) -> None:
        shown = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        self.progress = Progress(
            *shown, console=err, disable=not (is_shown and err.is_terminal), transient=not stays
        )
        self.task: TaskID = self.progress.add_task(what, total=None)

    def __enter__(self) -> "Bar":
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def __call__(self, done: int, of: int | None) -> None:
        self.progress.update(self.task, completed=done, total=of)
