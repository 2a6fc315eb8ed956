"""The soak: the gates of chance over seeds that nobody has seen yet, by time.

`make soak` takes SOAK_MINUTES (30) in all; its one seed is printed, and SOAK_SEED plays it again. With SOAK_MINUTES=0 each gate
takes one seed.
"""

import os
import time
from collections.abc import Iterator
from random import Random, SystemRandom

import pytest

MINUTES = 30.0


def pytest_configure(config: pytest.Config) -> None:
    os.environ.setdefault("SOAK_SEED", str(SystemRandom().randrange(10**6)))       # in time for the workers to inherit it


def pytest_report_header(config: pytest.Config) -> str | None:
    is_soak = config.getoption("markexpr") == "soak"
    return f"soak: SOAK_MINUTES={minutes():g} SOAK_SEED={os.environ['SOAK_SEED']}" if is_soak else None


def minutes() -> float:
    return float(os.environ.get("SOAK_MINUTES", MINUTES))


def share_s(session: pytest.Session) -> float:
    """What one gate has of the whole, as many processes as there are."""
    gates = sum("soak_s" in getattr(item, "fixturenames", ()) for item in session.items)
    return minutes() * 60 * int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1)) / gates


@pytest.fixture
def soak_s(request: pytest.FixtureRequest) -> float:
    """The seconds that this gate has."""
    return share_s(request.session)


@pytest.fixture
def soaking(request: pytest.FixtureRequest, soak_s: float) -> Iterator[Iterator[int]]:
    """Seeds, one at least, until this gate's share of the time is over; a failure says which was the last."""
    name = request.node.name
    ends_at, taken = time.monotonic() + soak_s, []

    def seeds() -> Iterator[int]:
        chance = Random(f"{os.environ['SOAK_SEED']} {name}")
        while not taken or time.monotonic() < ends_at:
            taken.append(chance.randrange(10**9))
            yield taken[-1]

    yield seeds()
    print(f"{name}: {len(taken):,} seeds, the last was {taken[-1] if taken else None}.")
