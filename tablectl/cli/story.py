"""The command `story`: what happened at a table, as public events."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Annotated

import msgspec
from typer import Argument, Option

from tablectl.cli.output import Json, configured_path, usage_error
from tablectl.cli.params import number_option
from tablectl.cli.systemd import log_to_stderr
from tablectl.service.config.loading import load_config
from tablectl.service.config.values import StoryConfig
from tablectl.service.story_reader import StoryReader
from tablectl.story.kinds import StoryEvent, schema

LOOK_S = 0.1  # how often a journal that is followed is looked at


def story(
    file: Annotated[
        Path | None,
        Argument(metavar="FILE", help="A journal, closed, archived, or of a running table."),
    ] = None,
    config: Annotated[
        Path | None, Option("--config", help="The table's table.toml, instead of FILE.")
    ] = None,
    first: Annotated[int, number_option("The row of the first event.", 1, None, "--from")] = 1,
    follow: Annotated[
        bool, Option("--follow", "-f", help="Then print what happens, as it does.")
    ] = False,
    serve: Annotated[
        bool,
        Option(
            "--serve",
            help="Serve it to other programs, at the socket of the section story.",
        ),
    ] = False,
    json: Json = False,
    print_schema: Annotated[
        bool, Option("--schema", help="The JSON Schema of an event, and no more.")
    ] = False,
) -> None:
    """Prints what happened at a table: public events, numbered by the row of its journal. A card
    stands there once it lies face up.
    """
    if print_schema:
        sys.stdout.write(
            msgspec.json.format(msgspec.json.encode(schema()), indent=1).decode() + "\n"
        )
        return
    if (file is None) == (config is None):
        usage_error("Whose story? Name a journal, or a table with --config table.toml.")
    loaded = load_config(config) if config is not None else None
    journal = (
        file
        if loaded is None
        else configured_path(loaded.journal.path, "[journal] path", "table.db")
    )
    assert journal is not None
    if serve:
        _serve(journal, loaded.story if loaded is not None else None)
        return
    for event in _events(journal, first, follow=follow):
        line = msgspec.json.encode(event).decode()
        sys.stdout.write((line if json else _as_words(event)) + "\n")
        if follow:
            sys.stdout.flush()


def _serve(journal: Path, story_config: StoryConfig | None) -> None:
    from tablectl.service.story_server import serve_story

    if story_config is None:
        usage_error("--serve wants --config: the socket is that of its [story].")
    socket = configured_path(
        story_config.socket, "[story] socket", "/run/tablectl/story/story.sock"
    )
    log_to_stderr()
    asyncio.run(serve_story(journal, socket))


def _events(journal: Path, first: int, *, follow: bool) -> Iterator[StoryEvent]:
    with StoryReader(journal, first) as reader:
        while True:
            events = reader.read()
            if events is None and not follow:
                return
            if events is None:
                sleep(LOOK_S)
            yield from events or ()


def _as_words(event: StoryEvent) -> str:
    """ "    12.0  hand 3   called         seat 4, amount 20, to 20"."""
    fields = msgspec.to_builtins(event)
    for name in ("v", "index", "at_ms", "wall", "row", "hand", "kind", "receipt"):
        fields.pop(name, None)
    kind = str(type(event).__struct_config__.tag)
    hand = f"hand {event.hand}" if event.hand is not None else ""
    values = ", ".join(
        f"{name} {_value(value)}"
        for name, value in fields.items()
        if value not in (None, False, "", (), [], {})
    )
    return f"{event.row:>7}.{event.index:<2} {hand:<9} {kind:<15} {values}".rstrip()


def _value(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key}:{_value(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return " ".join(_value(one) for one in value)
    return str(value)
