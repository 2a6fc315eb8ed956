"""Six real pages play hands while pages, web process and service are killed: each press counts once
or is refused, none that was acknowledged is lost, and a page that was lost comes back by itself.
"""

import random

import pytest

from tests.claims import tried
from tests.web.browser.playing import Player, Troubles
from tests.web.browser.processes import wait_until

pytestmark = pytest.mark.system

# of each evening; sixty hands and a hundred crashes of all, five of them in the soak, for they keep
# a machine busy. A service that dies three times in ten minutes locks its table: in so many crashes
# it dies twice
HANDS, CRASHES = 10, 17
EVENINGS = [0, *(pytest.param(n, marks=pytest.mark.soak) for n in range(1, 6))]
OFTEN = 0.3  # of the touches something befalls


class Evening:
    """Hands at a table of six phones."""

    def __init__(self, browser, table, seed):
        self.table = table
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

    def _act(self, player):
        name = player.choose(self.chance)
        if self.troubles.happened.total() < CRASHES and self.chance.random() < OFTEN:
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
            if player.touched != len(numbers):
                yield f"seat {seat}: touched {player.touched} times, the journal has {numbers}"
            if lost := player.answers - set(of_seat):
                yield f"seat {seat}: was answered {lost}, which the journal does not have"

    def told_lost(self):
        """By all pages that are open: whether they said that they were lost and came back."""
        return [player.page.evaluate("window.toldLost") for player in self.players.values()]


@pytest.fixture
def evening(browser, real_table, request):
    made = Evening(browser, real_table, request.param)
    yield made
    made.close()


@pytest.mark.parametrize("evening", EVENINGS, indirect=True)
def test_each_press_counts_once_whatever_befalls_pages_and_processes(evening):
    """Clauses: G-7."""
    evening.sit_down()
    while evening.hands < HANDS or evening.troubles.happened.total() < CRASHES:
        evening.play_hand()
    assert [*evening.wrong()] == []
    print(evening.hands, "hands", dict(evening.troubles.happened))
    tried(evening.troubles.happened.total(), "crashes")
