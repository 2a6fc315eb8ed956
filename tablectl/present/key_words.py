"""What a page writes on a key: its word without the amount, amounts to choose from, and what a
chosen amount would mean.
"""

from collections.abc import Collection, Iterable, Iterator

from tablectl import view
from tablectl.engine.state.hand import Pots
from tablectl.engine.state.table import Table
from tablectl.text import Names, T, say

WORDS = {
    "fold": T("FOLD"),
    "check": T("CHECK"),
    "call": T("CALL"),
    "bet": T("BET"),
    "raise": T("RAISE TO"),
    "all_in": T("ALL-IN"),
    "show": T("SHOW"),
    "muck": T("MUCK"),
    "confirm": T("CONFIRM"),
    "pass": T("PASS"),
    "post": T("POST"),
    "wait": T("WAIT"),
    "buy_button": T("BUTTON"),
    "made": T("MADE"),
    "missed": T("MISSED"),
    "undo": T("UNDO"),
    "ante": T("ANTE"),
    "bonus": T("BONUS"),
}
WITH_ALL = {"call": T("CALL ALL-IN"), "bet": T("ALL-IN"), "raise": T("ALL-IN")}
STEPS = {
    "least": T("MIN"),
    "third": T("⅓ POT"),
    "half": T("½ POT"),
    "pot": T("POT"),
    "most": T("MAX"),
    "all_in": T("ALL-IN"),
}
# of the pot, once the bet is called
SHARES = (("third", 3), ("half", 2), ("pot", 1))
MOST_SHARES = 2  # beside the least and the greatest: four steps in a row
# as they are: the page fills the amount in
MORE, LEFT = T("{amount} more than the bet"), T("{amount} stays")
OF_A_ROUND = ("bet", "raise")  # their amount is the total in front


def with_words(
    t: Table, accepted: Iterable[view.Key], pages: Collection[int], names: Names
) -> tuple[view.Key, ...]:
    """The keys, those of the seats of `pages` with their words."""
    return tuple([_word_key(t, key, names) if key.seat in pages else key for key in accepted])


def _word_key(t: Table, key: view.Key, names: Names) -> view.Key:
    all_in = _reaches_stack(t, key)
    least, most = key.amount, key.most
    if most is not None and least is not None and least < most:
        return view.Key(
            key.seat,
            key.key,
            least,
            most,
            say(WORDS[key.key], names),
            all_in,
            t.unit,
            tuple(_steps(t, key, names, is_all_in=all_in)),
            _facts(t, key, names),
        )
    word = (all_in and WITH_ALL.get(key.key)) or WORDS[key.key]
    return view.Key(key.seat, key.key, least, most, say(word, names), all_in)


def _reaches_stack(t: Table, key: view.Key) -> bool:
    """Whether the key, or the most of it, puts in the whole stack."""
    amount = key.most if key.most is not None else key.amount
    if amount is None or t.score is not None:
        return False
    return t.is_all_in_with(key.seat, amount - _in_front(t, key))


def _facts(t: Table, key: view.Key, names: Names) -> view.Facts:
    faces_bet = key.key == "raise" and t.round.bet > 0
    text = names.tr.text
    return view.Facts(text(MORE.text) if faces_bet else "", text(LEFT.text))


def _in_front(t: Table, key: view.Key) -> int:
    """What lies there already of the total that the key names."""
    player = t.player(key.seat)
    if key.key in (*OF_A_ROUND, "all_in"):
        return player.bet
    return {"ante": player.bets.ante, "bonus": player.bets.bonus}.get(key.key, 0)


def _steps(t: Table, key: view.Key, names: Names, *, is_all_in: bool) -> Iterator[view.Step]:
    """The least, shares of the pot between the two, the greatest."""
    assert key.amount is not None
    assert key.most is not None
    shares = _shares(t, key) if key.key in OF_A_ROUND else []
    greatest = "all_in" if is_all_in else "most"
    if greatest == "most" and t.settings.betting == "pot_limit" and key.key in OF_A_ROUND:
        greatest = "pot"
    for word, amount in (("least", key.amount), *shares, (greatest, key.most)):
        yield view.Step(say(STEPS[word], names), amount)


def _shares(t: Table, key: view.Key) -> list[tuple[str, int]]:
    """Raises by a share of the pot as it is after a call, in chips that play."""
    hand = t.playing
    assert isinstance(hand.of, Pots)
    bet = hand.round.bet
    pot = hand.of.middle + sum([player.bet for player in hand.players.values()])
    pot += bet - t.player(key.seat).bet
    totals = [(word, bet + pot // part) for word, part in SHARES]
    fitting = [(word, total - total % t.unit) for word, total in totals]
    return [
        (word, total) for word, total in fitting if (key.amount or 0) < total < (key.most or 0)
    ][-MOST_SHARES:]
