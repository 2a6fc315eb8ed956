"""The plugin for pytest: its fixtures at work in somebody else's tests, and no weight on those
that do not ask for it.
"""

import tomllib
from importlib import import_module
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

PLUGIN = "tablectl.testing.plugin"
ROOT = Path(__file__).resolve().parents[2]


def passes(pytester, code, count=1):
    pytester.makepyfile(code)
    result = pytester.runpytest_subprocess(
        "-p", PLUGIN, "-p", "no:cacheprovider", "-W", "error", timeout=60
    )
    result.assert_outcomes(passed=count)


def test_the_wheel_tells_pytest_of_it():
    entries = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"][
        "pytest11"
    ]
    assert entries == {PLUGIN: PLUGIN}
    assert import_module(PLUGIN).sim_seat is not None


def test_nothing_of_ours_is_imported_for_tests_that_ask_for_nothing(pytester):
    passes(
        pytester,
        """
        import sys

        def test_is_light():
            ours = {name for name in sys.modules if name.partition(".")[0] in ("tablectl", "firmware_io")}
            assert ours == {"tablectl", "tablectl.testing", "tablectl.testing.plugin"}
            assert not {"msgspec", "serial", "pygame", "typer"} & set(sys.modules)
    """,
    )


@pytest.mark.slow
def test_a_controller_of_somebody_else_s_hears_a_seat_and_a_shoe(pytester):
    passes(
        pytester,
        """
        import serial
        from firmware_io.encoding import decode, encode
        from firmware_io.framing import Deframer, frame
        from firmware_io.messages import CardOff, Frame, HostHello, KeyPressed

        class Controller:
            def __init__(self, port):
                self.port = serial.Serial(port, timeout=0.05)
                self.port.write(b"\\0" + frame(encode(Frame(0, 7, 0, 0, 0, 0, HostHello(1)))))
                self.deframer = Deframer()

            def hears(self, kind):
                for _ in range(200):
                    for body in self.deframer.feed(self.port.read(4096)):
                        if isinstance((heard := decode(body)).message, kind):
                            return heard.message
                raise AssertionError(f"no {kind.__name__} came")

        def test_a_key(sim_seat):
            controller = Controller(sim_seat.port)
            assert sim_seat.do("press raise 60")["stack"] == 1000
            assert controller.hears(KeyPressed) == KeyPressed("raise", 60)
            controller.port.close()

        def test_a_card_over_a_bad_wire(sim_shoe, wire_faults):
            wire_faults(0.2, seed=3, faults=("split", "repeat"))
            controller = Controller(sim_shoe.port)
            sim_shoe.do("load As")
            sim_shoe.do("pull")
            assert controller.hears(CardOff).pull == 0
            assert sim_shoe.now["cards"] == 51
            controller.port.close()
    """,
        count=2,
    )


@pytest.mark.slow
def test_a_table_under_test_is_met_and_met_again_after_a_pulled_plug(pytester):
    passes(
        pytester,
        """
        def test_a_table(table_under_test):
            assert table_under_test.config.name == "table.toml"
            table_under_test.do("seat 2 unplug")
            table_under_test.do("seat 2 replug")
            table_under_test.restart()
            assert table_under_test.do("seat 2 receive 25")["stack"] == 1025
            table_under_test.waits_until(lambda: not table_under_test.do("status")["seats"]["2"]["kept"], "The chips are told")
    """,
    )
