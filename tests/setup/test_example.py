"""`tablectl config example`: whatever is asked for, what is printed is a sound configuration of
that table.
"""

import itertools
import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from tablectl.games.catalog import PRESETS, preset
from tablectl.games.settings import Settings
from tablectl.rules.fitting import find_misfits
from tablectl.service.config.drivers import DRIVERS, SEATS, SHOES
from tablectl.service.config.loading import load_config
from tablectl.service.config.values import Config, SeatConfig, WebConfig
from tablectl.service.config.wiring import STRIPS, configured_pins
from tablectl.setup.checking import check_config
from tablectl.setup.delivered import deploy_folder
from tablectl.setup.example import KEPT, Wanted, example_config, to_toml
from tablectl.setup.uart import header_port
from tests.tiers import tiered

from .test_checking import said

__all__ = ["said"]

PINS = ("emergency_stop", "made", "missed", "undo", "buzzer", "beacon")
EVERY = [
    Wanted(game, preset(game).fewest + 1, shoe, seat, strip=strip, pins=pins)
    for (game, shoe), seat, strip, pins in itertools.product(
        (*((game, "pn532") for game in sorted(PRESETS)), *(("tournament", shoe) for shoe in SHOES)),
        SEATS,
        ("", *STRIPS),
        ((), PINS),
    )
]


@pytest.mark.parametrize("part", tiered(range(4), [0]))
def test_every_combination_passes_check_and_is_what_was_asked_for(part, tmp_path):
    file = tmp_path / "table.toml"
    for wanted in EVERY[part::4]:
        file.write_text(example_config(msgspec.structs.replace(wanted, folder=str(tmp_path))))
        assert check_config(file).problems == (), wanted
        config = load_config(file)
        assert (config.table.preset, config.shoe.driver, len(config.seat)) == (
            wanted.game,
            wanted.shoe,
            wanted.seats,
        )
        assert {seat.driver for seat in config.seat} == {wanted.seat}
        assert (
            config.lamps.driver,
            {pin.purpose.value for pin in configured_pins(config) if pin.seat is None},
        ) == (wanted.strip, {*wanted.pins}), wanted


def test_pins_that_there_are_not_are_a_sentence(said):
    assert said("example", "--seats", "10", "--seats-driver", "buttons", "--strip", "apa102")[
        ::2
    ] == (
        2,
        "The Pi's header has too few pins for all of this: fewer seats with buttons, or number "
        "pads.\n",
    )
    assert said("example", "--pins", "lid,becon")[::2] == (
        2,
        'There is no purpose "becon". Did you mean "beacon"?\n',
    )


def test_the_reader_s_port_and_the_strip_s_pins_are_left_alone():
    config = tomllib.loads(
        example_config(Wanted(seats=6, seat="buttons", strip="apa102", pins=("beacon",)))
    )
    used = [number for seat in config["seat"] for number in seat["keys"].values()] + [
        config["gpio"]["beacon"]
    ]
    assert not {*used} & {0, 1, 14, 15, *range(7, 12)}


@pytest.mark.parametrize("game", sorted(PRESETS))
def test_as_many_seats_as_the_game_has(game):
    for seats in (preset(game).fewest, preset(game).most):
        assert len(tomllib.loads(example_config(Wanted(game, seats)))["seat"]) == seats


def test_no_key_is_written_that_is_not_read_commented_out_or_not():
    for wanted in EVERY[::23]:
        _has_no_key_that_is_not_read(example_config(wanted))


def _has_no_key_that_is_not_read(text):
    """Of a commented line the key alone is looked at: its value is an example that goes with
    another game, maybe.
    """
    assert [*find_misfits(tomllib.loads(text), Config)] == []
    whole = Config(web=WebConfig())
    section, known = "", {name: getattr(whole, name) for name in Config.__struct_fields__}
    for line in text.splitlines():
        if line.startswith(("[", "# [")):
            section = line.strip("[]# ").partition(".")[0]
            options = line == "[table.options]"
        elif (key := re.match(r"# (\w+) = ", line)) and section:
            fields = (
                SeatConfig.__struct_fields__
                if section == "seat"
                else known[section].__struct_fields__
            )
            assert key[1] in (Settings.__struct_fields__ if options else fields), line


def test_a_key_that_does_not_belong_to_the_driver_is_not_offered():
    assert "# node = " not in example_config(Wanted(shoe="pn532", seat="keypad"))
    assert "# antenna = " not in example_config(Wanted(shoe="pn532"))
    assert "# antenna = " in example_config(Wanted(shoe="pepper"))


def test_where_a_seat_has_keys_alone_no_chips_are_sensed():
    assert [
        seat for seat in SEATS if "\nchips_sensed = false" in example_config(Wanted(seat=seat))
    ] == [seat for seat in SEATS if DRIVERS[seat].has_keys_alone]


@pytest.mark.parametrize(
    "value", [True, 3, 0.4, 'a "b"\n', (1, 2), {"a": "x", "b": False}], ids=str
)
def test_a_value_is_read_back_as_it_was_written(value):
    read = tomllib.loads(f"x = {to_toml(value)}")["x"]
    assert read == (list(value) if isinstance(value, tuple) else value)


def test_examples_lie_in_the_folder_that_is_named_and_the_game_may_be_called_preset(said):
    code, out, _ = said(
        "example", "--preset", "canterbury", "--readers", "node", "--folder", "/dev/shm"
    )
    assert (code, 'preset = "canterbury"' in out, KEPT in out) == (0, True, False)
    assert '# keys = "/dev/shm/keys"' in out


def test_the_command_prints_it(said):
    code, out, err = said(
        "example",
        "--game",
        "canterbury",
        "--seats",
        "4",
        "--readers",
        "rdm6300",
        "--seats-driver",
        "node",
    )
    assert (code, err) == (0, "")
    assert out == example_config(Wanted("canterbury", 4, "rdm6300", "node"))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["--game", "whist"],
            'There is no game "whist". There is canterbury, casino, pool, texas6plus, tournament.',
        ),
        (["--game", "casino", "--seats", "9"], "casino is played by 1 to 7, not by 9."),
        (["--readers", "pn523"], 'There is no reader "pn523". Did you mean "pn532"?'),
    ],
)
def test_what_there_is_not_is_a_sentence(words, sentence, said):
    assert said("example", *words) == (2, "", sentence + "\n")


def test_the_units_are_written_out_with_where_they_belong_and_nothing_is_replaced(said):
    code, out, err = said("units", "--to", "units")
    written = sorted(path.name for path in Path("units").iterdir())
    assert (code, err) == (0, "")
    assert written == [
        "60-tablectl.rules",
        "table.toml",
        "tablectl-console.service",
        "tablectl-screen.service",
        "tablectl-screen@.service",
        "tablectl-story.service",
        "tablectl-web.service",
        "tablectl.service",
        "tablectl.sysusers",
        "tablectl.tmpfiles",
    ]
    assert [(deploy_folder() / name).read_bytes() for name in written] == [
        Path("units", name).read_bytes() for name in written
    ]
    assert out.splitlines()[0] == "sudo cp units/tablectl.service /etc/systemd/system/"
    in_the_way = "units/tablectl.service: File exists. Name another file or folder.\n"
    assert said("units", "--to", "units")[::2] == (2, in_the_way)


def test_on_a_pi_5_the_reader_is_at_the_header_s_own_port(tmp_path):
    """There serial0 may be the debug port."""
    place = tmp_path / "proc/device-tree"
    place.mkdir(parents=True)
    for model, port in (
        ("Raspberry Pi 4 Model B", "/dev/serial0"),
        ("Raspberry Pi 5 Model B", "/dev/ttyAMA0"),
    ):
        (place / "model").write_text(f"{model}\0")
        assert f'port = "{port}"' in example_config(Wanted(uart=header_port(tmp_path)))
