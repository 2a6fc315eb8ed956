"""The two ways to play a demo: in virtual time, and in real time with a window."""

import asyncio
import logging
import signal
from collections.abc import Callable, Iterable

from tablectl.games.game import as_played
from tablectl.service.config.values import ServiceConfig
from tablectl.simulation.demo.demo import Demo, Host
from tablectl.simulation.demo.hand_summary import HandPlayed
from tablectl.simulation.demo.options import DemoOptions
from tablectl.simulation.stage.live import LiveStage, WindowClosed
from tablectl.simulation.stage.memory import Stage
from tablectl.simulation.stage.scratch import temporary_directory
from tablectl.view import View

logger = logging.getLogger(__name__)

THINK_S = 1.2  # for one decision: quick, but the screen can be followed
BETWEEN_HANDS_S = ServiceConfig().between_hands_s
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def play_fast(
    wanted: DemoOptions,
    on_hand: Callable[[HandPlayed], None],
    on_picture: Callable[[int], None] = lambda _hand: None,
    *,
    phones: Iterable[int] = (),
) -> View:
    """Plays the demo in virtual time and returns the last view. `phones`: the seats that are
    simulated phones, and no nodes.

    `on_hand` is called with each hand, `on_picture` with the number of the hand that the picture
    shows, if one is left.
    """
    table = wanted.table_played
    game = as_played(wanted.game, table.options)
    with temporary_directory() as directory:
        stage = Stage(
            table,
            directory,
            map(int, table.seats),
            game.deck,
            screens=int(wanted.screenshot is not None),
            journal=wanted.journal,
            sessions=wanted.sessions,
            phones=phones,
        )
        demo = Demo(stage, game, wanted, on_hand)
        try:
            stage.loop.run_until_complete(demo.run())
            return stage.view
        finally:
            stage.close()
            _picture_kept(demo, on_picture)


def _picture_kept(demo: Demo, on_picture: Callable[[int], None]) -> None:
    if (hand := demo.keep_picture()) is not None:
        on_picture(hand)


def play_live(
    wanted: DemoOptions,
    on_hand: Callable[[HandPlayed], None],
    screen: str | None,
    on_picture: Callable[[int], None] = lambda _hand: None,
    host: Host | None = None,
) -> View:
    """Plays in real time with a window. `screen` as in LiveStage; empty: SDL chooses the driver.
    `host`: who looks after the people that play on their phones.

    The service logs how to rule at this table, and each of its restarts is logged. SIGTERM, a
    closed terminal and a closed window end the demo as Ctrl-C does, and leave no service behind,
    even if a shell started it in the background with SIGINT ignored. Raises ServiceGone,
    KeyboardInterrupt.
    """
    table = wanted.table_played
    game = as_played(wanted.game, table.options)

    async def play() -> View:
        ends_by_signal()
        stage = LiveStage(
            game,
            table,
            directory,
            screen=screen,
            journal=wanted.journal,
            sessions=wanted.sessions,
            screen_options=wanted.screen,
            between_hands_s=BETWEEN_HANDS_S,
            guests=range(1, wanted.guests + 1),
            listen=wanted.listen,
            on_codes=(host or Host()).show_codes,
            floor=wanted.floor,
        )
        demo = Demo(stage, game, wanted, on_hand, THINK_S, host)
        try:
            await stage.open()
            await demo.play()
            return stage.view
        except WindowClosed:
            logger.info("The window is closed: the demo ends.")
            return stage.view
        finally:
            stage.close()
            _picture_kept(demo, on_picture)

    with temporary_directory() as directory:
        try:
            return asyncio.run(play())
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None


def ends_by_signal() -> None:
    """The task that runs is cancelled by the first of ENDS; asyncio's own SIGINT does nothing
    where a shell had it ignored.
    """
    task = asyncio.current_task()
    assert task is not None
    for number in ENDS:
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
