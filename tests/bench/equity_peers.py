"""Peers in the package index that compute equity exactly, each asked for as many players as it
takes.
"""

from tests.bench.contest import Entrant
from tests.bench.evaluators import installed, xiapl_mask

# to which equities are compared: some have them as sums of fractions
DIGITS = 9
MOST_OF_POKERFAST = 6


def entrants(hands, board, calls):
    """Whoever is installed, asked so many times a turn. Cards are given in the form that each
    takes fastest.
    """
    asked = [_pokerfast(hands, board), _xiapl(hands, board), _poker_equity(hands, board)]
    return tuple(_entrant(name, ask, calls) for name, ask in asked if ask)


def rounded(equities):
    return [round(equity, DIGITS) for equity in equities]


def _entrant(name, ask, calls):
    def work():
        for _ in range(calls):
            ask()
        return calls

    return Entrant(name, work, lambda: [("equities", rounded(ask()))])


def _pokerfast(hands, board):
    module = installed("pokerfast.equity")
    texts, laid = ["".join(hand) for hand in hands], "".join(board)
    can = module and module.available() and len(hands) <= MOST_OF_POKERFAST
    return "pokerfast (OMPEval)", (lambda: module.equity(texts, laid)) if can else None


def _xiapl(hands, board):
    module = installed("xiapl")
    if not module:
        return "xiapl", None
    masks, laid = [xiapl_mask(module, hand) for hand in hands], xiapl_mask(module, board)
    exact, ask = module.simulation.SimulationOptions.exact(), module.simulation.calculate_equity
    exact.threads = 1
    return "xiapl", lambda: [player.equity for player in ask(masks, laid, exact).players]


def _poker_equity(hands, board):
    module = installed("poker_equity")
    texts, laid = ["".join(hand) for hand in hands], "".join(board)
    return "poker-equity", (
        lambda: [
            player["equity"] for player in module.exact_from_text("holdem", texts, laid)["players"]
        ]
    ) if module else None
