"""What the floor may do for the seat to act, which cannot press a key: each act with a value
that is accepted now (F-6).
"""

from collections.abc import Iterator
from typing import NamedTuple

from tablectl.engine.floor import ActFor
from tablectl.engine.questions import due_post, is_ruling_open, legal_now
from tablectl.engine.state.table import Table
from tablectl.text import T, Text

WHY = "…"  # stands for the reason in a trial


class Choice(NamedTuple):
    """An act, with the least total where it needs one; and what it is in a sentence."""

    act: str
    amount: int | None
    text: Text

    @property
    def command_options(self) -> str:
        total = f" --amount {self.amount}" if self.amount is not None else ""
        return f'--act {self.act}{total} --why "{WHY}"'


def open_acts(t: Table, now_ms: int) -> tuple[Choice, ...]:
    """The mildest first; none: nobody is to act, or no act of the floor is taken now."""
    if t.to_act is None:
        return ()
    return tuple(
        [one for one in _possible_acts(t) if is_ruling_open(t, floor_act(t.to_act, one), now_ms)]
    )


def acts_while_away(t: Table) -> tuple[Choice, ...]:
    """The same while the device of the seat to act is lost: none once it has begun a wager,
    whose chips nobody can see now.
    """
    seat = t.to_act
    may_act = (
        seat is not None
        and t.phase in ("betting", "deciding")
        and t.wager is None
        and t.player(seat).begun is None
    )
    return open_acts(t, 0) if may_act else ()


def floor_act(seat: int, choice: Choice) -> ActFor:
    return ActFor(seat=seat, act=choice.act, amount=choice.amount, why=WHY)


def _possible_acts(t: Table) -> Iterator[Choice]:
    if t.playing.owes:
        yield Choice("post", None, T("post {amount:,}", amount=due_post(t).total))
        return
    may, own = legal_now(t), t.playable(t.to_act or 0)
    yield Choice("check", None, T("check"))
    yield Choice("fold", None, T("fold"))
    yield Choice(
        "call",
        None,
        T("call all-in with {amount:,}", amount=own)
        if may.to_call >= own
        else T("call {amount:,}", amount=may.to_call),
    )
    if may.raise_min is not None and "bet" in may.acts:
        yield Choice("bet", may.raise_min, T("bet at least {amount:,}", amount=may.raise_min))
    elif may.raise_min is not None:
        yield Choice(
            "raise_to", may.raise_min, T("raise to at least {amount:,}", amount=may.raise_min)
        )
