"""The demo with seats that people play on their phones: simulated pages stand for the people."""

import asyncio
import contextlib
import io
import os
import signal

import pytest
import segno
from typer.testing import CliRunner

from tablectl.cli.app import app
from tablectl.cli.guests import TerminalHost, addresses_text, code_text
from tablectl.simulation.demo import demo as demos, play
from tablectl.simulation.demo.demo import Host
from tablectl.simulation.demo.options import DemoOptions
from tablectl.simulation.players.people import People
from tablectl.view.codes import SeatCode
from tests.web.phone_page import PhonePage
from tests.web.test_server import free_port

CODE = SeatCode(1, "http://10.0.0.5:8080/seat/1#AAAAAAAAAAAAAAAAAAAAAA", "4711", 600)


class Guests(Host):
    """Each reads the code of its seat, and plays."""

    def __init__(self):
        self.pages, self.cards, self._work = {}, [], set()

    def show_codes(self, codes):
        for code in codes:
            if code.seat not in self.pages:
                self.pages[code.seat] = PhonePage(code.url)
                self._work.add(asyncio.ensure_future(self._play(self.pages[code.seat])))

    async def _play(self, page):
        await page.open()
        await page.play()

    def show_cards(self, seat, cards):
        self.cards.append((seat, cards))

    async def leave(self):
        for work in self._work:
            work.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)


@pytest.fixture
def guests(monkeypatch):
    """They leave when the last hand is over, and nobody thinks for long."""
    guests = Guests()
    monkeypatch.setattr(play, "THINK_S", 0.05)
    monkeypatch.setattr(play, "BETWEEN_HANDS_S", 1)
    monkeypatch.setattr(demos, "DRAWN_S", 0.1)
    monkeypatch.setattr(Host, "show_codes", guests.show_codes)
    monkeypatch.setattr(Host, "show_cards", guests.show_cards)

    async def wait_for_result(demo):
        await guests.leave()

    monkeypatch.setattr(demos.Demo, "_wait_for_result", wait_for_result)
    return guests


@pytest.mark.slow
def test_two_phones_play_a_demo_and_its_service_is_killed_between(guests, monkeypatch):
    killed, paired = [], []

    def on_hand(hand):
        if not killed:
            killed.append(hand.hand)
            os.kill(stages[0].service_pid, signal.SIGKILL)

    stages, before_hand = [], People.before_hand

    async def noted(people):
        stages[:] = [people.stage]
        seats = people.stage.view.seats
        paired.append([seats[str(n)].phone is not None for n in people.stage.guests])
        await before_hand(people)

    monkeypatch.setattr(People, "before_hand", noted)
    listen = f"127.0.0.1:{free_port()}"
    wanted = DemoOptions(players=3, hands=2, guests=2, listen=listen)
    view = play.play_live(wanted, on_hand, None)
    assert view.hand >= 2
    assert killed == [1]
    # the draw for the button, and each hand
    assert paired == [[True, True]] * 3
    for seat, page in guests.pages.items():
        assert page.presses, seat
        assert all(answer["ok"] and answer["counted"] for _, answer in page.presses)
    # what the terminal says they hold, once a hand, and the page never does
    assert {seat for seat, _ in guests.cards} == {1, 2}
    assert all(len(cards) == 2 and "??" not in cards for _, cards in guests.cards)
    assert guests.pages[1].view["seats"]["1"]["cards"] in ([], ["??", "??"]) or view.result


@pytest.mark.slow
def test_a_phone_that_never_comes_is_waited_for_no_longer_than_was_said(guests, monkeypatch, capfd):
    told = []
    monkeypatch.setattr(demos, "PAIRING_S", 1)
    monkeypatch.setattr(Host, "show_codes", lambda host, codes: None)
    monkeypatch.setattr(Host, "begin_waiting", lambda host, *waiting: told.append(waiting))
    monkeypatch.setattr(Host, "end_waiting", lambda host, without: told.append(without))
    monkeypatch.setattr(demos.Demo, "_start_hand", no_hand)
    wanted = DemoOptions(players=3, hands=1, guests=2, listen=f"127.0.0.1:{free_port()}")
    with pytest.raises(FirstHand):
        play.play_live(wanted, told.append, None)
    assert told == [([1, 2], 1), [1, 2]]
    log = capfd.readouterr().err
    assert "Seat 1 waits for its phone.\n" in log
    assert "is not heard" not in log


class FirstHand(Exception):
    """Would begin now."""


async def no_hand(demo, what):
    assert not demo.stage.view.hand
    raise FirstHand


def test_the_code_of_a_seat_is_drawn_as_a_camera_reads_it():
    text = code_text(CODE, is_coloured=False)
    *drawn, sentence = text.split("\n")
    assert sentence == (
        "Seat 1: scan this with the phone's camera, or open http://10.0.0.5:8080 and type 4711."
    )
    halves = {" ": "00", "▀": "10", "▄": "01", "█": "11"}
    pairs = [[halves[glyph] for glyph in line] for line in drawn]
    rows = [[pair[half] == "0" for pair in line] for line in pairs for half in (0, 1)]
    wanted = [
        [bool(dark) for dark in row]
        for row in segno.make(CODE.url, error="l", micro=False).matrix_iter(border=2)
    ]
    assert rows[: len(wanted)] == wanted
    assert code_text(CODE, is_coloured=True).count("\033[97;40m") == len(drawn)


def test_the_terminal_says_a_code_once_and_what_its_seat_holds():
    host, said = TerminalHost(), io.StringIO()
    with contextlib.redirect_stdout(said):
        host.show_codes((CODE,))
        host.show_codes((CODE,))
        host.show_codes(())
        host.show_codes(())
        host.show_cards(1, ("As", "Kd"))
    assert said.getvalue().count("scan this") == 1
    assert said.getvalue().endswith(" and type 4711.\nSeat 1 lifts its cards: As Kd\n")


def test_the_terminal_says_whom_the_first_hand_waits_for(capsys):
    host = TerminalHost()
    host.begin_waiting([1, 2, 3], 180)
    host.begin_waiting([1], 180)
    host.end_waiting([])
    host.end_waiting([2])
    assert capsys.readouterr().out.splitlines() == [
        "The first hand waits for the phones of seats 1, 2 and 3, at most 3 minutes.",
        "The first hand waits for the phone of seat 1, at most 3 minutes.",
        "The first hand begins. At the turns of seat 2 the clock runs out until a phone has the "
        "seat.",
    ]


def test_the_terminal_says_where_the_pages_are():
    assert addresses_text("192.168.1.5:80") == (
        "Pages for every phone in this network: http://192.168.1.5"
    )
    assert ".local:8080" in addresses_text("0.0.0.0:8080")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            ("--phones", "2", "--fast"),
            "Nobody can play in virtual time: --phones and --listen go without --fast.",
        ),
        (
            ("--phones", "4", "--players", "3"),
            "3 sit at this table, so 4 cannot play by phone: --players seats more.",
        ),
        (
            ("--listen", "table:80"),
            '"table" is no address of a machine, as 0.0.0.0 or 192.168.1.5: a name is not '
            "listened at.",
        ),
        (
            ("--listen", "8080"),
            '"8080" is no address with a port from 1 to 65,535, as 0.0.0.0:8080 or [::]:8080.',
        ),
    ],
)
def test_what_does_not_go_together_is_wrong_use(options, sentence):
    said = CliRunner().invoke(app, ["demo", "--headless", *options])
    assert (said.exit_code, said.stderr.strip()) == (2, sentence)
