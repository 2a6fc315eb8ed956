"""The walls between the rooms: `make lint` asks whether each stands; here each catches a breach that is planted."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
CONTRACTS = {contract["id"]: contract for contract in CONFIG["contracts"]}

BREACHES = [                                     # contract, file in which it is planted, what is planted
    ("layers", "tablectl/locale/__init__.py", "import tablectl.rules"),
    ("layers", "tablectl/rules/__init__.py", "import tablectl.games"),
    ("layers", "tablectl/games/__init__.py", "import tablectl.engine"),
    ("layers", "tablectl/engine/__init__.py", "import tablectl.journal"),
    ("layers", "tablectl/intake/__init__.py", "import tablectl.present"),
    ("layers", "tablectl/journal/__init__.py", "import tablectl.intake"),
    ("layers", "tablectl/present/__init__.py", "import tablectl.journal"),
    ("layers", "tablectl/view/__init__.py", "import tablectl.rules"),
    ("layers", "tablectl/view/__init__.py", "import tablectl.locale"),
    ("layers", "tablectl/locale/__init__.py", "import tablectl.text"),
    ("layers", "tablectl/text/__init__.py", "import tablectl.rules"),
    ("pure", "tablectl/text/__init__.py", "import time"),
    ("layers", "tablectl/history/__init__.py", "import tablectl.service"),
    ("layers", "tablectl/present/__init__.py", "import tablectl.history"),
    ("layers", "tablectl/journal/__init__.py", "import tablectl.service"),
    ("layers", "tablectl/service/__init__.py", "import tablectl.rehearsal"),
    ("layers", "tablectl/rehearsal/__init__.py", "import tablectl.cli"),
    ("layers", "tablectl/setup/__init__.py", "import tablectl.rehearsal"),
    ("layers", "tablectl/service/__init__.py", "import tablectl.setup"),
    ("layers", "tablectl/service/__init__.py", "import tablectl.testing"),
    ("no-tests", "tablectl/cli/__init__.py", "def late():\n    from tests.bench import rows"),
    ("no-tests", "firmware_io/link.py", "import tests.bench.contest"),
    ("wings", "tablectl/engine/floor.py", "import tablectl.engine.floor_json"),
    ("wings", "tablectl/engine/events.py", "import tablectl.engine.state.table"),
    ("wings", "tablectl/engine/state/__init__.py", "import tablectl.engine.facts"),
    ("wings", "tablectl/engine/facts/__init__.py", "import tablectl.engine.play.play"),
    ("wings", "tablectl/engine/play/__init__.py", "import tablectl.engine.between.starting"),
    ("wings", "tablectl/engine/between/__init__.py", "import tablectl.engine.rounds.betting"),
    ("wings", "tablectl/engine/rounds/__init__.py", "import tablectl.engine.dealing.early"),
    ("wings", "tablectl/engine/dealing/__init__.py", "import tablectl.engine.halts.reports"),
    ("wings", "tablectl/engine/halts/__init__.py", "import tablectl.engine.advance"),
    ("wings", "tablectl/engine/advance.py", "import tablectl.engine.readings.keys"),
    ("wings", "tablectl/engine/readings/__init__.py", "import tablectl.engine.engine"),
    ("questions", "tablectl/present/__init__.py", "import tablectl.engine.rounds.betting"),
    ("questions", "tablectl/service/__init__.py", "import tablectl.engine.play.clocks"),
    ("shell", "tablectl/service/books/__init__.py", "import tablectl.service.config.values"),
    ("shell", "tablectl/service/config/__init__.py", "import tablectl.service.devices.protocols"),
    ("shell", "tablectl/service/devices/__init__.py", "import tablectl.service.outputs.screens"),
    ("shell", "tablectl/service/outputs/__init__.py", "import tablectl.service.decks.in_play"),
    ("shell", "tablectl/service/control/__init__.py", "import tablectl.service.decks.in_play"),
    ("shell", "tablectl/service/decks/__init__.py", "import tablectl.service.serve"),
    ("rehearsal", "tablectl/rehearsal/scenario/__init__.py", "import tablectl.rehearsal.demo"),
    ("rehearsal", "tablectl/rehearsal/cast/__init__.py", "import tablectl.rehearsal.scenario.script"),
    ("rehearsal", "tablectl/rehearsal/stage/__init__.py", "import tablectl.rehearsal.cast.people"),
    ("tests", "tablectl/rehearsal/stage/__init__.py", "import tests.rig.stage"),
    ("tests", "firmware_io/kit/sim/cables.py", "from tests import leaks"),
    ("pure", "tablectl/rules/__init__.py", "import random"),
    ("pure", "tablectl/games/__init__.py", "import datetime"),
    ("pure", "tablectl/engine/__init__.py", "from time import monotonic"),
    ("pure", "tablectl/intake/__init__.py", "import logging"),
    ("pure", "tablectl/present/__init__.py", "def late():\n    import asyncio"),
    ("pure", "tablectl/history/__init__.py", "import sqlite3"),
    ("pure", "tablectl/view/__init__.py", "import time"),
    ("screen", "tablectl/screen/__init__.py", "from tablectl.present import public"),
    ("screen", "tablectl/screen/__init__.py", "import firmware_io"),
    ("picture", "tablectl/screen/paint.py", "import tablectl.screen.window"),
    ("picture", "tablectl/screen/parts/__init__.py", "import tablectl.screen.flying.flights"),
    ("picture", "tablectl/screen/drawing/__init__.py", "import tablectl.screen.telling.asking"),
    ("picture", "tablectl/screen/telling/__init__.py", "import tablectl.screen.parts.part"),
    ("picture", "tablectl/screen/layout/__init__.py", "import tablectl.screen.drawing.canvas"),
    ("picture", "tablectl/screen/model.py", "import tablectl.screen.layout.places"),
    ("picture", "tablectl/screen/words/__init__.py", "import tablectl.screen.model"),
    ("no-poker-in-firmware", "firmware_io/__init__.py", "import tablectl.rules"),
    ("pure-readers", "firmware_io/readers/pn532.py", "import time"),
    ("pure-readers", "firmware_io/readers/reader.py", "import firmware_io.link"),
    ("readers", "firmware_io/readers/presence.py", "import firmware_io.readers.bet_area"),
    ("readers", "firmware_io/readers/asking.py", "import firmware_io.readers.pn532"),
    ("readers", "firmware_io/readers/ids.py", "import firmware_io.readers.asking"),
    ("image", "firmware_io/mcu/uf2.py", "import firmware_io.framing"),
    ("image", "firmware_io/mcu/__init__.py", "import asyncio"),
    ("no-image-at-a-table", "firmware_io/kit/sim/node.py", "import firmware_io.mcu.uf2"),
    ("no-image-at-a-table", "tablectl/setup/__init__.py", "from firmware_io.mcu import uf2"),
    ("kit", "firmware_io/host_session.py", "import firmware_io.kit.vectors"),
    ("kit", "firmware_io/finding.py", "def late():\n    from firmware_io.kit.sim import node_session"),
    ("kit", "tablectl/service/__init__.py", "import firmware_io.kit.recording"),
    ("kit", "tablectl/setup/doctor/__init__.py", "from firmware_io.kit.conform import host"),
    ("kit", "tablectl/cli/at_once.py", "import firmware_io.kit.sim.faults"),
    ("plugin", "tablectl/rehearsal/__init__.py", "import tablectl.testing.plugin"),
    ("plugin", "tablectl/cli/conform.py", "from tablectl.testing import plugin"),
    ("bytes", "tablectl/intake/__init__.py", "import firmware_io.framing"),
    ("bytes", "tablectl/engine/__init__.py", "import firmware_io.messages"),
    ("bytes", "tablectl/journal/__init__.py", "import tablectl.screen"),
    ("serial", "firmware_io/__init__.py", "import serial"),
    ("serial", "tablectl/service/__init__.py", "from serial.tools import list_ports"),
    ("pins", "firmware_io/gpio/pins.py", "import gpiod"),
    ("pins", "tablectl/service/__init__.py", "def late():\n    import lgpio"),
    ("spi", "firmware_io/strips/apa102.py", "import spidev"),
    ("pins", "firmware_io/pin_keys.py", "from RPi import GPIO"),
    ("input", "firmware_io/keypad/session.py", "from evdev import ecodes"),
    ("paint", "tablectl/rehearsal/__init__.py", "import pygame"),
]

PLACELESS = [                                    # contract, a new file to which it gives no place
    ("rehearsal", "tablectl/rehearsal/behind_the_scenes.py"),
    ("picture", "tablectl/screen/frame.py"),
]

# Rooms that are not behind a wall: what stands between them and the outside world is their purpose.
MAY_DO_IO = {"cli", "rehearsal", "service", "setup", "journal", "screen", "testing"}
MAY_KNOW_BYTES = {"cli", "rehearsal", "service", "setup", "screen", "testing"}


def check_walls(root, *only):
    """Runs lint-imports in `root`, which finds the packages there before any that are installed."""
    chosen = [word for contract in only for word in ("--contract", contract)]
    lint = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    done = subprocess.run([*lint, "--no-cache", *chosen], cwd=root, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def is_room(path):
    return path.suffix == ".py" if path.is_file() else (path / "__init__.py").is_file()


@pytest.fixture
def copy(tmp_path):
    for package in CONFIG["root_packages"]:
        skip = shutil.ignore_patterns("__pycache__", "*.so", "fonts")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=skip)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def in_rounds():
    """Every breach once; in a round no contract and no file has two. One look at the walls takes as long as all others."""
    rounds = []
    for contract, file, breach in BREACHES:
        for planted in rounds:
            if all(contract != other and file != elsewhere for other, elsewhere, _ in planted):
                planted.append((contract, file, breach))
                break
        else:
            rounds.append([(contract, file, breach)])
    return rounds


def plant(root, file, breach):
    """Appends the breach to the file, and returns the line in which it imports."""
    text = (root / file).read_text() + f"\n{breach}\n"
    (root / file).write_text(text)
    return text.count("\n")


@pytest.mark.slow
@pytest.mark.parametrize("planted", in_rounds(), ids=lambda planted: "+".join(contract for contract, _, _ in planted))
def test_a_breach_is_caught_by_its_contract(copy, planted):
    lines = [plant(copy, file, breach) for _, file, breach in planted]
    code, said = check_walls(copy, *(contract for contract, _, _ in planted))
    assert code == 1, said
    told = said.partition("Broken contracts")[2]
    for (contract, file, _), line in zip(planted, lines, strict=True):
        module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        name = CONTRACTS[contract]["name"]
        section = re.search(rf"{re.escape(name)}\n-+\n(.*?)(?=\n[^\n]+\n-{{3,}}\n|\Z)", told, re.DOTALL)
        assert section is not None, f"{contract}: {said}"
        assert re.search(rf"{re.escape(module)} -> \S+ \(l\.(\d+, )*{line}\b", section[1]), f"{contract}: {section[1]}"


@pytest.mark.slow
@pytest.mark.parametrize(("contract", "file"), PLACELESS)
def test_a_file_without_a_place_is_caught(copy, contract, file):
    (copy / file).write_text("import tablectl.rules\n")
    code, said = check_walls(copy, contract)
    assert code == 1, said
    assert Path(file).stem in said.partition("Broken contracts")[2]


@pytest.mark.slow
def test_intake_may_read_messages(copy):
    (copy / "tablectl/intake/another.py").write_text("import firmware_io.messages\n")
    assert check_walls(copy, "bytes")[0] == 0


def test_every_contract_has_a_breach():
    assert {contract for contract, _, _ in BREACHES} == set(CONTRACTS)


def test_every_room_has_its_place():
    rooms = {path.stem for path in (ROOT / "tablectl").iterdir() if is_room(path) and not path.stem.startswith("__")}
    layers = set(re.findall(r"\w+", " ".join(CONTRACTS["layers"]["layers"])))
    assert rooms - layers == {"screen"}
    assert rooms - MAY_DO_IO == {name.removeprefix("tablectl.") for name in CONTRACTS["pure"]["source_modules"]}
    assert rooms - MAY_KNOW_BYTES == {name.removeprefix("tablectl.") for name in CONTRACTS["bytes"]["source_modules"]}
