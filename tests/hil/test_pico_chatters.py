"""Ten seats that chatter: what bench_chatter.py prints stands on this."""

import pytest

from firmware_io.kit.conform.host import Host
from firmware_io.messages import Pong

from .chatter import MS_A_BYTE, chattered

PINGS = 60


@pytest.mark.slow
@pytest.mark.system
@pytest.mark.usefixtures("emulated")
@pytest.mark.parametrize(
    ("seats", "seconds"), [(3, 1), pytest.param(10, 2, marks=pytest.mark.soak)]
)
def test_seats_that_chatter_tell_each_key_once_and_soon(seats, seconds, tmp_path):
    """Virtual time, so this is no wall time: half of what somebody takes for at once."""
    chatter = chattered(tmp_path, seats, seconds)
    assert chatter.pressed > seats * seconds * 3
    assert len(chatter.heard_ms) == chatter.pressed
    assert chatter.heard_ms[-1] < 50


@pytest.mark.slow
@pytest.mark.system
def test_a_pico_says_no_more_than_115200_baud_carry(loop, a_pico):
    pico = a_pico()
    said = []
    pico.passing.append(
        lambda to, data: said.append((1_000 * loop.time(), len(data))) if to == "to_host" else None
    )
    host = Host(loop, str(pico.slave_path), epoch=0x9000)
    host.open()
    loop.run_until_complete(host.meet_anew())
    mark = host.mark
    said.clear()
    for _ in range(PINGS):
        host.send_ping()
        loop.run_for(1)
    loop.run_for(500)
    host.close()
    assert host.heard_since(mark, Pong)
    for began_ms, _ in said:
        within = sum(length for at_ms, length in said if 0 <= at_ms - began_ms < 20)
        assert within <= 22 / MS_A_BYTE  # a step before, and one behind
    assert max(length for _, length in said) >= 0.9 / MS_A_BYTE  # it does talk as fast as that
