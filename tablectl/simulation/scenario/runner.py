"""The scenario runner: plays a script through the whole stack and reports each failed
expectation as file:line.
"""

import asyncio
import re
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.sessions import Sessions
from firmware_io.readers.ids import simulated_tag
from tablectl.rules.amounts import MOST_AMOUNT
from tablectl.service.books.operators import change_operators
from tablectl.service.control.requests import LOCKS
from tablectl.simulation.players.people import People, is_between_hands
from tablectl.simulation.scenario.expectations import as_json, find_differences, without_time
from tablectl.simulation.scenario.script import (
    KINDS,
    OF_A_PHONE,
    OF_CHIPS,
    OF_PINS,
    OF_THE_SHOE,
    OLD,
    Line,
    Script,
    chips_moved,
    find_too_large,
)
from tablectl.simulation.stage.memory import Stage
from tablectl.simulation.stage.scratch import temporary_directory
from tablectl.simulation.stage.sim_devices import simulated_card
from tablectl.simulation.stage.sim_phones import SimPhone
from tablectl.simulation.stage.socket_ends import Notice
from tablectl.simulation.stage.virtual_time import ServiceFailedError
from tablectl.view import View

OF_EXPECTATION = ("expect", "expect_notice", "expect_refused")
# stands for every larger amount: a dial cannot send those, and the table refuses both
MORE_THAN_ANY = MOST_AMOUNT + 1
OPERATOR, PIN = "Ann", "271828"  # the one operator of a scenario's table
NO_VIEW = "00000000"  # no view of a seat that is asked something
PLACE = re.compile(r'^  File "(.+)", line (\d+)', re.MULTILINE)  # of a traceback
# kinds of step that are done as another is, with other chips or words
DONE_BY = {
    "sits": "comes_or_goes",
    "leaves": "comes_or_goes",
    "buys": "comes_or_goes",
    "chips": "move",
    "take": "move",
    "slips": "of_the_stack",
    "pockets": "of_the_stack",
}
CAN_BE_REFUSED = (
    "act",
    "key",
    "start",
    "floor",
    "clears",
    "present",
    "sits",
    "leaves",
    "buys",
    *OF_A_PHONE,
    "frees",
)


def run_script(
    script: Script,
    keep: Path | None = None,
    sessions: Sessions = NodeSession,
    a_stage: Callable[..., Stage] = Stage,
) -> list[str]:
    """Plays a script and returns its failed expectations, one sentence each. `keep`: a directory
    for the journal.

    `sessions`: who speaks for the nodes. `a_stage`: where it is played. A stage that breaks outside
    a step is a failure, too.
    """
    try:
        with temporary_directory() as directory:
            play = Scenario(script, directory, sessions, a_stage)
            try:
                play.stage.loop.run_until_complete(play.run())
            finally:
                play.stage.close()
                if keep is not None and (directory / "table.db").exists():
                    keep.mkdir(parents=True, exist_ok=True)
                    for file in directory.glob("table.db*"):
                        shutil.copy(
                            file,
                            keep
                            / file.name.replace("table", script.path.name.removesuffix(".jsonl")),
                        )
            return play.failures
    # reported as a failure of this file; the next one is played
    except Exception as fault:
        return [f"{script.path}: the stage broke: {in_a_line(fault)}"]


def in_a_line(fault: Exception) -> str:
    """What it was, without a traceback; of the service, which has sent its own, the last place
    in the program as well.
    """
    if not isinstance(fault, ServiceFailedError):
        return f"{type(fault).__name__}: {' '.join(str(fault).split())}"
    file, line = ([("?", "?"), *PLACE.findall(fault.failure)])[-1]
    return (
        f"the service failed: {fault.failure.strip().splitlines()[-1]} ({Path(file).name}:{line})"
    )


class Scenario:
    """One script on its stage."""

    def __init__(
        self,
        script: Script,
        directory: Path,
        sessions: Sessions = NodeSession,
        a_stage: Callable[..., Stage] = Stage,
    ) -> None:
        self.script = script
        screens = sum(line.step.device == "screen" for line in script.lines)
        has_pins = any(line.step.device in OF_PINS for line in script.lines)
        self.stage = a_stage(
            script.table,
            directory,
            script.seats,
            script.game.deck,
            screens=screens,
            has_pins=has_pins,
            sessions=sessions,
            phones=script.phones,
            approval=script.approval,
        )
        self.people = People(self.stage)
        for seat in script.unsensed:
            self.stage.seats[seat].senses_stack = False
            # it has sensed the chips that it was given
            self.stage.seats[seat].reset()
        self.failures: list[str] = []
        # index of the first notice that `expect_notice` looks at
        self._noticed_from = 0
        self._was_expecting = False
        # the view before the last step that could be refused
        self._before: View | None = None
        self._refusal: str | None = None
        self._is_deck_named = False
        # a `deck` step has named the cards of the reload
        self._is_stub_named = False
        self._gone: set[str] = set()
        self._steps: dict[str, Callable[[Line], Awaitable[None]]] = {
            kind: getattr(self, f"_{DONE_BY.get(kind, kind)}")
            for kind in KINDS
            if kind not in OF_EXPECTATION
        }

    async def run(self) -> None:
        # cards lie in the shoe before the first hand, too
        self.stage.sim_devices.load(())
        await self.stage.open()
        await self.people.settle()
        for line in self.script.lines:
            if line.kind in OF_EXPECTATION:
                self._was_expecting = True
                self._check_expectation(line)
                continue
            if self._was_expecting:
                self._noticed_from, self._was_expecting = len(self.stage.notices), False
            if line.kind in CAN_BE_REFUSED or is_unheard(line):
                self._before, self._refusal = self.stage.view, None
            try:
                await self._steps[line.kind](line)
                await self.people.settle()
            # reported as a failure of this line; the next file is played
            except Exception as fault:
                self._add_failure(line, f"the table broke: {in_a_line(fault)}")
                return

    # Steps

    async def _deck(self, line: Line) -> None:
        in_hand = (
            self.stage.view.phase not in ("idle", "seating")
            or self.stage.view.waiting_for == "card"
        )
        self.stage.sim_devices.load(
            line.step.deck or (), without=self._cards_out() if in_hand else ()
        )
        self._is_deck_named = True
        self._is_stub_named = self.stage.view.waiting_for == "reload"
        await self.stage.rest()

    def _cards_out(self) -> set[str]:
        """The cards that have left the shoe in this hand, without those that go back in a reload
        (L-22).
        """
        view = self.stage.view
        back = view.irregularity.cards if view.waiting_for == "reload" and view.irregularity else ()
        inside = {card.tag for card in self.stage.shoe.cards}
        return {
            card
            for card in self.script.game.deck.cards
            if simulated_tag(card) not in inside and card not in back
        }

    async def _start(self, line: Line) -> None:
        if is_between_hands(self.stage.view):
            if not self._is_deck_named:
                self.stage.sim_devices.load(())
            self.stage.sim_devices.clear_cards()
            await self.stage.rest()
        await self._send_line({"start": True})
        if self._refusal is None:
            self.people.laid_down.clear()
        self._is_deck_named = self._is_deck_named and self._refusal is not None

    async def _floor(self, line: Line) -> None:
        ruling = line.floor["floor"]
        if ruling == "reshuffled" and self.stage.view.waiting_for == "reload":
            if not self._is_stub_named:
                self.stage.sim_devices.load((), without=self._cards_out())
            self._is_stub_named = False
        await self._send_line(line.floor)
        if ruling == "chips" and self._refusal is None:
            self.people.accept_count(line.floor["seat"])
        if ruling == "colour_up" and self._refusal is None:
            self.people.colour_up(line.floor["chip"])
            await self.stage.rest()
        await self._restore_chips(is_undo=ruling == "undo")

    async def _restore_chips(self, *, is_undo: bool) -> None:
        """After an undo people put the chips back where they lay."""
        if is_undo and self._refusal is None:
            self.people.restore_chips()
            await self.stage.rest()

    async def _comes_or_goes(self, line: Line) -> None:
        await self._send_line({"seat": line.seat, line.kind: getattr(line.step, line.kind)})

    async def _send_line(self, words: dict[str, object]) -> None:
        heard = len(self.stage.notices)
        answer = await self.stage.say(words)
        if not answer["ok"]:
            self._refusal = code = str(answer["code"])
            seat = answer["seat"]
            # the socket refused it
            if not any(notice.is_refusal for notice in self.stage.notices[heard:]):
                self.stage.notices.append(
                    Notice(code, seat if isinstance(seat, int) else None, str(answer["text"]), True)
                )

    async def _act(self, line: Line) -> None:
        assert line.step.act is not None
        amount = line.step.amount
        refusal = await self.people.act(
            line.seat, line.step.act, None if amount is None else min(amount, MORE_THAN_ANY)
        )
        self._refusal = refusal.code if refusal else None

    async def _key(self, line: Line) -> None:
        heard = len(self.stage.notices)
        assert line.step.key is not None
        self.stage.seats[line.seat].press(line.step.key)
        await self.stage.rest()
        self._refusal = self._refusal_since(heard)
        await self._restore_chips(is_undo=line.step.key == "undo")

    def _refusal_since(self, heard: int) -> str | None:
        return next(
            (notice.code for notice in self.stage.notices[heard:] if notice.is_refusal), None
        )

    async def _move(self, line: Line) -> None:
        if is_unheard(line):
            self._refusal = "bad_line"
            return
        seat, chips, area = (
            self.stage.seats[line.seat],
            chips_moved(line.step),
            "stack" if line.kind == "chips" else "bet",
        )
        seat.change_into(area, chips)
        missing = seat.put(chips) if area == "stack" else seat.take(chips)
        if area == "stack" and is_between_hands(self.stage.view):
            self.people.laid_down.add(line.seat)
        if missing is not None:
            self._add_failure(
                line, f"seat {line.seat} does not have {list(chips)} there: {missing}"
            )
        self.stage.motion_goes_on = line.step.more
        await self.stage.rest()

    async def _of_the_stack(self, line: Line) -> None:
        chips = chips_moved(line.step)
        if is_unheard(line):
            self._refusal = "bad_line"
        elif not self.people.change_stack(line.seat, chips, are_added=line.kind == "slips"):
            self._add_failure(line, f"seat {line.seat} does not have {list(chips)} on its stack")
        await self.stage.rest()

    async def _reveals(self, line: Line) -> None:
        self.stage.seats[line.seat].show([simulated_tag(card) for card in line.step.reveals or ()])
        await self.stage.rest()

    async def _auto(self, line: Line) -> None:
        for name, does in (line.step.auto or {}).items():
            if name == "deal":
                self.stage.shoe.deals_by_itself = does
            else:
                self.people.autos[name] = does
                # all chips in front are taken, these too
                self.people.laid_down.clear()
        await self.stage.rest()

    async def _pull(self, line: Line) -> None:
        self.stage.shoe.pull(line.step.pull or 1, line.step.face, together=line.step.together)
        await self.stage.rest()

    async def _present(self, line: Line) -> None:
        heard = len(self.stage.notices)
        self.stage.shoe.present(simulated_card(line.step.present or "??"))
        await self.stage.rest()
        self._refusal = self._refusal_since(heard)

    async def _wait_ms(self, line: Line) -> None:
        await self.stage.loop.advance(line.step.wait_ms or 0)
        await self.stage.rest()

    async def _device(self, line: Line) -> None:
        name, fault = line.step.device or "", line.step.fault or ""
        if name == "screen":
            self.stage.fault_of_screen(fault)
        elif name in OF_PINS:
            assert self.stage.pins is not None
            self.stage.pins.switch(name, is_active=OF_PINS[name][fault])
        elif name.startswith("phone-"):
            self._of_the_phone(int(name.removeprefix("phone-")), fault)
        elif fault in OF_THE_SHOE:
            self.stage.shoe.change(fault)
        else:
            device = (
                self.stage.shoe
                if name == "shoe"
                else self.stage.seats[int(name.removeprefix("seat-"))]
            )
            {"unplug": device.unplug, "replug": device.replug, "reset": device.reset}[fault]()
        await asyncio.sleep(0)
        await self.stage.rest()

    # Phones

    def _phone(self, line: Line) -> SimPhone:
        return self.stage.sim_devices.phones[line.phone]

    async def _press(self, line: Line) -> None:
        phone, step = self._phone(line), line.step
        assert step.press is not None
        on = NO_VIEW if step.on_view == OLD else None
        if step.on_phone == OLD:
            phone.press_on_old(step.press, step.amount or 0)
        else:
            phone.press_on(step.press, step.amount or 0, on=on)
        await self._take_answer(phone)

    async def _again(self, line: Line) -> None:
        self._phone(line).press_again()
        await self._take_answer(self._phone(line))

    async def _pairs(self, line: Line) -> None:
        code = self.stage.read_code(line.phone)
        await self.stage.wait(line.step.after_ms or 0)
        self._phone(line).pair(code)
        await self._take_answer(self._phone(line))

    async def _gives_up(self, line: Line) -> None:
        self._phone(line).give_up()
        await self._take_answer(self._phone(line))

    async def _asks_seat(self, line: Line) -> None:
        self._phone(line).ask_seat()
        await self._take_answer(self._phone(line))

    async def _keeps(self, line: Line) -> None:
        self._phone(line).keep()
        await self._take_answer(self._phone(line))

    async def _answers(self, line: Line) -> None:
        of, yes = line.step.answers, line.step.yes
        assert of is not None
        assert yes is not None
        self._phone(line).answer_for(of, yes=yes)
        await self._take_answer(self._phone(line))

    async def _frees(self, line: Line) -> None:
        await self._send_line({"frees": line.step.frees})

    async def _take_answer(self, phone: SimPhone) -> None:
        """The table's answer is the step's: a press that was not counted is refused."""
        await self.stage.rest()
        answer = phone.answer
        is_counted = answer["ok"] and answer.get("counted", True)
        self._refusal = None if is_counted else str(answer["code"])

    def _of_the_phone(self, seat: int, fault: str) -> None:
        phone = self.stage.sim_devices.phones[seat]
        if fault == "reload":
            phone.reload()
        elif fault == "lost":
            phone.lose_key()
        else:
            phone.show_page(is_open=fault == "wake")

    async def _restart(self, line: Line) -> None:
        await self.stage.restart(tuple(kind for kind in LOCKS if kind == line.step.lock))

    async def _clears(self, line: Line) -> None:
        """The scenario's one operator does, with that PIN, or with the right one."""
        change_operators(
            Path(self.stage.config.control.operators),
            lambda known: known.with_operator(OPERATOR, PIN),
        )
        await self._send_line(
            {"clears": line.step.clears, "operator": OPERATOR, "pin": line.step.pin or PIN}
        )

    # Expectations

    def _check_expectation(self, line: Line) -> None:
        view, step = self.stage.view, line.step
        if step.expect is not None:
            for where, wanted, found in find_differences(step.expect, as_json(view)):
                self._add_failure(line, f"{where or 'the view'} is {found!r}, not {wanted!r}")
        elif step.expect_notice is not None:
            seen = self.stage.notices[self._noticed_from :]
            if not any(
                notice.code == step.expect_notice and step.seat in (None, notice.seat)
                for notice in seen
            ):
                of = f" for seat {step.seat}" if step.seat else ""
                self._add_failure(
                    line,
                    f"no {step.expect_notice}{of} was said, but {[(s.code, s.seat) for s in seen]}",
                )
        elif step.expect_refused is not None:
            self._expect_refused(line, is_wanted=step.expect_refused)

    def _expect_refused(self, line: Line, *, is_wanted: bool) -> None:
        if (self._refusal is not None) != is_wanted:
            self._add_failure(
                line,
                "the last step was accepted"
                if is_wanted
                else f"the last step was refused: {self._refusal}",
            )
        elif is_wanted and self._before is not None:
            before, after = without_time(self._before), without_time(self.stage.view)
            for where, wanted, found in find_differences(before, after):
                self._add_failure(
                    line, f"it was refused, but {where} changed from {wanted!r} to {found!r}"
                )

    def _add_failure(self, line: Line, text: str) -> None:
        self.failures.append(f"{self.script.path}:{line.number}: {text}")


def is_unheard(line: Line) -> bool:
    """Whether the step moves more than any table's chips are worth: no device could report it,
    so it is refused here.
    """
    return line.kind in OF_CHIPS and find_too_large(line.step) is not None
