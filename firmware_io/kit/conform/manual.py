"""The rules that want somebody at the node: a key that is pressed, cards that are put into a
shoe.
"""

from firmware_io.kit.conform.about import ABOUT, knows_us, meet_about
from firmware_io.kit.conform.edges import EDGES_SECTION, make_edges
from firmware_io.kit.conform.host import Heard, Host
from firmware_io.kit.conform.meeting import falls_silent
from firmware_io.kit.conform.rule import LATE_MS, LeftOut, Rule, Trial, require
from firmware_io.messages import (
    NO_PULL,
    Asks,
    CardOff,
    Dialled,
    Gate,
    Hello,
    KeyPressed,
    ShoeChanged,
    abilities_of,
)
from firmware_io.session import DIALLED_MS, HEARTBEAT_MS, LOST_AFTER_MS

GATE = "The gate, and who counts pulls"
KEYS = "Keys"
PRESSED_WITHIN_MS = 15_000
CARD_WITHIN_MS = 15_000  # a person may have to slide it
NO_MORE_MS = 3_000  # so long no second card may come
JAM_OVER_WITHIN_MS = 20_000
UNPLUGGED_MS = 1_000  # or longer: a clock that lags so much has stood still meanwhile
TURNED_MS = 1_000  # after the wheel has come to rest

TASKS = {  # instructions to a person
    "press": "Press any key of the seat once, within 15 seconds of Enter.",
    "turn": "Turn the wheel of the seat to and fro for two seconds, as fast as you can, and let it "
    "rest at some amount.",
    "fill": "Put three cards or more into the shoe, close its lid, and let none out.",
    "empty": "Take all cards out of the shoe, and close its lid.",
    "card": "Where the shoe has no motor: let one card through now. One card leaves.",
    "hold": "Next the motor brings a card: be ready to hold it fast in the mouth for three "
    "seconds, and then to draw it out.",
    "replug": "Pull the node's plug, so that it has no power. Plug it in again, and wait until it "
    "has started.",
}


async def _ask_hands(trial: Trial, task: str) -> None:
    await trial.hands.do(task, TASKS[task])


def _cards_since(host: Host, mark: int) -> list[CardOff]:
    """Each that has left, once."""
    by_number = {one.frame.sequence: one.frame.message for one in host.edges_since(mark)}
    return [message for message in by_number.values() if isinstance(message, CardOff)]


async def _one_card(trial: Trial, pull: int) -> None:
    host = trial.host
    mark = host.mark
    host.send_state(Gate(pull))
    await _ask_hands(trial, "card")
    await host.await_kind(CardOff, CARD_WITHIN_MS, since=mark)
    cards = _cards_since(host, mark)
    require(len(cards) == 1, f"The gate opens for pull {pull}, and {len(cards)} cards are told.")
    require(
        cards[0].pull == pull, f"The gate opens for pull {pull}, and the card says {cards[0].pull}."
    )


async def check_key(trial: Trial) -> None:
    host = await trial.meet_anew()
    mark = host.mark
    await _ask_hands(trial, "press")
    heard = await host.await_kind(KeyPressed, PRESSED_WITHIN_MS, since=mark)
    require(heard is not None, "A key that was pressed is not told.")
    assert heard is not None
    await host.wait(LATE_MS)
    numbers = {one.frame.sequence for one in host.heard_since(mark, KeyPressed)}
    require(len(numbers) == 1, f"One key was pressed, and {len(numbers)} are told.")


async def _turn_wheel(trial: Trial) -> list[Heard]:
    """The amounts reported while somebody turns the wheel. Raises LeftOut."""
    mark = trial.host.mark
    await _ask_hands(trial, "turn")
    await trial.host.wait(TURNED_MS)
    return trial.host.heard_since(mark, Dialled)


async def _meet_with(host: Host, ability: str) -> None:
    if ability not in abilities_of((await meet_about(host)).abilities):
        raise LeftOut(f"Its About says that it has no {ability}.")


async def check_wheel(trial: Trial) -> None:
    host = trial.host
    await _meet_with(host, "wheel")
    await knows_us(host, Asks(("raise",), 5, 1_000, 5))  # by which a node may hold its wheel
    heard_turns = await _turn_wheel(trial)
    require(bool(heard_turns), "Its wheel was turned, and no amount is told.")
    took_ms = heard_turns[-1].at_ms - heard_turns[0].at_ms
    most = (took_ms + LATE_MS) // DIALLED_MS + 1
    require(
        len(heard_turns) <= most,
        f"It tells {len(heard_turns)} amounts in {took_ms:,} ms: one is due every {DIALLED_MS} ms.",
    )
    last = [one.frame.message for one in heard_turns[-2:]]
    require(
        len(last) == 2 and last[0] == last[1],
        f"Where the wheel comes to rest is told twice: the last were {last}.",
    )


async def one_a_pull(trial: Trial) -> None:
    host = await trial.meet_anew()
    await _ask_hands(trial, "fill")
    await _one_card(trial, 1)
    mark = host.mark
    host.send_state(Gate(1))
    await host.wait(NO_MORE_MS)
    require(not _cards_since(host, mark), "The same gate again, and a second card leaves.")


async def next_pull(trial: Trial) -> None:
    await trial.meet_anew()
    await _ask_hands(trial, "fill")
    for pull in (21, 22):
        await _one_card(trial, pull)


async def check_gate_shut(trial: Trial) -> None:
    host = await trial.meet_anew()
    host.send_state(Gate(NO_PULL))
    await _ask_hands(trial, "fill")
    mark = await host.wait(NO_MORE_MS)
    answered = [card.pull for card in _cards_since(host, mark) if card.pull != NO_PULL]
    require(not answered, f"The gate is shut, and a card answers pull {answered[:1]}.")


async def shut_without_host(trial: Trial) -> None:
    """A gate that is open at an empty shoe: its host is lost, cards come, and none of them may
    answer the pull.
    """
    host = await trial.meet_anew()
    await _ask_hands(trial, "empty")
    await host.await_taken(Gate(31), LATE_MS)
    await host.wait(NO_MORE_MS // 2)
    await falls_silent(host)
    await host.wait(LOST_AFTER_MS + HEARTBEAT_MS + LATE_MS)
    mark = host.mark
    await _ask_hands(trial, "fill")
    await host.wait(NO_MORE_MS)
    host.talks = host.acknowledges = True
    await host.await_hello()
    await host.wait(NO_MORE_MS)
    answered = [card.pull for card in _cards_since(host, mark) if card.pull != NO_PULL]
    require(
        not answered,
        f"Its host was lost, and a card leaves for pull {answered[:1]}: the gate was not shut.",
    )


async def card_stuck(trial: Trial) -> None:
    """That the motor stands cannot be heard. What is reported of the card can."""
    host = trial.host
    await _meet_with(host, "motor")
    await _ask_hands(trial, "fill")
    mark = host.mark
    await _ask_hands(trial, "hold")
    host.send_state(Gate(41))
    over = await host.await_frame(
        lambda one: one.message == ShoeChanged("cleared"), JAM_OVER_WITHIN_MS, since=mark
    )
    await host.wait(LATE_MS)
    jams = {
        one.frame.sequence
        for one in host.heard_since(mark, ShoeChanged)
        if one.frame.message == ShoeChanged("jam")
    }
    require(len(jams) == 1, f"A card stood in the mouth, and {len(jams)} jams are told.")
    require(
        over is not None,
        "The card that stood in the mouth was drawn out, and it is not told that the jam is "
        "cleared.",
    )
    cards = _cards_since(host, mark)
    require(
        len(cards) == 1,
        f"One card stood in the mouth and was drawn out, and {len(cards)} are told.",
    )


async def pulled_plug(trial: Trial) -> None:
    host, _ = await make_edges(
        trial, 1
    )  # else numbers that go on could not be distinguished from 1
    epoch, (before, _) = host.node_epoch, await _greet_node(host)
    await _ask_hands(trial, "replug")
    after, hello = await _greet_node(host)
    if (
        host.node_epoch == epoch
        and after.frame.node_ms - before.frame.node_ms >= after.at_ms - before.at_ms - UNPLUGGED_MS
    ):
        raise LeftOut("Its clock has run on, so it had power all the time.")
    require(
        host.node_epoch != epoch,
        f"Its plug was pulled, and it starts with the epoch that it had before: {epoch:08X}.",
    )
    require(
        hello.first_number == 1,
        f"Its plug was pulled, and its edges begin with {hello.first_number:,}: 1 is due.",
    )


async def _greet_node(host: Host) -> tuple[Heard, Hello]:
    """Its answer to a greeting. Raises NobodyThere."""
    mark = host.mark
    hello = await host.await_hello()
    return next(one for one in host.heard_since(mark, Hello) if one.frame.message == hello), hello


RULES = (
    Rule("key", KEYS, "A key is told once, when it goes down.", check_key, ("seat",)),
    Rule(
        "dialled",
        ABOUT,
        "What the wheel shows is told at most every 100 ms, and where it rests twice.",
        check_wheel,
        ("seat",),
    ),
    Rule(
        "one-a-pull",
        GATE,
        "One card a pull: the same gate again gives no second card.",
        one_a_pull,
        ("shoe",),
    ),
    Rule(
        "next-pull",
        GATE,
        "The next pull gives the next card, which repeats its number.",
        next_pull,
        ("shoe",),
    ),
    Rule("gate-shut", GATE, "No card answers a gate that is shut.", check_gate_shut, ("shoe",)),
    Rule(
        "gate-host-lost",
        GATE,
        "The shoe shuts the gate when it loses the host.",
        shut_without_host,
        ("shoe",),
    ),
    Rule(
        "card-stuck",
        GATE,
        "A card that stands in the mouth is one jam; drawn out, it is told, and the "
        "jam is cleared.",
        card_stuck,
        ("shoe",),
    ),
    Rule(
        "pulled-plug",
        EDGES_SECTION,
        "After its plug was pulled it has another epoch, and numbers from 1.",
        pulled_plug,
    ),
)
