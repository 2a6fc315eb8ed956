"""The end of a hand against the house: the dealer shows; what is paid, collected and returned,
seat by seat (D-4 to D-10).
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.between import ending
from tablectl.engine.play.areas import agrees_with_ledger
from tablectl.engine.play.halting import end_halt
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.player import LIVE, Player
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.rules.evaluate import best_hand
from tablectl.rules.payout import Line, settle_bets as settled


def settle_with_house(handling: Handling, is_last: bool) -> bool:
    """Whether the hand comes to its end here: the river is dealt and the dealer shows (D-4). That
    all fold is advance.py's.

    Bets are collected and paid when every area holds what the ledger says.
    """
    t = handling.table
    if not is_last:
        return False
    if not t.of_house.dealer.is_shown:
        handling.record(f.DealerShown())
    elif all(agrees_with_ledger(t, number) for number in t.dealt):
        pay_bets(handling)
    elif not t.playing.is_collecting:
        handling.record(f.CollectionAwaited())
    return True


def pay_bets(handling: Handling) -> None:
    t = handling.table
    for number in t.dealt:
        player = t.player(number)
        lines = bet_lines(t, player)
        best = best_hand((*player.cards, *t.board), t.game.deck) if player.status in LIVE else None
        handling.record(
            f.HousePaid(
                seat=number,
                lines=lines,
                cards=best.cards if best else (),
                hand=best.text if best else None,
            )
        )
    ending.end_hand(handling)


def bet_lines(t: Table, player: Player) -> tuple[Line, ...]:
    """The outcome of each bet of a seat. All bets of a dead hand are lost, its call included
    (F-6).
    """
    if player.status in LIVE:
        return settled(
            player.bets, player.cards, t.board, t.of_house.dealer.cards, t.pays, t.game.deck
        )
    lost = settled(replace(player.bets, call=0), (), (), (), t.pays, t.game.deck)
    if not player.bets.call:
        return lost
    return (*lost, Line("call", "lost", "folded", player.bets.call, 0, 0, 0, None))


def void_pays(handling: Handling, cause: str) -> None:
    """A malfunction voids pays and plays until the next hand starts; who has left since keeps
    what they had (D-12).
    """
    t = handling.table
    short = next((p for n, p in t.shown.players.items() if t.seat(n).stack < p.net), None)
    if short:
        handling.refuse(
            Why.PAID_AND_SPENT(paid=short.net, stack=t.seat(short.number).stack), short.number
        )
        return
    if t.irregularity:
        end_halt(handling)
    handling.record(f.PaysVoided(cause=cause))
    handling.notice(Why.PAYS_VOID(hand=t.hands))
