"""One hand left: the pot is its at once, whatever is awaited and whatever still lies in the bet areas (G-5, T-14).

Against the house nobody left ends the hand (D-14). A deck that was proven foul comes first (G-10).
"""

from tablectl.engine import facts as f
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import betting, paying, showing
from tablectl.engine.state.hand import Hand
from tablectl.engine.state.player import LIVE
from tablectl.engine.state.table import Table
from tablectl.rules.pots import layers, uncalled


def is_decided(t: Table, hand: Hand) -> bool:
    """Whether all but one have folded or are dead, against the house all; a muck at the showdown is T-15's."""
    plays_for, last = t.game.plays_for, None
    for player in hand.players.values():                # asked at every step: as a rule the first two answer it
        if player.status in LIVE:
            if last is not None or plays_for != "pots":
                return False
            last = player
    if hand.owes or hand.won is not None or _is_foul(t):
        return False
    if plays_for == "pots":
        return last is not None
    return plays_for == "house" and any(player.bets.ante for player in hand.players.values())


def _is_foul(t: Table) -> bool:
    halt = t.halt
    return halt is not None and any(wrong.fouls_deck for wrong in (halt.irregularity, *halt.further) if wrong is not None)


def end(play: Play) -> None:
    """What nobody could match comes back; the rest is pushed, or the house's. The hand is over: nothing is awaited any more."""
    t = play.table
    if t.game.plays_for == "house":
        paying.pay(play)
        return
    back = uncalled({n: t.player(n).put for n in t.dealt})
    if back is not None and t.player(back[0]).status in LIVE:
        betting.give_back(play, *back)
    put = {n: play.table.player(n).put for n in t.dealt}
    play.record(f.BetsCollected(pots=layers(put, [player.number for player in t.live], t.of_pots.dead)))
    showing.push_pots(play)
