"""The gate of the pulled plug: killed at any moment of a hand, and again while it recovers, the
table forgets nothing.

After each death a new service recovers from the journal, and the people go on from where they are.
The facts at the end must be those of the hands nobody disturbed.
"""

import random
import shutil
from collections import Counter
from functools import cache, partial

import pytest
from msgspec import Struct

from tablectl.games.catalog import preset
from tablectl.service.journals import snapshots
from tablectl.service.serve import Service
from tablectl.simulation.stage.virtual_time import ServiceFailedError, StuckError
from tests.claims import tried
from tests.rig.clock import ServiceDiedError

from .playing import GAME, first_difference, played
from .surviving import AFTER, BEFORE, BETWEEN, AtCall, Death, Strace, SurvivingStage
from .unguarded import Forgetful

SEED, HANDS, PLAYERS = 3, 2, 3  # both hands of this seed come to a showdown
KILLS = 6  # of each kind of table
STRACE_KILLS, MORE_STRACE_KILLS = 40, 400
# of the calls between a row that is on disk and its acknowledgement
ACKNOWLEDGING = 8
# a second death falls among the first calls of the recovering service
RECOVERY_CALLS = 100
# calls: the kernel may hand over the same bytes in a few reads fewer than last time
ENDS_VARY = 25
SNAPSHOT_ROWS = 15  # between two snapshots
# of a sweep: the first is played before each release, all of them in the soak
PARTS = 20


@pytest.fixture(autouse=True)
def snapshots_come_often(monkeypatch):
    """In mid-hand, too: each recovery begins at one, with a few rows behind it."""
    monkeypatch.setattr(snapshots, "SNAPSHOT_ROWS", SNAPSHOT_ROWS)
    monkeypatch.setattr(snapshots, "MOST_ROWS", SNAPSHOT_ROWS)


def hands_with(killer, service=Service, game=GAME, *, has_ids=False):
    """Without ids, as the sample configuration ships, what a node has told before is known by
    its hello alone.
    """
    a_stage = partial(SurvivingStage, killer=killer)
    return played(
        SEED, HANDS, players=PLAYERS, a_stage=a_stage, service=service, game=game, has_ids=has_ids
    )


@cache
def undisturbed(preset_name=GAME.name):
    """The hands without a death, and how many outward calls the service made in them."""
    counting = AtCall()
    return hands_with(counting, game=preset(preset_name)), counting.calls


class Run(Struct, frozen=True):
    """One run: where it was killed, and where its facts part from the undisturbed ones."""

    at: tuple[int, ...]
    deaths: tuple[Death, ...]
    asked_again: int
    differs: str | None


def run_with(
    killer,
    *at,
    service=Service,
    game=GAME,
    has_ids=False,
):
    end = hands_with(killer, service, game, has_ids=has_ids)
    assert isinstance(end.stage, SurvivingStage)
    differs = first_difference(undisturbed(game.name)[0].facts, end.facts)
    return Run(at, tuple(end.stage.deaths), end.stage.asked_again, differs)


def holds(runs, what, always_reached=None):
    """Nothing was forgotten; each run died, but where its call lies beyond `always_reached` and
    may not come in every life.
    """
    runs = list(runs)
    deaths = [death for run in runs for death in run.deaths]
    when, at = Counter(death.when for death in deaths), Counter(death.at for death in deaths)
    print(f"{len(runs)} runs killed at the n-th {what}, n = {sorted(run.at[0] for run in runs)}")
    print(
        f"{len(deaths)} deaths: "
        f"{', '.join(f'{when[kind]} {kind}' for kind in (BEFORE, AFTER, BETWEEN))}"
    )
    print(
        f"at {dict(at.most_common())}; {sum(run.asked_again for run in runs)} lines were said "
        f"again; no failure in {len(runs)} runs: at most {3 / len(runs):.1%} at 95 %"
    )
    tried(len(deaths), "kills")
    assert [run for run in runs if run.differs] == []
    lived = [run.at for run in runs if not run.deaths]
    print(f"never reached: {lived}")
    assert [at for at in lived if always_reached is None or at[0] <= always_reached] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "has_ids"), [(GAME.name, False), (GAME.name, True), ("casino", False)]
)
def test_a_service_killed_at_any_call_and_again_in_its_recovery_forgets_nothing(name, has_ids):
    chance = random.Random(SEED)
    calls = undisturbed(name)[1]
    firsts = chance.sample(range(1, calls + 1), KILLS)
    twice = [(first, chance.randint(1, RECOVERY_CALLS)) for first in firsts]
    runs = [run_with(AtCall(*at), *at, game=preset(name), has_ids=has_ids) for at in twice]
    holds(runs, "outward call", calls - ENDS_VARY)


@pytest.mark.parametrize(
    "part",
    [
        pytest.param(part, marks=pytest.mark.soak if part else pytest.mark.slow)
        for part in range(PARTS)
    ],
)
def test_a_service_killed_at_each_outward_call_of_its_life_forgets_nothing(part):
    calls = undisturbed()[1]
    holds(
        [run_with(AtCall(n), n) for n in range(1 + part, calls + 1, PARTS)],
        "outward call",
        calls - ENDS_VARY,
    )


@pytest.mark.system
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize(
    "kills",
    [
        pytest.param(STRACE_KILLS, marks=pytest.mark.slow),
        pytest.param(MORE_STRACE_KILLS, marks=pytest.mark.soak),
    ],
)
def test_a_service_killed_at_system_calls_of_its_life_forgets_nothing(tmp_path, kills):
    counting = Strace(tmp_path / "undisturbed")
    hands_with(counting)
    counting.ended()
    calls = counting.calls
    print(f"The service makes {len(calls):,} system calls: {dict(Counter(calls).most_common())}")
    chance = random.Random(SEED)
    at_random = chance.sample(range(len(calls)), len(calls))
    written = chance.sample(
        [n + 1 for n, call in enumerate(calls[:-1]) if call == "fdatasync"], ACKNOWLEDGING
    )
    runs = []
    # one look at a late link more or less: the last few calls may not come
    for n in (*written, *at_random):
        killer = Strace(tmp_path / str(n), calls[n], calls[: n + 1].count(calls[n]))
        run = run_with(killer, n, has_ids=len(runs) % 2 == 1)
        assert run.differs is None
        runs += [run] if run.deaths else []
        if len(runs) == kills:
            break
    holds(runs, "system call")
    assert any(death.when == AFTER for run in runs for death in run.deaths)


@pytest.mark.slow
def test_control_without_the_journals_last_numbers_something_is_heard_twice():
    """The same kills, but repeats are not recognised: a key counts twice, or the hands end
    otherwise.
    """
    differing = next(
        (what for n in range(1, undisturbed()[1] + 1, PARTS) if (what := forgetful(n)) is not None),
        None,
    )
    print(f"With repeats not recognised: {differing}")
    assert differing is not None


def forgetful(n):
    try:
        differs = run_with(AtCall(n), n, service=Forgetful).differs
    except (ServiceDiedError, ServiceFailedError, StuckError, RuntimeError) as broke:
        differs = str(broke).strip().splitlines()[-1]
    return differs and f"killed at call {n}, {differs}"
