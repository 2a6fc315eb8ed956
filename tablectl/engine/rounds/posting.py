"""Posting: each seat that owes an ante or a blind posts it at its turn, before a card is dealt
(T-3, G-13, F-8).
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.between import ending
from tablectl.engine.between.arranging import (
    arrange_seats,
    blinds_go_round,
    missed_blinds,
    owed_posts,
)
from tablectl.engine.events import ChipsRead
from tablectl.engine.play.areas import handle_out_of_turn, notify_change, wager_in_front
from tablectl.engine.play.clocks import give_turn
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.changes import with_hand
from tablectl.engine.state.hand import Wager
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.rules.forced import Post
from tablectl.rules.limits import NOTHING, Legal
from tablectl.rules.seating import Positions


def due_post(t: Table) -> Post:
    """What the seat whose turn it is posts: all it owes, or as much as its stack has (T-3)."""
    owed = t.playing.owes[0]
    return owed.covered_by(t.playable(owed.seat))


def legal_post(t: Table) -> Legal:
    """The acts of a seat that has to post: `call` posts."""
    return (
        NOTHING
        if t.to_act is None or t.is_stopped
        else Legal(("call",), due_post(t).total, None, None)
    )


def post_for_absent(handling: Handling, number: int) -> None:
    """The player has left or sat out at its turn."""
    ask_for_post(handling)


def ask_for_post(handling: Handling) -> bool:
    """Asks the next seat that owes: False, it is waited for. Who has put exactly that in early has
    posted (T-3).

    An absent one's is taken from its stack (T-17), who leaves is arranged without (F-7).
    """
    t = handling.table
    seat = t.seat(t.playing.owes[0].seat)
    if not t.settings.posts_from_stack and seat.is_leaving:
        miss_post(handling)
    elif t.settings.chips_sensed and not t.is_played_for(seat):
        if not seat.area.is_level_known or wager_in_front(t, seat.number) != due_post(t).total:
            give_turn(handling, seat.number)
            return False
        take_post(handling)
    else:
        take_post(handling, from_stack=True)
    return True


def take_post(handling: Handling, *, from_stack: bool = False) -> None:
    """The seat whose turn it is posts what it can."""
    paid = due_post(handling.table)
    is_all_in = handling.table.is_all_in_with(paid.seat, paid.total)
    dead = paid.table_ante + paid.dead
    handling.record(
        f.Posted(
            seat=paid.seat,
            ante=paid.ante,
            live=paid.live,
            dead=dead,
            from_stack=from_stack,
            is_all_in=is_all_in,
        )
    )


def key_pressed(handling: Handling, seat: int, key: str) -> None:
    """`post`, or `call`, posts; nothing else is asked for now."""
    if key not in ("post", "call"):
        handling.refuse(Why.POST_FIRST(amount=due_post(handling.table).total), seat)
        return
    handling.record(f.Declared(seat=seat, wager=Wager(seat, declared="call")))
    count_post_chips(handling)


def chips_moved(handling: Handling, event: ChipsRead, was: Table) -> None:
    """Chips of the seat that posts count as they come; those of another are held back until its
    turn (G-8).
    """
    if handling.table.playing.to_act == event.seat:
        count_post_chips(handling)
    else:
        handle_out_of_turn(handling, event, was)


def count_post_chips(handling: Handling) -> None:
    """Posts if exactly the amount owed lies in front, or, after the key, at least that. The
    excess is due back.
    """
    t = handling.table
    owed, wager = due_post(t), t.playing.wager
    put, total = wager_in_front(t, owed.seat), owed.total
    if put == total or (put > total and wager and wager.declared):
        take_post(handling)
        notify_change(handling, owed.seat)


def clock_ended(handling: Handling, seat: int) -> None:
    """Not posted in time: in T it is taken from the stack and the floor moves the chips,
    elsewhere the seat sits out (F-8).
    """
    due = due_post(handling.table)
    if handling.table.settings.posts_from_stack:
        handling.notice(Why.TAKEN_FROM_STACK(amount=due.total), due.seat)
        take_post(handling, from_stack=True)
    else:
        handling.notice(Why.NOT_POSTED(amount=due.total), due.seat)
        miss_post(handling)


def miss_post(handling: Handling) -> None:
    """The seat whose turn it is sits out, and its blind moves on; no card is dealt yet, so the hand
    is arranged without it (F-8).

    The button stays and the others' posts stay: they count towards what their seats owe now. With
    fewer than two left there is no hand: every chip goes back, and the button stays for the next
    (F-9, G-4).
    """
    t = handling.table
    number = t.owes[0].seat
    posted = [n for n, player in t.playing.players.items() if player.put]
    handling.record(f.SatOut(seat=number))
    without = with_hand(handling.table, dealt=tuple(n for n in t.dealt if n != number))
    hand = t.playing
    arranged: Positions | None
    # no blind: the others' posts are as they were
    if number not in (hand.small, hand.big) and len(without.dealt) > 1:
        arranged = Positions(t.button, hand.small, hand.big, without.dealt)
        owes, passed = hand.owes[1:], hand.passed
    elif arranged := arrange_seats(without, t.button):
        owes = _posts_left(t, owed_posts(without, arranged))
        missed = {*hand.passed, *missed_blinds(t, arranged), number}.difference(arranged.dealt)
        passed = tuple(sorted(missed)) if blinds_go_round(t) else ()
    if arranged:
        handling.record(
            f.BlindMissed(
                seat=number,
                button=arranged.button,
                small=arranged.small,
                big=arranged.big,
                dealt=arranged.dealt,
                owes=owes,
                passed=passed,
            )
        )
    else:
        handling.record(f.HandVoided(kind="void", why="did_not_post", values={"seat": number}))
        handling.notice(Why.TOO_FEW_POSTED(hand=t.hands, other=number))
        ending.let_leaving_go(handling)
    for number in posted:
        if number not in handling.table.dealt:
            notify_change(handling, number)


def _posts_left(t: Table, owes: tuple[Post, ...]) -> tuple[Post, ...]:
    """The part of a post that earlier posts do not cover; nothing for a seat that is all-in."""
    left = []
    for post in owes:
        player = t.player(post.seat)
        ante = post.ante - (player.put - player.bet)
        rest = replace(post, ante=max(0, ante), live=max(0, post.live - player.bet))
        if rest.total and (t.playable(post.seat) or post.seat not in t.dealt):
            left.append(rest)
    return tuple(left)
