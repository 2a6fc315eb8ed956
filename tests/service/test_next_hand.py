"""Where hands start by themselves the next one waits until the result has been told, however
short the pause is.
"""

from msgspec.structs import replace

from tablectl.present.result_timing import result_ms
from tablectl.rules.forced import Stakes
from tablectl.screen.model import decode
from tablectl.service.config.values import ServiceConfig, TableConfig
from tablectl.simulation.stage.memory import Stage

from .staged import begin, on_a_table

TABLE = TableConfig(
    preset="tournament",
    seats={"1": 1000, "2": 1000},
    button=1,
    stakes=Stakes(10, 20),
    chips=(5, 25, 100, 500),
)


def after(between_hands_s):
    """A stage whose hands begin by themselves, so long after the last."""

    def made(*of, **options):
        stage = Stage(*of, **options)
        stage.config = replace(stage.config, service=ServiceConfig(between_hands_s=between_hands_s))
        return stage

    return made


async def folded(stage, people):
    """Seat 1 folds and nobody shows; the deck is in the shoe again."""
    assert await people.act(1, "fold") is None
    await people.settle()
    stage.sim_devices.clear_cards()
    stage.sim_devices.load(())


def test_the_next_hand_waits_until_the_result_was_told_and_summed_up():
    """Four seconds, and the landing; then two seconds of the summary."""

    async def story(stage, people):
        await stage.wait(200)
        await people.settle()
        assert (stage.view.hand, stage.view.to_act) == (1, 1)
        await folded(stage, people)
        seen = [(result_ms(stage.view), stage.view.phase)]
        for ms in (6_500, 300):
            await stage.wait(ms)
            seen.append((stage.view.hand, stage.view.phase))
        return seen

    assert on_a_table(story, TABLE, a_stage=after(0.1)) == [
        (4_700, "idle"),
        (1, "idle"),
        (2, "betting"),
    ]


def test_a_hand_that_the_floor_starts_ends_the_countdown_and_the_pause_after_it_is_whole():
    async def story(stage, people):
        def seen():
            """With the countdown as it stands on the screen."""
            return stage.view.hand, stage.view.phase, decode(stage.public_json).next_hand_in_s

        await stage.wait(4_000)
        opened = seen()
        await begin(stage, people)
        told = [seen()]
        await folded(stage, people)
        for ms in (0, 11_000, 1_100):
            await stage.wait(ms)
            told.append(seen())
        return opened, *told

    opened, begun, over, *later = on_a_table(story, TABLE, a_stage=after(12), screens=1)
    assert opened[2] is not None
    assert (begun, over) == ((1, "betting", None), (1, "idle", 12))
    assert [one[:2] for one in later] == [(1, "idle"), (2, "betting")]


def test_after_a_draw_for_the_button_the_first_hand_waits_until_the_deck_can_be_shuffled():
    """Clauses: T-1."""

    async def story(stage, people):
        await stage.wait(200)
        await people.settle()
        drawn = stage.view.ask.kind, stage.view.phase
        stage.sim_devices.clear_cards()
        stage.sim_devices.load(())
        seen = []
        for ms in (14_000, 1_500):
            await stage.wait(ms)
            seen.append((stage.view.hand, stage.view.phase))
        return drawn, *seen

    assert on_a_table(story, replace(TABLE, button=None), a_stage=after(0.1)) == (
        ("button", "seating"),
        (0, "seating"),
        (1, "betting"),
    )
