"""Beside as many requests as one client can send, a node's key is acknowledged all the same. How
soon is measured by bench_web.py.
"""

import asyncio

import pytest

from tablectl.simulation.stage.live import LiveStage
from tablectl.simulation.stage.scratch import temporary_directory
from tests.bench.bench_table import GAME, deal
from tests.bench.bench_web import flooded, free_port, is_served, table_of_phones
from tests.bench.flooding import ANSWER_AT_MOST_S, took_ms

from .phone_page import PhonePage

KEYS, OF_PHONE = 10, 2


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pages, of many", "presses, of many", "connections"])
def test_a_flood_of_requests_stops_neither_a_key_nor_a_phone(name):
    async def play():
        port, codes = free_port(), []
        stage = LiveStage(
            GAME,
            table_of_phones(),
            directory,
            screen=None,
            guests=range(2, 11),
            listen=f"127.0.0.1:{port}",
            on_codes=codes.append,
        )
        try:
            await stage.open()
            await is_served(port)
            phone = PhonePage(next(code.url for code in codes[0] if code.seat == OF_PHONE))
            await phone.open()
            seat = await deal(stage)
            following = asyncio.ensure_future(phone.stay())
            with flooded(name, port):
                assert len(await took_ms(seat, KEYS)) == KEYS
                async with asyncio.timeout(ANSWER_AT_MOST_S):
                    while not phone.view:
                        await asyncio.sleep(0.02)
                    answer = await phone.press("call_floor")
                assert (answer["ok"], answer["counted"]) == (True, True)
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
        finally:
            stage.close()

    with temporary_directory() as directory:
        asyncio.run(play())
