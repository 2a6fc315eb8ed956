"""The walls between the rooms: `make lint` asks whether each stands; here each catches a breach
that is planted.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from textwrap import dedent

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
CONTRACTS = {contract["id"]: contract for contract in CONFIG["contracts"]}

# Each a line that names contract and file, and below it what is planted there, indented.
PLANTED = re.findall(
    r"^([\w-]+) (\S+)\n((?:  .*\n)+)",
    Path(__file__).with_name("breaches.txt").read_text(),
    re.MULTILINE,
)
BREACHES = [(contract, file, dedent(breach).rstrip()) for contract, file, breach in PLANTED]

PLACELESS = [  # contract, a new file to which it gives no place
    ("simulation", "tablectl/simulation/behind_the_scenes.py"),
    ("picture", "tablectl/screen/frame.py"),
]

# Rooms that are not behind a wall: what stands between them and the outside world is their purpose.
MAY_DO_IO = {"cli", "simulation", "service", "setup", "journal", "screen", "testing", "web"}
MAY_SHUFFLE = {"library"}
MAY_KNOW_BYTES = {"cli", "simulation", "service", "setup", "screen", "testing", "web"}


def check_walls(root, *only):
    """Runs lint-imports in `root`, which finds the packages there before any that are installed."""
    chosen = [word for contract in only for word in ("--contract", contract)]
    lint = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command; lint_imports_command()",
    ]
    done = subprocess.run(
        [*lint, "--no-cache", *chosen], cwd=root, capture_output=True, text=True, check=False
    )
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
    """Every breach once; in a round no contract and no file has two. One look at the walls takes
    as long as all others.
    """
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
@pytest.mark.parametrize(
    "planted", in_rounds(), ids=lambda planted: "+".join(contract for contract, _, _ in planted)
)
def test_a_breach_is_caught_by_its_contract(copy, planted):
    lines = [plant(copy, file, breach) for _, file, breach in planted]
    code, said = check_walls(copy, *(contract for contract, _, _ in planted))
    assert code == 1, said
    told = said.partition("Broken contracts")[2]
    for (contract, file, _), line in zip(planted, lines, strict=True):
        module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        name = CONTRACTS[contract]["name"]
        section = re.search(
            rf"{re.escape(name)}\n-+\n(.*?)(?=\n[^\n]+\n-{{3,}}\n|\Z)", told, re.DOTALL
        )
        assert section is not None, f"{contract}: {said}"
        assert re.search(rf"{re.escape(module)} -> \S+ \(l\.(\d+, )*{line}\b", section[1]), (
            f"{contract}: {section[1]}"
        )


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
    rooms = {
        path.stem
        for path in (ROOT / "tablectl").iterdir()
        if is_room(path) and not path.stem.startswith("__")
    }
    layers = set(re.findall(r"\w+", " ".join(CONTRACTS["layers"]["layers"])))
    assert rooms - layers == {"screen"}
    assert rooms - MAY_DO_IO - MAY_SHUFFLE == {
        name.removeprefix("tablectl.") for name in CONTRACTS["pure"]["source_modules"]
    }
    assert rooms - MAY_KNOW_BYTES == {
        name.removeprefix("tablectl.") for name in CONTRACTS["bytes"]["source_modules"]
    }
