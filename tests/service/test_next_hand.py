"""Where hands start by themselves the next one waits until the result has been told, however short the pause is."""

from pathlib import Path

from msgspec.structs import replace

from tablectl.games.catalog import preset
from tablectl.rehearsal.cast.people import People
from tablectl.rehearsal.stage.virtual import Stage
from tablectl.rules.forced import Stakes
from tablectl.service.config.loading import ServiceConfig, TableConfig
from tablectl.views.telling import told_ms

TABLE = TableConfig(preset="tournament", seats={"1": 1000, "2": 1000}, button=1, stakes=Stakes(10, 20), chips=(5, 25, 100, 500))


def test_the_next_hand_waits_until_the_result_was_told_and_summed_up(tmp_path: Path) -> None:
    """Seat 1 folds and nobody shows: four seconds, and the landing; then two seconds of the summary."""
    stage = Stage(TABLE, tmp_path, (1, 2), preset("tournament").deck)
    stage.config = replace(stage.config, service=ServiceConfig(between_hands_s=0.1))
    people = People(stage)

    async def play() -> list[tuple[int, str]]:
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
