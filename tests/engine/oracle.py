"""What the rulebook allows in a round of betting, slowly: every question is answered from all that
was done in the round.

Written from the text of T-7 to T-13, L-4, L-6, L-7, S-4, S-5 and G-11 alone, so that it can be held
against the engine's limits, which it does not know. It keeps no running figures: each time it reads
the round again from its first act.
"""

from collections.abc import Sequence

from msgspec import Struct


class Player(Struct, frozen=True):
    seat: int
    state: str  # in, all_in, folded
    bet: int  # in front, this round
    stack: int


class Act(Struct, frozen=True):
    """Something a player did in this round; posts are none. `total`: their bet after it."""

    seat: int
    did: str  # fold check call raise
    total: int


class Allowed(Struct, frozen=True):
    acts: tuple[str, ...]
    to_call: int
    # the smallest and largest total of a bet or raise, None where there is none
    least: int | None
    most: int | None


class Room(Struct, frozen=True):
    """The settings, as an operator has them."""

    betting: str  # no_limit, fixed_limit or pot_limit
    cap: int = 4  # raises after the bet
    heads_up_cap: str = "before_cap"
    counts_call: bool = False
    min_raise: str = "increment"


class Spot(Struct, frozen=True):
    """A seat's turn. `players` as they stand, `began` as they stood when the round began; `pot`:
    all that is in, bets too.
    """

    room: Room
    seat: int
    players: tuple[Player, ...]
    began: tuple[Player, ...]
    acts: tuple[Act, ...]
    big_blind: int
    size: int  # in fixed limit: of a bet on this street
    is_preflop: bool
    pot: int
    # who was to post each, and how much; None: nobody had it
    blinds: tuple[tuple[int | None, int], ...] = ()

    @property
    def me(self) -> Player:
        return next(player for player in self.players if player.seat == self.seat)

    @property
    def highest(self) -> int:
        """The bet that the seat faces; 0: nothing is bet."""
        made = bets(self)
        return made[-1].total if made else 0

    @property
    def last_act(self) -> int:
        """Its number, from 1, in the round; 0: the seat has not acted yet."""
        return max(
            [number for number, act in enumerate(self.acts, 1) if act.seat == self.seat], default=0
        )

    @property
    def is_raisable(self) -> bool:
        """Anybody else who is in has chips left: without, there is but call and fold (G-11)."""
        return any(p.state == "in" and p.seat != self.seat for p in self.players)


class Made(Struct, frozen=True):
    """A bet or raise: its total, what it stood on, and whether it counts in full."""

    total: int
    is_full: bool
    after: int  # how many acts the round had seen
    must_add: int = 0  # in no limit and pot limit: what the next must add to it
    left: int = 0  # who could still bet when it had been made


def bets(spot: Spot) -> list[Made]:
    """The bets of the round, the big blind the first one before the flop: it is a bet of the
    minimum (T-2).
    """
    return limit_bets(spot) if spot.room.betting == "fixed_limit" else free_bets(spot)


def who_could_bet(spot: Spot, acts: tuple[Act, ...]) -> int:
    """How many had neither folded nor put in everything after these acts."""
    behind = {p.seat: p.stack + p.bet for p in spot.began if p.state == "in"}
    for act in acts:
        if act.did == "fold" or (act.seat in behind and act.total >= behind[act.seat]):
            behind.pop(act.seat, None)
    return len(behind)


def limit_bets(spot: Spot) -> list[Made]:
    """Before the flop the big blind is the bet (L-4). An all-in of half a bet or more over the
    last full one is one (L-7).
    """
    made = [Made(spot.big_blind, True, 0, left=who_could_bet(spot, ()))] if spot.is_preflop else []
    for number, act in enumerate(spot.acts, 1):
        if act.did == "raise":
            standing = max([m.total for m in made if m.is_full], default=0)
            is_full = (act.total - standing) * 2 >= spot.size
            made.append(
                Made(act.total, is_full, number, left=who_could_bet(spot, spot.acts[:number]))
            )
    return made


def free_bets(spot: Spot) -> list[Made]:
    """A full raise adds at least the last increment, or doubles; a shorter all-in leaves that as
    it was (T-8).
    """
    made = [Made(spot.big_blind, True, 0, spot.big_blind)] if spot.is_preflop else []
    for number, act in enumerate(spot.acts, 1):
        if act.did == "raise":
            over = made[-1].total if made else 0
            least = made[-1].must_add if made else spot.big_blind
            is_full = act.total - over >= least
            adds = act.total if spot.room.min_raise == "double" else act.total - over
            made.append(Made(act.total, is_full, number, adds if is_full else least))
    return made


def is_capped(spot: Spot) -> bool:
    """After a bet and `cap` raises. With two left when a raise is made there is no cap, unless
    it was reached before (L-4).
    """
    fulls = [m for m in bets(spot) if m.is_full]
    for number, made in enumerate(fulls):
        raises = number  # the first is the bet
        if raises < spot.room.cap:
            continue
        if spot.room.heads_up_cap == "before_cap" and made.left <= 2:
            continue
        if (
            spot.room.heads_up_cap == "round_start"
            and len([p for p in spot.began if p.state == "in"]) <= 2
        ):
            continue
        return True
    return False


def is_open(spot: Spot) -> bool:
    """Whether the betting is open to a raise by the seat (L-6, T-10, T-13, G-11), judged for
    this player alone.
    """
    made, last = bets(spot), spot.last_act
    if not spot.is_raisable:
        return False
    if not last or any(m.is_full and m.after > last for m in made):
        # has not acted yet, or a full raise since then
        return True
    if spot.room.betting == "fixed_limit" or not made:
        return False
    return made[-1].total - spot.me.bet >= made[-1].must_add  # short all-ins that add up


def whole_pot(spot: Spot) -> int:
    """The pot by which a raise is measured: before the flop with what is missing of the blinds
    (S-5).
    """
    posted = {player.seat: player.bet for player in spot.began}
    missing = [blind - min(blind, posted.get(seat, 0)) for seat, blind in spot.blinds]
    return spot.pot + (sum(missing) if spot.is_preflop else 0)


def missing(players: Sequence[Player], me: Player, highest: int) -> int:
    """What a call takes; where all others still in are all-in, at most what any of them has in
    (G-11).
    """
    others = [p for p in players if p.seat != me.seat and p.state != "folded"]
    if all(p.state == "all_in" for p in others):
        highest = min(highest, max([p.bet for p in others], default=0))
    return max(0, highest - me.bet)


def allowed(spot: Spot) -> Allowed:
    """All that the seat may do (T-7, T-8, T-10, T-13, L-4, S-5)."""
    me, made, highest = spot.me, bets(spot), spot.highest
    to_call = missing(spot.players, me, highest)
    acts = ["fold", "check" if to_call == 0 else "call"]
    everything = me.bet + me.stack
    if everything <= highest or not is_open(spot):
        return Allowed(tuple(acts), to_call, None, None)
    if spot.room.betting == "fixed_limit":
        if is_capped(spot):
            return Allowed(tuple(acts), to_call, None, None)
        least = most = max([m.total for m in made if m.is_full], default=0) + spot.size
    else:
        least, most = highest + made[-1].must_add if made else spot.big_blind, everything
        if spot.room.betting == "pot_limit":  # the raise is at most the pot
            most = highest + whole_pot(spot) + (to_call if spot.room.counts_call else 0)
    acts.append("raise" if highest else "bet")
    return Allowed(tuple(acts), to_call, min(least, everything), min(most, everything))


def accepts(spot: Spot, act: str, amount: int) -> bool:
    """Whether the seat may do `act`; `amount` is the total of a `bet` or `raise_to`. With
    nothing bet a raise is a bet.
    """
    may, me = allowed(spot), spot.me
    if act in ("fold", "check", "call"):
        return act in may.acts
    if act == "all_in":
        return me.stack <= may.to_call or (may.most is not None and me.bet + me.stack <= may.most)
    if act == "bet" and "raise" in may.acts:
        return False
    return (
        may.least is not None
        and may.most is not None
        and may.least <= amount <= may.most
        and (act == "raise_to" or "bet" in may.acts)
    )


def next_seat(spot: Spot, button: int, big_blind_seat: int) -> int | None:
    """Whose turn comes after the acts of the round (T-7, T-10, T-13, G-11); None: the round is
    over. `spot.seat` is not read.
    """
    alive = [p for p in spot.players if p.state != "folded"]
    still_in = [p for p in alive if p.state == "in"]
    if len(alive) < 2 or not still_in:
        return None
    if len(still_in) == 1 and all(still_in[0].bet >= p.bet for p in alive):
        # has as much in as any who is all-in: not asked (G-11)
        return None
    have_acted = {act.seat for act in spot.acts}
    last = spot.acts[-1].seat if spot.acts else big_blind_seat if spot.is_preflop else button
    return next(
        (
            p.seat
            for p in left_of(last, spot.players)
            if p.state == "in" and (p.seat not in have_acted or p.bet < spot.highest)
        ),
        None,
    )


def left_of(seat: int, players: Sequence[Player]) -> list[Player]:
    """The players clockwise, from the first one left of `seat` on."""
    return sorted(players, key=lambda player: (player.seat <= seat, player.seat))


def tries_of(amounts: set[int], may: Allowed) -> list[tuple[str, int]]:
    """Every act, and a raise to each of the amounts and to every one on an edge."""
    for edge in (may.least, may.most):
        amounts |= {edge - 1, edge, edge + 1} if edge is not None else set()
    return [(act, 0) for act in ("fold", "check", "call", "all_in")] + [
        (act, amount) for act in ("bet", "raise_to") for amount in sorted(amounts) if amount >= 0
    ]
