"""What reads the cards: a shoe that is a node, or a reader that they are slid over."""

from collections.abc import Sequence

from firmware_io.port import AUTO
from tablectl.setup.doctor.devices import Answer
from tablectl.setup.interview.desk import Choice, Desk, Question
from tablectl.text import T

KEYS = ("reader",)
SHOE, SLIDE = "node", "pn532"
READERS = (
    Choice(SHOE, T("a shoe with a node, which reads each card as it leaves"), ("shoe",)),
    Choice(SLIDE, T("cards are slid over a PN532"), ("slide",)),
    Choice("pepper", T("cards are slid over a Pepper C1"), ("pepper-c1",)),
    Choice("rdm6300", T("cards are slid over an RDM6300, 125 kHz")),
)


def ask_reader(desk: Desk, answers: Sequence[Answer], by_hand: Sequence[str]) -> None:
    """`answers`: of the devices at the ports; `by_hand`: those that the system does not list."""
    ports = find_readers(answers, by_hand)
    default = next(iter(ports), SLIDE)
    chosen = desk.ask(Question("reader", T("What reads the cards?"), default, READERS))
    if chosen in ports:
        desk.note_answer("reader_port", ports[chosen])


def find_readers(answers: Sequence[Answer], by_hand: Sequence[str]) -> dict[str, str]:
    """By driver, the first port of each that can read the table's cards. A node is found by its
    own number at any port that is listed.
    """
    found: dict[str, str] = {}
    for answer in answers:
        if answer.driver and (answer.driver != SHOE or answer.kind == "shoe"):
            is_anywhere = answer.driver == SHOE and answer.port not in by_hand
            found.setdefault(answer.driver, AUTO if is_anywhere else answer.port)
    return found
