"""PHH, the poker hand history format: `.phh` (one hand) and `.phhs` (a table of TOML for each hand)
as frozen values.

Every fault of a file is a sentence that names the place. Whether the acts were legal is not checked
here.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from tablectl.rules.amounts import MOST_AMOUNT
from tablectl.rules.cards import CODE, Card
from tablectl.structs import Frozen

UNKNOWN = "??"  # a card nobody recorded

MOST_BYTES = 256 * 2**20  # of a file: 100 times the largest that we have
MOST_ACTIONS = 2_000  # of a hand: ten players with deep stacks make a few hundred
SHOWN = 60  # characters of a faulty text that a sentence quotes

AMOUNTS: dict[str, tuple[str, ...]] = {  # variant -> the amounts that it needs
    "NT": ("min_bet",),
    "NS": ("min_bet",),
    "FT": ("small_bet", "big_bet"),
    "PO": ("min_bet",),
}
HOLE_CARDS = {"NT": 2, "NS": 2, "FT": 2, "PO": 4}
OTHER_VARIANTS = ("FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB")  # PHH's


Name = str | int  # of a hand: as its file has it


class BadHistory(ValueError):
    """A fault of a file or a hand: its place, and a sentence. `action` counts from 1."""

    def __init__(
        self, why: str, file: str = "", hand: Name | None = None, action: str = ""
    ) -> None:
        super().__init__(why)
        self.why, self.file, self.hand, self.action = why, file, hand, action

    @property
    def sentence(self) -> str:
        """The fault with its action, but without file and hand."""
        return f"{self.action[0].upper()}{self.action[1:]}: {self.why}" if self.action else self.why

    def __str__(self) -> str:
        hand = "" if self.hand is None else f"hand {self.hand}"
        return ": ".join(
            [
                part
                for part in (", ".join(filter(None, (self.file, hand, self.action))), self.why)
                if part
            ]
        )


class Action(Frozen):
    """One line of `actions`. `player` counts from 1; `cards` and `amount` are those of the kinds
    that have them.
    """

    number: int
    text: str  # as written, without its comment
    kind: str  # dh db f cc cbr sm
    player: int = 0  # 0: the dealer's
    cards: tuple[Card, ...] = ()
    amount: int = 0  # a total: raise *to*
    shows: bool = False  # of `sm`: it shows; without cards or "-" it mucks
    # of `sm`: it shows, but does not say what; cards that are never named are mucked
    is_unknown: bool = False

    @property
    def name(self) -> str:
        return f"action {self.number} ({self.text})"


class Hand(Frozen):
    """One recorded hand: everything by player, p1 first."""

    file: str
    # its name or number in the file, else its position; None for a single hand without one
    name: Name | None
    variant: str
    antes: tuple[int, ...]
    # as written: heads-up the list is reversed, and p2 posts the first
    blinds: tuple[int, ...]
    starting_stacks: tuple[int, ...]
    finishing_stacks: tuple[int, ...] | None
    actions: tuple[Action, ...]
    # what each player was dealt, as known at the hand's end
    holes: tuple[tuple[Card, ...], ...]
    min_bet: int = 0
    small_bet: int = 0
    big_bet: int = 0
    antes_are_layered: bool = False  # ante_trimming_status: false, the antes are dead chips


def quote_value(value: object) -> str:
    """A faulty value for a sentence: cut to SHOWN characters, unreadable ones escaped."""
    text = str(value)
    text = text if text.isprintable() else ascii(text)[1:-1]
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


# Files


def read_file(path: Path) -> tuple[Hand | BadHistory, ...]:
    """The hands of a file in order, with a BadHistory in the place of each faulty one. Raises
    BadHistory for a faulty file.
    """
    return parse_hands(read_content(path), path.name, is_many=is_many(path))


def estimate_hands(path: Path) -> int:
    """A quick estimate of the number of hands in a file, for a progress bar. Raises BadHistory
    if it cannot be read.
    """
    content = read_content(path)
    return len(TABLE.findall(content)) if is_many(path) else 1


TABLE = re.compile(rb"^\[[^\[\].]+\]", re.MULTILINE)


def is_many(path: Path) -> bool:
    return path.suffix.lower() == ".phhs"


def read_content(path: Path) -> bytes:
    """The text of the file. Raises BadHistory if it cannot be read or is too large."""
    file = quote_value(path.name)
    if path.suffix.lower() not in (".phh", ".phhs"):
        raise BadHistory("Hand histories are .phh or .phhs files.", file)
    try:
        if not path.is_file():  # reading a pipe without a writer would never end
            raise BadHistory(
                "This is no file."
                if path.exists()
                else "This cannot be read: No such file or directory.",
                file,
            )
        if path.stat().st_size > MOST_BYTES:
            raise BadHistory(f"This is larger than {MOST_BYTES:,} bytes.", file)
        return path.read_bytes()
    except OSError as error:
        raise BadHistory(f"This cannot be read: {error.strerror}.", file) from None


def parse_hands(content: bytes, file: str, *, is_many: bool) -> tuple[Hand | BadHistory, ...]:
    """As `read_file`, for the text of a file."""
    try:
        document = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadHistory(f"This is not text: byte {error.start:,} is not UTF-8.", file) from None
    # int() of too many digits, tables nested too deep
    except (ValueError, RecursionError) as error:
        raise BadHistory(f"This is not TOML: {str(error).rstrip('.')}.", file) from None
    if is_many and not document:
        raise BadHistory("There is no hand in this file.", file)
    numbered = document.items() if is_many else [(None, document)]
    return tuple(_read_hand_or_fault(fields, file, number) for number, fields in numbered)


def _read_hand_or_fault(fields: object, file: str, number: str | None) -> Hand | BadHistory:
    """The hand that a TOML table describes, or its fault; `number`: its place in the file."""
    if not isinstance(fields, dict):
        return BadHistory("This is not a table of fields.", file, number)
    name = fields.get("hand", number)
    if not isinstance(name, str | int | None):
        return BadHistory(
            f"A hand is named by a text or a whole number, not {quote_value(name)}.", file, number
        )
    try:
        return _read_hand(fields, file, name)
    except BadHistory as bad:
        return BadHistory(bad.why, file, name, bad.action)


# One hand


def _read_hand(fields: Mapping[str, Any], file: str, name: Name | None) -> Hand:
    variant = _read_variant(fields)
    starting = _read_chips_each(fields, "starting_stacks", None)
    if len(starting) < 2:
        raise BadHistory(f"A hand has 2 players or more, not {len(starting)}.")
    for player, stack in enumerate(starting, 1):
        if not stack:
            raise BadHistory(f"p{player} starts with no chips.")
    finishing = (
        _read_chips_each(fields, "finishing_stacks", len(starting))
        if "finishing_stacks" in fields
        else None
    )
    if finishing is not None and sum(finishing) != sum(starting):
        raise BadHistory(f"{sum(starting):,} chips at the start are {sum(finishing):,} at the end.")
    is_trimmed = fields.get("ante_trimming_status", False)
    if not isinstance(is_trimmed, bool):
        raise BadHistory(f"ante_trimming_status is true or false, not {quote_value(is_trimmed)}.")
    actions = _read_actions(fields, len(starting))
    return Hand(
        file=file,
        name=name,
        variant=variant,
        antes=_read_chips_each(fields, "antes", len(starting)),
        blinds=_read_blinds(fields, len(starting)),
        starting_stacks=starting,
        finishing_stacks=finishing,
        actions=actions,
        holes=_collect_holes(actions, len(starting), HOLE_CARDS[variant]),
        antes_are_layered=is_trimmed,
        **{
            amount: _read_chips(_require_field(fields, amount), amount)
            for amount in AMOUNTS[variant]
        },
    )


def _read_blinds(fields: Mapping[str, Any], players: int) -> tuple[int, ...]:
    """What each player posts. The format marks the post of a player who comes in or back, which
    is no blind, by a minus sign.
    """
    values = fields.get("blinds_or_straddles")
    for player, value in enumerate(values if isinstance(values, list) else (), 1):
        if isinstance(value, int | float) and -MOST_AMOUNT <= value < 0:
            raise BadHistory(
                f"p{player} posts {-value:,} to come in or back: such a post is not played from a "
                "record."
            )
    return _read_chips_each(fields, "blinds_or_straddles", players)


def _require_field(fields: Mapping[str, Any], name: str) -> Any:
    if name not in fields:
        raise BadHistory(f"The field {name} is missing.")
    return fields[name]


def _read_variant(fields: Mapping[str, Any]) -> str:
    variant = _require_field(fields, "variant")
    if variant in OTHER_VARIANTS:
        raise BadHistory(f"Variant {variant} is not played here.")
    if not isinstance(variant, str) or variant not in AMOUNTS:
        raise BadHistory(f"There is no variant {quote_value(variant)}.")
    return variant


def _read_chips(value: object, what: str) -> int:
    """A whole number of chips, 0 or more; 100.0 is one, 0.5 is none."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadHistory(f"{what} is a whole number of chips, not {quote_value(value)}.")
    if not 0 <= value <= MOST_AMOUNT:
        raise BadHistory(f"{what} is 0 to {MOST_AMOUNT:,} chips, not {quote_value(f'{value:,}')}.")
    return value


def _read_chips_each(fields: Mapping[str, Any], name: str, players: int | None) -> tuple[int, ...]:
    values = _require_field(fields, name)
    if not isinstance(values, list):
        raise BadHistory(f"{name} is a list with an amount for each player.")
    if players is not None and len(values) != players:
        raise BadHistory(f"{name} has {len(values)} amounts for {players} players.")
    return tuple(
        _read_chips(value, f"p{player} in {name}") for player, value in enumerate(values, 1)
    )


# Actions

PLAYER = re.compile(r"p([1-9]\d?)")
AMOUNT = re.compile(r"(\d{1,16})(\.0*)?")


def _read_actions(fields: Mapping[str, Any], players: int) -> tuple[Action, ...]:
    written = _require_field(fields, "actions")
    if not isinstance(written, list):
        raise BadHistory("actions is a list of texts.")
    if len(written) > MOST_ACTIONS:
        raise BadHistory(f"A hand has at most {MOST_ACTIONS:,} actions, not {len(written):,}.")
    actions = []
    for number, text in enumerate(written, 1):
        try:
            if action := _read_action(text, number, players):
                actions.append(action)
        except BadHistory as bad:
            raise BadHistory(bad.why, action=f"action {number} ({quote_value(text)})") from None
    return tuple(actions)


def _read_action(text: object, number: int, players: int) -> Action | None:
    """The action in `text`; None if there is only a comment."""
    if not isinstance(text, str):
        raise BadHistory("An action is a text.")
    plain = text.partition("#")[0].strip()
    action = partial(Action, number, plain)
    match plain.split():
        case []:
            return None
        case ["d", "db", cards]:
            return action("db", cards=_read_known_cards(cards))
        case ["d", "dh", who, cards]:
            return action("dh", _read_player(who, players), cards=parse_holding(cards))
        case [who, "f" | "cc" as kind]:
            return action(kind, _read_player(who, players))
        case [who, "cbr", amount]:
            return action("cbr", _read_player(who, players), amount=_read_amount(amount))
        case [who, "sm"]:
            return action("sm", _read_player(who, players))
        case [who, "sm", "????" | "????????"]:
            return action("sm", _read_player(who, players), is_unknown=True)
        case [who, "sm", "-"]:  # shows the cards it was dealt
            return action("sm", _read_player(who, players), shows=True)
        case [who, "sm", cards]:
            return action(
                "sm", _read_player(who, players), cards=_read_known_cards(cards), shows=True
            )
    raise BadHistory("This is no action of hold'em.")


def _read_player(word: str, players: int) -> int:
    found = PLAYER.fullmatch(word)
    if not found:
        raise BadHistory(f"{quote_value(word)} is no player.")
    if int(found[1]) > players:
        raise BadHistory(f"There is no {word} among {players} players.")
    return int(found[1])


def _read_amount(word: str) -> int:
    found = AMOUNT.fullmatch(word)
    if not found or not int(found[1]):
        raise BadHistory(f"A bet is a whole number of chips, 1 or more, not {quote_value(word)}.")
    return _read_chips(int(found[1]), "A bet")


# there are 2,652 holdings of two cards, and files repeat them
@lru_cache(maxsize=4096)
def parse_holding(word: str) -> tuple[Card, ...]:
    """The cards in "AhKd", in that order; "??" is a card nobody recorded. Raises BadHistory."""
    cards = tuple(word[at : at + 2] for at in range(0, len(word), 2))
    for card in cards:
        if card not in CODE and card != UNKNOWN:
            raise BadHistory(f"{quote_value(card)} is no card.")
        if card != UNKNOWN and cards.count(card) > 1:
            raise BadHistory(f"{card} is there twice.")
    return cards


def _read_known_cards(word: str) -> tuple[Card, ...]:
    cards = parse_holding(word)
    if UNKNOWN in cards:
        raise BadHistory("These cards lie face up and have to be known.")
    return cards


# Who held what


def _collect_holes(
    actions: tuple[Action, ...], players: int, cards: int
) -> tuple[tuple[Card, ...], ...]:
    """What each player was dealt: cards not known when they were dealt may be shown later. No
    card is there twice.
    """
    holes: list[tuple[Card, ...]] = [()] * players
    named: set[Card] = set()
    for action in actions:
        if action.kind in ("dh", "db"):
            _claim_cards(action, action.cards, named)
        if action.kind == "dh":
            holes[action.player - 1] += action.cards
    for player, hole in enumerate(holes, 1):
        if len(hole) != cards:
            raise BadHistory(f"p{player} is dealt {len(hole)} cards, not {cards}.")
    for action in actions:
        if action.kind == "sm" and action.cards:
            holes[action.player - 1] = _shown_hole(action, holes[action.player - 1], named)
    return tuple(holes)


def _claim_cards(action: Action, cards: tuple[Card, ...], named: set[Card]) -> None:
    for card in cards:
        if card in named:
            raise BadHistory(f"{card} is there already.", action=action.name)
        if card != UNKNOWN:
            named.add(card)


def _shown_hole(action: Action, hole: tuple[Card, ...], named: set[Card]) -> tuple[Card, ...]:
    """The hole cards as shown, which must be those dealt as far as these were known."""
    if len(action.cards) != len(hole) or not {card for card in hole if card != UNKNOWN} <= set(
        action.cards
    ):
        raise BadHistory(f"p{action.player} was dealt {''.join(hole)}.", action=action.name)
    _claim_cards(action, tuple(card for card in action.cards if card not in hole), named)
    return hole if UNKNOWN not in hole else action.cards
