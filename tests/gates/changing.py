"""An evening by chance at a table of phones: they come, ask, sleep, are lost and freed, while hands
are played; whoever ever had a seat goes on pressing.
"""

import random
from collections import Counter

from msgspec import Struct

from tablectl.service.phones.presses import (
    Press,
    approve_text,
    give_up_text,
    keep_text,
    mac_of,
    page_text,
)
from tablectl.simulation.stage.sim_phones import pair_request
from tests.service.phoned import Asker, WithBoards

STEPS = (
    "pair",
    "digits",
    "ask_seat",
    "keep",
    "answer",
    "give_up",
    "free",
    "sleep",
    "wake",
    "hand",
    "wait",
)
ASKED_MS = 30_000  # how long a question may be answered


class Heard(list):
    """All that somebody was sent."""


class Watched(WithBoards):
    """A stage that keeps what its screens and its control socket were sent."""

    def _make_end(self, name, kind, end):
        made = super()._make_end(name, kind, end)
        if not name.startswith("codes"):
            self.heard = getattr(self, "heard", Heard())
            made.read = keeping(made.read, self.heard)
        return made


def keeping(read, heard):
    def read_and_keep(most):
        data = read(most)
        if data:
            heard.append(data)
        return data

    return read_and_keep


class Held(Struct):
    """A phone that has, or had, a seat."""

    seat: int
    key: bytes
    epoch: int
    next: int = 1


class Evening:
    """`phones`: of each seat all that ever had it, the last one newest."""

    def __init__(self, stage, seed):
        self.stage, self.ask, self.chance = stage, Asker(stage), random.Random(seed)
        self.table = stage.config.table.name
        self.phones = {n: [Held(n, p.key, p.epoch)] for n, p in self.ask.phones.items()}
        self.did, self.broken, self.old_presses = Counter(), [], 0
        self.asked = {}  # when another phone asked for each seat, and nobody has answered since

    def play(self, steps):
        for _ in range(steps):
            seat, step = (
                self.chance.choice(list(self.phones)),
                self.chance.choice((*STEPS, "answer", "answer")),
            )
            was_in_hand, before = self.table_of.in_hand, self.pairing(seat)
            if getattr(self, step)(seat):
                self.did[step] += 1
            self.ask.rest()
            after = self.pairing(seat)
            if was_in_hand and None not in (before, after) and before != after:
                self.broken.append(f"{step}: seat {seat} changed its phone in a hand")
            self.everybody_presses()
            self.ask.wait(1_000)  # whoever presses more than eight keys a second is too fast

    @property
    def table_of(self):
        return self.stage._running.table

    def pairing(self, seat):
        return self.ask.seat_phones.pairing(seat)

    def everybody_presses(self):
        """Only the phone that has the seat is heard."""
        for seat, phones in self.phones.items():
            now = self.pairing(seat)
            heard = [phone for phone in phones if self.is_heard(phone)]
            wanted = phones[-1:] if now is not None else []
            self.old_presses += len(phones) - len(wanted)
            if heard != wanted:
                self.broken.append(f"seat {seat}: {len(heard)} of {len(phones)} phones are heard")

    def is_heard(self, phone):
        press = Press(phone.seat, phone.epoch, phone.next, "", "call_floor", "")
        mac = mac_of(phone.key, press.text(self.table))
        answer = self.ask(
            do="press",
            seat=phone.seat,
            epoch=phone.epoch,
            number=phone.next,
            on="",
            key="call_floor",
            mac=mac,
        )
        phone.next += answer["ok"]
        return answer["ok"]

    # Steps; true: it came about

    def pair(self, seat):
        code = self.ask.seat_phones.codes().get(seat)
        read = code.key if code is not None else bytes(16)
        key, request = pair_request(self.table, seat, read)
        return self.paired(key, self.ask(do="pair", **request))

    def digits(self, seat):
        code = self.ask.seat_phones.codes().get(seat)
        answer = self.ask(do="digits", digits=code.digits if code is not None else "0000")
        return self.paired(bytes.fromhex(answer.get("key", "")), answer)

    def paired(self, key, answer):
        if answer["ok"]:
            seat = answer["seat"]
            self.asked.pop(seat, None)
            self.phones[seat].append(Held(seat, key, answer["epoch"], answer["number"]))
        return answer["ok"]

    def ask_seat(self, seat):
        is_taken = self.ask(do="ask_seat", seat=seat)["ok"]
        if is_taken:
            self.asked[seat] = self.ask.now_ms
        return is_taken

    def keep(self, seat):
        is_kept = self.signed("keep", seat, keep_text)
        if is_kept:
            self.asked.pop(seat, None)
        return is_kept

    def answer(self, of):
        """Somebody says yes or no to a phone that asks for the seat; any phone may try it."""
        if not self.table_of.in_hand and self.chance.random() < 0.8:
            self.hand(of)
        if self.chance.random() < 0.8:
            self.ask_seat(of)
        others = [seat for seat in self.phones if seat != of]
        seat, yes = self.chance.choice([of, *others, *others]), self.chance.random() < 0.5
        is_open = of in self.asked and self.ask.now_ms - self.asked[of] < ASKED_MS
        has_phones, hand = None not in (self.pairing(seat), self.pairing(of)), self.table_of.hands

        def text(table, seat, epoch):
            return approve_text(table, seat, epoch, hand, of, yes=yes)

        is_taken = self.signed("approve", seat, text, of=of, yes=yes)
        if is_taken and not (is_open and has_phones and seat != of and self.table_of.in_hand):
            self.broken.append(f"seat {seat} answered for seat {of}")
        if is_taken:
            self.asked.pop(of)
        if is_taken and (self.pairing(of) is None) != yes:
            self.broken.append(f"seat {seat} has said {yes} for seat {of}")
        return is_taken

    def give_up(self, seat):
        return self.signed("give_up", seat, give_up_text)

    def sleep(self, seat):
        return self.signed("page", seat, page_text, is_open=False)

    def wake(self, seat):
        return self.signed("page", seat, page_text, is_open=True)

    def signed(self, do, seat, text, **more):
        """By any phone that has, or had, the seat."""
        phone = self.chance.choice([*self.phones[seat], *self.phones[seat][-1:] * 3])
        mac = mac_of(phone.key, text(self.table, seat, phone.epoch))
        answer = self.ask(do=do, seat=seat, epoch=phone.epoch, mac=mac, **more)
        now = self.pairing(seat)
        if answer["ok"] and now is None:
            self.asked.pop(seat, None)
        if answer["ok"] and phone is not self.phones[seat][-1]:
            self.broken.append(f"{do}: of seat {seat}, by a phone that has it no more")
        return answer["ok"] and (do == "give_up" or now is not None)

    def free(self, seat):
        is_free = self.ask.say(frees=seat)["ok"]
        if is_free:
            self.asked.pop(seat, None)
        return is_free

    def hand(self, _):
        """It begins, or is over."""
        line = {"floor": "void", "why": "chance"} if self.table_of.in_hand else {"start": True}
        return self.ask.say(**line)["ok"]

    def wait(self, _):
        self.ask.wait(self.chance.choice((5_000, 31_000, 61_000)))
        return True
