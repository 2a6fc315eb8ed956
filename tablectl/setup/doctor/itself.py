"""What a node tells of itself, as the end of a sentence about it."""

from collections.abc import Mapping, Sequence
from typing import Any


def of_itself(told: Mapping[str, Any] | None) -> str:
    """`told`: as service/devices/nodes.py has it; None says nothing."""
    if told is None:
        return ""
    names = [name for name in (told["board"], told["firmware"], f"wire {told['wire']}") if name]
    return f"; {', '.join(names)}{_reads(told['reads_a_second'])}"


def _reads(rates: Sequence[float | None]) -> str:
    """`rates`: of each antenna, in its order; None: it has not measured it."""
    if not rates:
        return ""
    whose = f", its antenna{'s' * (len(rates) > 1)}"
    if not any(rates):
        return f"{whose}: not measured how often a tag is read"
    told = ["?" if rate is None else f"{rate:g}" for rate in rates]
    times = told[0] if len(set(told)) == 1 else ", ".join(told)
    unknown = " (?: not measured)" if None in rates else ""
    return f"{whose} read{'s' * (len(rates) == 1)} a tag {times} times a second{unknown}"
