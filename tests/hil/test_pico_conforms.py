"""The image that is flashed keeps PROTOCOL.md rule by rule, as any node must."""

import asyncio

import pytest

from firmware_io.kit.conform.examination import examine_node
from firmware_io.kit.sim.readers.field import SimTag

from .handling import Cards, press, turn

pytestmark = [pytest.mark.slow, pytest.mark.system]
HOST_EPOCH = 0x7000
HELD_MS = 3_000
STARTED_S = 2


class SeatHands:
    def __init__(self, pico):
        self.pico = pico

    async def do(self, task, sentence):
        if task == "turn":
            await turn(self.pico, 60)
        elif task == "press":
            await press(self.pico, "check_call")
        else:
            await replug(task, self.pico)


class ShoeHands:
    def __init__(self, pico):
        self.pico = pico
        self.cards = Cards(pico)

    async def do(self, task, sentence):
        if task in ("fill", "empty"):
            self.cards.load(
                *(SimTag(bytes([4, *range(5), n])) for n in range(4 if task == "fill" else 0))
            )
            await asyncio.sleep(0.1)
        elif task == "hold":
            self.cards.held_ms = HELD_MS
        elif task != "card":  # the motor brings it
            await replug(task, self.pico)


async def replug(task, pico):
    assert task == "replug"
    pico.reset()
    await asyncio.sleep(STARTED_S)


def said(loop, pico, kind, hands):
    """Rules that are broken and how, and those left out."""
    results = loop.run_until_complete(
        examine_node(str(pico.slave_path), kind, epoch=HOST_EPOCH, hands=hands, only=())
    )
    broken = {result.id: result.why for result in results if result.outcome == "broken"}
    return broken, [result.id for result in results if result.outcome == "left out"]


@pytest.mark.parametrize("wire", ["uart", pytest.param("usb", marks=pytest.mark.soak)])
def test_a_pico_at_a_seat_keeps_every_rule(loop, a_pico, wire):
    pico = a_pico(wire=wire)
    assert said(loop, pico, "seat", SeatHands(pico)) == ({}, ["node-ms-wraps"])


def test_a_pico_in_a_shoe_keeps_every_rule(loop, a_shoe):
    pico = a_shoe()
    assert said(loop, pico, "shoe", ShoeHands(pico)) == ({}, ["node-ms-wraps"])
