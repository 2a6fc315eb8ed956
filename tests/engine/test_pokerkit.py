"""PokerKit plays the same hands: with the same cards and the same decisions every stack must end
the same.
"""

import warnings
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from msgspec import Struct
from msgspec.structs import replace
from pokerkit import (
    Automation,
    Mode,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)

from tablectl.engine.engine import handle
from tablectl.engine.events import CardOff, KeyPressed, StartAsked
from tablectl.engine.play.wanted import next_place
from tablectl.engine.rounds.betting import legal_bets
from tablectl.rules.cards import CARDS
from tablectl.service.config.loading import game_of, load_config

from .playing import TEMPERS, a_table, buy_again, next_event, shuffled

HANDS_A_SEED = 5
SEEDS = range(4_000)  # 20,000 hands
QUICK = SEEDS[:20]  # these play in `make test`
CHUNK = 199  # seeds of one test
CHUNKS = [SEEDS[first : first + CHUNK] for first in range(len(QUICK), len(SEEDS), CHUNK)]
SLOW_CHUNKS = 1  # of them, in `make test-all`; the rest soak
# 5,300 hands of short deck, of which more than 5,000 can be compared
SHORT_SEEDS = range(1_060)
SHORT_QUICK = SHORT_SEEDS[:18]
SHORT_CHUNKS = [SHORT_SEEDS[18:300], SHORT_SEEDS[300:680], SHORT_SEEDS[680:]]
# 5,300 hands of pot-limit Omaha, of which more than 5,000 can be compared
OMAHA_SEEDS = range(1_060)
OMAHA_QUICK = OMAHA_SEEDS[:12]
OMAHA_CHUNKS = [OMAHA_SEEDS[12:156], OMAHA_SEEDS[156:600], OMAHA_SEEDS[600:]]
OMAHA_FILE = Path(__file__).resolve().parents[2] / "deploy/examples/omaha.toml"
MOST_EXCLUDED = 0.05

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)

# What PokerKit says when it refuses a raise, and the difference it is.
REFUSALS = {
    (
        "There is no reason to complete, bet, or raise"
    ): "a raise nobody left can cover: PokerKit refuses it (G-11)",
    (
        "The player already acted and hence cannot raise"
    ): "short all-ins that add up for one player only (T-13)",
}
SPLIT_TWICE = (
    "odd chips of two pots with the same winners: PokerKit makes them one pot at the "
    "showdown (T-16)"
)
MATCHED = (
    "asked by PokerKit for the rest of a blind although all others in are all-in and matched (G-11)"
)


class Step(Struct, frozen=True):
    """A card to where it was wanted, or an act: what both engines are fed."""

    kind: str  # hole burn board, or fold call raise
    card: str = ""
    player: int = 0  # counted from the left of the button
    total: int = 0
    # of a raise: no more is allowed, and it is not the whole stack
    is_to_the_pot: bool = False


class Hand(Struct, frozen=True):
    """Everything by player, from the left of the button."""

    game: str  # of GAMES
    began: tuple[int, ...]  # stacks
    ended: tuple[int, ...]
    blinds: tuple[int, ...]
    antes: tuple[int, ...]
    are_antes_dead: bool
    big_blind: int
    steps: tuple[Step, ...]
    pots: tuple[tuple[int, ...], ...]  # what each winner of a pot got of it, per pot
    winners: tuple[tuple[int, ...], ...]


class CannotBeCompared(Exception):
    """A documented difference between PokerKit and the rulebook; the message says which."""


# Ours ---------------------------------------------------------------------------------------------


def play(table, chance, temper, reached):
    """One hand, and what PokerKit needs to play it again."""
    table, _ = handle(table, (StartAsked(at_ms=0),))
    began = tuple(table.player(n).began for n in table.dealt)
    deck = shuffled(table, chance)
    blinds, antes = forced(table)
    steps = []
    while table.in_hand:
        event = next_event(table, deck, chance, temper)
        if step := step_of(table, event):
            if (
                table.settings.betting == "pot_limit"
                and step.kind == "raise"
                and is_to_the_pot(table, step)
            ):
                step = replace(step, is_to_the_pot=True)
                reached["raises to the pot"] += 1
                if is_over_a_short_blind(table):
                    reached["raises to the pot over a short blind"] += 1
            steps.append(step)
        table, rows = handle(table, (event,))
        count(table, [type(fact).__name__ for fact in rows[0].facts], reached)
    ended = tuple(table.seat(n).stack for n in table.dealt)
    pots = {
        pot: {w.seat: w.amount for w in table.won or () if w.pot == pot}
        for pot in range(len(table.dealt))
    }
    return table, Hand(
        name_of(table.game),
        began,
        ended,
        blinds,
        antes,
        table.settings.ante_from == "big_blind",
        table.stakes.big_blind,
        tuple(steps),
        tuple(tuple(won.values()) for won in pots.values()),
        tuple(tuple(won) for won in pots.values()),
    )


def name_of(game):
    return game.hand if game.hand == "two_and_three" else game.deck.name


def forced(table):
    """The blinds and the antes of the hand, by player."""
    stakes = table.stakes
    blinds = {table.shown.small: stakes.small_blind, table.shown.big: stakes.big_blind}
    antes = (
        {table.shown.big: stakes.ante}
        if table.settings.ante_from == "big_blind"
        else dict.fromkeys(table.dealt, stakes.ante)
    )
    return tuple(blinds.get(n, 0) for n in table.dealt), tuple(antes.get(n, 0) for n in table.dealt)


def step_of(table, event):
    if isinstance(event, CardOff):
        place = next_place(table)
        player = table.dealt.index(place.seat) if place.seat is not None else 0
        return Step(place.kind, card=event.cards[0], player=player)
    if not isinstance(event, KeyPressed) or event.key == "muck":
        return None
    seat, player = table.seat(event.seat), table.dealt.index(event.seat)
    total = table.player(seat.number).bet + seat.stack if event.key == "all_in" else event.amount
    if event.key == "fold":
        return Step("fold", player=player)
    return (
        Step("raise", player=player, total=total)
        if total > table.round.bet
        else Step("call", player=player)
    )


def is_to_the_pot(table, step):
    """Whether it is the limit that lets a player raise no more, not their stack."""
    seat = table.seat(table.dealt[step.player])
    return step.total == legal_bets(table).raise_max < table.player(seat.number).bet + seat.stack


def is_over_a_short_blind(table):
    """Whether it is the street of the blinds, and one of them was posted short."""
    blinds = (
        (table.shown.small, table.stakes.small_blind),
        (table.shown.big, table.stakes.big_blind),
    )
    return table.street == 0 and any(
        seat is not None and table.player(seat).bet < blind for seat, blind in blinds
    )


def count(table, said, reached):
    """What random play must reach to be worth comparing."""
    reached["hand voided"] += "HandVoided" in said
    reached["bets returned"] += "BetReturned" in said
    reached["mucked"] += "Mucked" in said
    if "HandEnded" not in said:
        return
    won = Counter(w.pot for w in table.won or ())
    shown = [w for w in table.won or () if w.cards]
    reached["hands"] += 1
    reached["uncontested"] += not shown
    reached["all-in hands"] += (
        any(table.seat(n).stack == 0 for n in table.dealt) or "PlayerOut" in said
    )
    reached["side pots"] += len(won) > 1
    reached["showdowns of two"] += len(table.live) == 2 and bool(shown)
    reached["showdowns of three or more"] += len(table.live) > 2 and bool(shown)
    reached["split pots"] += any(winners > 1 for winners in won.values())
    reached["heads-up"] += len(table.dealt) == 2
    is_for_all = table.settings.ante_from == "big_blind"
    reached["with antes"] += table.stakes.ante > 0 and not is_for_all
    reached["with an ante of the big blind"] += table.stakes.ante > 0 and is_for_all
    if table.game.deck.name != "standard":
        reached["with a blind on the button"] += (
            table.shown.big == table.button and table.shown.small is None
        )
        reached["heads-up, the button has the big blind"] += (
            table.shown.big == table.button and table.shown.small is not None
        )


GAMES = {
    "standard": NoLimitTexasHoldem,
    "short-flush": NoLimitShortDeckHoldem,
    "two_and_three": PotLimitOmahaHoldem,
}


# Theirs -------------------------------------------------------------------------------------------


def pokerkit_stacks(hand):
    """The stacks with which PokerKit ends the hand. Raises CannotBeCompared."""
    lacking = lacking_blinds(hand)
    if any(lacking):
        return stacks_with_short_blinds(hand, lacking)
    if is_rounded_apart(hand):
        raise CannotBeCompared(SPLIT_TWICE)
    state = played(hand, AUTOMATIONS)
    assert not state.status, "PokerKit's hand is not over"
    return tuple(state.stacks)


def played(hand, automations, lacking=()):
    """PokerKit's hand once every card has been dealt and every act done. `lacking`: what players
    lacked of their blinds.
    """
    # heads-up PokerKit lists them the other way round
    order = -1 if len(hand.began) == 2 else 1
    state = GAMES[hand.game].create_state(
        automations,
        not hand.are_antes_dead,
        hand.antes[::order],
        hand.blinds[::order],
        hand.big_blind,
        hand.began,
        len(hand.began),
    )
    for step in hand.steps:
        if step.kind in ("fold", "call", "raise"):
            act(state, step, sum(lacking))
        else:
            pass_matched(state, calls=bool(lacking))
            deal(state, step)
    pass_matched(state, calls=bool(lacking))
    return state


def is_rounded_apart(hand):
    """Whether the odd chips of the pots that the same players split make up another chip for
    each of them.
    """
    odd = Counter()
    for won, winners in zip(hand.pots, hand.winners, strict=True):
        if won:
            odd[winners] += max(won) - min(won)
    return any(chips >= len(winners) > 1 for winners, chips in odd.items())


def deal(state, step):
    if step.kind == "hole":
        state.deal_hole(step.card)
    elif step.kind == "burn":
        state.burn_card(step.card)
    else:
        state.deal_board(step.card)


def act(state, step, lacks):
    """`lacks`: what was not posted of the blinds, and is in PokerKit's pot all the same; not in
    ours after the flop (S-5).
    """
    assert state.actor_index == step.player, (
        f"PokerKit asks {state.actor_index}, we asked {step.player}"
    )
    if step.kind == "fold":
        fold(state)
    elif step.kind == "call":
        state.check_or_call()
    else:
        if (
            step.is_to_the_pot
            and (theirs := state.pot_completion_betting_or_raising_to_amount) is not None
        ):
            theirs -= lacks if state.street_index else 0
            assert theirs == step.total, (
                f"PokerKit's pot allows a raise to {theirs}, ours to {step.total}"
            )
        try:
            state.complete_bet_or_raise_to(step.total)
        except ValueError as refused:
            for says, difference in REFUSALS.items():
                if str(refused).startswith(says):
                    raise CannotBeCompared(difference) from None
            raise


def fold(state):
    """PokerKit's tournament mode refuses a fold for free; ours allows it, and so does the cash
    mode, with a warning.
    """
    if state.checking_or_calling_amount:
        state.fold()
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        state.mode = Mode.CASH_GAME
        state.fold()
        state.mode = Mode.TOURNAMENT


def pass_matched(state, *, calls):
    """PokerKit asks a player who has matched every all-in; we do not (G-11). `calls`: what
    nobody matches comes back.
    """
    while state.actor_index is not None:
        if state.checking_or_calling_amount and not calls:
            raise CannotBeCompared(MATCHED)
        state.check_or_call()


# Blinds posted short ------------------------------------------------------------------------------

# To PokerKit the others owe only what was posted. To the rulebook they owe the whole blind (G-13),
# and the pot that limits a raise has it in full (S-5). So PokerKit plays the hand with whole
# blinds, and the pots are made here of what each had put in.

SETTLED_HERE = tuple(
    step
    for step in AUTOMATIONS
    if step not in (Automation.HAND_KILLING, Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING)
)


def lacking_blinds(hand):
    """By player: what the blind lacks of its full amount, after the ante (T-3)."""
    return tuple(
        max(0, blind - max(0, began - ante))
        for blind, ante, began in zip(hand.blinds, hand.antes, hand.began, strict=True)
    )


def stacks_with_short_blinds(hand, lacking):
    antes = tuple(map(min, hand.antes, hand.began))
    whole = replace(
        hand,
        antes=antes,
        began=tuple(began + lacks for began, lacks in zip(hand.began, lacking, strict=True)),
    )
    state = played(whole, SETTLED_HERE, lacking)
    put = [
        began - left - lacks
        for began, left, lacks in zip(whole.began, state.stacks, lacking, strict=True)
    ]
    folded = {step.player for step in hand.steps if step.kind == "fold"}
    dead = sum(antes) if hand.are_antes_dead else 0
    layered = [chips - ante for chips, ante in zip(put, antes, strict=True)] if dead else put
    stacks = [began - chips for began, chips in zip(hand.began, put, strict=True)]
    live = [player for player in range(len(put)) if player not in folded]
    for amount, eligible in pots_of(layered, live, dead):
        winners = best_of(hand, eligible)
        for player in winners:
            stacks[player] += amount // len(winners)
        stacks[winners[0]] += amount % len(winners)  # the odd chips (T-16)
    return tuple(stacks)


def pots_of(put, live, dead):
    """Amount and players of each pot (G-6), the main pot first: one for each different sum of
    those who are still in.
    """
    pots = []
    floor, more = 0, dead
    for ceiling in sorted({put[player] for player in live}):
        amount = more + sum(min(chips, ceiling) - min(chips, floor) for chips in put)
        pots.append((amount, [player for player in live if put[player] >= ceiling]))
        floor, more = ceiling, 0
    amount, players = pots.pop()
    return [*pots, (amount + sum(max(0, chips - floor) for chips in put), players)]


def best_of(hand, players):
    """Who of them has the best hand, as PokerKit reads the cards, from the left of the button."""
    if len(players) == 1:
        return players
    holes = [""] * len(hand.began)
    for step in hand.steps:
        if step.kind == "hole":
            holes[step.player] += step.card
    board = "".join(step.card for step in hand.steps if step.kind == "board")
    kind = GAMES[hand.game].hand_types[0]
    hands = {player: kind.from_game(holes[player], board) for player in players}
    best = max(hands.values())
    return [player for player in players if hands[player] == best]


# Both ---------------------------------------------------------------------------------------------


def standard(chance):
    return a_table(
        chance,
        min_raise="increment",
        odd_chips="first",
        table_all_in_hands=chance.random() < 0.5,
        ante_from=chance.choice(("each", "big_blind")),
    )


def short(chance):
    """Texas 6+ as PokerKit has it: a flush beats a full house and a straight three of a kind."""
    return a_table(
        chance,
        "texas6plus",
        flush_over_full_house=True,
        table_all_in_hands=chance.random() < 0.5,
        ante_from=chance.choice(("each", "each", "big_blind")),
        button_ante=chance.random() < 0.4,
    )


def omaha(chance):
    """The example of a card room's own game, with what it says of betting; PokerKit's button
    posts the small blind heads-up.
    """
    own = load_config(OMAHA_FILE).table
    return a_table(
        chance,
        game_of(own),
        **own.options,
        table_all_in_hands=chance.random() < 0.5,
        ante_from=chance.choice(("each", "big_blind")),
    )


def omaha_with_short_blinds(chance):
    """The same, with many stacks that cannot pay a blind: before the flop the largest raise has
    it in full (S-5).
    """
    own = load_config(OMAHA_FILE).table
    return a_table(
        chance,
        game_of(own),
        tiny=0.3,
        **own.options,
        ante_from=chance.choice(("each", "big_blind")),
    )


TO_THE_POT = (0.15, 0.4, 0.8)  # most of the raises are as large as they may be


def compare(
    seeds,
    new_table=standard,
    tempers=TEMPERS,
):
    """Plays the seeds' hands in both. A failure names the seed: `compare(range(seed, seed + 1))`
    plays it again.
    """
    reached = Counter()
    excluded = Counter()
    different = []
    for seed in seeds:
        chance = Random(seed)
        temper = chance.choice(tempers)
        table = new_table(chance)
        for number in range(1, HANDS_A_SEED + 1):
            table, hand = play(buy_again(table, chance), chance, temper, reached)
            try:
                theirs = pokerkit_stacks(hand)
            except CannotBeCompared as why:
                excluded[str(why)] += 1
                continue
            except (AssertionError, ValueError) as wrong:
                different.append((f"seed {seed}, hand {number}", str(wrong), hand))
                continue
            if theirs != hand.ended:
                different.append((f"seed {seed}, hand {number}", theirs, hand))
    print(f"{len(seeds)} seeds: {dict(reached)}")
    print(f"not compared: {dict(excluded)}, together {excluded.total()} of {reached['hands']}")
    assert different == []
    assert reached.pop("hand voided") == 0
    assert {what: hands for what, hands in reached.items() if hands == 0} == {}
    assert reached["hands"] == len(seeds) * HANDS_A_SEED
    assert excluded.total() < MOST_EXCLUDED * reached["hands"]
    return reached


def test_pokerkit_ends_every_hand_with_the_same_stacks():
    """Clauses: G-1, G-5, G-6, T-2, T-3, T-6, T-7, T-10, T-12, T-13, T-14, T-16, T-17."""
    compare(QUICK)


def tiers(chunks, slow):
    """The first chunks of seeds are slow, the others soak."""
    marks = [pytest.mark.slow] * slow + [pytest.mark.soak] * (len(chunks) - slow)
    return [
        pytest.param(part, id=f"{part.start}-{part.stop - 1}", marks=mark)
        for part, mark in zip(chunks, marks, strict=True)
    ]


@pytest.mark.parametrize("seeds", tiers(CHUNKS, SLOW_CHUNKS))
def test_pokerkit_ends_every_hand_with_the_same_stacks_over_more_seeds(seeds):
    """Clauses: G-1, G-5, G-6, T-2, T-3, T-6, T-7, T-10, T-12, T-13, T-14, T-16, T-17."""
    compare(seeds)


@pytest.mark.slow
def test_pokerkit_ends_every_hand_of_short_deck_with_the_same_stacks():
    """Clauses: S-1, S-2, S-3, S-6, S-8, S-9, S-10, S-11, S-12, S-14, S-15."""
    compare(SHORT_QUICK, short)


@pytest.mark.parametrize("seeds", tiers(SHORT_CHUNKS, slow=1))
def test_pokerkit_ends_every_hand_of_short_deck_with_the_same_stacks_over_more_seeds(seeds):
    """Clauses: S-1, S-2, S-3, S-6, S-8, S-9, S-10, S-11, S-12, S-14, S-15."""
    compare(seeds, short)


@pytest.mark.slow
def test_pokerkit_ends_every_hand_of_pot_limit_omaha_with_the_same_stacks():
    """Clauses: G-3, G-5, G-6, S-5, T-16."""
    compare(OMAHA_QUICK, omaha)


@pytest.mark.slow
def test_pokerkit_ends_every_hand_of_pot_limit_omaha_with_short_blinds_with_the_same_stacks():
    """Clauses: G-6, G-13, S-5, T-3."""
    reached = compare(OMAHA_QUICK, omaha_with_short_blinds, (TO_THE_POT,))
    assert reached["raises to the pot over a short blind"] > 0


def test_a_pot_with_the_blinds_as_short_as_they_were_posted_would_be_found():
    """5 and, of the 10, 4 are in: the button may raise to 35, and not to 29 only."""
    holes = tuple(
        Step("hole", card, player)
        for player in range(3)
        for card in CARDS[4 * player : 4 * player + 4]
    )
    raises = Step("raise", player=2, total=29, is_to_the_pot=True)
    hand = Hand(
        "two_and_three",
        (200, 4, 200),
        (),
        (5, 10, 0),
        (0, 0, 0),
        False,
        10,
        (*holes, raises),
        (),
        (),
    )
    with pytest.raises(AssertionError, match="PokerKit's pot allows a raise to 35, ours to 29"):
        pokerkit_stacks(hand)


@pytest.mark.parametrize("seeds", tiers(OMAHA_CHUNKS, slow=1))
def test_pokerkit_ends_every_hand_of_pot_limit_omaha_with_the_same_stacks_over_more_seeds(seeds):
    """Clauses: G-3, G-5, G-6, S-5, T-16."""
    compare(seeds, omaha)


@pytest.mark.soak
@pytest.mark.parametrize("new_table", [standard, short, omaha])
def test_pokerkit_ends_hands_nobody_has_seen_with_the_same_stacks(new_table, soaking):
    """Clauses: G-1, G-5, G-6, S-2, S-3, T-2, T-16."""
    for seed in soaking:
        compare(range(seed, seed + CHUNK), new_table)
