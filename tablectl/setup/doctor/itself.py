"""What a node tells of itself, as the end of a sentence about it."""

from collections.abc import Mapping, Sequence
from typing import Any


def of_itself(told: Mapping[str, Any] | None) -> str:
    """`told`: as service/devices/nodes.py has it; None, of wire 1.0, says nothing."""
    if told is None:
        return ""
    names = [name for name in (told["board"], told["firmware"], f"wire {told['wire']}") if name]
    return f"; {', '.join(names)}{_reads(told['reads_a_second'])}"


def _reads(rates: Sequence[float]) -> str:
    if not rates:
        return ""
    times = f"{rates[0]:g}" if len(set(rates)) == 1 else ", ".join(f"{rate:g}" for rate in rates)
    return f", its antenna{'s' * (len(rates) > 1)} read{'s' * (len(rates) == 1)} a tag {times} times a second"
