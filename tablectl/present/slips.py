"""The slips of a hand against the house: for each seat that bet, what the dealer pays or takes, bet by bet."""

from tablectl.engine.state.hand import Won
from tablectl.engine.state.table import Table
from tablectl.present.hand_names import name_of, short_name_of
from tablectl.rules.evaluate import as_played
from tablectl.rules.payout import Line
from tablectl.text import Names, say
from tablectl.view import Slip, SlipKind, SlipLine


def slips(t: Table, names: Names) -> tuple[Slip, ...]:
    """The view's field `slips`, by seat; empty until the hand is paid, and for who has bet nothing."""
    bets = [one for one in t.won or () if any(line.staked for line in one.lines)]
    return tuple([_slip(t, one, names) for one in sorted(bets, key=lambda one: one.seat)])


def _slip(t: Table, won: Won, names: Names) -> Slip:
    lines = tuple([SlipLine(line.bet, line.staked, line.to_player - line.staked, line.pays, _back(line))
                   for line in won.lines if line.staked])
    gain = sum([line.gain for line in lines])
    kind: SlipKind = "pay" if gain > 0 else "take" if gain < 0 else "even"
    whole = short = None
    if won.hand is not None:
        category, cards = as_played(won.cards, t.game.deck)
        whole = say(name_of(category, cards), names)
        short = say(short_name_of(category, cards), names)
    return Slip(won.seat, t.hands, kind, abs(gain), whole, short, lines)


def _back(line: Line) -> str:
    if line.outcome != "pushed":
        return ""
    return "tie" if line.why == "equal" else "returned"
