"""What the rulebook allows in a round of betting, slowly: every question is answered from all that was done in the round.

Written from the text of T-7 to T-13 and G-11 alone, so that it can be held against the engine's limits, which it does not
know. It keeps no running figures: each time it reads the round again from its first act.
"""

from collections.abc import Sequence

from msgspec import Struct


class Player(Struct, frozen=True):
    seat: int
    state: str                          # in, all_in, folded
    bet: int                            # in front, this round
    stack: int


class Act(Struct, frozen=True):
    """Something a player did in this round; posts are none. `total`: their bet after it."""

    seat: int
    did: str                            # fold check call raise
    total: int


class Spot(Struct, frozen=True):
    """A seat's turn: `players` from the left of the button, `acts` of the round in their order."""

    seat: int
    players: tuple[Player, ...]
    acts: tuple[Act, ...]
    big_blind: int
    is_preflop: bool
    min_raise: str                      # double or increment (T-8)

    @property
    def me(self) -> Player:
        return next(player for player in self.players if player.seat == self.seat)

    @property
    def highest(self) -> int:
        """The bet that the seat faces; 0: nothing is bet."""
        made = bets(self)
        return made[-1].total if made else 0


class Allowed(Struct, frozen=True):
    acts: tuple[str, ...]
    to_call: int
    least: int | None                   # the smallest and largest total of a bet or raise, None where there is none
    most: int | None


class Bet(Struct, frozen=True):
    """A bet or raise of the round: to what total, over what, and whether it was a full one (T-8)."""

    total: int
    over: int
    is_full: bool
    must_add: int                       # what a raise has to add after it
    after: int                          # how many acts the round had seen when it had been made


def bets(spot: Spot) -> list[Bet]:
    """The bets of the round, the big blind the first one before the flop: it is a bet of the minimum (T-2)."""
    found = [Bet(spot.big_blind, 0, True, spot.big_blind, 0)] if spot.is_preflop else []
    for number, act in enumerate(spot.acts, 1):
        if act.did != "raise":
            continue
        over = found[-1].total if found else 0
        # At least the big blind, or double the bet, or the last increment again; after a short all-in, what it was before.
        had_to_add = found[-1].must_add if found else spot.big_blind
        is_full = act.total - over >= had_to_add
        if not is_full:
            must_add = had_to_add
        elif spot.min_raise == "double":
            must_add = act.total
        else:
            must_add = act.total - over
        found.append(Bet(act.total, over, is_full, must_add, number))
    return found


def is_open(spot: Spot) -> bool:
    """Whether the betting is open to a raise by the seat (T-13, G-11), judged for this player alone."""
    me = spot.me
    if not [p for p in spot.players if p.state == "in" and p.seat != spot.seat]:
        return False                                        # everyone else still in is all-in: call or fold (G-11)
    mine = [number for number, act in enumerate(spot.acts, 1) if act.seat == spot.seat]
    if not mine:
        return True                                         # has not acted yet; a big blind keeps the option (T-10)
    if [bet for bet in bets(spot) if bet.is_full and bet.after > mine[-1]]:
        return True                                         # a full raise since then
    made = bets(spot)
    faced = made[-1].total - me.bet if made else 0
    return bool(made) and faced >= made[-1].must_add        # short all-ins that add up


def missing(players: Sequence[Player], me: Player, highest: int) -> int:
    """What a call takes; where all others still in are all-in, at most what any of them has in (G-11)."""
    others = [p for p in players if p.seat != me.seat and p.state != "folded"]
    if all(p.state == "all_in" for p in others):
        highest = min(highest, max([p.bet for p in others], default=0))
    return max(0, highest - me.bet)


def allowed(spot: Spot) -> Allowed:
    """All that the seat may do (T-7, T-8, T-10, T-13)."""
    me, made = spot.me, bets(spot)
    highest = made[-1].total if made else 0
    to_call = missing(spot.players, me, highest)
    acts = ["fold", "call" if to_call > 0 else "check"]
    everything = me.bet + me.stack
    if everything <= highest or not is_open(spot):
        return Allowed(tuple(acts), to_call, None, None)
    full = highest + made[-1].must_add if made else spot.big_blind
    acts.append("raise" if highest > 0 else "bet")
    return Allowed(tuple(acts), to_call, min(full, everything), everything)


def accepts(spot: Spot, act: str, amount: int) -> bool:
    """Whether the seat may do `act`; `amount` is the total of a `bet` or `raise_to`. With nothing bet a raise is a bet."""
    may, me = allowed(spot), spot.me
    if act in ("fold", "check", "call"):
        return act in may.acts
    if act == "all_in":
        return me.stack <= may.to_call or may.most is not None
    if act == "bet" and "raise" in may.acts:
        return False
    return may.least is not None and may.most is not None and may.least <= amount <= may.most and (
        act == "raise_to" or "bet" in may.acts)


def next_seat(spot: Spot, button: int, big_blind_seat: int) -> int | None:
    """Whose turn comes after the acts of the round (T-7, T-10, T-13, G-11); None: the round is over. `spot.seat` is not read."""
    alive = [p for p in spot.players if p.state != "folded"]
    still_in = [p for p in alive if p.state == "in"]
    if len(alive) < 2 or not still_in:
        return None
    if len(still_in) == 1 and all(still_in[0].bet >= p.bet for p in alive):
        return None                                         # has as much in as any who is all-in: not asked (G-11)
    made = bets(spot)
    highest = made[-1].total if made else 0
    have_acted = {act.seat for act in spot.acts}
    last = spot.acts[-1].seat if spot.acts else big_blind_seat if spot.is_preflop else button
    for player in left_of(last, spot.players):
        if player.state == "in" and (player.seat not in have_acted or player.bet < highest):
            return player.seat
    return None


def left_of(seat: int, players: Sequence[Player]) -> list[Player]:
    """The players clockwise, from the first one left of `seat` on."""
    by_seat = sorted(players, key=lambda player: player.seat)
    return [p for p in by_seat if p.seat > seat] + [p for p in by_seat if p.seat <= seat]
