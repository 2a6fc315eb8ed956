"""What may be done to a simulated table, in words: `seat 3 press call`, `shoe load As Kd`,
`status`.

Each verb is a row of SEAT or SHOE: how it is written, what it does, and a function. `do_verb`
answers with what the device is now.
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


def whole_number(word: str, most: int = MOST_AMOUNT) -> int:
    if not word.isascii() or not word.isdigit() or not 0 < int(word[:12]) <= most:
        raise BadVerb(f"{word} is no whole number from 1 to {most:,}.")
    return int(word)


def card_tags(words: Sequence[str]) -> list[bytes]:
    for word in words:
        if word not in (*CARDS, *EXTRAS):
            raise BadVerb(f"{word} is no card; they are written As Td 2c, joker, cut.")
    return [simulated_tag(word) for word in words]


def press_key(table: SimTable, seat: SimSeat, words: Sequence[str]) -> None:
    if not words or words[0] not in KEYS or len(words) > 2:
        raise BadVerb(f"press KEY [AMOUNT]; the keys are {' '.join(KEYS)}.")
    seat.press(words[0], whole_number(words[1]) if words[1:] else 0)


def only_word(words: Sequence[str], what: str) -> str:
    if len(words) != 1:
        raise BadVerb(f"It needs one word behind it: {what}.")
    return words[0]


def present_card(table: SimTable, shoe: SimShoe, words: Sequence[str]) -> None:
    shoe.present(SimCard(card_tags([only_word(words, "a card")])[0]))


def load_cards(table: SimTable, shoe: SimShoe, words: Sequence[str]) -> None:
    card_tags(words)
    table.load(tuple(words))


def pull_cards(table: SimTable, shoe: SimShoe, words: Sequence[str]) -> None:
    numbers = [whole_number(word, MOST_PULLED) for word in words if word.isdigit()]
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
    except ValueError as error:
        raise BadVerb(str(error)) from None


def change_shoe(table: SimTable, shoe: SimShoe, words: Sequence[str]) -> None:
    if (what := only_word(words, " ".join(SHOE_CHANGES))) not in SHOE_CHANGES:
        raise BadVerb(f"{what} does not happen to a shoe: {' '.join(SHOE_CHANGES)}.")
    shoe.change(what)


def set_dealing(table: SimTable, shoe: SimShoe, words: Sequence[str]) -> None:
    if (what := only_word(words, "on or off")) not in ("on", "off"):
        raise BadVerb(f"deals on, or deals off, not {what}.")
    shoe.deals_by_itself = what == "on"


def unplug_node(table: SimTable, node: SimNode, words: Sequence[str]) -> None:
    if list(words) not in ([], ["silent"]):
        raise BadVerb("unplug [silent].")
    node.unplug(silent=bool(words))


NODE = {
    "unplug": Verb(
        "unplug [silent]",
        "its plug is pulled; silent: the port stays, and nothing comes through",
        unplug_node,
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
    "press": Verb("press KEY [AMOUNT]", "a key goes down, with what is dialled", press_key),
    "put": Verb(
        "put AMOUNT",
        "chips go from the stack into the bet area",
        lambda table, seat, words: seat.put_amount(whole_number(only_word(words, "an amount"))),
    ),
    "take": Verb(
        "take AMOUNT",
        "chips go back to the stack",
        lambda table, seat, words: seat.take_amount(whole_number(only_word(words, "an amount"))),
    ),
    "sweep": Verb("sweep", "the bet area is collected", lambda table, seat, words: seat.sweep()),
    "receive": Verb(
        "receive AMOUNT",
        "chips come into the stack",
        lambda table, seat, words: seat.receive(whole_number(only_word(words, "an amount"))),
    ),
    "show": Verb(
        "show CARDS",
        "these lie face up before the seat, too",
        lambda table, seat, words: seat.show(card_tags(words)),
    ),
    "clear": Verb(
        "clear", "no card lies before the seat", lambda table, seat, words: seat.clear_cards()
    ),
}
SHOE = NODE | {
    "load": Verb("load [CARDS]", "a shuffled deck, with these on top", load_cards),
    "pull": Verb(
        f"pull [COUNT] [together] [{'|'.join(FACES)}]", "cards leave, asked for or not", pull_cards
    ),
    "present": Verb(
        "present CARD", "a card that lies on the table is held before the reader", present_card
    ),
    "change": Verb("change WHAT", " ".join(SHOE_CHANGES), change_shoe),
    "deals": Verb(
        "deals on|off", "off: the gate is remembered, and pull lets the card out", set_dealing
    ),
}


def usage_text() -> str:
    """Every verb, one a row."""
    rows = [("status", "what each device is")]
    rows += [(f"seat N {verb.usage}", verb.says) for verb in SEAT.values()]
    rows += [(f"shoe {verb.usage}", verb.says) for verb in SHOE.values()]
    return "\n".join(f"{how:46} {says}" for how, says in rows)


def do_verb(table: SimTable, text: str) -> dict[str, object]:
    """Does it; what the device is after that. Raises BadVerb where nothing was done."""
    match text.split():
        case ["help"]:
            return {"verbs": usage_text().splitlines()}
        case ["status"]:
            return {
                "shoe": shoe_status(table.shoe),
                "seats": {str(n): seat_status(seat) for n, seat in table.seats.items()},
            }
        case ["shoe", word, *words] if word in SHOE:
            SHOE[word].acts(table, table.shoe, words)
            return shoe_status(table.shoe)
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
            return seat_status(seat)
    raise BadVerb(
        f"Nothing is called so: {text.strip()}.{_suggest_verbs(text.split())} "
        "The verb help lists all."
    )


def _suggest_verbs(words: list[str]) -> str:
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


def seat_status(seat: SimSeat) -> dict[str, object]:
    lamp = {"pattern": seat.lamp.pattern, "colour": seat.lamp.colour, "level": seat.lamp.level}
    return _node_status(seat) | {
        "stack": seat.total("stack"),
        "bet": seat.total("bet"),
        "lamp": lamp,
        "buzzer": seat.is_buzzing,
    }


def shoe_status(shoe: SimShoe) -> dict[str, object]:
    return _node_status(shoe) | {"gate": shoe.gate, "cards": len(shoe.cards)}


def _node_status(node: SimNode) -> dict[str, object]:
    return {
        "is_plugged": node.is_plugged,
        "is_met": node.session.is_met,
        "kept": node.session.stored_edges,
    }
