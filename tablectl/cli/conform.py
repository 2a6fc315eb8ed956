"""The command `conform`: whether somebody's node keeps PROTOCOL.md, rule by rule."""

import asyncio
import sys
from collections import Counter
from pathlib import Path
from random import SystemRandom
from typing import Annotated

from typer import Argument, Exit, Option

from tablectl.cli.firmware import key_in
from tablectl.cli.output import Json, err, out, say_json, usage_error
from tablectl.cli.params import choice_option
from tablectl.service.process import FAILED

MARKS = {"kept": "kept  ", "broken": "BROKEN", "left out": "-     "}

Kind = Annotated[str, choice_option("kind", ("shoe", "seat"), "What hangs there.")]
Rules = Annotated[
    list[str] | None, Option("--rule", help="This rule alone, by its name; more than once.")
]
NoHands = Annotated[
    bool,
    Option("--no-hands", help="Nobody stands at the node: what needs a person is left out."),
]
Key = Annotated[
    Path | None,
    Option("--key", help="A file with the link's key, 64 hex digits: the node has it, too."),
]
Junit = Annotated[Path | None, Option(help="Leave the results here, too, as JUnit XML.")]


def conform(
    port: Annotated[
        str,
        Argument(metavar="PORT", help="Where the node hangs: /dev/ttyACM0, a pty's name."),
    ],
    kind: Kind,
    no_hands: NoHands = False,
    rule: Rules = None,
    key: Key = None,
    junit: Junit = None,
    json: Json = False,
) -> None:
    """Plays the host against the node at a port, and checks PROTOCOL.md rule by rule. A minute; two
    with hands.

    Exit 0 no rule is broken, 1 one is, or nobody is there, 2 wrong use. No table may have the port
    open.
    """
    from firmware_io.kit.conform.examination import NoHands as Nobody, examine_node
    from firmware_io.kit.conform.host import NobodyThere
    from firmware_io.kit.conform.junit import junit_xml as as_junit

    if junit is not None and not junit.parent.is_dir():
        usage_error(f"There is no directory {junit.parent} for {junit.name}.")
    if not no_hands and not sys.stdin.isatty():
        usage_error(
            "Nobody can be asked here to press a key or to fill the shoe: --no-hands leaves that "
            "out."
        )
    secret = None if key is None else key_in(key)
    hands = Nobody() if no_hands else Person()
    epoch = SystemRandom().randrange(1, 2**32)
    try:
        results = asyncio.run(
            examine_node(
                port,
                kind,
                epoch=epoch,
                hands=hands,
                only=rule or (),
                on_result=say_json if json else say_result,
                key=secret,
            )
        )
    except ValueError as error:
        usage_error(str(error))
    except NobodyThere as why:
        err.print(str(why))
        raise Exit(FAILED) from None
    if junit is not None:
        junit.write_bytes(as_junit(kind, results))
    count = Counter(one.outcome for one in results)
    if not json:
        out.print(f"{count['kept']} kept, {count['broken']} broken, {count['left out']} left out.")
    raise Exit(FAILED if count["broken"] else 0)


def say_result(result: object) -> None:
    from firmware_io.kit.conform.rule import Result

    assert isinstance(result, Result)
    out.print(f"{MARKS[result.outcome]}  {result.id:16} {result.why or result.says}")


class Person:
    """Whoever sits at this terminal and can reach the node."""

    async def do(self, task: str, sentence: str) -> None:
        """The sentence, and then Enter; the node goes on being heard meanwhile."""
        err.print(f"{sentence} Then Enter. ", end="")
        loop, done = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(sys.stdin, done.set)
        try:
            await done.wait()
        finally:
            loop.remove_reader(sys.stdin)
        sys.stdin.readline()
