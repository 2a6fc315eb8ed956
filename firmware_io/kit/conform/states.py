"""The rules of states: newest wins, each acknowledged at once; and what a node answers when it
is asked for its levels.
"""

from firmware_io.kit.conform.host import TAKEN_MS
from firmware_io.kit.conform.rule import LATE_MS, Broken, LeftOut, Rule, Trial, require
from firmware_io.messages import (
    NO_PULL,
    PATTERNS,
    AreaChanged,
    AskLevels,
    Buzzer,
    Edge,
    Gate,
    HoleCardsSeen,
    Lamp,
    ShoeChanged,
)

STATES_SECTION = "States"
LEVELS = "levels"
DARK = Lamp((0, 0, 0), "off", 0)
SKIPPED = 1_000


async def at_once(trial: Trial) -> None:
    await trial.host.meet_anew()
    for _ in range(5):
        await trial.require_taken(DARK, "A lamp that goes dark", LATE_MS)


async def check_repeat(trial: Trial) -> None:
    host = await trial.meet_anew()
    number = host.send_state(DARK)
    if not await host.await_state(number, LATE_MS):
        raise LeftOut(
            "A state is not acknowledged at once the first time either, which is another rule's."
        )
    await host.wait(LATE_MS)
    host.send_message(DARK, number)
    require(
        await host.await_state(number, LATE_MS),
        "A state that is sent a second time is not acknowledged again at once.",
    )


async def every_state(trial: Trial) -> None:
    await trial.meet_anew()
    for pattern in PATTERNS:
        await trial.require_taken(Lamp((40, 30, 20), pattern, 128), f"The lamp's pattern {pattern}")
    await trial.require_taken(Buzzer(False), "A buzzer that is off")
    if trial.kind == "shoe":
        await trial.require_taken(Gate(NO_PULL), "A gate that is shut")
    await trial.require_taken(DARK, "A lamp that goes dark")


async def any_above(trial: Trial) -> None:
    host = await trial.meet_anew()
    host.skip_states(SKIPPED)
    try:
        await trial.require_taken(DARK, f"A state whose number is {SKIPPED:,} more than the last")
    except Broken:
        host.skip_states(-SKIPPED)  # the rules after this one are not to break for it
        raise


async def newest_wins(trial: Trial) -> None:
    host = await trial.meet_anew()
    host.skip_states(9)
    number = host.send_state(DARK)
    await host.await_state(number, TAKEN_MS)
    host.send_message(Lamp((1, 1, 1), "solid"), number - 5)
    mark = await host.wait(LATE_MS)
    await host.await_pong(LATE_MS)
    low = [
        one.frame.acknowledged for one in host.heard_since(mark) if one.frame.acknowledged < number
    ]
    require(not low, f"It had state {number}; an older one came, and now it has {low[:1]}.")
    mark = host.mark
    host.send_message(AskLevels(), number - 4)
    await host.wait(LATE_MS)
    require(
        not host.edges_since(mark), "A question that is older than the newest state was answered."
    )


async def check_questions(trial: Trial) -> None:
    host = await trial.meet_anew()
    number = host.ask_levels()
    await host.wait(LATE_MS)
    mark = host.mark
    host.send_message(AskLevels(), number)
    await host.wait(LATE_MS)
    require(
        not host.edges_since(mark),
        "AskLevels that is sent a second time under its number is answered twice.",
    )


async def check_levels(trial: Trial) -> None:
    host = await trial.meet_anew()
    for _ in range(2):
        mark = host.mark
        host.ask_levels()
        await host.wait(LATE_MS)
        numbered = {one.frame.sequence: one.frame.message for one in host.edges_since(mark)}
        edges = [numbered[number] for number in sorted(numbered)]
        require(
            _is_right(trial.kind, [edge for edge in edges if isinstance(edge, Edge)]),
            f"Asked for its levels, a {trial.kind} tells: "
            f"{', '.join(map(_in_words, edges)) or 'nothing'}.",
        )


def _is_right(kind: str, edges: list[Edge]) -> bool:
    if kind == "seat":
        match edges:
            case [AreaChanged("bet"), AreaChanged("stack"), HoleCardsSeen()]:
                return True
        return False
    whats = [edge.what if isinstance(edge, ShoeChanged) else "" for edge in edges]
    return whats[:1] in (["lid_open"], ["lid_closed"]) and whats[1:] in (
        [],
        ["jam"],
        ["empty"],
        ["jam", "empty"],
    )


def _in_words(message: object) -> str:
    match message:
        case AreaChanged(area) | ShoeChanged(area):
            return f"{type(message).__name__} {area}"
    return type(message).__name__


RULES = (
    Rule("state", STATES_SECTION, "A state is acknowledged at once.", at_once),
    Rule(
        "state-repeat",
        STATES_SECTION,
        "A state that comes again is acknowledged again.",
        check_repeat,
    ),
    Rule("state-each", "Lamps", "Every pattern and every state of its kind is taken.", every_state),
    Rule("state-above", STATES_SECTION, "Any number above the last is taken.", any_above),
    Rule(
        "newest-wins",
        STATES_SECTION,
        "A number that is not above the last changes nothing.",
        newest_wins,
    ),
    Rule("asked-once", STATES_SECTION, "A repeat of AskLevels asks only once.", check_questions),
    Rule(
        LEVELS,
        "What a node senses, and levels",
        "AskLevels is answered at once, by fresh edges in their order.",
        check_levels,
    ),
)
