"""Emulated Picos on a loop whose time is virtual; without the compiler or the emulator the tests here say what is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ..firmware_io.conftest import JumpingLoop
from .building import missing
from .pico import SHOE_STRAPS, Pico
from .workbench import Workbench


@pytest.fixture(scope="session", autouse=True)
def _has_picos() -> None:
    if why := missing():
        pytest.skip(why)


@pytest.fixture
def loop() -> Iterator[JumpingLoop]:
    loop = JumpingLoop()
    yield loop
    loop.close()


@pytest.fixture
def bench(loop: JumpingLoop) -> Iterator[Workbench]:
    bench = Workbench(loop)
    yield bench
    bench.close()


@pytest.fixture
def a_pico(loop: JumpingLoop, bench: Workbench, tmp_path: Path) -> Iterator[Callable[..., Pico]]:
    """A Pico that has started; straps 3 is seat 3, all four the shoe."""
    made: list[Pico] = []

    def make(straps: int = 3, **options: Any) -> Pico:
        made.append(Pico(bench, tmp_path / f"node-{len(made)}", straps, **options))
        loop.run_for(300)
        return made[-1]

    yield make
    for pico in made:
        pico.close()


@pytest.fixture
def a_shoe(a_pico: Callable[..., Pico]) -> Callable[..., Pico]:
    from .handling import LID

    return lambda **options: a_pico(SHOE_STRAPS, closed=[LID], **options)
