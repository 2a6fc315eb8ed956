"""Posting: each seat that owes an ante or a blind is asked for it before a card is dealt (T-3,
G-13, F-8).
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.between import ending
from tablectl.engine.between.arranging import arrange, blinds_go_round, owed, passed_by
from tablectl.engine.events import ChipsRead
from tablectl.engine.play.areas import begun, chips_out_of_turn, say_change
from tablectl.engine.play.clocks import give_turn
from tablectl.engine.play.play import Play
from tablectl.engine.state.changes import with_hand
from tablectl.engine.state.hand import Wager
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.rules.forced import Post
from tablectl.rules.limits import NOTHING, Legal


def due_post(t: Table) -> Post:
    """What the seat that is asked posts: all it owes, or as much as its stack has (T-3)."""
    owed = t.playing.owes[0]
    return owed.covered_by(t.playable(owed.seat))


def legal(t: Table) -> Legal:
    """The acts of a seat that is asked to post: `call` posts."""
    return (
        NOTHING
        if t.to_act is None or t.is_stopped
        else Legal(("call",), due_post(t).total, None, None)
    )


def play_for(play: Play, number: int) -> None:
    """The player has left or sat out after being asked."""
    ask(play)


def ask(play: Play) -> bool:
    """Asks the next seat that owes: False, it is waited for. Who has put exactly that in early has
    posted (T-3).

    An absent one's is taken from its stack (T-17), who leaves is arranged without (F-7).
    """
    t = play.table
    seat = t.seat(t.playing.owes[0].seat)
    if not t.settings.posts_from_stack and seat.is_leaving:
        miss(play)
    elif t.settings.chips_sensed and not t.is_played_for(seat):
        if not seat.area.is_level_known or begun(t, seat.number) != due_post(t).total:
            give_turn(play, seat.number)
            return False
        post(play)
    else:
        post(play, from_stack=True)
    return True


def post(play: Play, *, from_stack: bool = False) -> None:
    """The seat asked now posts what it can."""
    paid = due_post(play.table)
    is_all_in = play.table.is_all_in_with(paid.seat, paid.total)
    dead = paid.table_ante + paid.dead
    play.record(
        f.Posted(
            seat=paid.seat,
            ante=paid.ante,
            live=paid.live,
            dead=dead,
            from_stack=from_stack,
            is_all_in=is_all_in,
        )
    )


def key_pressed(play: Play, seat: int, key: str) -> None:
    """`post`, or `call`, posts; nothing else is asked for now."""
    if key not in ("post", "call"):
        play.refuse(Why.POST_FIRST(amount=due_post(play.table).total), seat)
        return
    play.record(f.Declared(seat=seat, wager=Wager(seat, declared="call")))
    chips_came(play)


def chips_moved(play: Play, event: ChipsRead, was: Table) -> None:
    """Chips of the seat that posts count as they come; those of another are held back until it
    is asked (G-8).
    """
    if play.table.playing.to_act == event.seat:
        chips_came(play)
    else:
        chips_out_of_turn(play, event, was)


def chips_came(play: Play) -> None:
    """Posts if exactly the amount owed lies in front, or, after the key, at least that. The
    excess is due back.
    """
    t = play.table
    owed, wager = due_post(t), t.playing.wager
    put, total = begun(t, owed.seat), owed.total
    if put == total or (put > total and wager is not None and wager.declared):
        post(play)
        say_change(play, owed.seat)


def clock_ended(play: Play, seat: int) -> None:
    """Not posted in time: in T it is taken from the stack and the floor moves the chips,
    elsewhere the seat sits out (F-8).
    """
    asked = due_post(play.table)
    if play.table.settings.posts_from_stack:
        play.notice(Why.TAKEN_FROM_STACK(amount=asked.total), asked.seat)
        post(play, from_stack=True)
    else:
        play.notice(Why.NOT_POSTED(amount=asked.total), asked.seat)
        miss(play)


def miss(play: Play) -> None:
    """The seat asked now sits out, and its blind moves on; no card is dealt yet, so the hand is
    arranged without it (F-8).

    The button stays and the others' posts stay: they count towards what their seats owe now. With
    fewer than two left there is no hand: every chip goes back, and the button stays for the next
    (F-9, G-4).
    """
    t = play.table
    number = t.owes[0].seat
    posted = [n for n, player in t.playing.players.items() if player.put]
    play.record(f.SatOut(seat=number))
    without = with_hand(play.table, dealt=tuple([n for n in t.dealt if n != number]))
    hand = t.playing
    # no blind: the others' posts are as they were
    if number not in (hand.small, hand.big) and len(without.dealt) > 1:
        play.record(
            f.BlindMissed(
                seat=number,
                button=t.button,
                small=hand.small,
                big=hand.big,
                dealt=without.dealt,
                owes=hand.owes[1:],
                passed=hand.passed,
            )
        )
    elif (arranged := arrange(without, t.button)) is not None:
        passed = (
            {*hand.passed, *passed_by(t, arranged), number}.difference(arranged.dealt)
            if blinds_go_round(t)
            else ()
        )
        play.record(
            f.BlindMissed(
                seat=number,
                button=arranged.button,
                small=arranged.small,
                big=arranged.big,
                dealt=arranged.dealt,
                owes=_still_owed(t, owed(without, arranged)),
                passed=tuple(sorted(passed)),
            )
        )
    else:
        play.record(f.HandVoided(kind="void", why="did_not_post", values={"seat": number}))
        play.notice(Why.TOO_FEW_POSTED(hand=t.hands, other=number))
        ending.let_leaving_go(play)
    for number in posted:
        if number not in play.table.dealt:
            say_change(play, number)


def _still_owed(t: Table, owes: tuple[Post, ...]) -> tuple[Post, ...]:
    """The part of a post that earlier posts do not cover; nothing for a seat that is all-in."""
    left = []
    for post in owes:
        player = t.player(post.seat)
        ante = post.ante - (player.put - player.bet)
        rest = replace(post, ante=max(0, ante), live=max(0, post.live - player.bet))
        if rest.total and (t.playable(post.seat) or post.seat not in t.dealt):
            left.append(rest)
    return tuple(left)
