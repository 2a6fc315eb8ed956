"""Messages between Python and the structs of `firmware_io/mcu/messages.h`: both languages name the fields alike.

Where the C core is not built, importing this raises an ImportError that says what to do.
"""

from __future__ import annotations

from typing import Any, Final, cast

from firmware_io import messages
from firmware_io.messages import FROM_HOST, FROM_NODE, NEW_STATES, About, Dialled, Frame, Message

try:
    from firmware_io.sim._node_core import ffi, lib
except ModuleNotFoundError:
    raise ImportError("The node's core in C is not built: run `make node`, in a clone of the source.") from None

WORDS: Final[dict[str, tuple[str, ...]]] = {
    "face": messages.FACES,
    "what": messages.SHOE_CHANGES,
    "area": messages.AREAS,
    "key": messages.KEYS,
    "kind": messages.KINDS,
    "reset_cause": messages.RESET_CAUSES,
    "pattern": messages.PATTERNS,
}
COLOUR: Final = ("red", "green", "blue")

__all__ = ["ffi", "lib", "read_frame", "read_message", "write_frame", "write_message"]


def _place(kind: type[Message]) -> str:
    """The message's part of the union: `card_off` for CardOff."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__)[1:]


OF_11: Final = (*NEW_STATES, Dialled, About)  # the core speaks wire 1.0
MESSAGES: Final = tuple(kind for kind in cast(tuple[type[Message], ...], (*FROM_NODE, *FROM_HOST)) if kind not in OF_11)
CODES: Final[dict[type[Message], int]] = {kind: getattr(lib, _place(kind).upper()) for kind in MESSAGES}
KINDS: Final = {code: kind for kind, code in CODES.items()}


def write_message(message: Message, to: Any) -> None:
    """Fills a `struct message`. Raises where it has no room for a value, or no such word."""
    to.type = CODES[type(message)]
    for name in _fields(type(message)):
        part, value = getattr(to, _place(type(message))), getattr(message, name)
        if name == "colour":
            part.red, part.green, part.blue = value
        elif name in WORDS:
            setattr(part, name, WORDS[name].index(value))
        elif name in ("tags", "up"):
            _write_tags(value, getattr(part, name))
        elif name == "chips":
            _write_chips(value, part.chips)
        else:
            setattr(part, name, value)


def read_message(of: Any) -> Message:
    """What a `struct message` says."""
    kind = KINDS[of.type]
    fields = _fields(kind)
    part = getattr(of, _place(kind)) if fields else None
    return kind(**{name: _read_field(part, name) for name in fields})


def write_frame(frame: Frame, to: Any) -> None:
    """Fills a `struct frame`."""
    for name in ("node", "epoch", "sequence", "acknowledged_epoch", "acknowledged", "node_ms"):
        setattr(to, name, getattr(frame, name))
    write_message(frame.message, to.message)


def read_frame(of: Any) -> Frame:
    """What a `struct frame` says."""
    header = (of.node, of.epoch, of.sequence, of.acknowledged_epoch, of.acknowledged, of.node_ms)
    return Frame(*header, message=read_message(of.message))


def _fields(kind: type[Message]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name != "anchor")  # of a hello, in 1.1


def _write_tags(tags: tuple[bytes, ...], to: Any) -> None:
    if len(tags) > messages.MAX_TAGS or any(len(tag) != messages.TAG_BYTES for tag in tags):
        raise ValueError(f"At most {messages.MAX_TAGS} tags of {messages.TAG_BYTES} bytes each.")
    to.count = len(tags)
    for place, tag in enumerate(tags):
        ffi.memmove(to.tag[place], tag, len(tag))


def _write_chips(chips: tuple[tuple[int, int], ...], to: Any) -> None:
    if len(chips) > messages.MAX_DENOMINATIONS:
        raise ValueError(f"An area holds at most {messages.MAX_DENOMINATIONS} denominations, not {len(chips)}.")
    to.count = len(chips)
    for place, (denomination, count) in enumerate(chips):
        to.lying[place].denomination, to.lying[place].count = denomination, count


def _read_field(part: Any, name: str) -> Any:
    if name == "colour":
        return tuple(getattr(part, colour) for colour in COLOUR)
    value = getattr(part, name)
    if name in WORDS:
        return WORDS[name][value]
    if name in ("tags", "up"):
        return tuple(bytes(value.tag[place]) for place in range(value.count))
    if name == "chips":
        return tuple((value.lying[place].denomination, value.lying[place].count) for place in range(value.count))
    return bool(value) if name == "on" else value
