"""What lies before a seat, as objects: chips in a stack and in a bet area, keys, cards. It knows no
wire.

Chips are finite things of a denomination. A verb that asks for chips that are not there changes
nothing and answers `NotThere`. A subclass passes each change on: `_report_changes`.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from firmware_io.messages import (
    KEYS,
    MAX_DENOMINATIONS,
    AreaChanged,
    Edge,
    HoleCardsSeen,
    KeyPressed,
)


class NotThere(msgspec.Struct, frozen=True):
    """These chips do not lie in that area, or the amount cannot be made up of any."""

    area: str
    chips: tuple[int, ...] = ()
    amount: int = 0


class SeatModel(ABC):
    """The verbs of a seat's people. `denominations`: of which chips are made up."""

    def __init__(self, denominations: Sequence[int]) -> None:
        if not 0 < len(denominations) <= MAX_DENOMINATIONS:
            raise ValueError(
                f"A seat knows 1 to {MAX_DENOMINATIONS} denominations, not {len(denominations)}."
            )
        self.denominations = tuple(sorted(denominations))
        self.senses_stack = True  # else it reports an empty stack
        self.holding: tuple[bytes, ...] = ()
        self.up: tuple[bytes, ...] = ()
        self._areas: dict[str, Counter[int]] = {"bet": Counter(), "stack": Counter()}

    @abstractmethod
    def _report_changes(self, *changes: tuple[str, Edge]) -> None:
        """Called with all that has changed at one moment, by the name of what has."""

    # -------------------------------------------------------------- chips

    def put(self, chips: Iterable[int]) -> NotThere | None:
        """One motion from the stack into the bet area."""
        return self._move_chips("stack", "bet", chips)

    def take(self, chips: Iterable[int]) -> NotThere | None:
        """Chips go back from the bet area to the stack."""
        return self._move_chips("bet", "stack", chips)

    def put_amount(self, amount: int) -> NotThere | None:
        """The same by amount: chips of the stack are changed for smaller ones where they must
        be.
        """
        chips = self.make_up("stack", amount)
        return chips if isinstance(chips, NotThere) else self.put(chips)

    def take_amount(self, amount: int) -> NotThere | None:
        chips = self.make_up("bet", amount)
        return chips if isinstance(chips, NotThere) else self.take(chips)

    def sweep(self) -> tuple[int, ...]:
        """Everything in the bet area leaves it; what that was."""
        return self._remove_chips("bet", self.chips("bet"))

    def sweep_amount(self, amount: int) -> tuple[int, ...] | NotThere:
        """So much of the bet area leaves it; the pot makes change where it must."""
        chips = self.make_up("bet", amount)
        return chips if isinstance(chips, NotThere) else self._remove_chips("bet", chips)

    def receive(self, amount: int) -> NotThere | None:
        """Chips of this amount come into the stack, largest first."""
        chips = self._largest_first(amount)
        if chips is None:
            return NotThere("stack", amount=amount)
        self.add("stack", chips)
        return None

    def add(self, area: str, chips: Iterable[int]) -> None:
        """Chips appear in an area from nowhere: bought, or slipped in."""
        lying = self._areas[area] + Counter(chips)
        if len(lying) > MAX_DENOMINATIONS:
            raise ValueError(
                f"An area tells {MAX_DENOMINATIONS} denominations apart, not {len(lying)}."
            )
        self._set_areas({area: lying})

    def remove(self, area: str, chips: Iterable[int]) -> NotThere | None:
        """Chips vanish from an area."""
        chips = tuple(chips)
        if Counter(chips) - self._areas[area]:
            return NotThere(area, chips)
        self._remove_chips(area, chips)
        return None

    def make_up(self, area: str, amount: int) -> tuple[int, ...] | NotThere:
        """Chips of the area worth `amount`, largest first; the seat changes chips for others if
        it needs to.
        """
        lying = self._areas[area]
        left, chips = amount, []
        for denomination in reversed(self.denominations):
            count = min(lying[denomination], left // denomination)
            chips += [denomination] * count
            left -= denomination * count
        if left == 0:
            return tuple(chips)
        wanted, rest = self._largest_first(amount), self._largest_first(self.total(area) - amount)
        if wanted is None or rest is None:
            return NotThere(area, amount=amount)
        # worth the same: told with the motion that needed it
        self._areas[area] = Counter(wanted) + Counter(rest)
        return wanted

    def change_into(self, area: str, chips: Iterable[int]) -> NotThere | None:
        """Changes chips of the area for others, worth the same, so that these are among them."""
        wanted = tuple(chips)
        rest = self._largest_first(self.total(area) - sum(wanted))
        if not (Counter(wanted) - self._areas[area]):
            return None
        if rest is None:
            return NotThere(area, wanted)
        # worth the same: told with the motion that needed it
        self._areas[area] = Counter(wanted) + Counter(rest)
        return None

    def chips(self, area: str) -> tuple[int, ...]:
        """All that lies there, largest first."""
        return tuple(sorted(self._areas[area].elements(), reverse=True))

    def total(self, area: str) -> int:
        return sum([denomination * count for denomination, count in self._areas[area].items()])

    # -------------------------------------------------------------- keys and cards

    def press(self, key: str, amount: int = 0) -> None:
        if key not in KEYS:
            raise ValueError(f"A key is one of {', '.join(KEYS)}, not {key}.")
        self._report_changes(("key", KeyPressed(key, amount)))

    def hold(self, tags: Iterable[bytes]) -> None:
        """Cards that lie face down before the seat: it cannot sense them."""
        self.holding = tuple(tags)

    def show(self, tags: Iterable[bytes]) -> None:
        """These are turned face up, beside those that are already."""
        self._turn_up(self.up + tuple(tag for tag in tags if tag not in self.up))

    def clear_cards(self) -> None:
        """No card lies before the seat any more."""
        self.holding = ()
        if self.up:
            self._turn_up(())

    # -------------------------------------------------------------- inside

    def _turn_up(self, tags: tuple[bytes, ...]) -> None:
        self.up = tags
        self._report_changes(("cards", self._cards_up()))

    def _largest_first(self, amount: int) -> tuple[int, ...] | None:
        if amount < 0:
            return None
        chips: list[int] = []
        for denomination in reversed(self.denominations):
            count, amount = divmod(amount, denomination)
            chips += [denomination] * count
        return tuple(chips) if amount == 0 else None

    def _move_chips(self, source: str, goal: str, chips: Iterable[int]) -> NotThere | None:
        chips = tuple(chips)
        moved = Counter(chips)
        if moved - self._areas[source]:
            return NotThere(source, chips)
        changed = {source: self._areas[source] - moved, goal: self._areas[goal] + moved}
        # the bet area first, whichever way they go
        self._set_areas({area: changed[area] for area in self._areas})
        return None

    def _remove_chips(self, area: str, chips: tuple[int, ...]) -> tuple[int, ...]:
        self._set_areas({area: self._areas[area] - Counter(chips)})
        return chips

    def _set_areas(self, areas: dict[str, Counter[int]]) -> None:
        self._areas.update(areas)
        self._report_changes(
            *((area, self._area_edge(area)) for area in areas if area == "bet" or self.senses_stack)
        )

    def _area_edge(self, area: str) -> AreaChanged:
        lying = self._areas[area] if area == "bet" or self.senses_stack else Counter[int]()
        return AreaChanged(area, tuple(sorted((+lying).items())))

    def _cards_up(self) -> HoleCardsSeen:
        return HoleCardsSeen(self.up)
