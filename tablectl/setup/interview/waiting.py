"""Waits for somebody at the table: a key at a number pad, a card on the reader."""

import asyncio
from collections.abc import Sequence

from firmware_io.keypad.port import Keypad
from firmware_io.keypad.session import KeypadSession
from tablectl.service.config.antennas import make_readers
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.values import Config
from tablectl.setup.doctor.conversation import ReaderTalk

PRESS_S = 30.0  # to walk around the table
CARD_S = 60.0
LOOK_S = 0.1


async def await_press(paths: Sequence[str], seconds: float = PRESS_S) -> str | None:
    """Of these pads the one where a key is pressed first; None: nowhere in time."""
    pressed: asyncio.Queue[str] = asyncio.Queue()
    pads = [_make_pad(path, pressed) for path in paths]
    for pad in pads:
        pad.open(asyncio.get_running_loop())
    try:
        async with asyncio.timeout(seconds):
            return await pressed.get()
    except TimeoutError:
        return None
    finally:
        for pad in pads:
            pad.close()


def _make_pad(path: str, pressed: asyncio.Queue[str]) -> Keypad:
    return Keypad(
        path,
        KeypadSession(),
        on_key=lambda key, at_ms: pressed.put_nowait(path),
        on_dialled=lambda amount: pressed.put_nowait(path),
        on_lost=lambda why: None,
        on_found=lambda: None,
    )


async def await_card(config: Config, seconds: float = CARD_S) -> bool:
    """Whether a tag was read at the shoe's reader in time."""
    port = next(iter(make_readers(config).ports.values()), None)
    if port is None:
        return False
    talk = ReaderTalk(port, only_talks=DRIVERS[config.shoe.driver].only_talks)
    try:
        if not await talk.meet() and talk.port.why_closed is not None:
            return False
        async with asyncio.timeout(seconds):
            while not talk.reads:
                await asyncio.sleep(LOOK_S)
        return True
    except TimeoutError:
        return False
    finally:
        talk.close()
