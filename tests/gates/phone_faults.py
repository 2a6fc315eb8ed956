"""Hands that are played on phones through the web process in virtual time, while phones crash,
sleep and are loaded anew, web processes and services are killed, and somebody who listens sends
what was sent again, and what was never sent.
"""

import random
from collections import Counter
from functools import partial
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from firmware_io.messages import HoleCardsSeen, KeyPressed
from tablectl.engine.facts import ComparisonDue, Refused
from tablectl.games.catalog import preset
from tablectl.journal.record import Edge
from tablectl.journal.store import Journal
from tablectl.service.config.values import TableConfig
from tablectl.service.phones.presses import FIRST_PHONE_NODE
from tablectl.service.sockets import Peer
from tablectl.simulation.demo.demo import (
    PLAYERS as PLAYERS_OF,
    Demo,
    deciding_seats,
    shuffle_deck,
)
from tablectl.simulation.demo.options import DemoOptions, demo_table
from tablectl.simulation.players.people import KEY_OF_ACT, is_between_hands
from tablectl.simulation.stage.memory import Stage
from tablectl.simulation.stage.scratch import temporary_directory
from tablectl.simulation.stage.sim_phones import SimWeb
from tests.rig import bare
from tests.rig.bare import BareSeat, BareStage, straight_through

from .phone_pages import LOAD_S, PagePhone, Wish, Words
from .playing import Plain, by_seat, facts_of, timeless
from .web_in_memory import SEATS, VIEWS, MemorySockets, Network, WebLoop

PLAYERS = 4
NO_CLOCKS = {"action_clock_s": 0, "bet_clock_s": 0, "decision_clock_s": 0}
CLOCK_S, BANK_S = 10, 4
OF_POTS = {"action_clock_s": CLOCK_S, "time_bank_s": BANK_S, "cut": "off"}
CLOCKS: dict[str, dict[str, object]] = {
    "pots": OF_POTS,
    "house": {"bet_clock_s": CLOCK_S, "decision_clock_s": CLOCK_S},
    "points": {"bet_clock_s": CLOCK_S, "action_clock_s": CLOCK_S},
}
AWAY_AFTER = {"away_s": 5}
# of the phones and their seats, which a bare stage does not have
OF_PHONES = ("device_gone", "device_returned", "area_read_again", "phone_slept", "phone_woke")
OF_DEVICES = ("device_lost", "device_back", "phone_changed")

# at a press
BEFORE_KEPT, BEFORE_SENT, ON_ITS_WAY = (
    "crashed before the press was kept",
    "crashed before it was sent",
    "crashed with it on its way",
)
RELOADED, FLAT, SLEPT, DROPPED = (
    "loaded anew",
    "went flat, and forgot what it kept last",
    "slept",
    "slept, and its page was dropped",
)
PHONE_FAULTS = (BEFORE_KEPT, BEFORE_SENT, ON_ITS_WAY, RELOADED, FLAT, SLEPT, DROPPED)
WEB, SERVICE = "web process killed", "service killed"
REPLAYED, FORGED = "press replayed", "press forged"
SOON_MS = (0, 120)  # from a press to what strikes: before, while and after it is answered
DEAD_S = (0.2, 3.0)
INTRUDER = "10.0.9.9"


class Rates(Struct, frozen=True):
    """Of the presses at which something strikes. `away_s`: how long phones are away then."""

    phones: float = 0
    web: float = 0
    service: float = 0
    intruder: float = 0
    away_s: tuple[float, float] = (0.5, 5.0)


UNDISTURBED = Rates()


class DisturbedPhone(PagePhone):
    stage: "PhoneStage"

    def press_key(self, wish: Wish):
        fault = self.stage.fault_of_phone()
        if fault == BEFORE_KEPT:
            self.go_away(self.stage.away_s())
            return
        super().press_key(wish)
        strike = {
            ON_ITS_WAY: lambda: self.go_away(self.stage.away_s()),
            RELOADED: lambda: self.go_away(LOAD_S),
            FLAT: self._go_flat,
            SLEPT: self._sleep,
            DROPPED: self._sleep_and_be_dropped,
        }
        if fault in strike:
            self.network.later(self.stage.soon_ms(), strike[fault])

    def send(self):
        if self.stage.fault_now == BEFORE_SENT:
            self.go_away(self.stage.away_s())
        else:
            super().send()

    def go_away(self, seconds: float):
        if self.page is not None:
            self.leave()
            self.network.later(round(seconds * 1_000), self.load)

    def _go_flat(self):
        if self.page is not None:
            self.forget_last(self.stage.chance.randint(1, 3))
            self.go_away(self.stage.away_s())

    def _sleep(self):
        page = self.page
        if page is not None and not page.is_hidden:
            page.hide()
            self.network.later(round(self.stage.away_s() * 1_000), page.show)

    def _sleep_and_be_dropped(self):
        if self.page is not None and not self.page.is_hidden:
            self.page.hide()
            self.go_away(self.stage.away_s())


class PageWeb(SimWeb):
    """The phones; what they send goes by the network."""

    def __init__(self, end: Any, seats: Any, table: TableConfig, service: Any, loop: Any):
        super().__init__(end, seats, table, service, loop)
        chips = tuple(sorted({1, *table.chips}))
        self.phones = {
            n: DisturbedPhone(n, chips, table=table.name, send=_send_nothing, view_id=self._view_id)
            for n in seats
        }

    def _host_is_new(self):
        """Pages find out by themselves."""


def _send_nothing(phone: Any, request: Words):
    raise AssertionError("A page sends by the network.")


class Turn(Struct):
    """How long a seat was waited for, in the time of those who sit there. `of`: what tells it from
    others.
    """

    of: tuple[object, ...] = ()
    since_ms: int = 0
    dead_ms: int = 0  # in it nobody could be heard
    deaths: int = 0

    def over_ms(self, now_ms: int) -> int:
        """What a death costs besides is less than the second in which the time is noted (T-4)."""
        return now_ms - self.since_ms - self.dead_ms - 1_000 * self.deaths


class PhoneStage(Stage):
    """A stage of phones alone. `rates`, `seed`: of what strikes. `longest_ms`: any turn's."""

    OfLoop, OfWeb = WebLoop, PageWeb
    rates = UNDISTURBED
    seed = 0
    fault_now: str | None = None

    def __init__(self, table: TableConfig, *args: Any, **options: Any):
        self.chance = random.Random(f"{self.seed}")
        self.struck: Counter[str] = Counter()
        self.turn, self.turns, self.longest_ms = Turn(), 0, 0
        super().__init__(table, *args, **options)
        loop = self.loop
        assert isinstance(loop, WebLoop)
        assert self._web is not None
        loop.remove_reader(self._web.end.fileno())  # nothing goes by it
        phones = self.sim_devices.phones
        self.network = Network(loop, self._board, table.name, tuple(phones))
        self.network.chance = random.Random(f"legs {self.seed}")
        self.network.listeners.append(self._overhear)
        for phone in phones.values():
            assert isinstance(phone, DisturbedPhone)
            phone.stage = self
            phone.set_up(self.network, self._keys_id, self._has_press)

    # The board, as everybody at the table sees it

    def _keys_id(self, seat: int) -> str | None:
        return None if self._running is None else self._running.phones.keys_id(seat)

    def _has_press(self, press: Words) -> bool:
        edge = Edge(FIRST_PHONE_NODE + press["seat"], press["epoch"], press["number"])
        rows = self._journal.rows_of_edge(edge, 0) if self._journal is not None else ()
        return bool(rows) and is_of(press, rows[0])

    # What strikes

    def fault_of_phone(self) -> str | None:
        """At a press; what strikes besides is planned."""
        self.fault_now = None
        if self.chance.random() < self.rates.phones:
            self.fault_now = self.chance.choice(PHONE_FAULTS)
            self.struck[self.fault_now] += 1
        if self.chance.random() < self.rates.web:
            self.network.later(self.soon_ms(), self._kill_web)
        if self.chance.random() < self.rates.service:
            self.network.later(self.soon_ms(), self._kill_service)
        return self.fault_now

    def away_s(self) -> float:
        return self.chance.uniform(*self.rates.away_s)

    def soon_ms(self) -> int:
        return self.chance.randint(*SOON_MS)

    def _kill_web(self):
        if self.network.process is not None:
            self.struck[WEB] += 1
            self.network.kill_process()
            self.network.later(self._dead_ms(), self.network.start_process)

    def _kill_service(self):
        if self._running is not None and not self._is_speaking:
            self.struck[SERVICE] += 1
            self.kill()
            dead_ms = self._dead_ms()
            self.turn.dead_ms += dead_ms
            self.turn.deaths += 1
            self.network.later(dead_ms, self._begin_again)

    def _dead_ms(self) -> int:
        return round(self.chance.uniform(*DEAD_S) * 1_000)

    def _begin_again(self):
        self._epoch += 1
        self._heard = 0
        self._again = self.loop.create_task(self.loop.wait_for_spawn())

    def _overhear(self, do: str, body: bytes):
        """Somebody listens, and has no key."""
        if do != "press" or self.chance.random() >= self.rates.intruder:
            return
        press = msgspec.json.decode(body)
        what = self.chance.choice((REPLAYED, FORGED))
        self.struck[what] += 1
        if what == FORGED:
            press |= self.chance.choice(
                (
                    {"key": "check" if press["key"] == "fold" else "fold"},
                    {"key": "call" if press["key"] == "all_in" else "all_in"},
                    {"number": press["number"] + 1},
                    {"amount": press["amount"] + 20},
                    {"epoch": press["epoch"] + 1},
                    {"on": self._keys_id(press["seat"]) or "", "number": press["number"] + 1},
                )
            )
        listeners, self.network.listeners = self.network.listeners, []
        heard = partial(self._hear_of_intruder, is_forged=what == FORGED)
        self.network.post(INTRUDER, "press", press, heard, lambda: None)
        self.network.listeners = listeners

    def _hear_of_intruder(self, status: int, answer: bytes, *, is_forged: bool):
        self.struck["forged, and taken"] += is_forged and status == 200

    # Its services

    _is_speaking = False

    def _read_notices(self):
        super()._read_notices()
        if self._running is None:
            return
        t, now_ms = self._running.table, self.loop.now_ms
        tries = getattr(t.hand.of, "tries", ()) if t.hand is not None else ()
        of = (t.hands, t.street, t.phase, t.to_act, tries) if t.clock is not None else ()
        if of != self.turn.of:
            self.turns += 1
            if self.turn.of:
                self.longest_ms = max(self.longest_ms, self.turn.over_ms(now_ms))
            self.turn = Turn(of, now_ms)

    def _make_service(self, loop: Any, ends: Any, links: Any):
        service = super()._make_service(loop, ends, links)
        service.phones.connections.close_one(ends["phones"])  # of a web process that is simulated

        def add_screen(peer: Peer):
            service.screens.add(peer)
            service.display.show()  # a table that listens has a view for whoever comes

        self.network.doors = {VIEWS: add_screen, SEATS: service.phones.connections.add}
        return service

    def kill(self):
        super().kill()
        self.network.service_ended()

    async def open(self):
        self.network.start_process()
        await super().open()

    async def rest(self):
        while not self.loop.is_served:
            await self.loop.advance(1)
        await super().rest()

    async def say(self, line: dict[str, object]) -> dict[str, object]:
        """The floor speaks while there is a service that hears it."""
        while not self.loop.is_served:
            await self.loop.advance(1)
        self._is_speaking = True
        try:
            return await super().say(line)
        finally:
            self._is_speaking = False

    def close(self):
        for phone in self.sim_devices.phones.values():
            phone.leave()
        self.network.listeners = []
        self.loop.run_until_complete(self.network.end())
        super().close()


# What came of it


class Evening(Struct, frozen=True):
    facts: list[Plain]
    struck: Counter[str]
    wrong: list[str]  # of the presses: sentences
    presses: int
    hands: int
    turns: int  # with a clock
    longest_ms: int


def table_of(name: str, options: dict[str, object]) -> TableConfig:
    table = demo_table(preset(name), PLAYERS)
    return replace(table, options={**table.options, "chips_sensed": False, **options})


def on_phones(
    name: str, hands: int, seed: int, rates: Rates = UNDISTURBED, faults: int = 0
) -> Evening:
    """The demo's hands of this seed on phones. `faults`: the seed of what strikes."""

    async def play(stage: PhoneStage):
        await demo_of(stage, name, hands, seed).run()

    return evening_of(table_of(name, NO_CLOCKS), play, rates, faults)


def by_the_clock(name: str, hands: int, seed: int, rates: Rates) -> Evening:
    """Hands that go on whoever is away: a seat whose phone does not come is played by its clock."""

    async def play(stage: PhoneStage):
        await stage.open()
        players = {
            n: PLAYERS_OF[preset(name).plays_for](n, seed, preset(name)) for n in stage.seats
        }
        for number in range(hands):
            stage.sim_devices.load(shuffle_deck(preset(name), f"{seed} {number}"))
            for n, seat in stage.view.seats.items():
                if seat.status == "out":
                    await stage.say({"seat": int(n), "buys": 1_000})
            await stage.say({"start": True})
            while not is_between_hands(stage.view):
                await play_moment(stage, players)

    game = preset(name)
    table = table_of(name, {**CLOCKS[game.plays_for], **AWAY_AFTER})
    button = 1 if game.has_button else None
    return evening_of(replace(table, button=button), play, rates, seed)


async def play_moment(stage: PhoneStage, players: dict[int, Any]):
    """Who is asked presses, or has gone; a moment passes."""
    view = stage.view
    for seat in deciding_seats(view):
        if view.phase == "showdown":
            stage.seats[seat].press("show")
        else:
            decision = players[seat].decide(view, view.seats[str(seat)].cards)
            act = decision.act
            stage.seats[seat].press(KEY_OF_ACT.get(act, act), decision.amount or 0)
    await stage.rest()
    if stage.view == view:
        await stage.wait(100)


def evening_of(table: TableConfig, play: Any, rates: Rates, faults: int) -> Evening:
    seats = [int(n) for n in table.seats]
    kind = type("Disturbed", (PhoneStage,), {"rates": rates, "seed": faults})
    with temporary_directory() as directory, patch("tablectl.web.table_link.socket", MemorySockets):
        stage = kind(table, directory, seats, preset(table.preset).deck, phones=seats)
        try:
            stage.loop.run_until_complete(play(stage))
            played = stage.view.hand
        finally:
            stage.close()
        path = directory / "table.db"
        facts = [fact for fact in facts_of(path) if is_of_the_game(fact)]
        with Journal.open(path, read_only=True) as journal:
            wrong, presses = wrong_presses(journal, stage.sim_devices.phones.values())
        return Evening(facts, stage.struck, wrong, presses, played, stage.turns, stage.longest_ms)


def demo_of(stage: Any, name: str, hands: int, seed: int) -> Demo:
    wanted = DemoOptions(name, players=PLAYERS, hands=hands, seed=seed)
    return Demo(stage, preset(name), wanted, lambda hand: None)


class KeysAlone(BareSeat):
    """A bare seat as a phone is: no chip is sensed, and who turns the cards up presses a key."""

    def _report_changes(self, *changes: Any):
        for area, message in changes:
            if isinstance(message, KeyPressed):
                super()._report_changes((area, message))
            elif isinstance(message, HoleCardsSeen) and message.up:
                super()._report_changes((area, KeyPressed("show")))


def on_bare_stage(name: str, hands: int, seed: int) -> list[Plain]:
    """The facts of the same hands without a phone, a wire or a process."""
    facts: list[Any] = []
    with patch.object(bare, "BareSeat", KeysAlone):
        stage = BareStage(table_of(name, NO_CLOCKS), preset(name).deck, facts.append)
    straight_through(demo_of(stage, name, hands, seed).run())
    plain = (
        timeless(msgspec.to_builtins(one)) for one in facts if not isinstance(one, ComparisonDue)
    )
    return by_seat([fact for fact in plain if is_of_the_game(fact)])


def is_of_the_game(fact: Plain) -> bool:
    is_of_device = fact["fact"] == "noticed" and fact["code"] in OF_DEVICES
    return fact["fact"] not in (*OF_PHONES, "table_opened") and not is_of_device


def wrong_presses(journal: Journal, phones: Any) -> tuple[list[str], int]:
    """What is wrong with the presses in the journal, by what phones have made and were told; and
    how many there are.
    """
    taken: dict[tuple[int, int, int], Any] = {}
    wrong = []
    for record in journal.rows():
        edge = record.edge
        if edge is None or edge.node < FIRST_PHONE_NODE:
            continue
        number = edge.node - FIRST_PHONE_NODE, edge.epoch, edge.number
        if number in taken:
            wrong.append(f"{number} counts twice")
        elif edge.number > 1 and (*number[:2], edge.number - 1) not in taken:
            wrong.append(f"{number} follows none")
        taken[number] = record
    made: dict[tuple[int, int, int], list[Words]] = {}
    for phone in phones:
        for press in phone.made:
            made.setdefault(number_of(press), []).append(press)
    for number, record in taken.items():
        if not any(is_of(press, record) for press in made.get(number, ())):
            wrong.append(f"{number} was never made")
    for phone in phones:
        for press, answer in phone.heard:
            if answer["ok"] and not is_told_right(press, answer, taken.get(number_of(press))):
                wrong.append(f"{number_of(press)} was told {answer}")
    return wrong, len(taken)


def number_of(press: Words) -> tuple[int, int, int]:
    return press["seat"], press["epoch"], press["number"]


def is_of(press: Words, record: Any) -> bool:
    return (record.event.key, record.event.amount) == (press["key"], press["amount"])


def is_told_right(press: Words, answer: Words, record: Any) -> bool:
    """Whether what was acknowledged is so."""
    if record is None or not is_of(press, record):
        return False
    is_refused = any(isinstance(fact, Refused) for fact in record.facts)
    return bool(answer["counted"]) != is_refused
