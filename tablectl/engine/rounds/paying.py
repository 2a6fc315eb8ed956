"""The end of a hand against the house: the dealer shows; what is paid, collected and returned,
seat by seat (D-4 to D-10).
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.between import ending
from tablectl.engine.play.areas import is_right
from tablectl.engine.play.halting import resume
from tablectl.engine.play.play import Play
from tablectl.engine.state.player import LIVE, Player
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.rules.evaluate import best_hand
from tablectl.rules.payout import Line, settle as settled


def settle(play: Play, is_last: bool) -> bool:
    """Whether the hand comes to its end here: the river is dealt and the dealer shows (D-4). That
    all fold is advance.py's.

    Bets are collected and paid when every area holds what the ledger says.
    """
    t = play.table
    if not is_last:
        return False
    if not t.of_house.is_dealer_up:
        play.record(f.DealerShown())
    elif all(is_right(t, number) for number in t.dealt):
        pay(play)
    elif not t.playing.is_collecting:
        play.record(f.CollectionAwaited())
    return True


def pay(play: Play) -> None:
    t = play.table
    for number in t.dealt:
        player = t.player(number)
        lines = lines_of(t, player)
        best = best_hand((*player.cards, *t.board), t.game.deck) if player.status in LIVE else None
        play.record(
            f.HousePaid(
                seat=number,
                lines=lines,
                cards=best.cards if best else (),
                hand=best.text if best else None,
            )
        )
    ending.end(play)


def lines_of(t: Table, player: Player) -> tuple[Line, ...]:
    """The outcome of each bet of a seat. All bets of a dead hand are lost, its call included
    (F-6).
    """
    if player.status in LIVE:
        return settled(player.bets, player.cards, t.board, t.of_house.dealer, t.pays, t.game.deck)
    lost = settled(replace(player.bets, call=0), (), (), (), t.pays, t.game.deck)
    if not player.bets.call:
        return lost
    return (*lost, Line("call", "lost", "folded", player.bets.call, 0, 0, 0, None))


def void_pays(play: Play, cause: str) -> None:
    """A malfunction voids pays and plays until the next hand starts; who has left since keeps
    what they had (D-12).
    """
    t = play.table
    short = next((p for n, p in t.shown.players.items() if t.seat(n).stack < p.net), None)
    if short is not None:
        play.refuse(
            Why.PAID_AND_SPENT(paid=short.net, stack=t.seat(short.number).stack), short.number
        )
        return
    if t.irregularity is not None:
        resume(play)
    play.record(f.PaysVoided(cause=cause))
    play.notice(Why.PAYS_VOID(hand=t.hands))
