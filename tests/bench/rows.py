"""All tables of the page, in its order."""

from tests.bench import engines, hands, showdowns

ROUNDS = 5


def contests(share=1.0, only=""):
    """Those with this text in their name; `share`: how much of the usual work they do."""
    named = [*hands.contests(share), *showdowns.contests(share), *engines.contests(share)]
    return [contest for contest in named if only.lower() in contest.name.lower()]
