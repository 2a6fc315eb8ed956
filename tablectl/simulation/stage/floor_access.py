"""Who has the floor's page of a simulated table: a name and a PIN, made for this evening alone."""

import os
import pwd
import secrets
from pathlib import Path

from tablectl.service.books.operators import PIN_DIGITS, change_operators
from tablectl.service.config.values import ControlConfig, FloorPageConfig
from tablectl.structs import Frozen

NAME = "Host"


class FloorAccess(Frozen):
    """`listen`: where the page is served."""

    pin: str
    name: str = NAME
    listen: str = FloorPageConfig().listen

    @property
    def url(self) -> str:
        return f"http://{self.listen}/floor"


def make_access() -> FloorAccess:
    return FloorAccess("".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS[0])))


def admit(access: FloorAccess, control: ControlConfig, directory: Path) -> ControlConfig:
    """The control socket's configuration with this operator, and no other. The page runs as the
    user of the simulation.
    """
    book = directory / "operators.json"
    change_operators(book, lambda known: known.with_operator(access.name, access.pin))
    user = pwd.getpwuid(os.geteuid()).pw_name
    return ControlConfig(control.socket, operators=str(book), page_user=user)
