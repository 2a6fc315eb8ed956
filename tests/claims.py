"""The table of claims: what is promised, how often it was tried, and what a count without a failure
says.

    make claims                     # all gates as long as `make test-all` takes them:
        build/claims.md
    SOAK_MINUTES=120 make soak      # longer, by time: build/soak.md

A gate says how often it tried: `tried(4_080, "power cuts")`. Its controls are the tests named
`test_control_..`: there something is broken on purpose, and they pass where the gate finds it. No
failure in N tries is at most 3/N at 95 %.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

BOUND = 3  # -ln 0.05: the rule of three
KEY = "tried"  # of a report's properties
_COUNTED = Counter[str]()  # by the test that runs


class Claim(NamedTuple):
    """`gates`: files below tests/, or a class in one. Controls stand in the same files, or in
    `controls`.
    """

    promise: str
    gates: tuple[str, ...]
    controls: tuple[str, ...] = ()


CLAIMS = (
    Claim(
        "A table that is killed at any moment, and again as it recovers, forgets nothing.",
        ("gates/test_kill.py",),
    ),
    Claim(
        "Days over bad wires, with power cuts, are played as if nothing had happened.",
        ("gates/test_months.py",),
    ),
    Claim("A million rows take no more memory.", ("gates/test_memory.py",)),
    Claim(
        "Whoever is killed as it writes the journal has written a reading whole, or not at all.",
        ("journal/test_killed.py",),
    ),
    Claim("A power cut loses nothing that was acknowledged.", ("journal/test_power_cuts.py",)),
    Claim(
        "A call to the disk that fails ends play, and nothing is tried again.",
        ("journal/test_failing_calls.py",),
    ),
    Claim(
        "A flipped bit is refused with a sentence, or does no harm.",
        ("journal/test_flipped_bits.py",),
    ),
    Claim("Whatever is done to a journal's rows is found.", ("journal/test_tampering.py",)),
    Claim(
        "Over bad wires every hand is the same.",
        (
            "gates/test_faults.py",
            "gates/test_faults_chips.py",
            "gates/test_nodes_in_c.py",
            "gates/test_nodes_of_other_wires.py",
        ),
    ),
    Claim(
        "A node that is unplugged is known to be, and back in time; nothing is lost or doubled.",
        ("gates/test_devices.py", "gates/test_plugged_in_mid_hand.py"),
    ),
    Claim(
        "A card at a reader whose table is killed is dealt once.", ("gates/test_reader_killed.py",)
    ),
    Claim(
        "A seat that is mute, lies or floods holds up nobody.", ("service/test_hostile_seat.py",)
    ),
    Claim(
        "However phones crash, and whoever is killed, a press counts once, and no hand waits for it.",
        ("gates/test_phones.py", "web/browser/test_play.py"),
    ),
    Claim("No frame of garbage is taken.", ("firmware_io/test_framing.py",)),
    Claim(
        "What was recorded on a keyed link changes nothing when it is sent again.",
        ("firmware_io/test_keyed.py",),
    ),
    Claim(
        "No byte that leaves names a card that lies face down.",
        (
            "gates/test_secrets.py",
            "gates/test_secrets_of_devices.py",
            "gates/test_secrets_of_the_process.py",
            "gates/test_guesses.py",
        ),
    ),
    Claim(
        "A seat has one phone, no other in a hand without a yes; one board alone sees a code.",
        ("gates/test_phones_change.py",),
    ),
    Claim(
        "A reader of the story has each event once, each of the schema, and no card that lies "
        "face down.",
        ("gates/test_story.py", "service/test_story_server.py"),
    ),
    Claim(
        "Whatever is asked of the pages, the answer is a page or a sentence, and presses nothing.",
        ("web/test_fuzzed.py",),
    ),
    Claim(
        "Whatever is asked of the floor's page, nothing changes without PIN and origin.",
        ("web/floor/test_floor_fuzzed.py",),
    ),
    Claim("No word that is said names a card that lies face down.", ("gates/test_speech.py",)),
    Claim(
        "Whoever comes and goes, a void hand gives everybody back what is theirs.",
        ("engine/test_comings_and_goings.py",),
    ),
    Claim("Whatever goes wrong at the table, every hand ends.", ("gates/test_irregularities.py",)),
    Claim(
        "Every state of small tables is a right one, with a way on.",
        ("states/test_states.py",),
        ("states/test_planted.py",),
    ),
    Claim("From another user nothing of the table can be opened.", ("gates/test_users.py",)),
    Claim("The units expose little: 2.0 of 10 at most.", ("house/test_deploy.py::TestUnits",)),
)


def tried(count: int, of: str):
    """The test that runs now has tried so many more. `of`: what it tried, in the plural."""
    _COUNTED[of] += count


def counted() -> list[tuple[str, int]]:
    """What was tried since this was asked last."""
    found = [*_COUNTED.items()]
    _COUNTED.clear()
    return found


class Ran(NamedTuple):
    """A test that ran. `outcome`: passed, failed or skipped."""

    node: str
    outcome: str
    tried: Sequence[tuple[str, int]] = ()

    @property
    def is_control(self) -> bool:
        return self.node.rpartition("::")[2].startswith("test_control")


def is_of(claim: Claim, node: str) -> bool:
    """Whether the test of this id is a gate or a control of the claim."""
    place = node.removeprefix("tests/")
    is_control = Ran(node, "").is_control
    return place.startswith(claim.gates) or (
        is_control and bool(claim.controls) and place.startswith(claim.controls)
    )


def table_of(ran: Iterable[Ran], head: str) -> str:
    """Markdown: a row for each claim. `head`: of which program, on which machine."""
    ran = [*ran]
    rows = [row_of(claim, [one for one in ran if is_of(claim, one.node)]) for claim in CLAIMS]
    return "\n".join(
        [
            f"{head}\n",
            "| Promise | Tried | Failed | At most, at 95 % | Controls, broken on purpose |",
            "|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def row_of(claim: Claim, ran: Sequence[Ran]) -> str:
    gates, controls = (
        [one for one in ran if not one.is_control],
        [one for one in ran if one.is_control],
    )
    failed = sum(one.outcome == "failed" for one in gates)
    sums = Counter[str]()
    for one in gates:
        sums.update(dict(one.tried))
    tests = sum(one.outcome != "skipped" for one in gates)
    tries = ", ".join(f"{count:,} {of}" for of, count in sums.items()) or (
        f"{tests} tests" if tests else "not tried"
    )
    bound = "" if failed or not sums else f"{BOUND / sums.total():.1g}"
    return f"| {claim.promise} | {tries} | {failed} | {bound} | {found_in(controls)} |"


def found_in(controls: Sequence[Ran]) -> str:
    tried_ = [one for one in controls if one.outcome != "skipped"]
    if not tried_:
        return "not tried"
    found = sum(one.outcome == "passed" for one in tried_)
    return f"{found} of {len(tried_)} found"
