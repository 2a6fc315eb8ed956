"""Scenarios, named, at emulated Picos: a shoe and three seats at most, whose buttons are pressed
and whose wheels are turned.

The table is the scenario's, but that chips are not sensed. Of the scenarios in tests/scenarios
these cannot be played so:

- with chips or motions of chips in them: a Pico senses none, and no key says what a hand does with
    chips;
- with a card that is pulled by hand or held to the shoe again, or a motor that stands still: the
    shoe deals by its motor;
- with an amount that the table refuses: the wheel does not show it; with a key under a button that
    says another one now;
- of clocks to the millisecond, and of waits of minutes: a hand takes its time at a button, and each
    second takes one here.
"""

import pytest
from msgspec.structs import replace

from tablectl.simulation.scenario.runner import run_script
from tablectl.simulation.scenario.script import read_script
from tests.scenarios.files import SCENARIOS

from .pico_stage import PicoStage, StruckStage

FEW = ("cards-speak", "pool-restart")
MORE = (
    "keys-alone-in-a-tournament",
    "keys-alone-in-limit",
    "keys-alone-in-texas6plus",
    "keys-alone-in-casino",
    "duplicate-card-in-the-deal",
    "duplicate-of-a-burn-on-the-river",
    "example-5-uncalled-and-layers",
    "foreign-joker-replaced",
    "misdeal-until-two-have-acted",
    "five-cards-only",
    "ante-of-the-big-blind",
    "example-6-odd-chips-to-the-first-winner",
    "kickers-one-after-the-other",
    "last-one-in-wins-unseen",
    "cut-card-on-the-turn",
    "heads-up-adjust",
    "all-in-of-30-raised-by-a-full-bet",
    "button-moves-past-who-is-out",
    "bet-cap-lifts-when-a-player-folds-before-it",
    "bet-opening-all-in-of-less-than-half",
    "card-two-exposed-is-a-misdeal",
    "casino-example-8-royal-on-the-flop",
    "casino-example-9-the-same-best-five",
    "casino-the-dealer-does-not-qualify",
    "pool-example-10-five-sevens",
    "pool-undo-of-the-last-shot",
    "pool-a-joker-is-any-card",
    "floor-acts-for-a-seat",
    "floor-gives-the-pots",
    "hold-emergency-stop-waits-for-the-floor",
)
# None with a seat that is asked at the showdown: one that is lost there shows its cards.
STRUCK = (
    "cards-speak",
    "example-5-uncalled-and-layers",
    "bet-opening-all-in-of-less-than-half",
    "casino-the-dealer-does-not-qualify",
    "pool-restart",
)


def by_keys(name):
    """A scenario at a table that senses no chips."""
    script = read_script(SCENARIOS[name])
    return replace(
        script, table=replace(script.table, options={**script.table.options, "chips_sensed": False})
    )


@pytest.mark.slow
@pytest.mark.system
@pytest.mark.usefixtures("emulated")
@pytest.mark.parametrize("name", FEW)
def test_a_scenario_goes_at_picos_as_its_file_says(name):
    assert run_script(by_keys(name), a_stage=PicoStage) == []


@pytest.mark.soak
@pytest.mark.usefixtures("emulated")
@pytest.mark.parametrize("name", MORE)
def test_more_scenarios_go_at_picos_as_their_files_say(name):
    assert run_script(by_keys(name), a_stage=PicoStage) == []


@pytest.mark.soak
@pytest.mark.usefixtures("emulated")
@pytest.mark.parametrize("name", STRUCK)
def test_a_scenario_goes_as_its_file_says_where_each_key_is_pressed_at_a_pico_that_was_just_reset_or_hung(
    name,
):
    assert run_script(by_keys(name), a_stage=StruckStage) == []


def test_at_least_thirty_are_named_and_each_has_three_seats_at_most():
    assert len({*FEW, *MORE}) >= 30
    assert [name for name in (*FEW, *MORE) if len(by_keys(name).seats) > 3] == []
