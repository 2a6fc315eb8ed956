"""What a seat is: a phone, a number pad or a node; and which pad belongs to which seat."""

from collections.abc import Callable, Sequence

from firmware_io.keypad.keyboards import Keyboard
from tablectl.setup.doctor.devices import Answer
from tablectl.setup.interview.desk import NO, YES, YES_OR_NO, Choice, Desk, Question
from tablectl.text import T

KEYS = ("seat", "port_")
OF_PADS = ("port_",)  # at which port each seat's is
PHONE, PAD, NODE = "phone", "keypad", "node"
KINDS = (
    Choice(PHONE, T("the player's own phone, on a page; chips are not sensed"), ("phones",)),
    Choice(PAD, T("a USB number pad; chips are not sensed"), ("pad", "pads")),
    Choice(NODE, T("a node of its own with keys, which senses chips"), ("nodes",)),
)
# of these pads, the one where a key is pressed first; None: nowhere in time
AwaitPress = Callable[[Sequence[str]], str | None]


def ask_seats(
    desk: Desk, answers: Sequence[Answer], pads: Sequence[Keyboard], by_hand: Sequence[str]
) -> None:
    """`by_hand`: ports that the system does not list, so that nobody would look there for a
    node.
    """
    is_node = any(answer.driver == "node" and answer.kind == "seat" for answer in answers)
    default = NODE if is_node else PAD if any(pad.is_pad for pad in pads) else PHONE
    if desk.ask(Question("seat", T("What is a seat?"), default, KINDS)) == NODE:
        for answer in answers:
            if answer.kind == "seat" and answer.port in by_hand:
                desk.note_answer(f"port_{answer.node}", answer.port)


def count_found(answers: Sequence[Answer], pads: Sequence[Keyboard]) -> int:
    """How many of the devices are seats: nodes, or else number pads."""
    nodes = {answer.node for answer in answers if answer.kind == "seat"}
    return len(nodes) or sum(pad.is_pad for pad in pads)


def learn_pads(desk: Desk, pads: Sequence[Keyboard], await_press: AwaitPress) -> None:
    """Seat by seat, until each has its pad, or somebody wants to do so another time."""
    free = [pad.path for pad in pads if pad.path not in desk.answers.values()]
    for number in range(1, int(desk.answers["count"]) + 1):
        key = f"port_{number}"
        if key in desk.answers:
            continue
        if not free:
            desk.tell(
                T(
                    "No number pad is left for seat {number}. Plug it in, and then: tablectl "
                    "setup --only pads",
                    number=number,
                )
            )
            return
        if desk.is_unattended:  # as they lie on the hubs
            desk.note_answer(key, free.pop(0))
            continue
        while (path := _await_press_at(desk, number, free, await_press)) is None:
            asked = T("Nothing came. Once more?")
            if desk.ask(Question("again", asked, YES, YES_OR_NO), is_kept=False) == NO:
                return
        free.remove(path)
        desk.note_answer(key, path)
        desk.tell(T("Seat {number}: {port}", number=number, port=path))


def _await_press_at(
    desk: Desk, number: int, free: Sequence[str], await_press: AwaitPress
) -> str | None:
    desk.tell(T("Press a key at seat {number}.", number=number))
    return await_press(free)
