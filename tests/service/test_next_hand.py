"""Where hands start by themselves the next one waits until the result has been told, however short the pause is."""


from msgspec.structs import replace

from tablectl.games.catalog import preset
from tablectl.present.result_timing import told_ms
from tablectl.rehearsal.cast.people import People
from tablectl.rehearsal.stage.memory import Stage
from tablectl.rules.forced import Stakes
from tablectl.screen.model import decode
from tablectl.service.config.loading import ServiceConfig, TableConfig

TABLE = TableConfig(preset="tournament", seats={"1": 1000, "2": 1000}, button=1, stakes=Stakes(10, 20), chips=(5, 25, 100, 500))


def test_the_next_hand_waits_until_the_result_was_told_and_summed_up(tmp_path):
    """Seat 1 folds and nobody shows: four seconds, and the landing; then two seconds of the summary."""
    stage = Stage(TABLE, tmp_path, (1, 2), preset("tournament").deck)
    stage.config = replace(stage.config, service=ServiceConfig(between_hands_s=0.1))
    people = People(stage)

    async def play():
        stage.props.load(())
        await stage.open()
        await stage.wait(200)
        await people.settle()
        assert (stage.view.hand, stage.view.to_act) == (1, 1)
        assert await people.act(1, "fold") is None
        await people.settle()
        stage.props.clear_cards()
        stage.props.load(())
        seen = [(told_ms(stage.view), stage.view.phase)]
        for ms in (6_500, 300):
            await stage.wait(ms)
            seen.append((stage.view.hand, stage.view.phase))
        return seen

    try:
        assert stage.loop.run_until_complete(play()) == [(4_700, "idle"), (1, "idle"), (2, "betting")]
    finally:
        stage.close()


def test_a_hand_that_the_floor_starts_ends_the_countdown_and_the_pause_after_it_is_whole(tmp_path):
    stage = Stage(TABLE, tmp_path, (1, 2), preset("tournament").deck, screens=1)
    stage.config = replace(stage.config, service=ServiceConfig(between_hands_s=12))
    people = People(stage)

    def counted():
        """As it stands on the screen."""
        return decode(stage.public_json).next_hand_in_s

    async def play():
        stage.props.load(())
        await stage.open()
        await stage.wait(4_000)
        seen = [(stage.view.hand, stage.view.phase, counted())]
        await people.starts()
        await people.settle()
        seen.append((stage.view.hand, stage.view.phase, counted()))
        assert await people.act(1, "fold") is None
        await people.settle()
        stage.props.clear_cards()
        stage.props.load(())
        for ms in (0, 11_000, 1_100):
            await stage.wait(ms)
            seen.append((stage.view.hand, stage.view.phase, counted()))
        return seen

    try:
        opened, begun, over, *later = stage.loop.run_until_complete(play())
    finally:
        stage.close()
    assert opened[2] is not None
    assert (begun, over) == ((1, "betting", None), (1, "idle", 12))
    assert [one[:2] for one in later] == [(1, "idle"), (2, "betting")]
