"""Pages in a real browser: Chromium, a table that plays, and one that shows what a test wants.

Tests that need Chromium are marked `system`: it is a package of Debian's (deploy/prerequisites.sh
all).
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tablectl.simulation.stage.scratch import temporary_directory

from .chromium import PHONE, a_browser, phone
from .real_table import RealTable
from .shown_floor import ShownFloor
from .shown_table import ShownTable

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """For the tests of a file: longer it may not live, for as long as it does nobody else can have
    an event loop in this thread.
    """
    with a_browser() as found:
        yield found


@pytest.fixture
def a_phone(browser: "Browser") -> Iterator[Callable[..., "BrowserContext"]]:
    """Makes phones (`a_phone(size=DESKTOP, java_script_enabled=False)`); each is put away after the
    test.
    """
    made: list[BrowserContext] = []

    def make(size: str = PHONE, **options) -> "BrowserContext":
        made.append(phone(browser, size, **options))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def real_table() -> Iterator[RealTable]:
    """Six phones; the service and the web process run."""
    with temporary_directory() as folder, RealTable(folder) as table:
        yield table


@pytest.fixture(scope="module")
def shown() -> Iterator[ShownTable]:
    """A table that shows what it is told, and the web process beside it."""
    with temporary_directory() as folder, ShownTable(folder) as table:
        yield table


@pytest.fixture(scope="module")
def floor() -> Iterator[ShownFloor]:
    """The floor's page of a table that stands as a test wants."""
    with temporary_directory() as folder, ShownFloor(folder) as shown:
        yield shown
