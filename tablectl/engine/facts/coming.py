"""Between hands: players who come and go, the button, the levels, the places."""

from msgspec.structs import replace

from tablectl.engine.facts.fact import Fact, OfSeat
from tablectl.engine.facts.undo import survives_undo
from tablectl.engine.state.changes import (
    seat_changed,
    with_card_out,
    with_hand,
    with_places_open,
    with_seat,
    without_player,
)
from tablectl.engine.state.clock import Schedule
from tablectl.engine.state.seat import Area, Choice, Debt, Seat
from tablectl.engine.state.table import Draw, Gone, Score, Table, Undo
from tablectl.games.game import Game
from tablectl.games.ruleset import NewRules, Rules, changed_settings
from tablectl.games.settings import Settings
from tablectl.rules.forced import Stakes
from tablectl.rules.shotcards import ShotCard


class TableOpened(Fact):
    """Row 1: all that the table was opened with, so that recovery needs no file but the journal."""

    game: Game
    settings: Settings
    stakes: Stakes
    chips: tuple[int, ...]
    name: str
    stacks: dict[int, int]
    names: dict[int, str]
    places: tuple[int, ...]  # the seats the table has, empty ones too
    button: int | None
    rules_version: str
    points: dict[int, int] = {}  # by seat, in a game for points: `stacks` is empty there
    # of the deck file, with the setting `points` applied (M-11)
    shots: dict[str, ShotCard] = {}
    is_test: bool = False  # played for trying the table: nothing of it counts

    def apply_to(self, t: Table) -> Table:
        return make_table(self)


def make_table(fact: TableOpened) -> Table:
    """The table that row 1 of a journal describes."""
    stacks, points = fact.stacks, fact.points
    seats = tuple(
        Seat(
            n,
            "in" if stacks.get(n) or n in points else ("out" if n in stacks else "empty"),
            fact.names.get(n),
            stacks.get(n, 0),
            bank_ms=round(fact.settings.time_bank_s * 1000),
            points=points.get(n),
            brought=stacks.get(n, 0),
        )
        for n in range(1, fact.game.most + 1)
    )
    return Table(
        game=fact.game,
        settings=fact.settings,
        stakes=fact.stakes,
        chips=fact.chips,
        name=fact.name,
        seats=seats,
        total=sum(stacks.values()) + fact.settings.bank,
        places=fact.places,
        button=fact.button,
        bank=fact.settings.bank,
        score=Score(fact.shots) if fact.game.plays_for == "points" else None,
        is_test=fact.is_test,
        entries=len({*stacks, *points}),
    )


class TableConfigured(Fact):
    """The configuration was changed: new names and seats of the table, rules for its next game
    (L-36). None: unchanged.
    """

    name: str | None
    names: dict[int, str | None]
    rules: Rules | None
    places: tuple[int, ...] | None

    @survives_undo
    def apply_to(self, t: Table) -> Table:
        seats = tuple(
            replace(s, name=self.names[s.number]) if s.number in self.names else s for s in t.seats
        )
        return replace(
            t,
            name=t.name if self.name is None else self.name,
            seats=seats,
            new_rules=t.new_rules if not self.rules else _from_the_next_game_on(t, self.rules),
            places=t.places if self.places is None else self.places,
        )


def _from_the_next_game_on(t: Table, rules: Rules) -> NewRules | None:
    """The changed rules of the next game; None: they are as those that are played."""
    changed = changed_settings(t.settings, rules.settings)
    return NewRules(changed, rules) if changed else None


class GameChanged(Fact):
    """From the next hand on this game is played, by these settings (L-36)."""

    rules: Rules

    def apply_to(self, t: Table) -> Table:
        """A schedule that is another goes on at the same level, or at its last one."""
        settings, levels = self.rules.settings, self.rules.settings.levels
        level = min(t.schedule.level, max(0, len(levels) - 1))
        return replace(
            t,
            game=self.rules.game,
            settings=settings,
            stakes=levels[level].stakes if levels else t.stakes,
            schedule=replace(t.schedule, level=level),
            score=Score(self.rules.shots) if t.score else None,
            undo=replace(t.undo, act=None),
            new_rules=NewRules(changed_settings(t.settings, settings), None),
        )


class RulesChanged(Fact):
    """From here on facts are decided under version `now` of the rules, before under `was`."""

    was: str
    now: str


class PowerSwitched(Fact):
    """The table's program has started, or ends by a command."""

    is_on: bool


class PinsCounted(Fact):
    """`wrong`: how many PINs failed in a row under the names of this group."""

    group: int
    wrong: int


class DeckInPlay(Fact):
    """The deck of that name in the deck book is played with. What its tags mean is intake's: the
    table knows cards only.
    """

    deck: str


class NodeNumbered(Fact):
    """The next reading of this node has the number after `number`, in this epoch. Epoch 0:
    whichever it begins with.
    """

    node: int
    epoch: int
    number: int


# Coming and going


class PlayerSat(OfSeat):
    stack: int
    name: str | None
    bank_ms: int = 0
    # a newcomer owes the big blind, or waits for it (L-30, L-31)
    debt: Debt = ""
    points: int | None = None  # in a game for points

    @survives_undo
    def apply_to(self, t: Table) -> Table:
        was = t.seat(self.seat)
        seat = Seat(
            self.seat,
            "sitting_out" if t.in_hand else "in",
            self.name,
            self.stack,
            bank_ms=self.bank_ms,
            debt=self.debt,
            points=self.points,
            area=_area_as_it_lies(was.area),
            is_connected=was.is_connected,
            brought=self.stack,
        )
        seats = list(t.seats)
        seats[self.seat - 1] = seat
        places = t.places if self.seat in t.places else tuple(sorted((*t.places, self.seat)))
        # another player had the seat then
        undo = replace(t.undo, act=None) if self.seat in t.dealt else t.undo
        gone = with_places_open(t.gone, None)
        if was.place is not None:  # who is out sits there still
            gone = (*gone, Gone(was.number, was.name, was.place))
        return replace(
            without_player(t, self.seat),
            seats=tuple(seats),
            total=t.total + self.stack,
            places=places,
            undo=undo,
            entries=t.entries + 1,
            gone=gone,
        )


class PlayerLeft(OfSeat):
    stack: int
    place: int | None = None  # what it leaves with, in a game that gives places (T-18)

    @survives_undo
    def apply_to(self, t: Table) -> Table:
        was = t.seat(self.seat)
        seats = list(t.seats)
        seats[self.seat - 1] = Seat(
            self.seat, area=_area_as_it_lies(was.area), is_connected=was.is_connected
        )
        carried = replace(t.carried, voided=_without_seat(t.carried.voided, self.seat))
        gone = t.gone if self.place is None else (*t.gone, Gone(was.number, was.name, self.place))
        t = replace(
            without_player(t, self.seat),
            seats=tuple(seats),
            total=t.total - self.stack,
            carried=carried,
            gone=gone,
            undo=_undo_without_seat(t.undo, self.seat, self.stack),
        )
        if t.draw:
            cards = {n: card for n, card in t.draw.cards.items() if n != self.seat}
            draw = replace(
                t.draw,
                left=_without_seat(t.draw.left, self.seat),
                drawing=_without_seat(t.draw.drawing, self.seat),
                cards=cards,
            )
            return replace(t, draw=draw)
        if t.hand:
            return with_hand(
                t,
                dealt=_without_seat(t.hand.dealt, self.seat),
                eligible=_without_seat(t.hand.eligible, self.seat),
            )
        return t


def _area_as_it_lies(area: Area) -> Area:
    """The chips there, and whose they are, do not change with who sits behind them."""
    return Area(area.sensed, area.to_pot, stack=area.stack)


def _without_seat(seats: tuple[int, ...], gone: int) -> tuple[int, ...]:
    return tuple(n for n in seats if n != gone)


def _undo_without_seat(undo: Undo, seat: int, stack: int) -> Undo:
    """Of a hand that one of its seats has left nothing is taken back, nor a ruling on chips that
    have left the table.
    """
    return replace(
        undo,
        act=_unless_touched(undo.act, seat, stack),
        ruling=_unless_touched(undo.ruling, seat, stack),
    )


def _unless_touched(was: Table | None, seat: int, stack: int) -> Table | None:
    return was if was and seat not in was.dealt and was.seat(seat).stack == stack else None


class LeaveAnnounced(OfSeat):
    @survives_undo
    def apply_to(self, t: Table) -> Table:
        return seat_changed(t, self.seat, is_leaving=True)


class ChipsPromised(OfSeat):
    """A player bought chips, which count from the next hand (F-4)."""

    chips: int

    @survives_undo
    def apply_to(self, t: Table) -> Table:
        return seat_changed(t, self.seat, bought=t.seat(self.seat).bought + self.chips)


class ChipsAdded(OfSeat):
    chips: int

    def apply_to(self, t: Table) -> Table:
        seat = t.seat(self.seat)
        status = "in" if seat.status == "out" else seat.status
        seats = with_seat(
            t,
            self.seat,
            stack=seat.stack + self.chips,
            brought=seat.brought + self.chips,
            bought=0,
            status=status,
            place=None,
        )
        gone = with_places_open(t.gone, seat.place) if seat.place is not None else t.gone
        return replace(t, seats=seats, total=t.total + self.chips, gone=gone)


class SatOut(OfSeat):
    @survives_undo
    def apply_to(self, t: Table) -> Table:
        return seat_changed(t, self.seat, is_absent=True, choice="")


class SatIn(OfSeat):
    @survives_undo
    def apply_to(self, t: Table) -> Table:
        return seat_changed(t, self.seat, is_absent=False)


class EntryChosen(OfSeat):
    """How a player who owes a blind wants to come in. "": the choice is void, and open
    again (L-30 to L-35).
    """

    choice: Choice

    @survives_undo
    def apply_to(self, t: Table) -> Table:
        return seat_changed(t, self.seat, choice=self.choice)


# The button and the level


class DrawBegan(Fact):
    seats: tuple[int, ...]

    def apply_to(self, t: Table) -> Table:
        return replace(
            t, draw=Draw(self.seats, self.seats), last=None, shoe=replace(t.shoe, is_empty=False)
        )


class ButtonCardDealt(OfSeat):
    card: str
    pull: int

    def apply_to(self, t: Table) -> Table:
        assert t.draw
        cards = {**t.draw.cards, self.seat: self.card}
        seen, shoe = with_card_out(t, t.draw.seen, self.card, self.pull)
        return replace(
            t, draw=replace(t.draw, left=t.draw.left[1:], seen=seen, cards=cards), shoe=shoe
        )


class DrawTied(Fact):
    seats: tuple[int, ...]

    def apply_to(self, t: Table) -> Table:
        assert t.draw
        return replace(t, draw=replace(t.draw, left=self.seats, drawing=self.seats))


class ButtonPlaced(OfSeat):
    """The seat has the next hand's button, wherever the blinds were in the last one (H-8)."""

    def apply_to(self, t: Table) -> Table:
        draw = replace(t.draw, left=(), drawing=()) if t.draw else None
        carried = replace(t.carried, button_stays=True, small=None, big=None)
        return replace(t, button=self.seat, carried=carried, draw=draw)


class BreakBegan(Fact):
    """The break after a level: the next hand begins the next level (T-4)."""

    at_ms: int
    ends_at_ms: int

    def apply_to(self, t: Table) -> Table:
        return replace(
            t,
            schedule=replace(
                t.schedule,
                break_began_ms=self.at_ms,
                break_ends_ms=self.ends_at_ms,
                is_played_out=True,
            ),
        )


class BreakSet(Fact):
    """The floor begins a break, or sets the end of the one that is on (F-14). A level that is
    not over goes on `by_ms` later.
    """

    at_ms: int
    ends_at_ms: int
    by_ms: int
    left_ms: int  # of the break, from now; 0: it is over

    def apply_to(self, t: Table) -> Table:
        now = t.schedule
        began_ms = (
            now.began_ms if now.began_ms is None or now.is_played_out else now.began_ms + self.by_ms
        )
        return replace(
            t,
            schedule=replace(
                now, began_ms=began_ms, break_began_ms=self.at_ms, break_ends_ms=self.ends_at_ms
            ),
        )


class LevelLengthened(Fact):
    """The floor has made the level longer; negative: shorter (F-14)."""

    by_ms: int

    def apply_to(self, t: Table) -> Table:
        return replace(t, schedule=replace(t.schedule, longer_ms=t.schedule.longer_ms + self.by_ms))


class LevelSet(Fact):
    """The floor goes to another level (F-14). `at_ms`: when it begins; None: with the first
    start. A break that is on stays.
    """

    level: int
    stakes: Stakes
    at_ms: int | None

    def apply_to(self, t: Table) -> Table:
        schedule = replace(
            t.schedule,
            level=self.level,
            hands=0,
            began_ms=self.at_ms,
            longer_ms=0,
            is_played_out=False,
        )
        return replace(t, schedule=schedule, stakes=self.stakes)


class LevelBegan(Fact):
    level: int
    stakes: Stakes
    at_ms: int

    def apply_to(self, t: Table) -> Table:
        schedule = Schedule(self.level, began_ms=self.at_ms, stopped_ms=t.schedule.stopped_ms)
        return replace(t, schedule=schedule, stakes=self.stakes)


# Places


class PlayerOut(OfSeat):
    place: int | None  # None where the game gives no places

    def apply_to(self, t: Table) -> Table:
        return seat_changed(t, self.seat, status="out", place=self.place)


class WinnerPlaced(OfSeat):
    """The last player with chips has won (T-18)."""

    place: int

    def apply_to(self, t: Table) -> Table:
        return seat_changed(t, self.seat, place=self.place)


class PlacesReopened(Fact):
    """A player rebuys or enters late: the winner's place is open again, and players who are out
    go down one place (T-18).
    """

    places: dict[int, int | None]

    def apply_to(self, t: Table) -> Table:
        seats = [
            replace(s, place=self.places[s.number]) if s.number in self.places else s
            for s in t.seats
        ]
        return replace(t, seats=tuple(seats))
