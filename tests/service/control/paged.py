"""A table whose floor rules on its page: Ann and Bob are operators, and the page asks for them as
this user. Seat 4 is free.
"""

import os
import pwd

from msgspec.structs import replace

from tablectl.engine.facts import Ruled
from tablectl.service.books.operators import Operator, Operators, operators_bytes
from tablectl.simulation.stage.memory import Stage
from tests.service.staged import TABLE, on_a_table, rows_of

FREE = 4
NO_PIN = "00" * 64


class OnPage(Stage):
    """Whatever is asked at the control socket, Ann has asked on the page."""

    def __init__(self, table, directory, *besides, **more):
        super().__init__(table, directory, *besides, **more)
        book = directory / "operators.json"
        known = Operators(tuple(Operator(name, "00" * 16, NO_PIN) for name in ("Ann", "Bob")))
        book.write_bytes(operators_bytes(known))
        book.chmod(0o600)
        page_user = pwd.getpwuid(os.geteuid()).pw_name
        self.config = replace(
            self.config, control=replace(self.config.control, page_user=page_user)
        )

    async def say(self, line):
        return await super().say({"on_behalf_of": "Ann", **line})


class Paged(OnPage):
    def __init__(self, table, directory, seats, *besides, **more):
        super().__init__(table, directory, [*seats, FREE], *besides, **more)

    async def told(self):
        return (await self.say({"status": True}))["status"]

    async def asks(self, who="Ann", **line):
        """The answer to a line of the page."""
        return await self.say({**line, "on_behalf_of": who})


def on_a_paged_table(story, table=TABLE, **options):
    return on_a_table(story, table, a_stage=Paged, **options)


def open_row(status, ruling):
    return next(one for one in status["open"] if one["ruling"] == ruling)


def rulings_of(path):
    """Which, by whom, and on whose behalf, as the journal has them."""
    return [
        (fact.ruling, fact.who, fact.on_behalf_of)
        for row in rows_of(path)
        for fact in row.facts
        if isinstance(fact, Ruled)
    ]
