"""A node on a USB serial port that the kernel has on both its ends: found among all ports,
heard, pulled out, found again.
"""

import asyncio
import os
import tty
from contextlib import suppress
from pathlib import Path

import pytest
from serial.tools import list_ports

from firmware_io.devices import NodeDevice
from firmware_io.finder import Finder
from firmware_io.host_session import HostSession
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.messages import KeyPressed
from firmware_io.port import AUTO, loop_ms
from firmware_io.session import NodeBack, NodeFound, NodeLost

GADGET = Path("/sys/kernel/config/usb_gadget/node")
OWN_END = Path("/dev/ttyGS0")
NOT_HERE = "no simulated USB here: tests/kernel/run.sh makes a kernel that has it"
pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(not (GADGET / "UDC").exists(), reason=NOT_HERE),
]

SEAT = 4
STEP_S = 0.01


class Pico:
    """A seat's node at the other end of the cable."""

    def __init__(self, loop):
        self._loop = loop
        self.session = NodeSession(node=SEAT, kind="seat", epoch=77, now_ms=loop_ms(loop))
        self._controller = (GADGET / "UDC").read_text().strip()
        self._open()
        self._step()

    def unplug(self):
        (GADGET / "UDC").write_text("\n")

    def plug_in(self):
        (GADGET / "UDC").write_text(self._controller)
        os.close(self._fd)  # the kernel hung it up with the cable
        self._open()

    def press(self, key):
        self.session.post(KeyPressed(key), loop_ms(self._loop))

    def close(self):
        self._timer.cancel()
        os.close(self._fd)

    def _open(self):
        self._fd = os.open(OWN_END, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY)
        tty.setraw(self._fd)

    def _step(self):
        now_ms = loop_ms(self._loop)
        with suppress(OSError):  # nothing came, or the cable is out
            self.session.receive(os.read(self._fd, 4_096), now_ms)
        self.session.tick(now_ms)
        if output := self.session.take_output(now_ms):
            with suppress(OSError):  # the session says it again
                os.write(self._fd, output)
        self._timer = self._loop.call_later(STEP_S, self._step)


class Desk:
    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.pico = Pico(self.loop)
        self.edges = []
        self.states = []
        finder = Finder(lambda: [port.device for port in list_ports.comports()], epoch=9)
        self.device = NodeDevice(
            AUTO,
            HostSession(epoch=9, node=SEAT, kind="seat"),
            search=finder.seek_node(SEAT, "seat"),
            on_edge=self._edge,
            on_state=self.states.append,
        )
        self.device.open(self.loop)

    def _edge(self, edge):
        self.edges.append(edge)
        self.device.acknowledge(edge.epoch, edge.number)

    def until(self, report, seconds=6.0):
        """Runs until the node has told this; fails after so long."""
        before = len(self.states)

        async def told():
            while not any(isinstance(state, report) for state in self.states[before:]):
                await asyncio.sleep(STEP_S)

        self.loop.run_until_complete(asyncio.wait_for(told(), seconds))

    def keys(self, seconds=0.5):
        """All keys that were heard until then."""
        self.loop.run_until_complete(asyncio.sleep(seconds))
        return [edge.message.key for edge in self.edges if isinstance(edge.message, KeyPressed)]


@pytest.fixture
def desk():
    desk = Desk()
    yield desk
    desk.device.close()
    desk.pico.close()
    desk.loop.close()


def test_a_seat_is_found_at_its_port_pulled_out_and_found_again(desk):
    desk.until(NodeFound)
    assert desk.device.name.startswith("/dev/ttyACM")
    desk.pico.press("fold")
    assert desk.keys() == ["fold"]
    desk.pico.unplug()
    desk.until(NodeLost)
    desk.pico.press("call")
    assert desk.keys() == ["fold"]
    desk.pico.plug_in()
    desk.until(NodeBack)
    assert desk.keys() == ["fold", "call"]


def test_a_pico_shows_the_serial_number_of_its_flash(desk):
    desk.until(NodeFound)
    (port,) = [port for port in list_ports.comports() if port.device == desk.device.name]
    assert (port.vid, port.pid, port.serial_number) == (0x2E8A, 0x000A, "E660583883724B2C")
