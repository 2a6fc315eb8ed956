"""The demo at whose floor's page somebody practises: nothing is ruled but what they rule there."""

import http.client
import json
import threading
import time
from contextlib import closing, suppress

import pytest
from typer.testing import CliRunner

from tablectl.cli.app import app
from tablectl.simulation.demo import demo as demos, play
from tablectl.simulation.demo.options import DemoOptions
from tablectl.simulation.stage.floor_access import NAME, FloorAccess, make_access
from tests.web.test_server import free_port

AT_MOST_S = 300.0
LOOK_S = 0.05


class Learner(threading.Thread):
    """Signs in at the page, and does what the rulebook says in each case."""

    def __init__(self, access):
        super().__init__(daemon=True)
        self._access = access
        self._host = access.listen
        self._headers = {"Content-Type": "application/json", "Origin": f"http://{access.listen}"}
        self._apart = threading.Event()  # never set
        self.ruled, self.hands, self.is_over = [], [], False

    def run(self):
        self._sign_in()
        while not self.is_over:
            with suppress(OSError):  # the demo is over
                self._look()
            self._apart.wait(LOOK_S)

    def _look(self):
        status = self._asks("line", {"status": True})["status"]
        if status["wrong"] is not None:
            one = status["open"][0]
            answer = self._asks("line", {"floor": one["ruling"], **one["values"]})
            self.ruled.append((one["ruling"], answer["ok"]))
            self.hands = self._asks("hands", {})

    def _sign_in(self):
        until = time.monotonic() + AT_MOST_S
        while time.monotonic() < until:
            try:
                answer = self._asks("in", {"name": self._access.name, "pin": self._access.pin})
            except ConnectionRefusedError:
                answer = {}
            if answer.get("ok"):
                self._headers["X-Tablectl"] = answer["token"]
                return
            self._apart.wait(1)

    def _asks(self, what, fields):
        with closing(http.client.HTTPConnection(self._host)) as connection:
            connection.request("POST", f"/floor/{what}", json.dumps(fields), self._headers)
            answer = connection.getresponse()
            if cookie := answer.getheader("set-cookie"):
                self._headers["Cookie"] = cookie.partition(";")[0]
            return json.loads(answer.read())


@pytest.mark.slow
def test_a_demo_waits_for_whoever_practises_at_its_floor_s_page(monkeypatch, capfd):
    monkeypatch.setattr(play, "THINK_S", 0.05)
    monkeypatch.setattr(play, "BETWEEN_HANDS_S", 1)
    monkeypatch.setattr(demos, "DRAWN_S", 0.1)
    access = FloorAccess("271828", listen=f"127.0.0.1:{free_port()}")
    learner = Learner(access)
    learner.start()
    wanted = DemoOptions(
        "canterbury", hands=2, seed=10, irregularities=True, person_rules=True, floor=access
    )
    told = []
    try:
        play.play_live(wanted, told.append, None)
    finally:
        learner.is_over = True
        learner.join()
    assert len(told) == 2
    assert learner.ruled
    assert all(is_done for _, is_done in learner.ruled)
    assert learner.hands["ok"]
    assert "Traceback" not in capfd.readouterr().err


def test_the_pin_of_an_evening_is_another_each_time():
    one, other = make_access(), make_access()
    assert (one.name, len(one.pin)) == (NAME, 6)
    assert one.pin != other.pin
    assert one.url == "http://127.0.0.1:8081/floor"


def test_nobody_practises_in_virtual_time():
    done = CliRunner().invoke(app, ["demo", "--fast", "--floor", "page"])
    assert (done.exit_code, done.stderr) == (
        2,
        "Nobody can rule in virtual time: --floor page goes without --fast.\n",
    )
