"""The evaluator in C by itself: every hand counted, strengths against brute force, tables as generated."""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

NATIVE = Path(__file__).resolve().parents[2] / "native"
WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wpedantic", "-Werror")
SANITIZERS = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")

CATEGORIES = ["high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
              "straight flush", "royal flush"]
FIVE_CARDS = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]
SIX_CARDS = [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188]
SEVEN_CARDS = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324]

Finished = subprocess.CompletedProcess[str]
Run = Callable[..., Finished]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def compile_and_run(program: str, *arguments: object, flags: tuple[str, ...] = ()) -> Finished:
        built = tmp_path / program
        sources = [NATIVE / "handeval.c", NATIVE / "tests" / f"{program}.c"]
        compiler = [*shlex.split(os.environ.get("CC", "gcc")), "-std=c11", "-O2", *WARNINGS, *flags]
        subprocess.run([*compiler, f"-I{NATIVE}", *sources, "-o", built], check=True)
        return subprocess.run([built, *map(str, arguments)], capture_output=True, text=True, check=False)
    return compile_and_run


def counts(finished: Finished) -> dict[str, int]:
    assert (finished.returncode, finished.stderr) == (0, "")
    return dict(zip(CATEGORIES, map(int, finished.stdout.split()), strict=True))


def test_all_2598960_hands_of_five_cards_fall_into_their_categories(run: Run) -> None:
    assert counts(run("count_hands", 5)) == dict(zip(CATEGORIES, FIVE_CARDS, strict=True))


def test_all_hands_of_five_cards_are_counted_without_a_step_outside_a_table(run: Run) -> None:
    assert counts(run("count_hands", 5, flags=SANITIZERS)) == dict(zip(CATEGORIES, FIVE_CARDS, strict=True))


def test_all_20358520_hands_of_six_cards_fall_into_their_categories(run: Run) -> None:
    assert counts(run("count_hands", 6)) == dict(zip(CATEGORIES, SIX_CARDS, strict=True))


def test_all_133784560_hands_of_seven_cards_fall_into_their_categories(run: Run) -> None:
    assert counts(run("count_hands", 7)) == dict(zip(CATEGORIES, SEVEN_CARDS, strict=True))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_hand_is_as_strong_as_the_strongest_five_of_its_cards(run: Run, seed: int) -> None:
    finished = run("best_of_subsets", 200_000, seed)
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, "", "")


def test_the_best_five_are_found_without_a_step_outside_a_table(run: Run) -> None:
    finished = run("best_of_subsets", 20_000, 3, flags=SANITIZERS)
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, "", "")


def test_the_tables_in_the_tree_are_what_their_generator_writes() -> None:
    printed = subprocess.run(
        [sys.executable, "-c", "import generate, sys; sys.stdout.write(generate.text())"],
        cwd=NATIVE, capture_output=True, check=True,
    )
    assert printed.stdout == (NATIVE / "handeval_tables.h").read_bytes()
