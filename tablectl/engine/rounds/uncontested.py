"""One hand left: the pot is its at once, whatever is awaited and whatever still lies in the bet areas (G-5, T-14).

Against the house nobody left ends the hand (D-14). A deck that was proven foul comes first (G-10).
"""

from tablectl.engine import facts as f
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import paying, showing
from tablectl.engine.state.hand import Hand
from tablectl.engine.state.player import LIVE
from tablectl.engine.state.table import Table
from tablectl.rules.pots import layers, uncalled


def is_decided(t: Table) -> bool:
    """Whether all but one have folded or are dead, against the house all; a muck at the showdown is T-15's."""
    hand = t.hand
    if hand is None or hand.owes or not hand.dealt or hand.won is not None:
        return False
    if t.game.plays_for == "pots":
        return _is_one_left(hand) and not _is_foul(t)
    is_left = t.game.plays_for == "house" and not t.live and any(t.player(number).bets.ante for number in hand.dealt)
    return is_left and not _is_foul(t)


def _is_one_left(hand: Hand) -> bool:
    """Asked at every step, and answered as a rule by the first two players."""
    live = 0
    for player in hand.players.values():
        live += player.status in LIVE
        if live > 1:
            return False
    return live == 1


def _is_foul(t: Table) -> bool:
    return any(wrong.fouls_deck for wrong in (t.irregularity, *t.further) if wrong is not None)


def end(play: Play) -> None:
    """What nobody could match comes back; the rest is pushed, or the house's. The hand is over: nothing is awaited any more."""
    t = play.table
    if t.game.plays_for == "house":
        paying.pay(play)
        return
    back = uncalled({n: t.player(n).put for n in t.dealt})
    if back is not None and t.player(back[0]).status in LIVE:
        play.record(f.BetReturned(seat=back[0], amount=back[1]))
    put = {n: play.player(n).put for n in t.dealt}
    play.record(f.BetsCollected(pots=layers(put, [player.number for player in t.live], t.dead)))
    showing.push_pots(play)
