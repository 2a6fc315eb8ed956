"""Which of many alike are played before each change: the others are slow."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def tiered(values: Iterable[Any], quick: Collection[Any]) -> list[Any]:
    """The parameters of a test; those that are not in `quick` are played in `make test-all`
    alone.
    """
    return [
        pytest.param(value, marks=() if value in quick else pytest.mark.slow) for value in values
    ]
