"""The rules of edges: each reported once and in order, stored until it is acknowledged, sent again
ever more slowly.

AskLevels makes edges without anybody's hands: as many as are wanted, by asking again.
"""

from itertools import pairwise

from firmware_io.kit.conform.host import Heard, Host
from firmware_io.kit.conform.rule import EARLY_MS, LATE_MS, LeftOut, Rule, Trial, require
from firmware_io.messages import EDGES, Hello, HostHeartbeat, Pong
from firmware_io.session import MAX_KEPT_EDGES, RETRY_FIRST_MS, RETRY_LAST_MS, WINDOW_EDGES

EDGES_SECTION = "Edges"
# times that levels are requested, to have 64 edges of a shoe that tells one each time
MOST_ASKED = 80
BACKED_OFF_MS = 4_000  # after so long the wait between two sendings is at its longest


async def make_edges(trial: Trial, count: int) -> tuple[Host, int]:
    """At least so many edges that are not acknowledged: the host, and where they begin in what it
    heard.
    Raises LeftOut.
    """
    host = await trial.meet_anew()
    host.acknowledges = False
    mark = host.mark
    for _ in range(MOST_ASKED):
        await host.await_state(host.ask_levels(), LATE_MS)
        heard = await host.await_pong(LATE_MS)
        if (
            heard is not None
            and isinstance(heard.frame.message, Pong)
            and heard.frame.message.last_number >= host.safe + count
        ):
            return host, mark
    raise LeftOut(f"Asked for its levels {MOST_ASKED} times, it has not told {count} edges.")


def sendings_since(host: Host, mark: int, number: int) -> list[Heard]:
    return [one for one in host.edges_since(mark) if one.frame.sequence == number]


async def in_order(trial: Trial) -> None:
    host, mark = await make_edges(trial, 4)
    first: list[int] = []
    for one in host.edges_since(mark):
        if one.frame.sequence not in first:
            first.append(one.frame.sequence)
    require(
        first == list(range(host.safe + 1, host.safe + 1 + len(first))),
        f"Edges come in this order: {first}.",
    )


async def sent_again(trial: Trial) -> None:
    host, mark = await make_edges(trial, 1)
    await host.wait(1_000)
    sent = sendings_since(host, mark, host.safe + 1)
    require(len(sent) >= 2, "An edge that is not acknowledged is not sent again within a second.")
    gap_ms = sent[1].at_ms - sent[0].at_ms
    require(
        gap_ms >= RETRY_FIRST_MS - EARLY_MS, f"An edge is sent again after {gap_ms} ms already."
    )


async def backs_off(trial: Trial) -> None:
    host, mark = await make_edges(trial, 1)
    await host.wait(BACKED_OFF_MS)
    sent = sendings_since(host, mark, host.safe + 1)
    if len(sent) < 2:
        raise LeftOut("It sends nothing again, which is another rule's.")
    require(
        len(sent) <= 12,
        f"An edge was sent {len(sent)} times in {BACKED_OFF_MS:,} ms: the wait does not double.",
    )
    gaps = [after.at_ms - before.at_ms for before, after in pairwise(sent)]
    require(
        max(gaps) <= RETRY_LAST_MS + LATE_MS,
        f"Between two sendings of an edge lie {max(gaps):,} ms.",
    )


async def same_again(trial: Trial) -> None:
    host, mark = await make_edges(trial, 1)
    await host.wait(1_000)
    sent = sendings_since(host, mark, host.safe + 1)
    require(
        len({one.frame.message for one in sent}) == 1,
        f"Edge {host.safe + 1} is not the same each time it is sent.",
    )
    times = {one.frame.node_ms for one in sent}
    require(
        len(times) == 1,
        f"Edge {host.safe + 1} has the time it was sent, not when it happened: {sorted(times)}.",
    )


async def check_window(trial: Trial) -> None:
    host, mark = await make_edges(trial, WINDOW_EDGES + 2)
    await host.wait(1_000)
    last = max(one.frame.sequence for one in host.edges_since(mark))
    require(
        last <= host.safe + WINDOW_EDGES,
        f"It has {last - host.safe} edges in flight, {WINDOW_EDGES} are the most.",
    )


async def window_moves(trial: Trial) -> None:
    host, _ = await make_edges(trial, WINDOW_EDGES + 2)
    host.safe += 2
    wanted = host.safe + WINDOW_EDGES
    host.write(host.frame_bytes(HostHeartbeat()))
    came = await host.await_frame(
        lambda one: isinstance(one.message, EDGES) and one.sequence == wanted, LATE_MS
    )
    require(
        came is not None,
        f"Two edges were acknowledged, and edge {wanted}, which has room now, is not sent.",
    )


async def check_acknowledged(trial: Trial) -> None:
    host, _ = await make_edges(trial, 3)
    host.safe += 2
    host.write(host.frame_bytes(HostHeartbeat()))
    await host.wait(LATE_MS)
    mark = await host.wait(1_500)
    again = [
        one.frame.sequence for one in host.edges_since(mark) if one.frame.sequence <= host.safe
    ]
    require(not again, f"Edge {again[:1]} was acknowledged, and is sent again.")


async def other_epoch(trial: Trial) -> None:
    host, _ = await make_edges(trial, 2)
    first = host.safe + 1
    host.write(host.frame_bytes(HostHeartbeat(), of_epoch=host.node_epoch ^ 0x2222, safe=first + 1))
    await host.wait(LATE_MS)
    mark = await host.wait(RETRY_LAST_MS + LATE_MS)
    hello = await _ask_hello(host)
    require(
        hello.first_number <= first and bool(sendings_since(host, mark, first)),
        f"Edge {first} is forgotten: an acknowledgement that names another epoch was taken.",
    )


async def check_next_host(trial: Trial) -> None:
    host, _ = await make_edges(trial, 3)
    wanted = [host.safe + 1, host.safe + 2, host.safe + 3]
    host.epoch += 1
    host.acknowledges = False
    mark = host.mark
    await host.await_hello()
    await host.wait(LATE_MS)
    came = [one.frame.sequence for one in host.edges_since(mark)]
    require(
        all(n in came for n in wanted),
        f"A new host is not sent edges {wanted}, which nobody has acknowledged.",
    )


async def at_once_for_greeting(trial: Trial) -> None:
    host, _ = await make_edges(trial, 1)
    first = host.safe + 1
    await host.wait(BACKED_OFF_MS)
    host.send_greeting()
    came = await host.await_frame(
        lambda one: isinstance(one.message, EDGES) and one.sequence == first, LATE_MS
    )
    require(
        came is not None, f"A greeting is not followed at once by edge {first}, which it keeps."
    )


async def check_most_stored(trial: Trial) -> None:
    host, _ = await make_edges(trial, MAX_KEPT_EDGES)
    for _ in range(3):
        host.ask_levels()
        await host.wait(20)
    hello = await _ask_hello(host)
    stored = hello.last_number - host.safe
    require(
        stored <= MAX_KEPT_EDGES,
        f"It keeps {stored} edges that nobody acknowledged; {MAX_KEPT_EDGES} are the most.",
    )


async def check_pong(trial: Trial) -> None:
    host, _ = await make_edges(trial, 2)
    host.ask_levels()
    heard = await host.await_pong(LATE_MS)
    require(heard is not None, f"A ping is not answered within {LATE_MS} ms.")
    hello = await _ask_hello(host)
    assert heard is not None
    assert isinstance(heard.frame.message, Pong)
    pong_last = heard.frame.message.last_number
    require(
        pong_last <= hello.last_number,
        f"Its pong says edge {pong_last}; its hello after that {hello.last_number}.",
    )
    newest = max(
        (one.frame.sequence for one in host.edges_since(0) if one.at_ms < heard.at_ms), default=0
    )
    require(
        pong_last >= newest,
        f"Its pong says that edge {pong_last} is the last, and {newest} has come before it.",
    )


async def _ask_hello(host: Host) -> Hello:
    mark = host.mark
    host.send_greeting()
    heard = await host.await_kind(Hello, LATE_MS, since=mark)
    if heard is None or not isinstance(heard.frame.message, Hello):
        raise LeftOut("A greeting was not answered, which is another rule's.")
    return heard.frame.message


RULES = (
    Rule(
        "order", EDGES_SECTION, "Edges come in the order of their numbers, without a gap.", in_order
    ),
    Rule(
        "resend",
        EDGES_SECTION,
        "What is not acknowledged is sent again after 25 ms or two round trips.",
        sent_again,
    ),
    Rule("back-off", EDGES_SECTION, "The wait between two sendings doubles, up to 1 s.", backs_off),
    Rule(
        "same-again",
        EDGES_SECTION,
        "A repeat has the number, the words and the time of the first sending.",
        same_again,
    ),
    Rule("window", EDGES_SECTION, "At most 8 edges are in flight.", check_window),
    Rule(
        "window-moves",
        EDGES_SECTION,
        "Where edges are acknowledged the next ones are sent at once.",
        window_moves,
    ),
    Rule(
        "acknowledged",
        EDGES_SECTION,
        "An edge that was acknowledged is not sent again.",
        check_acknowledged,
    ),
    Rule(
        "other-epoch",
        "Frame",
        "An acknowledgement of another epoch's numbers acknowledges nothing.",
        other_epoch,
    ),
    Rule(
        "kept-for-next",
        EDGES_SECTION,
        "Edges are kept for the next host, with their numbers.",
        check_next_host,
    ),
    Rule(
        "at-once",
        "Meeting",
        "A greeting is followed by all kept edges at once.",
        at_once_for_greeting,
    ),
    Rule("most-kept", EDGES_SECTION, "At most 64 edges are kept.", check_most_stored),
    Rule(
        "pong",
        EDGES_SECTION,
        "A pong comes after all that was there before, and says the last edge's number.",
        check_pong,
    ),
)
