"""Writes the pictures' views that come from runs: `python -m tests.screen.from_runs`, from the project's root."""

import tempfile
from pathlib import Path

from msgspec import json

from tablectl.views.public import public_view
from tests.harvest import of_scenarios
from tests.views.test_prompts import with_names

VIEWS = Path(__file__).parent / "views"

# A picture's name: the scenario, and what is asked in it; the last such moment is taken.
MOMENTS = {
    "run-void": ("a-re-deal-has-the-same-players", "void"),
    "run-awaited": ("chips-declared-raise-in-several-motions", "awaited"),
    "run-complete": ("chips-05-short-call-completed", "complete"),
    "run-come": ("seat-who-was-passed-posts-both-blinds", "come"),
    "run-show": ("showdown-an-all-in-hand-is-never-mucked", "show"),
    "run-show-four": ("showing-three-of-four-cards-is-no-hand", "show"),
    "run-paused": ("floor-pause-stops-clocks-and-acts", "paused"),
    "run-held": ("hold-lid-open-in-mid-street", "held"),
    "run-halted-early": ("card-premature-flop", "halted"),
    "run-halted-chips": ("seat-back-without-its-bet-while-bets-are-collected", "halted"),
}


def write_all() -> None:
    for name, (scenario, kind) in MOMENTS.items():
        with tempfile.TemporaryDirectory() as directory:
            views = [public_view(with_names(t), now_ms) for t, now_ms, _ in of_scenarios([scenario], Path(directory))]
        asked = [view for view in views if view.ask is not None and view.ask.kind == kind]
        (VIEWS / f"{name}.json").write_bytes(json.format(json.encode(asked[-1]), indent=1) + b"\n")


if __name__ == "__main__":
    write_all()
