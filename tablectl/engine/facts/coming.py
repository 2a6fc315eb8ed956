"""Between hands: players who come and go, the button, the levels, the places."""

from collections.abc import Callable
from typing import Any

from msgspec import field
from msgspec.structs import replace

from tablectl.engine.facts.back import meanwhile
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.changes import answered, with_card_out, with_hand, with_places_open, with_seat, without_player
from tablectl.engine.state.clock import Schedule
from tablectl.engine.state.seat import Area, Choice, Debt, Seat
from tablectl.engine.state.table import Draw, Gone, Score, Table, Undo
from tablectl.games.game import Game, Settings
from tablectl.games.ruleset import NewRules, Rules, changes
from tablectl.rules.forced import Stakes
from tablectl.rules.shotcards import ShotCard


class TableOpened(Fact, frozen=True, tag="table_opened"):
    """Row 1: all that the table was opened with, so that recovery needs no file but the journal."""

    game: Game
    settings: Settings
    stakes: Stakes
    chips: tuple[int, ...]
    name: str
    stacks: dict[int, int]
    names: dict[int, str]
    places: tuple[int, ...]             # the seats the table has, empty ones too
    button: int | None
    rules_version: str
    points: dict[int, int] = field(default_factory=dict)            # by seat, in a game for points: `stacks` is empty there
    shots: dict[str, ShotCard] = field(default_factory=dict)        # of the deck file, with the setting `points` applied (M-11)
    is_test: bool = False               # played for trying the table: nothing of it counts


def opened(fact: TableOpened) -> Table:
    """The table that row 1 of a journal describes."""
    stacks, points = fact.stacks, fact.points
    seats = tuple(
        Seat(n, "in" if stacks.get(n) or n in points else ("out" if n in stacks else "empty"), fact.names.get(n),
             stacks.get(n, 0), bank_ms=round(fact.settings.time_bank_s * 1000), points=points.get(n), brought=stacks.get(n, 0))
        for n in range(1, fact.game.most + 1)
    )
    bank = fact.settings.bank if fact.game.plays_for == "house" else None
    return Table(
        game=fact.game, settings=fact.settings, stakes=fact.stakes, chips=fact.chips, name=fact.name, seats=seats,
        total=sum(stacks.values()) + (bank or 0), places=fact.places, button=fact.button, house=bank,
        score=Score(fact.shots) if fact.game.plays_for == "points" else None, is_test=fact.is_test,
        entries=len({*stacks, *points}),
    )


def table_opened(t: Table, fact: TableOpened) -> Table:
    return opened(fact)


class TableConfigured(Fact, frozen=True, tag="table_configured"):
    """The configuration was changed: new names and seats of the table, rules for its next game (L-36). None: unchanged."""

    name: str | None
    names: dict[int, str | None]
    rules: Rules | None
    places: tuple[int, ...] | None


def table_configured(t: Table, fact: TableConfigured) -> Table:
    seats = tuple([replace(s, name=fact.names[s.number]) if s.number in fact.names else s for s in t.seats])
    return replace(
        t, name=t.name if fact.name is None else fact.name, seats=seats,
        new_rules=t.new_rules if fact.rules is None else _from_the_next_game_on(t, fact.rules),
        places=t.places if fact.places is None else fact.places)


def _from_the_next_game_on(t: Table, rules: Rules) -> NewRules | None:
    """None: they are again as they are played."""
    changed = changes(t.settings, rules.settings)
    return NewRules(changed, rules) if changed else None


class RulesChanged(Fact, frozen=True, tag="rules_changed"):
    """From here on facts are decided under version `now` of the rules, before under `was`."""

    was: str
    now: str


def rules_changed(t: Table, fact: RulesChanged) -> Table:
    return t


class PowerSwitched(Fact, frozen=True, tag="power_switched"):
    """The table's program runs, or was told to end."""

    is_on: bool


def power_switched(t: Table, fact: PowerSwitched) -> Table:
    return t


class PinsCounted(Fact, frozen=True, tag="pins_counted"):
    """So many wrong PINs in a row were given under the names of this group."""

    group: int
    wrong: int


def pins_counted(t: Table, fact: PinsCounted) -> Table:
    return t


class DeckInPlay(Fact, frozen=True, tag="deck_in_play"):
    """The deck of that name in the deck book is played with. What its tags mean is intake's: the table knows cards only."""

    deck: str


def deck_in_play(t: Table, fact: DeckInPlay) -> Table:
    return t


class NodeNumbered(Fact, frozen=True, tag="node_numbered"):
    """The next reading of this node has the number after `number`, in this epoch. Epoch 0: whichever it begins with."""

    node: int
    epoch: int
    number: int


def node_numbered(t: Table, fact: NodeNumbered) -> Table:
    return t


# Coming and going

class PlayerSat(Fact, frozen=True, tag="player_sat"):
    seat: int
    stack: int
    name: str | None
    bank_ms: int = 0
    debt: Debt = ""                     # a newcomer owes the big blind, or waits for it (L-30, L-31)
    points: int | None = None           # in a game for points


def player_sat(t: Table, fact: PlayerSat) -> Table:
    was = t.seat(fact.seat)
    seat = Seat(fact.seat, "sitting_out" if t.in_hand else "in", fact.name, fact.stack, bank_ms=fact.bank_ms, debt=fact.debt,
                points=fact.points, area=_as_it_lies(was.area), is_connected=was.is_connected,
                brought=fact.stack)
    seats = list(t.seats)
    seats[fact.seat - 1] = seat
    places = t.places if fact.seat in t.places else tuple(sorted((*t.places, fact.seat)))
    undo = replace(t.undo, act=None) if fact.seat in t.dealt else t.undo        # another player had the seat then
    gone = with_places_open(t.gone, None)
    if was.place is not None:           # who is out sits there still
        gone = (*gone, Gone(was.number, was.name, was.place))
    return replace(
        without_player(t, fact.seat), seats=tuple(seats), total=t.total + fact.stack, places=places, undo=undo,
        entries=t.entries + 1, gone=gone)


class PlayerLeft(Fact, frozen=True, tag="player_left"):
    seat: int
    stack: int
    place: int | None = None            # what it leaves with, in a game that gives places (T-18)


def player_left(t: Table, fact: PlayerLeft) -> Table:
    was = t.seat(fact.seat)
    seats = list(t.seats)
    seats[fact.seat - 1] = Seat(fact.seat, area=_as_it_lies(was.area), is_connected=was.is_connected)
    carried = replace(t.carried, voided=_others(t.carried.voided, fact.seat))
    gone = t.gone if fact.place is None else (*t.gone, Gone(was.number, was.name, fact.place))
    t = replace(without_player(t, fact.seat), seats=tuple(seats), total=t.total - fact.stack, carried=carried, gone=gone,
                undo=_without_part_of(t.undo, fact.seat, fact.stack))
    if t.draw is not None:
        cards = {n: card for n, card in t.draw.cards.items() if n != fact.seat}
        draw = replace(t.draw, left=_others(t.draw.left, fact.seat), drawing=_others(t.draw.drawing, fact.seat), cards=cards)
        return replace(t, draw=draw)
    if t.hand is not None:
        return with_hand(t, dealt=_others(t.hand.dealt, fact.seat), eligible=_others(t.hand.eligible, fact.seat))
    return t


def _as_it_lies(area: Area) -> Area:
    """The chips there, and whose they are, do not change with who sits behind them."""
    return Area(area.sensed, area.to_pot, stack=area.stack)


def _others(seats: tuple[int, ...], gone: int) -> tuple[int, ...]:
    return tuple([n for n in seats if n != gone])


def _without_part_of(undo: Undo, seat: int, stack: int) -> Undo:
    """Of a hand that one of its seats has left nothing is taken back, nor a ruling on chips that have left the table."""
    return replace(undo, act=_without(undo.act, seat, stack), ruling=_without(undo.ruling, seat, stack))


def _without(was: Table | None, seat: int, stack: int) -> Table | None:
    return was if was is not None and seat not in was.dealt and was.seat(seat).stack == stack else None


class LeaveAnnounced(Fact, frozen=True, tag="leaving_said"):
    seat: int


def leave_announced(t: Table, fact: LeaveAnnounced) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, is_leaving=True))


class ChipsPromised(Fact, frozen=True, tag="chips_promised"):
    """A player bought chips, which count from the next hand (F-4)."""

    seat: int
    chips: int


def chips_promised(t: Table, fact: ChipsPromised) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, bought=t.seat(fact.seat).bought + fact.chips))


class ChipsAdded(Fact, frozen=True, tag="chips_added"):
    seat: int
    chips: int


def chips_added(t: Table, fact: ChipsAdded) -> Table:
    seat = t.seat(fact.seat)
    status = "in" if seat.status == "out" else seat.status
    seats = with_seat(t, fact.seat, stack=seat.stack + fact.chips, brought=seat.brought + fact.chips, bought=0, status=status,
                      place=None)
    gone = with_places_open(t.gone, seat.place) if seat.place is not None else t.gone
    return replace(t, seats=seats, total=t.total + fact.chips, gone=gone)


class SatOut(Fact, frozen=True, tag="sat_out"):
    seat: int


def sat_out(t: Table, fact: SatOut) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, is_absent=True, choice=""))


class SatIn(Fact, frozen=True, tag="sat_in"):
    seat: int


def sat_in(t: Table, fact: SatIn) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, is_absent=False))


class EntryChosen(Fact, frozen=True, tag="coming_chosen"):
    """How a player who owes a blind wants to come in. "": the choice is void, and asked for again (L-30 to L-35)."""

    seat: int
    choice: Choice


def entry_chosen(t: Table, fact: EntryChosen) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, choice=fact.choice))


# The button and the level

class DrawBegan(Fact, frozen=True, tag="draw_began"):
    seats: tuple[int, ...]


def draw_began(t: Table, fact: DrawBegan) -> Table:
    return replace(t, draw=Draw(fact.seats, fact.seats), last=None, shoe=replace(t.shoe, is_empty=False))


class ButtonCardDealt(Fact, frozen=True, tag="button_card_dealt"):
    seat: int
    card: str
    pull: int


def button_card_dealt(t: Table, fact: ButtonCardDealt) -> Table:
    assert t.draw is not None
    cards = {**t.draw.cards, fact.seat: fact.card}
    draw = replace(t.draw, left=t.draw.left[1:], seen=with_card_out(t, t.draw.seen, fact.card), cards=cards)
    return replace(t, draw=draw, shoe=answered(t.shoe, fact.pull))


class DrawTied(Fact, frozen=True, tag="draw_tied"):
    seats: tuple[int, ...]


def draw_tied(t: Table, fact: DrawTied) -> Table:
    assert t.draw is not None
    return replace(t, draw=replace(t.draw, left=fact.seats, drawing=fact.seats))


class ButtonPlaced(Fact, frozen=True, tag="button_placed"):
    seat: int


def button_placed(t: Table, fact: ButtonPlaced) -> Table:
    draw = replace(t.draw, left=(), drawing=()) if t.draw is not None else None
    return replace(t, button=fact.seat, carried=replace(t.carried, button_stays=True), draw=draw)


class BreakBegan(Fact, frozen=True, tag="break_began"):
    """The break after a level: the next hand begins the next level (T-4)."""

    at_ms: int
    ends_at_ms: int


def break_began(t: Table, fact: BreakBegan) -> Table:
    return replace(t, schedule=replace(
        t.schedule, break_began_ms=fact.at_ms, break_ends_ms=fact.ends_at_ms, is_played_out=True))


class BreakSet(Fact, frozen=True, tag="break_set"):
    """The floor begins a break, or sets the end of the one that is on (F-14). A level that is not over goes on `by_ms` later."""

    at_ms: int
    ends_at_ms: int
    by_ms: int
    left_ms: int                        # of the break, from now; 0: it is over


def break_set(t: Table, fact: BreakSet) -> Table:
    now = t.schedule
    began_ms = now.began_ms if now.began_ms is None or now.is_played_out else now.began_ms + fact.by_ms
    return replace(t, schedule=replace(now, began_ms=began_ms, break_began_ms=fact.at_ms, break_ends_ms=fact.ends_at_ms))


class LevelLengthened(Fact, frozen=True, tag="level_lengthened"):
    """The floor has made the level longer; negative: shorter (F-14)."""

    by_ms: int


def level_lengthened(t: Table, fact: LevelLengthened) -> Table:
    return replace(t, schedule=replace(t.schedule, longer_ms=t.schedule.longer_ms + fact.by_ms))


class LevelSet(Fact, frozen=True, tag="level_set"):
    """The floor goes to another level (F-14). `at_ms`: when it begins; None: with the first start. A break that is on stays."""

    level: int
    stakes: Stakes
    at_ms: int | None


def level_set(t: Table, fact: LevelSet) -> Table:
    schedule = replace(t.schedule, level=fact.level, hands=0, began_ms=fact.at_ms, longer_ms=0, is_played_out=False)
    return replace(t, schedule=schedule, stakes=fact.stakes)


class LevelBegan(Fact, frozen=True, tag="level_began"):
    level: int
    stakes: Stakes
    at_ms: int


def level_began(t: Table, fact: LevelBegan) -> Table:
    schedule = Schedule(fact.level, began_ms=fact.at_ms, stopped_ms=t.schedule.stopped_ms)
    return replace(t, schedule=schedule, stakes=fact.stakes)


# Places

class PlayerOut(Fact, frozen=True, tag="player_out"):
    seat: int
    place: int | None                   # None where the game gives no places


def player_out(t: Table, fact: PlayerOut) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, status="out", place=fact.place))


class WinnerPlaced(Fact, frozen=True, tag="place_taken"):
    """The last player with chips has won (T-18)."""

    seat: int
    place: int


def winner_placed(t: Table, fact: WinnerPlaced) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, place=fact.place))


class PlacesReopened(Fact, frozen=True, tag="places_opened"):
    """A player rebuys or enters late: the winner's place is open again, and players who are out go down one place (T-18)."""

    places: dict[int, int | None]


def places_reopened(t: Table, fact: PlacesReopened) -> Table:
    return replace(t, seats=tuple([replace(s, place=fact.places[s.number]) if s.number in fact.places else s for s in t.seats]))


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    TableOpened: table_opened, TableConfigured: meanwhile(table_configured), PlayerSat: meanwhile(player_sat),
    PlayerLeft: meanwhile(player_left), LeaveAnnounced: meanwhile(leave_announced), ChipsPromised: meanwhile(chips_promised),
    ChipsAdded: chips_added, SatOut: meanwhile(sat_out), SatIn: meanwhile(sat_in), EntryChosen: meanwhile(entry_chosen),
    DrawBegan: draw_began, ButtonCardDealt: button_card_dealt, DrawTied: draw_tied, ButtonPlaced: button_placed,
    BreakBegan: break_began, BreakSet: break_set, LevelLengthened: level_lengthened, LevelSet: level_set,
    LevelBegan: level_began, PlayerOut: player_out, WinnerPlaced: winner_placed,
    PlacesReopened: places_reopened, RulesChanged: rules_changed, DeckInPlay: deck_in_play,
    NodeNumbered: node_numbered, PowerSwitched: power_switched, PinsCounted: pins_counted,
}

AnyFact = (
    TableOpened | TableConfigured | PlayerSat | PlayerLeft | LeaveAnnounced | ChipsPromised | ChipsAdded | SatOut | SatIn
    | EntryChosen | DrawBegan | ButtonCardDealt | DrawTied | ButtonPlaced | BreakBegan | BreakSet | LevelLengthened | LevelSet
    | LevelBegan | PlayerOut | WinnerPlaced
    | PlacesReopened | RulesChanged | DeckInPlay | NodeNumbered | PowerSwitched | PinsCounted
)
