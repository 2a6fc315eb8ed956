"""Small tables whose every state can be visited: two or three seats, a few chips, one fixed card
for each place.
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from tablectl.engine.engine import open_table
from tablectl.engine.play.wanted import next_place
from tablectl.engine.state.table import Table
from tablectl.games.catalog import preset
from tablectl.rules.cards import CODE, parse_cards
from tablectl.rules.dealing import Place
from tablectl.rules.deck import SHORT_36, STANDARD_52, Deck
from tablectl.rules.forced import Stakes
from tablectl.service.books.books import load_shots


class Setting(Struct, frozen=True):
    """A table to begin with, and how many hands are begun at it."""

    preset: str
    stacks: dict[int, int]
    stakes: Stakes | None = None
    options: dict[str, object] = {}
    chips: tuple[int, ...] = (1,)
    button: int | None = 1
    places: tuple[int, ...] = ()  # the seats that the table has besides those taken
    hands: int = 1


KEYS = {"chips_sensed": False}
ENTRY = {"rebuys": True, "late_entry_until_level": 9}
BLINDS, LIMIT, ANTES = Stakes(1, 2), Stakes(1, 2, 0, 2, 4), Stakes(1, 2, 1)
TWO, THREE = {1: 3, 2: 4}, {1: 2, 2: 3, 3: 5}
LIMIT_TWO, LIMIT_THREE = {1: 4, 2: 5}, {1: 3, 2: 4, 3: 5}
DEEP = dict.fromkeys((1, 2, 3), 30)
HOUSE_TWO = {1: 16, 2: 15}

SETTINGS = {
    "tournament-2": Setting("tournament", TWO, BLINDS, KEYS),
    "tournament-3": Setting("tournament", THREE, BLINDS, KEYS),
    "tournament-3-antes": Setting("tournament", {1: 2, 2: 3, 3: 4}, ANTES, KEYS),
    "tournament-2-big-blind-ante": Setting(
        "tournament", TWO, ANTES, {**KEYS, "ante_from": "big_blind"}
    ),
    "tournament-2-sensed": Setting("tournament", TWO, BLINDS),
    "tournament-2-deeper-sensed": Setting("tournament", {1: 5, 2: 5}, BLINDS, chips=(1, 5)),
    "tournament-3-sensed": Setting("tournament", THREE, BLINDS),
    "tournament-2-again": Setting(
        "tournament", TWO, BLINDS, {**KEYS, **ENTRY}, places=(3,), hands=2
    ),
    "tournament-2-cut": Setting("tournament", TWO, BLINDS, {**KEYS, "cut": "confirm"}, hands=2),
    "canterbury-2": Setting("canterbury", LIMIT_TWO, LIMIT, KEYS),
    "canterbury-2-short": Setting("canterbury", {1: 2, 2: 3}, LIMIT, KEYS),
    "canterbury-3": Setting("canterbury", LIMIT_THREE, LIMIT, KEYS),
    "canterbury-2-sensed": Setting("canterbury", LIMIT_TWO, LIMIT),
    "canterbury-2-two-chips-sensed": Setting(
        "canterbury", {1: 5, 2: 7}, Stakes(2, 4, 0, 4, 8), chips=(1, 2)
    ),
    "canterbury-2-again": Setting("canterbury", LIMIT_TWO, LIMIT, KEYS, places=(3,), hands=2),
    "texas6plus-2": Setting("texas6plus", LIMIT_TWO, BLINDS, KEYS),
    "texas6plus-2-pot": Setting(
        "texas6plus", {1: 5, 2: 5}, BLINDS, {**KEYS, "betting": "pot_limit"}
    ),
    "texas6plus-2-fixed": Setting(
        "texas6plus", {1: 5, 2: 5}, LIMIT, {**KEYS, "betting": "fixed_limit"}
    ),
    "texas6plus-3-button-ante": Setting(
        "texas6plus", LIMIT_THREE, ANTES, {**KEYS, "button_ante": True}
    ),
    "texas6plus-2-sensed": Setting("texas6plus", LIMIT_TWO, BLINDS, chips=(1, 5)),
    "casino-1": Setting("casino", {1: 20}, None, KEYS, (1, 5), None),
    "casino-2": Setting("casino", HOUSE_TWO, None, KEYS, (1, 5), None),
    "casino-2-together": Setting(
        "casino", HOUSE_TWO, None, {**KEYS, "decide": "together", "burn": True}, (1, 5), None
    ),
    "casino-1-sensed": Setting("casino", {1: 20}, None, {}, (1, 5), None),
    "casino-2-together-sensed": Setting(
        "casino", HOUSE_TWO, None, {"decide": "together"}, (1, 5), None
    ),
    "pool-2": Setting("pool", {1: 0, 2: 0}, None, {"action_clock_s": 20}),
    "pool-2-jokers": Setting(
        "pool", {1: 0, 2: 0}, None, {"action_clock_s": 20, "jokers": 2, "hands": 1}
    ),
    # Stacks are sensed: everybody folds at once.
    "tournament-2-stacks": Setting("tournament", {1: 5, 2: 6}, BLINDS, hands=2),
    "canterbury-2-stacks": Setting(
        "canterbury", {1: 10, 2: 12}, Stakes(2, 4, 0, 4, 8), chips=(1, 2), hands=2
    ),
    # For comings and goings: everybody folds at once.
    "canterbury-comings": Setting("canterbury", DEEP, LIMIT, places=(1, 2, 3), hands=3),
    "canterbury-comings-bought": Setting(
        "canterbury", DEEP, LIMIT, {"button_may_be_bought": True}, places=(4,), hands=3
    ),
    "canterbury-comings-dead-button": Setting(
        "canterbury", DEEP, LIMIT, {"button_moves": "dead"}, places=(4,), hands=3
    ),
    "texas6plus-comings": Setting("texas6plus", DEEP, BLINDS, places=(4,), hands=3),
    "texas6plus-comings-button-ante": Setting(
        "texas6plus", DEEP, ANTES, {"button_ante": True}, hands=3
    ),
    "tournament-comings": Setting(
        "tournament", dict.fromkeys((1, 2, 3), 5), BLINDS, {**KEYS, **ENTRY}, hands=3
    ),
}


def opened(setting: Setting) -> Table:
    """The table before anything has happened at it."""
    game = preset(setting.preset)
    streets = game.streets
    # six shots each are more states than anybody can visit: two are as good
    if game.has_shots:
        streets = tuple([replace(street, board=min(street.board, 1)) for street in streets])
    game = replace(game, most=max(*setting.stacks, *setting.places, game.fewest), streets=streets)
    shots = load_shots() if game.has_shots else None
    table, _ = open_table(
        game,
        setting.stacks,
        stakes=setting.stakes,
        options=setting.options,
        chips=setting.chips,
        button=setting.button,
        places=setting.places,
        shots=shots,
    )
    return table


# Cards: of three rivers one lets seat 1 win, one seat 2, and with one they split the pot.


class Cards(Struct, frozen=True):
    hole: dict[int, tuple[str, ...]]  # by seat; 0 is the house
    board: tuple[tuple[str, ...], ...]  # by their number on the board
    burn: tuple[str, ...]
    rest: tuple[str, ...]  # whatever comes besides


def _fixed(
    deck: Deck, hole: dict[int, tuple[str, ...]], board: str, rivers: str, burn: str
) -> Cards:
    places = [*((card,) for card in parse_cards(board)), tuple(parse_cards(rivers))]
    burned = tuple(parse_cards(burn))
    taken = {*burned, *(card for cards in (*hole.values(), *places) for card in cards)}
    return Cards(
        hole, tuple(places), burned, tuple(card for card in deck.cards if card not in taken)
    )


STANDARD = _fixed(
    STANDARD_52,
    {1: ("2c", "9d"), 2: ("3c", "9h"), 3: ("4c", "9s"), 4: ("5c", "8s"), 0: ("6c", "9c")},
    "ThJcQdAd",
    "2d3dKd",
    "5h5s5d6h6s8h8d",
)
SHORT = _fixed(
    SHORT_36,
    {1: ("6c", "9d"), 2: ("7c", "9h"), 3: ("Kc", "9s"), 4: ("8c", "Ks")},
    "QhJcAd8h",
    "6d7dAh",
    "6h6s7h7sTc",
)
DRAWN = ("As", "Ks", "9c")


def fixed_cards(t: Table) -> Cards:
    return STANDARD if "2c" in t.game.deck.cards else SHORT


def still_in(t: Table, cards: Iterable[str]) -> list[str]:
    """Those of them that have not left the shoe in this hand."""
    return [card for card in cards if not t.seen >> CODE[card] & 1]


def cards_for(t: Table, place: Place | None) -> list[str]:
    """What may come for this place: mostly one card. Without a place: one that is wanted
    nowhere.
    """
    cards = fixed_cards(t)
    if place is None:
        return still_in(t, cards.rest)[:1]
    if place.kind == "draw":
        return still_in(t, DRAWN)[:2]
    number = len(t.board)
    if place.kind == "board" and number < len(cards.board):
        wanted = still_in(t, cards.board[number])
        return (wanted if t.score is None else wanted[:1]) or still_in(t, cards.rest)[:1]
    fixed = cards.burn if place.kind == "burn" else cards.hole.get(place.seat or 0, ())
    return (still_in(t, fixed) or still_in(t, cards.rest))[:1]


def next_card(t: Table) -> str | None:
    """The first that may come for the place that waits for one; None: no card is wanted."""
    place = next_place(t)
    return cards_for(t, place)[0] if place is not None else None
