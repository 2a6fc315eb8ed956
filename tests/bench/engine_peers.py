"""Engines in the package index, each given the hands that ours plays, card by card and act by act,
in the form that it takes.

What none of them does beside ours stands in `LACKS`. All hands have six players with stacks so deep
that nobody is ever all-in: engines differ there.
"""

import os
import sys
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any

from msgspec import Struct

from tablectl.rules.cards import CODE
from tests.bench.contest import Entrant
from tests.bench.evaluators import installed
from tests.bench.played import PLAYERS, SMALL_BLIND, STACK

BIG_BLIND = 2 * SMALL_BLIND
OWN_SEED = 7
LACKS = {  # package: what of our row's work it leaves out
    "pokerkit": "It deals card by card and burns; no journal, no audit of cards and chips, and "
    "nothing goes wrong at it.",
    "open-spiel": "C++. No burns and no audit; cards are dealt hand by hand, the history is a list "
    "of numbers in memory.",
    "pokers": "Rust. The deck is given whole: no card by card, no burns, no side pots, no audit; "
    "chips are fractions.",
    "pokerfast": "One game of six. The deck is given whole: no card by card, no burns, no audit, "
    "no journal.",
    "texasholdem": "The deck is shuffled and dealt inside: no card by card, no burns, no audit. It "
    "keeps a history in memory.",
    "rlcard": "Five abstract acts, so that it cannot be given our hands and plays its own; no "
    "burns; odd chips fall by chance.",
    "clubs": "The deck is shuffled and dealt inside: no card by card, no burns, no audit, no "
    "journal.",
}


class Act(Struct, frozen=True):
    kind: str  # fold, call (or check), raise
    to: int  # chips before the player in this round, after it
    over: int  # how far a raise goes over the bet
    added: int  # chips put in by it
    spent: int  # chips in this hand, after it
    is_check: bool


class Dealt(Struct, frozen=True):
    holes: tuple[tuple[str, str], ...]  # from the left of the button
    board: tuple[str, ...]
    acts: tuple[Act, ...]

    @property
    def deck(self):
        """Two cards for each player, then the board, then the rest."""
        begun = [card for hole in self.holes for card in hole] + [*self.board]
        return begun + [card for card in CODE if card not in begun]


def dealt(hand):
    """The hand as those take it who want all cards first, with each act's amounts as any of them
    counts.
    """
    cards = [card for kind, card in hand.steps if kind == "hole"]
    board = tuple(card for kind, card in hand.steps if kind == "board")
    return Dealt(
        tuple(zip(cards[:PLAYERS], cards[PLAYERS:], strict=True)), board, tuple(_acts(hand))
    )


def _acts(hand):
    bets, spent = (
        [SMALL_BLIND, BIG_BLIND, *[0] * (PLAYERS - 2)],
        [SMALL_BLIND, BIG_BLIND, *[0] * (PLAYERS - 2)],
    )
    # in their order; whoever folds is no more among them
    waiting = [*range(2, PLAYERS), 0, 1]
    for kind, what in hand.steps:
        if kind == "board":
            bets = [0] * PLAYERS
            waiting.sort()
        if kind not in ("fold", "call", "raise"):
            continue
        player, bet = waiting.pop(0), max(bets)
        to = {"fold": bets[player], "call": bet, "raise": what}[kind]
        added = to - bets[player]
        bets[player] = to
        spent[player] += added
        if kind != "fold":
            waiting.append(player)
        yield Act(kind, to, to - bet, added, spent[player], is_check=kind == "call" and not added)


def engines(hands):
    """Whoever is installed, PokerKit apart."""
    played = [*map(dealt, hands)]
    makers = (_openspiel, _pokers, _pokerfast, _texasholdem, _clubs)
    return (*(entrant for maker in makers for entrant in maker(played)), *_rlcard(len(hands)))


def _entrant(name, hands, replay):
    def work():
        for hand in hands:
            replay(hand)
        return len(hands)

    return (Entrant(name, work, lambda: [replay(hand) for hand in hands]),)


def _openspiel(hands):
    """Chips are fifties to it: it lists every amount that may be raised to, at each act."""
    spiel = installed("pyspiel")
    if not spiel:
        return ()
    game = spiel.load_game(
        "universal_poker",
        {
            "betting": "nolimit",
            "numPlayers": PLAYERS,
            "numRounds": 4,
            "blind": f"1 2{' 0' * (PLAYERS - 2)}",
            "firstPlayer": "3 1 1 1",
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
            "stack": " ".join([str(STACK // SMALL_BLIND)] * PLAYERS),
            "bettingAbstraction": "fullgame",
        },
    )

    def actions(hand):
        """Cards are dealt after the acts of the round before, as many as the state asks for."""
        holes, board = (
            [CODE[card] for hole in hand.holes for card in hole],
            iter(CODE[card] for card in hand.board),
        )
        state, done, acts = game.new_initial_state(), holes, iter(hand.acts)
        for one in holes:
            state.apply_action(one)
        while not state.is_terminal():
            if state.is_chance_node():
                one = next(board)
            else:
                act = next(acts)
                one = {"fold": 0, "call": 1, "raise": act.spent // SMALL_BLIND}[act.kind]
            state.apply_action(one)
            done.append(one)
        return done

    def replay(actions):
        state = game.new_initial_state()
        for one in actions:
            state.apply_action(one)
        return tuple(STACK + round(won * SMALL_BLIND) for won in state.returns())

    return _entrant("OpenSpiel", [*map(actions, hands)], replay)


@contextmanager
def _silence():
    """pokers prints the winners of each showdown, past Python."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def _pokers(hands):
    module = installed("pokers")
    if not module:
        return ()
    kinds = module.ActionEnum

    def given(hand):
        """The big blind's check before the flop is a call to it."""
        deck = [module.Card.from_string(card[1].upper() + card[0]) for card in hand.deck]
        acts = [
            module.Action(kinds.Fold)
            if act.kind == "fold"
            else module.Action(kinds.Raise, act.over)
            if act.kind == "raise"
            else module.Action(kinds.Check if act.is_check and act.to == 0 else kinds.Call)
            for act in hand.acts
        ]
        return deck, acts

    def replay(hand):
        deck, acts = hand
        state = module.State.from_deck(PLAYERS, PLAYERS - 1, SMALL_BLIND, BIG_BLIND, STACK, deck)
        for act in acts:
            state = state.apply_action(act)
        return tuple(round(STACK + player.reward) for player in state.players_state)

    [entrant] = _entrant("pokers", [*map(given, hands)], replay)
    return (
        Entrant(entrant.name, partial(_silently, entrant.work), partial(_silently, entrant.found)),
    )


def _silently(work):
    with _silence():
        return work()


def _pokerfast(hands):
    module = installed("pokerfast")
    if not module:
        return ()

    def replay(hand):
        holes, board, acts = hand
        state = module.FastHand.for_cards([STACK] * PLAYERS, holes, board, SMALL_BLIND, BIG_BLIND)
        for act in acts:
            if act.kind == "raise":
                state.bet_or_raise(act.added)
            elif act.kind == "fold":
                state.fold()
            elif act.is_check:
                state.check()
            else:
                state.call()
        return tuple(STACK + won for won in state.state.payoffs)

    boards = [hand.deck[2 * PLAYERS : 2 * PLAYERS + 5] for hand in hands]
    return _entrant(
        "pokerfast",
        [
            (["".join(hole) for hole in hand.holes], board, hand.acts)
            for hand, board in zip(hands, boards, strict=True)
        ],
        replay,
    )


def _texasholdem(hands):
    module = installed("texasholdem")
    if not module:
        return ()
    from texasholdem.game import game as its

    kinds = module.ActionType

    class Stacked(its.Deck):
        cards: list[Any]

        def __init__(self):
            self.cards = coming

    coming = []

    def given(hand):
        acts = [
            (kinds.FOLD, None)
            if act.kind == "fold"
            else (kinds.RAISE, act.to)
            if act.kind == "raise"
            else (kinds.CHECK if act.is_check else kinds.CALL, None)
            for act in hand.acts
        ]
        return [*map(module.Card, hand.deck)], acts

    def replay(hand):
        nonlocal coming
        coming, acts = hand
        its.Deck, kept = Stacked, its.Deck
        try:
            game = module.TexasHoldEm(
                buyin=STACK, big_blind=BIG_BLIND, small_blind=SMALL_BLIND, max_players=PLAYERS
            )
            game.btn_loc = PLAYERS - 2  # it moves on before the hand
            game.start_hand()
            for kind, total in acts:
                game.take_action(kind, total=total)
        finally:
            its.Deck = kept
        return tuple(player.chips for player in game.players)

    return _entrant("texasholdem", [*map(given, hands)], replay)


def _clubs(hands):
    module = installed("clubs")
    if not module:
        return ()
    dealer = module.poker.Dealer(
        num_players=PLAYERS,
        num_streets=4,
        blinds=[SMALL_BLIND, BIG_BLIND, *[0] * (PLAYERS - 2)],
        antes=0,
        raise_sizes="inf",
        num_raises="inf",
        num_suits=4,
        num_ranks=13,
        num_hole_cards=2,
        num_community_cards=[0, 3, 1, 1],
        num_cards_for_hand=5,
        mandatory_num_hole_cards=0,
        start_stack=STACK,
    )

    class Stacked:
        def __init__(self, cards):
            self.cards = cards

        def shuffle(self):
            self.at = 0

        def draw(self, count=1):
            self.at += count
            return self.cards[self.at - count : self.at]

    def given(hand):
        """Its first player is the button, our last."""
        deck = [module.poker.Card(card) for card in hand.deck]
        return deck[2 * PLAYERS - 2 : 2 * PLAYERS] + deck[: 2 * PLAYERS - 2] + deck[
            2 * PLAYERS :
        ], [-1 if act.kind == "fold" else act.added for act in hand.acts]

    def replay(hand):
        cards, acts = hand
        dealer.deck = Stacked(cards)
        dealer.reset(reset_button=True, reset_stacks=True)
        for act in acts:
            dealer.step(act)
        button, *others = dealer.stacks
        return (*others, button)

    return _entrant("clubs", [*map(given, hands)], replay)


def _rlcard(hands):
    if not installed("rlcard"):
        return ()
    from rlcard.games.nolimitholdem import Game

    def work():
        chance = Random(OWN_SEED)
        for _ in range(hands):
            game = Game(num_players=PLAYERS)
            game.init_chips = [STACK // SMALL_BLIND] * PLAYERS
            game.init_game()
            while not game.is_over():
                game.step(chance.choice(game.get_legal_actions()))
            game.get_payoffs()
        return hands

    return (Entrant("rlcard, hands of its own", work),)
