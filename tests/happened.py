"""What happens at a table whose clock stands at 0, or at the time that is said."""

from collections.abc import Iterator
from typing import Any

from tablectl.engine import events
from tablectl.engine.engine import handle, open_table
from tablectl.engine.floor import AnyRuling
from tablectl.engine.floor_json import read_ruling
from tablectl.engine.play.handling import Row
from tablectl.engine.source import SHOE, seat_source
from tablectl.engine.state.table import Table
from tablectl.games.catalog import preset
from tablectl.rules.forced import Stakes
from tablectl.rules.wagers import Chips
from tablectl.service.books.books import load_shots

# "1 gone": what becomes of the device of a seat, or of the shoe
OF_DEVICES = {"gone": events.DeviceLost, "back": events.DeviceBack}


def press(seat: int, key: str, amount: int = 0) -> events.KeyPressed:
    return events.KeyPressed(at_ms=0, seat=seat, key=key, amount=amount)


def ruled(ruling: AnyRuling) -> events.FloorRuled:
    return events.FloorRuled(at_ms=0, ruling=ruling)


def happened(table: Table, said: str) -> events.Event:
    """As "1 raise 12", "1 has 2x5 3x1" (chips in front), "1 keeps 18x5" (its stack), "card 2c",
    "1 gone", or "@2000 1 fold" at that time.
    """
    words = said.split()
    now = {"at_ms": int(words.pop(0)[1:]) if words[0][0] == "@" else 0}
    match [int(word) if word.isdecimal() else word for word in words]:
        case ["start"]:
            return events.StartAsked(**now)
        case ["time"]:
            return events.ClockRanOut(**now)
        case ["card", *cards]:
            return events.CardOff(cards=(*cards,), pull=table.shoe.pulls + 1, **now)
        case ["boxed", *cards]:
            return events.CardOff(
                cards=(*cards,), pull=table.shoe.pulls + 1, is_face_up=True, **now
            )
        case [seat, "has", *chips]:
            return events.ChipsRead(seat=seat, chips=counted(chips), node_ms=now["at_ms"], **now)
        case [seat, "keeps", *chips]:
            return events.StackRead(seat=seat, chips=counted(chips), **now)
        case [seat, "lays", *cards]:
            return events.HoleCardsSeen(seat=seat, cards=(*cards,), **now)
        case [seat, "sits", chips, *name]:
            return events.PlayerCame(seat=seat, chips=chips, name=" ".join(name) or None, **now)
        case [seat, "buys", chips]:
            return events.ChipsBought(seat=seat, chips=chips, **now)
        case [seat, "leaves"]:
            return events.PlayerWent(seat=seat, **now)
        case [seat, "faulty"]:
            return events.DeviceLost(source=seat_source(seat), is_faulty=True, **now)
        case [seat, "gone" | "back" as what]:
            return OF_DEVICES[what](source=SHOE if seat == "shoe" else seat_source(seat), **now)
        case [seat, key, *amount]:
            return events.KeyPressed(seat=seat, key=key, amount=sum(amount), **now)
    raise ValueError(said)


def counted(chips: list[str]) -> Chips:
    """Of "2x5": two chips of 5."""
    return tuple(
        (int(chip), int(count)) for count, _, chip in (one.partition("x") for one in chips)
    )


def opened(said: dict[str, Any]) -> Table:
    """The table that an object says, as a scenario's first line does."""
    given = dict(said)
    name, stakes, names = given.pop("preset"), given.pop("stakes", None), given.pop("names", {})
    return open_table(
        preset(name),
        {int(seat): chips for seat, chips in given.pop("seats").items()},
        stakes=stakes and Stakes(**stakes),
        chips=(*given.pop("chips", ()),),
        names={int(seat): name for seat, name in names.items()},
        shots=load_shots() if name == "pool" else None,
        **given,
    )[0]


def heads_up(**given: Any) -> tuple[Table, Row]:
    """A tournament's table of two with 500 each, and row 1 of its journal."""
    return open_table(
        preset("tournament"), {1: 500, 2: 500}, stakes=Stakes(10, 20), button=1, **given
    )


def three_dealt(**given: Any) -> Table:
    """Three players at a limit of 4 and 8, with keys alone: their cards are dealt, and seat 3 is
    to act.
    """
    table, _ = open_table(
        preset("canterbury"),
        {1: 100, 2: 100, 3: 100},
        stakes=Stakes(2, 4, 0, 4, 8),
        button=3,
        options={"chips_sensed": False, "action_clock_s": 0},
        **given,
    )
    return played(table, "start", "cards Ah Kh Qh Ad Kd Qd")


def steps(table: Table, *said: str | dict[str, Any]) -> Iterator[tuple[Table, Table, list[Row]]]:
    """The table before and after each event, and what was written of it. "cards 2c 3c" are pulled
    one by one, "1 missed times 9" happens so often; an object is a ruling.
    """
    for one in said:
        if isinstance(one, dict):
            each = [one]
        elif one.startswith("cards "):
            each = [f"card {card}" for card in one.split()[1:]]
        else:
            words, _, times = one.partition(" times ")
            each = [words] * int(times or 1)
        for what in each:
            event = ruled(read_ruling(what)) if isinstance(what, dict) else happened(table, what)
            before = table
            table, rows = handle(table, (event,))
            yield before, table, [*rows]


def played(table: Table, *said: str | dict[str, Any]) -> Table:
    """The table after all of it."""
    for _, after, _ in steps(table, *said):
        table = after
    return table
