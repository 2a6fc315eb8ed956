"""`--bench=real` tries what a file names, skips with a reason where there is none, and refuses a
file that is wrong.

The device is the firmware as a process on a pty, which real hardware does not differ from at this
end.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.firmware_io.mcu.building import compiled
from tests.firmware_io.mcu.test_host_board_conforms import KEY, seat

from .devices import BadBench, devices_in

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
# the rules themselves are tried by test_host_board_conforms.py
QUICK = "pattern or ping or named"
DEVICE = '[[device]]\nkind = "seat"\nport = "{port}"\nid = 3\nboard = "host"\nkey = "key"\n'


def tried(folder, *words):
    call = [
        sys.executable,
        "-m",
        "pytest",
        "-n0",
        "-p",
        "no:cacheprovider",
        "-rA",
        "-v",
        f"--rootdir={ROOT}",
        "-c",
        ROOT / "pyproject.toml",
        HERE / "test_real_devices.py",
        *words,
    ]
    return subprocess.run(call, cwd=folder, capture_output=True, text=True, check=False)


def outcomes(done):
    last = done.stdout.splitlines()[-1]
    return {
        word: int(count) for count, word in re.findall(r"(\d+) (passed|failed|skipped|error)", last)
    }


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return compiled(tmp_path_factory.mktemp("host") / "node", "main.c", "antenna.c")


def test_devices_that_a_file_names_are_tried(program, tmp_path):
    with seat(program, tmp_path):
        (tmp_path / "bench.toml").write_text(DEVICE.format(port=tmp_path / "seat"))
        done = tried(tmp_path, "--bench=real", "-k", QUICK)
        assert outcomes(done) == {"passed": 3}, done.stdout
        assert "[seat-3]" in done.stdout
        rule = tried(tmp_path, "--bench=real", "-k", "every_rule")
        assert outcomes(rule) == {"passed": 1}, rule.stdout


def test_a_device_that_is_another_than_the_file_says_fails(program, tmp_path):
    with seat(program, tmp_path):
        (tmp_path / "bench.toml").write_text(
            DEVICE.format(port=tmp_path / "seat").replace("id = 3", "id = 4")
        )
        done = tried(tmp_path, "--bench=real", "-k", "named")
    assert outcomes(done) == {"failed": 1}, done.stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "real devices are tried by --bench=real, and named in bench.toml"),
        (("--bench=real",), "there is no bench.toml here that names a real device"),
    ],
)
def test_without_devices_the_tests_skip_and_say_why(words, why, tmp_path):
    done = tried(tmp_path, *words)
    assert outcomes(done) == {"skipped": 4}, done.stdout
    assert why in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Object missing required field `device`."),
        ("device = []", "It names no device."),
        ("device = 3", "Expected `array`, got `int` - at `$.device`."),
        (
            '[[device]]\nkind = "lamp"\nport = "x"\nid = 3',
            "Invalid enum value 'lamp' - at `$.device[0].kind`.",
        ),
        (
            '[[device]]\nkind = "seat"\nport = "x"\nid = 255',
            "Expected `int` <= 254 - at `$.device[0].id`.",
        ),
        (
            '[[device]]\nkind = "seat"\nport = "x"\nid = 3\nbaud = 9600',
            "Object contains unknown field `baud` - at `$.device[0]`.",
        ),
        (2 * DEVICE.format(port="x"), "x is named 2 times."),
        (DEVICE.format(port="x").replace('"key"', '"short"'), "does not hold 64 hex digits."),
        (
            DEVICE.format(port="x").replace('"key"', '"none"'),
            "the key of seat-3: No such file or directory.",
        ),
        ("[[device", "bench.toml: "),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_a_sentence(text, why, tmp_path):
    (tmp_path / "key").write_text(KEY.hex())
    (tmp_path / "short").write_text("00ff")
    file = tmp_path / "bench.toml"
    file.write_text(text)
    with pytest.raises(BadBench) as refused:
        devices_in(file)
    assert str(refused.value).startswith(f"{file}: ")
    assert why in str(refused.value)


def test_pytest_says_what_is_wrong_with_a_file_and_tries_nothing(tmp_path):
    (tmp_path / "bench.toml").write_text("device = []")
    done = tried(tmp_path, "--bench=real")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "ERROR: bench.toml: It names no device." in done.stderr


def test_a_file_that_is_named_and_not_there_is_refused(tmp_path):
    done = tried(tmp_path, "--bench=real", f"--bench-file={tmp_path / 'mine.toml'}")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "mine.toml: No such file or directory." in done.stderr
