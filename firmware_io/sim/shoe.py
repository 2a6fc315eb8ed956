"""A simulated shoe: a row of cards, a motor that takes half a second for each, a gate, a lid.

shoe.load([SimCard(tag_a), SimCard(tag_b, face="up"), SimCard(None)])
shoe.deals_by_itself = False          # the gate is remembered; the card comes when somebody pulls
shoe.pull(2, together=True)           # a double feed, asked for or not
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from firmware_io.messages import FACES, MAX_TAGS, NO_PULL, Buzzer, CardOff, CardPresented, Gate, ShoeChanged
from firmware_io.port import loop_ms
from firmware_io.session import MAX_KEPT_EDGES, StateSet
from firmware_io.sim.faults import Wire
from firmware_io.sim.node import SimNode

MOTOR_MS: Final = 500  # a card: two a second, as a person pitches
ROOM_FOR_EDGES: Final = 4  # with less room the motor waits: no card may leave that cannot be reported
MAX_SERVED: Final = 64  # pulls remembered as served; the gate never repeats an older one


class SimCard(msgspec.Struct, frozen=True):
    """A card as it lies in the shoe. No tag: one that cannot be read. One that `clings` takes the next one with it."""

    tag: bytes | None
    face: str = "down"
    clings: bool = False


class _Turn(msgspec.Struct, frozen=True):
    """One turn of the motor: what leaves when it ends."""

    cards: int
    face: str | None  # the side that is turned up; None: as they lie
    is_asked: bool  # by the gate, so that it stops when the gate shuts


class SimShoe(SimNode):
    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        slave_path: str | Path,
        *,
        node: int,
        epoch: int,
        wire: Wire | None = None,
        deals_by_itself: bool = True,
    ) -> None:
        self._cards: deque[SimCard] = deque()
        self._deals_by_itself = deals_by_itself
        self._gate = NO_PULL
        self._served: deque[int] = deque(maxlen=MAX_SERVED)
        self._wanted: deque[_Turn] = deque()  # pulls by hand, not begun
        self._turn: _Turn | None = None
        self._turn_ends_ms = 0
        self._is_lid_open = self._is_jammed = self._is_empty_told = False
        super().__init__(loop, slave_path, node=node, kind="shoe", epoch=epoch, wire=wire)

    # -------------------------------------------------------------- verbs

    def load(self, cards: Iterable[SimCard], *, announce: bool = False) -> None:
        """These cards and no others, in the order they will leave. `announce`: the shoe says that it was reloaded."""
        self._cards = deque(cards)
        self._is_empty_told = False
        if announce:
            self._post("shoe", ShoeChanged("reloaded"))
        self._step()

    def pull(self, count: int = 1, face: str | None = None, *, together: bool = False) -> None:
        """So many cards leave, asked for or not, the first after half a second; `face`: turned so, however they lie.

        A card that leaves while the gate is open for a pull not yet served answers that pull, others answer none.
        """
        if face is not None and face not in FACES:
            raise ValueError(f"A face is one of {', '.join(FACES)}, not {face}.")
        if together and count > MAX_TAGS:
            raise ValueError(f"At most {MAX_TAGS} cards fit through the slot together, not {count}.")
        self._wanted.extend([_Turn(count, face, False)] if together else [_Turn(1, face, False)] * count)
        self._step()

    def present(self, card: SimCard) -> None:
        """A card that lies on the table is held before the reader again."""
        self._post("presented", CardPresented(() if card.tag is None else (card.tag,)))
        self._step()

    def change(self, what: str) -> None:
        """Something happens to the shoe that it reports: a word of SHOE_CHANGES. `reloaded`: with the cards that lie in it."""
        verbs = {"lid_open": self.open_lid, "lid_closed": self.close_lid, "jam": self.jam, "cleared": self.clear_jam}
        verbs.get(what, lambda: self.load(tuple(self._cards), announce=True))()

    def open_lid(self) -> None:
        self._is_lid_open = True
        self._post("lid", ShoeChanged("lid_open"))
        self._step()

    def close_lid(self) -> None:
        self._is_lid_open = False
        self._post("lid", ShoeChanged("lid_closed"))
        self._step()

    def jam(self) -> None:
        self._is_jammed = True
        self._post("jam", ShoeChanged("jam"))
        self._step()

    def clear_jam(self) -> None:
        self._is_jammed = False
        self._post("jam", ShoeChanged("cleared"))
        self._step()

    # -------------------------------------------------------------- what can be seen

    @property
    def cards(self) -> tuple[SimCard, ...]:
        return tuple(self._cards)

    @property
    def gate(self) -> int:
        """The pull it is open for; 0 when shut."""
        return self._gate

    @property
    def is_pull_open(self) -> bool:
        """A card is asked for and has not come."""
        return self._gate != NO_PULL and self._gate not in self._served

    @property
    def deals_by_itself(self) -> bool:
        return self._deals_by_itself

    @deals_by_itself.setter
    def deals_by_itself(self, does: bool) -> None:
        self._deals_by_itself = does
        self._step()

    # -------------------------------------------------------------- physics

    def _move(self, now_ms: int) -> None:
        if self._is_lid_open or self._is_jammed:
            self._turn = None  # the turn of the motor is lost, and begins anew
        if self._turn is not None and self._turn.is_asked and not self.is_pull_open:
            self._turn = None
        if self._turn is not None and now_ms >= self._turn_ends_ms:
            self._cards_leave(self._turn)
            self._turn = None
        if self._turn is None:
            self._turn = self._next_turn()
            self._turn_ends_ms = now_ms + MOTOR_MS

    def _next_turn(self) -> _Turn | None:
        has_room = self.session.kept + ROOM_FOR_EDGES <= MAX_KEPT_EDGES
        if self._is_lid_open or self._is_jammed or not has_room:
            return None
        if self._wanted:
            return self._wanted.popleft()
        if self.is_pull_open and self._deals_by_itself and not self._is_empty_told:
            return _Turn(1, None, True)
        return None

    def _cards_leave(self, turn: _Turn) -> None:
        cards = [self._cards.popleft() for _ in range(min(turn.cards, len(self._cards)))]
        while cards and cards[-1].clings and self._cards and len(cards) < MAX_TAGS:
            cards.append(self._cards.popleft())
        if not cards:
            if not self._is_empty_told:
                self._is_empty_told = True
                self._post("empty", ShoeChanged("empty"))
            return
        pull = self._gate if self.is_pull_open else NO_PULL
        if pull != NO_PULL:
            self._served.append(pull)
        tags = tuple(card.tag for card in cards if card.tag is not None)
        face = turn.face or cards[0].face
        self.session.post(CardOff(pull, tags, face), loop_ms(self._loop))  # there is room: the motor waited for it

    def _next_move_ms(self) -> int | None:
        return None if self._turn is None else self._turn_ends_ms

    def _is_still(self) -> bool:
        return self._turn is None and (not self._wanted or self._is_lid_open or self._is_jammed)

    # -------------------------------------------------------------- as a node

    def _forget(self) -> None:
        self._gate = NO_PULL
        self._served.clear()
        self._turn = None
        self._wanted.clear()

    def _host_lost(self) -> None:
        self._gate = NO_PULL

    def _set(self, state: StateSet) -> None:
        if isinstance(state.state, Gate):
            self._gate = state.state.pull
        elif isinstance(state.state, Buzzer):
            self.is_buzzing = state.state.on

    def _post_levels(self) -> None:
        self._post("lid", ShoeChanged("lid_open" if self._is_lid_open else "lid_closed"))
        if self._is_jammed:
            self._post("jam", ShoeChanged("jam"))
        if self._is_empty_told:
            self._post("empty", ShoeChanged("empty"))
