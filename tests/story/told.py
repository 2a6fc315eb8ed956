"""The story of a journal, and three judges of it: its numbers, its cards, and its chips."""

from collections import Counter
from pathlib import Path

import msgspec

from tablectl.journal.store import Journal
from tablectl.present.public import public_view
from tablectl.service.story_reader import StoryReader
from tablectl.story import kinds as k
from tablectl.story.story import tell_row
from tests.gates.naming import named

PUTS = (k.Posted, k.Called, k.Bet, k.Raised)


def story_of(path: Path, row: int = 1, index: int = 0) -> list[k.StoryEvent]:
    with StoryReader(path, row, index) as reader:
        return [event for events in iter(reader.read, None) for event in events]


def wrong_cards(path: Path) -> list[str]:
    """Events that name a card which no public view of the hand has shown by then."""
    found, seen, table = [], set[str](), None
    with Journal.open(path, read_only=True) as journal:
        for record in journal.rows():
            before = table
            table, events = tell_row(before, record, b"")
            if any(isinstance(event, k.HandBegan) for event in events):
                seen = set()
            for shown in (before, table):
                if shown is not None:
                    seen |= named(msgspec.json.encode(public_view(shown, record.at_ms)).decode())
            for event in events:
                if hidden := named(msgspec.json.encode(event).decode()) - seen:
                    found.append(f"row {record.n}: {type(event).__name__} names {sorted(hidden)}")
    return found


class Ledger:
    """Chips by seat, counted from the story alone. A hand in which something was taken back is not
    judged: what an undo leaves is the engine's to say.
    """

    def __init__(self) -> None:
        self.stacks: dict[int, int] = {}
        self.began: dict[int, int] = {}
        self.is_judged = True
        self.is_for_points = False
        self.tried: Counter[str] = Counter()
        self.wrong: list[str] = []

    def hear(self, event: k.StoryEvent) -> None:
        if isinstance(event, k.TableOpened | k.HandEnded | k.HandBegan):
            self._compare(event)
        elif isinstance(event, k.TakenBack):
            self.is_judged = False
        elif isinstance(event, k.GameBegan):
            self.stacks = dict.fromkeys(self.stacks, 0)
        elif isinstance(event, k.Sat | k.StackSet):
            self._set(event.seat, event.amount)
        elif isinstance(event, k.Left):
            self.stacks.pop(event.seat, None)
            self.began.pop(event.seat, None)
        elif isinstance(event, k.ColouredUp):
            for seat, stack in event.stacks.items():
                self._set(seat, stack)
        elif isinstance(event, k.PotWon) and event.anew:
            self.is_judged = False
        else:
            self._move(event)

    def _set(self, seat: int, amount: int) -> None:
        more = amount - self.stacks.get(seat, 0)
        self.stacks[seat] = amount
        self.began[seat] = self.began.get(seat, 0) + more

    def _move(self, event: k.StoryEvent) -> None:
        if isinstance(event, PUTS):
            self._add(event.seat, 0 if self.is_for_points else -event.amount)
        elif isinstance(event, k.BetReturned | k.BlindMissed | k.Bought):
            self._add(event.seat, event.amount)
        elif isinstance(event, k.PotWon):
            for winner in event.winners:
                self._add(winner.seat, winner.amount)
        elif isinstance(event, k.BetsClosed):
            self._add(event.seat, -event.ante - event.bonus)
        elif isinstance(event, k.Decided):
            self._add(event.seat, -event.call)
        elif isinstance(event, k.HousePaid):
            self._add(event.seat, event.paid)
        elif isinstance(event, k.Shot | k.Scored):
            self._add(event.seat, event.points)

    def _add(self, seat: int, amount: int) -> None:
        self.stacks[seat] = self.stacks.get(seat, 0) + amount

    def _compare(self, event: k.TableOpened | k.HandEnded | k.HandBegan) -> None:
        if isinstance(event, k.TableOpened):
            self.stacks, self.is_for_points = dict(event.stacks), event.preset == "pool"
            return
        if isinstance(event, k.HandBegan):
            said, counted = event.seats, {seat: self.stacks.get(seat) for seat in event.seats}
            self.began = dict(self.stacks)
        else:
            if event.outcome != "played":
                self.stacks = dict(self.began)
            said, counted = event.stacks, self.stacks
        self.tried[type(event).__name__] += self.is_judged
        if self.is_judged and said != counted:
            self.wrong.append(f"row {event.row}: {said} is said, {counted} is counted")
        if isinstance(event, k.HandEnded):
            self.stacks, self.is_judged = dict(event.stacks), True
