"""Every rule, tried one after another at one node."""

import asyncio
from collections.abc import Callable, Iterable

from firmware_io.kit.conform import about, edges, frames, keys, manual, meeting, pairing, states
from firmware_io.kit.conform.host import Host, NobodyThere
from firmware_io.kit.conform.rule import Broken, Hands, LeftOut, Outcome, Result, Rule, Trial
from firmware_io.port import loop_ms

RULES = (
    *meeting.RULES,
    *frames.RULES,
    *edges.RULES,
    *states.RULES,
    *about.RULES,
    *keys.RULES,
    *pairing.RULES,
    *manual.RULES,
)


class NoHands:
    """Nobody stands at the node."""

    async def do(self, task: str, sentence: str) -> None:
        raise LeftOut(f"Nobody is there to do it: {sentence}")


def rules_of(kind: str, only: Iterable[str] = (), *, has_key: bool = False) -> tuple[Rule, ...]:
    """Those for this kind of node on such a link. Raises ValueError where `only` names one that
    it has not.
    """
    link = "keyed" if has_key else "open"
    mine = tuple(rule for rule in RULES if kind in rule.kinds and link in rule.links)
    wanted = tuple(only)
    for name in wanted:
        if name not in [rule.id for rule in mine]:
            where = f"{kind} with a key" if has_key else kind
            raise ValueError(
                f"There is no rule {name} for a {where}: {', '.join(rule.id for rule in mine)}."
            )
    return tuple(rule for rule in mine if not wanted or rule.id in wanted)


async def examine_node(
    path: str,
    kind: str,
    *,
    epoch: int,
    hands: Hands,
    only: Iterable[str] = (),
    on_result: Callable[[Result], None] = lambda result: None,
    key: bytes | None = None,
) -> list[Result]:
    """Tries each rule at the node on this port; `on_result` hears each result as it comes. Raises
    NobodyThere, ValueError.

    `epoch`: of the host that is played; one that the node has not met. `key`: of the link, 32
    bytes, where it has one.
    """
    loop = asyncio.get_running_loop()
    rules = rules_of(kind, only, has_key=key is not None)
    host = Host(loop, path, epoch=epoch, key=key)
    host.open()
    try:
        await host.meet_anew()
        results = []
        for rule in rules:
            results.append(await _try_rule(rule, Trial(host, hands, kind), loop))
            on_result(results[-1])
        return results
    finally:
        host.close()


async def _try_rule(rule: Rule, trial: Trial, loop: asyncio.AbstractEventLoop) -> Result:
    began_ms = loop_ms(loop)
    outcome: Outcome = "kept"
    why = ""
    try:
        await rule.tries(trial)
    except Broken as error:
        outcome, why = "broken", str(error)
    except LeftOut as error:
        outcome, why = "left out", str(error)
    except NobodyThere as error:
        outcome, why = "broken", f"It was there before: {error}"
    return Result(rule.id, rule.section, rule.says, outcome, why, loop_ms(loop) - began_ms)
