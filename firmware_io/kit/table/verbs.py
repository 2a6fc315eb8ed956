"""What may be done to a simulated table, in words: `seat 3 press call`, `shoe load As Kd`,
`status`.

Each verb is a row of SEAT or SHOE: how it is written, what it does, and a function. `do` answers
with what the device is now.
"""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec

from firmware_io.kit.sim.node import SimNode
from firmware_io.kit.sim.seat import NotThere, SimSeat
from firmware_io.kit.sim.shoe import SimCard, SimShoe
from firmware_io.kit.table.sim_table import CARDS, EXTRAS, SimTable
from firmware_io.messages import FACES, KEYS, SHOE_CHANGES
from firmware_io.readers.ids import simulated_tag

MOST_AMOUNT = 10**9
MOST_PULLED = 60


class BadVerb(ValueError):
    """The message is a sentence: nothing was done."""


class Verb(msgspec.Struct, frozen=True):
    usage: str
    says: str
    acts: Callable[[SimTable, Any, Sequence[str]], NotThere | tuple[int, ...] | None]


def whole(word: str, most: int = MOST_AMOUNT) -> int:
    if not word.isascii() or not word.isdigit() or not 0 < int(word[:12]) <= most:
        raise BadVerb(f"{word} is no whole number from 1 to {most:,}.")
    return int(word)


def tags(words: Sequence[str]) -> list[bytes]:
    for word in words:
        if word not in (*CARDS, *EXTRAS):
            raise BadVerb(f"{word} is no card; they are written As Td 2c, joker, cut.")
    return [simulated_tag(word) for word in words]


def press(table: SimTable, seat: SimSeat, words: Sequence[str]) -> None:
    if not words or words[0] not in KEYS or len(words) > 2:
        raise BadVerb(f"press KEY [AMOUNT]; the keys are {' '.join(KEYS)}.")
    seat.press(words[0], whole(words[1]) if words[1:] else 0)


def one(words: Sequence[str], what: str) -> str:
    if len(words) != 1:
        raise BadVerb(f"It needs one word behind it: {what}.")
    return words[0]


def present(table: SimTable, shoe: SimShoe, words: Sequence[str]) -> None:
    shoe.present(SimCard(tags([one(words, "a card")])[0]))


def load(table: SimTable, shoe: SimShoe, words: Sequence[str]) -> None:
    tags(words)
    table.load(tuple(words))


def pull(table: SimTable, shoe: SimShoe, words: Sequence[str]) -> None:
    numbers = [whole(word, MOST_PULLED) for word in words if word.isdigit()]
    faces = [word for word in words if word in FACES]
    if (
        len(numbers) > 1
        or len(faces) > 1
        or len(words) != len(numbers) + len(faces) + words.count("together")
    ):
        raise BadVerb(f"pull [COUNT] [together] [{'|'.join(FACES)}].")
    try:
        shoe.pull(
            numbers[0] if numbers else 1, faces[0] if faces else None, together="together" in words
        )
    except ValueError as wrong:
        raise BadVerb(str(wrong)) from None


def change(table: SimTable, shoe: SimShoe, words: Sequence[str]) -> None:
    if (what := one(words, " ".join(SHOE_CHANGES))) not in SHOE_CHANGES:
        raise BadVerb(f"{what} does not happen to a shoe: {' '.join(SHOE_CHANGES)}.")
    shoe.change(what)


def deals(table: SimTable, shoe: SimShoe, words: Sequence[str]) -> None:
    if (what := one(words, "on or off")) not in ("on", "off"):
        raise BadVerb(f"deals on, or deals off, not {what}.")
    shoe.deals_by_itself = what == "on"


def unplug(table: SimTable, node: SimNode, words: Sequence[str]) -> None:
    if list(words) not in ([], ["silent"]):
        raise BadVerb("unplug [silent].")
    node.unplug(silent=bool(words))


NODE = {
    "unplug": Verb(
        "unplug [silent]",
        "its plug is pulled; silent: the port stays, and nothing comes through",
        unplug,
    ),
    "replug": Verb(
        "replug", "plugged in again, under the same name", lambda table, node, words: node.replug()
    ),
    "reset": Verb(
        "reset",
        "starts anew: all that was not acknowledged is forgotten",
        lambda table, node, words: node.reset(),
    ),
}
SEAT = NODE | {
    "press": Verb("press KEY [AMOUNT]", "a key goes down, with what is dialled", press),
    "put": Verb(
        "put AMOUNT",
        "chips go from the stack into the bet area",
        lambda table, seat, words: seat.put_amount(whole(one(words, "an amount"))),
    ),
    "take": Verb(
        "take AMOUNT",
        "chips go back to the stack",
        lambda table, seat, words: seat.take_amount(whole(one(words, "an amount"))),
    ),
    "sweep": Verb("sweep", "the bet area is collected", lambda table, seat, words: seat.sweep()),
    "receive": Verb(
        "receive AMOUNT",
        "chips come into the stack",
        lambda table, seat, words: seat.receive(whole(one(words, "an amount"))),
    ),
    "show": Verb(
        "show CARDS",
        "these lie face up before the seat, too",
        lambda table, seat, words: seat.show(tags(words)),
    ),
    "clear": Verb(
        "clear", "no card lies before the seat", lambda table, seat, words: seat.clear_cards()
    ),
}
SHOE = NODE | {
    "load": Verb("load [CARDS]", "a shuffled deck, with these on top", load),
    "pull": Verb(
        f"pull [COUNT] [together] [{'|'.join(FACES)}]", "cards leave, asked for or not", pull
    ),
    "present": Verb(
        "present CARD", "a card that lies on the table is held before the reader", present
    ),
    "change": Verb("change WHAT", " ".join(SHOE_CHANGES), change),
    "deals": Verb("deals on|off", "off: the gate is remembered, and pull lets the card out", deals),
}


def usage() -> str:
    """Every verb, one a row."""
    rows = [("status", "what each device is")]
    rows += [(f"seat N {verb.usage}", verb.says) for verb in SEAT.values()]
    rows += [(f"shoe {verb.usage}", verb.says) for verb in SHOE.values()]
    return "\n".join(f"{how:46} {says}" for how, says in rows)


def do(table: SimTable, text: str) -> dict[str, object]:
    """Does it; what the device is after that. Raises BadVerb where nothing was done."""
    match text.split():
        case ["help"]:
            return {"verbs": usage().splitlines()}
        case ["status"]:
            return {
                "shoe": of_shoe(table.shoe),
                "seats": {str(n): of_seat(seat) for n, seat in table.seats.items()},
            }
        case ["shoe", word, *words] if word in SHOE:
            SHOE[word].acts(table, table.shoe, words)
            return of_shoe(table.shoe)
        case ["seat", number, word, *words] if word in SEAT:
            if not number.isdigit() or (seat := table.seats.get(int(number[:6]))) is None:
                raise BadVerb(
                    f"There is no seat {number}; there is {', '.join(map(str, table.seats))}."
                )
            done = SEAT[word].acts(table, seat, words)
            if isinstance(done, NotThere):
                raise BadVerb(
                    f"These chips are not in the {done.area} of seat {number}: "
                    f"{seat.total(done.area)} lie there."
                )
            return of_seat(seat)
    raise BadVerb(
        f"Nothing is called so: {text.strip()}.{_similar(text.split())} The verb help lists all."
    )


def _similar(words: list[str]) -> str:
    match words:
        case ["seat", number, key, *_] if key in KEYS:
            return f' A key is pressed: "seat {number} press {" ".join(words[2:])}".'
        case ["shoe", word, *_]:
            alike = get_close_matches(word, SHOE, n=2)
        case ["seat", _, word, *_]:
            alike = get_close_matches(word, SEAT, n=2)
        case _:
            return ""
    named = " or ".join(f'"{one}"' for one in alike)
    return f" Did you mean {named}?" if named else ""


def of_seat(seat: SimSeat) -> dict[str, object]:
    lamp = {"pattern": seat.lamp.pattern, "colour": seat.lamp.colour, "level": seat.lamp.level}
    return _of_node(seat) | {
        "stack": seat.total("stack"),
        "bet": seat.total("bet"),
        "lamp": lamp,
        "buzzer": seat.is_buzzing,
    }


def of_shoe(shoe: SimShoe) -> dict[str, object]:
    return _of_node(shoe) | {"gate": shoe.gate, "cards": len(shoe.cards)}


def _of_node(node: SimNode) -> dict[str, object]:
    return {"is_plugged": node.is_plugged, "is_met": node.session.is_met, "kept": node.session.kept}
