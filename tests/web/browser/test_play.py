"""Six real pages play hands while pages, web process and service are killed: each press counts once
or is refused, none that was acknowledged is lost, and a page that was lost comes back by itself.
"""

import random
from contextlib import contextmanager

import pytest

from tablectl.simulation.stage.scratch import temporary_directory
from tests.claims import tried
from tests.web.browser.playing import Player, Troubles
from tests.web.browser.processes import wait_until
from tests.web.browser.real_table import STACK, RealTable

pytestmark = pytest.mark.system

# of an evening: what `make test-all` plays, and what the soak does
SHORT, LONG = (5, 9), (60, 100)
OFTEN = 0.3  # of the touches something befalls
SOAK_S = 3_600  # at most, of an evening of the soak on a busy machine


class Evening:
    """So many hands at a table of six phones, and so many crashes."""

    def __init__(self, browser, table, seed, hands, crashes):
        self.table, self.most_hands, self.most_crashes = table, hands, crashes
        self.chance = random.Random(seed)
        self.players = {seat: Player(browser, table, seat) for seat in table.seats}
        self.troubles = Troubles(table, self.chance)
        self.hands = 0

    def close(self):
        for player in self.players.values():
            player.context.close()

    def sit_down(self):
        for player in self.players.values():
            player.sit_down()

    def play(self):
        self.sit_down()
        while self.hands < self.most_hands or self.crashes < self.most_crashes:
            self.play_hand()
            self._restart_killed_service()
            self._buy_chips()

    @property
    def crashes(self):
        return self.troubles.happened.total()

    def play_hand(self):
        self.table.start_hand()
        self.hands += 1
        while asked := self._wait_for_asked():
            self._act(self.players[asked[0]])

    def _wait_for_asked(self):
        """The seats that are asked; none, where the hand is over."""
        view = None

        def is_person_awaited():
            nonlocal view
            view = self.table.view()
            return view.keys or view.phase == "idle"

        wait_until(is_person_awaited, lambda: f"Somebody is asked, or the hand is over: {view}")
        return sorted({key.seat for key in view.keys})

    def _restart_killed_service(self):
        """It ends well, for one that is killed three times in ten minutes locks its table."""
        if self.troubles.killed_services:
            self.troubles.killed_services = 0
            self.table.restart_service()

    def _buy_chips(self):
        """Whoever has few: the evening is long."""
        for number, seat in self.table.view().seats.items():
            if seat.stack < STACK // 2:
                answer = self.table.say(seat=int(number), buys=STACK)
                assert answer["ok"], answer

    def _act(self, player):
        name = player.choose(self.chance)
        if self.crashes < self.most_crashes and self.chance.random() < OFTEN:
            self.troubles.befall(player, name)
        else:
            player.touch(name)
        player.settle()

    def wrong(self):
        """What is not as it should be, in sentences."""
        presses = self.table.presses()
        for seat, player in self.players.items():
            of_seat = [press for press in presses if press.seat == seat]
            numbers = [press.number for press in of_seat]
            if numbers != list(range(1, len(numbers) + 1)):
                yield f"seat {seat}: the journal has {numbers}"
            if player.sent != set(numbers):
                yield f"seat {seat}: sent {player.sent}, the journal has {numbers}"
            least, most = player.touched, player.touched + player.perhaps
            if not least <= len(numbers) <= most:
                yield f"seat {seat}: touched {least} to {most} times, the journal has {numbers}"
            if lost := player.answers - set(of_seat):
                yield f"seat {seat}: was answered {lost}, which the journal does not have"

    def told_lost(self):
        """By all pages that are open: whether they said that they were lost and came back."""
        return [player.page.evaluate("window.toldLost") for player in self.players.values()]


@contextmanager
def evening(browser, seed, hands, crashes):
    with temporary_directory() as folder, RealTable(folder, options={"rebuys": True}) as table:
        made = Evening(browser, table, seed, hands, crashes)
        try:
            yield made
        finally:
            made.close()


def play_evening(browser, seed, hands, crashes):
    with evening(browser, seed, hands, crashes) as played:
        played.play()
        assert [*played.wrong()] == []
        print(f"seed {seed}: {played.hands} hands, {dict(played.troubles.happened)}")
        tried(played.crashes, "crashes")


def test_each_press_counts_once_whatever_befalls_pages_and_processes(browser):
    """Clauses: G-7."""
    play_evening(browser, 0, *SHORT)


@pytest.mark.soak
@pytest.mark.timeout(SOAK_S)
def test_an_evening_of_sixty_hands_goes_well_whatever_befalls_pages_and_processes(browser, soaking):
    for seed in soaking:
        play_evening(browser, seed, *LONG)
