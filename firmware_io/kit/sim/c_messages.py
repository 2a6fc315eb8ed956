"""Messages between Python and the structs of `firmware_io/mcu/messages.h`: both languages name the
fields alike.

Where the C core is not built, importing this raises an ImportError that says what to do.
"""

from typing import Any, cast

from firmware_io import messages
from firmware_io.messages import FROM_HOST, FROM_NODE, KEYS, Anchor, Frame, Message

try:
    from firmware_io.kit.sim._node_core import ffi, lib
except ModuleNotFoundError:
    raise ImportError(
        "The node's core in C is not built: run `make node`, in a clone of the source."
    ) from None

WORDS: dict[str, tuple[str, ...]] = {
    "face": messages.FACES,
    "what": messages.SHOE_CHANGES,
    "area": messages.AREAS,
    "key": messages.KEYS,
    "kind": messages.KINDS,
    "reset_cause": messages.RESET_CAUSES,
    "pattern": messages.PATTERNS,
}
NO_ANCHOR = Anchor(0, bytes(messages.ANCHOR_BYTES))
COLOUR = ("red", "green", "blue")

__all__ = [
    "ffi",
    "lib",
    "read_anchor",
    "read_frame",
    "read_message",
    "write_anchor",
    "write_frame",
    "write_message",
]


def _union_member(kind: type[Message]) -> str:
    """The message's part of the union: `card_off` for CardOff."""
    return "".join(
        f"_{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__
    )[1:]


MESSAGES = cast(tuple[type[Message], ...], (*FROM_NODE, *FROM_HOST))
CODES: dict[type[Message], int] = {
    kind: getattr(lib, _union_member(kind).upper()) for kind in MESSAGES
}
KINDS = {code: kind for kind, code in CODES.items()}


def write_message(message: Message, to: Any) -> None:
    """Fills a `struct message`. Raises where it has no room for a value, or no such word."""
    to.type = CODES[type(message)]
    for name in message.__struct_fields__:
        _write_field(name, getattr(message, name), getattr(to, _union_member(type(message))))


def read_message(of: Any) -> Message:
    """What a `struct message` says."""
    kind = KINDS[of.type]
    names = kind.__struct_fields__
    part = getattr(of, _union_member(kind)) if names else None
    return kind(**{name: _read_field(part, name) for name in names})


def write_anchor(anchor: Anchor, to: Any) -> None:
    """Fills a `struct anchor`."""
    to.count = anchor.count
    ffi.memmove(to.hash, anchor.hash, messages.ANCHOR_BYTES)


def read_anchor(of: Any) -> Anchor:
    return Anchor(of.count, bytes(of.hash))


def write_frame(frame: Frame, to: Any) -> None:
    """Fills a `struct frame`."""
    for name in ("node", "epoch", "sequence", "acknowledged_epoch", "acknowledged", "node_ms"):
        setattr(to, name, getattr(frame, name))
    write_message(frame.message, to.message)


def read_frame(of: Any) -> Frame:
    """What a `struct frame` says."""
    header = (of.node, of.epoch, of.sequence, of.acknowledged_epoch, of.acknowledged, of.node_ms)
    return Frame(*header, message=read_message(of.message))


def _write_field(name: str, value: Any, to: Any) -> None:
    if name == "colour":
        to.red, to.green, to.blue = value
    elif name in WORDS:
        setattr(to, name, WORDS[name].index(value))
    elif name in ("tags", "up"):
        _write_tags(value, getattr(to, name))
    elif name == "chips":
        _write_chips(value, to.chips)
    elif name == "keys":
        to.keys = sum(1 << KEYS.index(key) for key in {*value})
    elif name in ("board", "firmware"):
        _write_name(value, getattr(to, name))
    elif name == "rates":
        to.rates.count, to.rates.of[0 : len(value)] = len(value), value
    elif name == "hash":
        ffi.memmove(to.hash, value, messages.ANCHOR_BYTES)
    elif name == "link_key":
        ffi.memmove(to.link_key, value, messages.LINK_KEY_BYTES)
    elif name == "anchor":
        to.has_anchor = value is not None
        write_anchor(value or NO_ANCHOR, to.anchor)
    else:
        setattr(to, name, value)


def _write_name(name: str, to: Any) -> None:
    text = name.encode("ascii")
    if len(text) > messages.MAX_NAME:
        raise ValueError(f"A name has at most {messages.MAX_NAME} characters, not {len(text)}.")
    to.length = len(text)
    ffi.memmove(to.text, text, len(text))


def _write_tags(tags: tuple[bytes, ...], to: Any) -> None:
    if len(tags) > messages.MAX_TAGS or any(len(tag) != messages.TAG_BYTES for tag in tags):
        raise ValueError(f"At most {messages.MAX_TAGS} tags of {messages.TAG_BYTES} bytes each.")
    to.count = len(tags)
    for place, tag in enumerate(tags):
        ffi.memmove(to.tag[place], tag, len(tag))


def _write_chips(chips: tuple[tuple[int, int], ...], to: Any) -> None:
    if len(chips) > messages.MAX_DENOMINATIONS:
        raise ValueError(
            f"An area holds at most {messages.MAX_DENOMINATIONS} denominations, not {len(chips)}."
        )
    to.count = len(chips)
    for place, (denomination, count) in enumerate(chips):
        to.lying[place].denomination, to.lying[place].count = denomination, count


def _read_field(part: Any, name: str) -> Any:
    if name == "colour":
        return tuple(getattr(part, colour) for colour in COLOUR)
    if name == "anchor":
        return read_anchor(part.anchor) if part.has_anchor else None
    value = getattr(part, name)
    if name in WORDS:
        return WORDS[name][value]
    if name in ("tags", "up"):
        return tuple(bytes(value.tag[place]) for place in range(value.count))
    if name == "chips":
        return tuple(
            (value.lying[place].denomination, value.lying[place].count)
            for place in range(value.count)
        )
    if name == "keys":
        return tuple(key for place, key in enumerate(KEYS) if value >> place & 1)
    if name in ("board", "firmware"):
        return bytes(ffi.buffer(value.text, value.length)).decode("ascii")
    if name == "rates":
        return tuple(value.of[0 : value.count])
    if name in ("hash", "link_key"):
        return bytes(value)
    return bool(value) if name == "on" else value
