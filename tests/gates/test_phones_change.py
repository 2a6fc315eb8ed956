"""The gates of phones that change: no seat ever has two, none changes in a hand without a yes, and
nobody but one board screen sees a code. Players may answer for each other.
"""

import base64
import re
from contextlib import nullcontext
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from tablectl.service.books.phones import Pairings
from tablectl.service.phones import code_screen, codes, seat_phones
from tablectl.service.phones.codes import Codes
from tablectl.view.codes import codes_decoder
from tests.claims import tried
from tests.service.phoned import phones_at_a_table
from tests.tiers import tiered

from .changing import STEPS, Evening, Watched

EVENINGS, AN_EVENING = 4, 60


def evenings(seeds, broken=nullcontext):
    """What was wrong with them, and what came about."""
    found = []
    for seed in seeds:
        with broken(), phones_at_a_table(approval="player") as ask:
            evening = Evening(ask.stage, seed)
            evening.play(AN_EVENING)
            found.append(evening)
    return found


@pytest.mark.parametrize("part", tiered(range(6), [0]))
def test_a_seat_has_one_phone_at_a_time_and_the_old_one_presses_in_vain(part):
    """Clauses: G-7."""
    played = evenings(range(part * EVENINGS, (part + 1) * EVENINGS))
    assert [what for evening in played for what in evening.broken] == []
    came = {step: sum(evening.did[step] for evening in played) for step in STEPS}
    assert min(came.values()) > 0, came
    tried(sum(evening.old_presses for evening in played), "presses of phones that had the seat")


def old_keys_stay():
    """A book that gives the new phone the epoch and the key of the old one."""

    def with_phone(self, seat, key, **more):
        was = self._last(seat)
        new = WITH_PHONE(self, seat, key, **more)
        return new if was is None else self._with(replace(was, is_given_up=False))

    return patch.object(Pairings, "with_phone", with_phone)


def codes_in_a_hand():
    """Codes are offered of all seats at any time."""
    return patch.object(seat_phones.SeatPhones, "_wanting", lambda self: iter(self.seats))


def anybody_answers():
    """Whoever has a seat answers for any seat, also for its own and between hands."""
    return patch.object(seat_phones.SeatPhones, "answering", lambda self, seat: tuple(self.seats))


WITH_PHONE = Pairings.with_phone


@pytest.mark.parametrize("broken", [old_keys_stay, codes_in_a_hand, anybody_answers])
def test_control_a_table_that_forgets_who_has_a_seat_is_found(broken):
    played = evenings(range(2), broken)
    assert any(evening.broken for evening in played)


# Codes are secrets


def watched(seed, leaking=nullcontext):
    """What was sent to anybody but the board that shows the codes, and every code there was."""
    made = []
    new_code = Codes._new_code

    def noted(self, seat, now_ms):
        made.append(new_code(self, seat, now_ms))
        return made[-1]

    chances = (bytes([seed, *divmod(n, 256)] * 6)[:16] for n in range(9_000, 99_999))
    with (
        patch.object(Codes, "_new_code", noted),
        patch.object(codes.secrets, "token_bytes", lambda count: next(chances)),
        leaking(),
        phones_at_a_table(Watched, screens=1) as ask,
    ):
        board, other = ask.stage.code_ends
        board.plug()
        other.plug()
        evening = Evening(ask.stage, seed)
        answers, answer = [], ask.service_phones._answer

        def answered(peer, line):
            said = answer(peer, line)
            # who typed the digits gets its key, which opens nothing any more
            answers.append(re.sub(rb'"key":"[0-9a-f]*"', b"", said))
            return said

        ask.service_phones._answer = answered
        evening.play(AN_EVENING)
        for line in ({"status": True}, {"audit": True}, {"phones": True}):
            ask.say(**line)
        journal = b"".join(path.read_bytes() for path in ask.stage.directory.glob("table.db*"))
        assert codes_decoder.decode(board.newest) is not None
        return made, [*ask.stage.heard, *answers, other.newest, journal]


def leaks(made, heard):
    """The codes that somebody could have read."""
    told = b"\n".join(heard)
    return [
        code
        for code in made
        if code.key.hex().encode() in told
        or base64.urlsafe_b64encode(code.key).rstrip(b"=") in told
        or re.search(rb'"' + code.digits.encode() + rb'"', told)
    ]


@pytest.mark.parametrize("seed", tiered(range(1, 9), [1]))
def test_no_code_is_seen_by_anybody_but_one_board(seed, caplog):
    """Clauses: G-7."""
    made, heard = watched(seed)
    logged = "\n".join(record.getMessage() for record in caplog.records).encode()
    assert leaks(made, [*heard, logged]) == []
    tried(len(made), "codes")


def told_in_the_view():
    put_on = seat_phones.SeatPhones.put_on

    def leaking(self, view, names):
        digits = "".join(f'{code.digits}"' for code in self.codes().values())
        return replace(put_on(self, view, names), prompt=digits[:4])

    return patch.object(seat_phones.SeatPhones, "put_on", leaking)


def told_to_the_newest_board():
    known = []

    def receive(self, screen, _):
        if screen not in known:
            known.append(screen)
            self._screen, self._shown = screen, None
        self._is_asked = True
        self.show_codes()

    return patch.object(code_screen.CodeScreen, "_receive_next", receive)


@pytest.mark.parametrize("leaking", [told_in_the_view, told_to_the_newest_board])
def test_control_a_code_that_is_told_elsewhere_is_found(leaking):
    made, heard = watched(3, leaking)
    assert leaks(made, heard)
