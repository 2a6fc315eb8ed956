"""What the rulebook allows in fixed limit and pot limit, slowly: every question is answered from all that was done in the round.

Written from the text of L-4, L-6, L-7, S-4, S-5, T-8, T-13 and G-11 alone, so that it can be held against the engine's limits,
which it does not know. It keeps no running figures: each time it reads the round again from its first act.
"""

from msgspec import Struct

from .oracle import Act, Allowed, Player, left_of, missing


class Room(Struct, frozen=True):
    """The settings, as an operator has them."""

    betting: str                        # fixed_limit or pot_limit
    cap: int = 4                        # raises after the bet
    heads_up_cap: str = "before_cap"
    counts_call: bool = False
    min_raise: str = "increment"


class Spot(Struct, frozen=True):
    """A seat's turn. `players` as they stand, `began` as they stood when the round began; `pot`: all that is in, bets too."""

    room: Room
    seat: int
    players: tuple[Player, ...]
    began: tuple[Player, ...]
    acts: tuple[Act, ...]
    big_blind: int
    size: int                           # limit: of a bet on this street
    is_preflop: bool
    pot: int
    blinds: tuple[tuple[int | None, int], ...] = ()         # who was to post each, and how much; None: nobody had it

    @property
    def me(self) -> Player:
        return next(player for player in self.players if player.seat == self.seat)

    @property
    def highest(self) -> int:
        """The bet that the seat faces; 0: nothing is bet."""
        made = bets(self)
        return made[-1].total if made else 0


class Made(Struct, frozen=True):
    """A bet or raise: its total, what it stood on, and whether it counts in full."""

    total: int
    is_full: bool
    after: int                          # how many acts the round had seen
    must_add: int = 0                   # pot limit: what the next must add to it
    left: int = 0                       # who could still bet when it had been made


def bets(spot: Spot) -> list[Made]:
    return limit_bets(spot) if spot.room.betting == "fixed_limit" else pot_bets(spot)


def who_could_bet(spot: Spot, acts: tuple[Act, ...]) -> int:
    """How many had neither folded nor put in everything after these acts."""
    behind = {p.seat: p.stack + p.bet for p in spot.began if p.state == "in"}
    for act in acts:
        if act.did == "fold" or (act.seat in behind and act.total >= behind[act.seat]):
            behind.pop(act.seat, None)
    return len(behind)


def limit_bets(spot: Spot) -> list[Made]:
    """Before the flop the big blind is the bet (L-4). An all-in of half a bet or more over the last full one is one (L-7)."""
    made = [Made(spot.big_blind, True, 0, left=who_could_bet(spot, ()))] if spot.is_preflop else []
    for number, act in enumerate(spot.acts, 1):
        if act.did == "raise":
            standing = max([m.total for m in made if m.is_full], default=0)
            is_full = (act.total - standing) * 2 >= spot.size
            made.append(Made(act.total, is_full, number, left=who_could_bet(spot, spot.acts[:number])))
    return made


def pot_bets(spot: Spot) -> list[Made]:
    """As in no limit: a full raise adds at least the last increment, or doubles; a shorter all-in leaves that as it was."""
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
    """After a bet and `cap` raises. With two left when a raise is made there is no cap, unless it was reached before (L-4)."""
    fulls = [m for m in bets(spot) if m.is_full]
    for number, made in enumerate(fulls):
        raises = number                                     # the first is the bet
        if raises < spot.room.cap:
            continue
        if spot.room.heads_up_cap == "before_cap" and made.left <= 2:
            continue
        if spot.room.heads_up_cap == "round_start" and len([p for p in spot.began if p.state == "in"]) <= 2:
            continue
        return True
    return False


def is_open(spot: Spot) -> bool:
    """Whether this player may raise (L-6, T-13, G-11)."""
    others = [p for p in spot.players if p.state == "in" and p.seat != spot.seat]
    if not others:
        return False
    mine = [number for number, act in enumerate(spot.acts, 1) if act.seat == spot.seat]
    made = bets(spot)
    if not mine or [m for m in made if m.is_full and m.after > mine[-1]]:
        return True
    if spot.room.betting == "fixed_limit" or not made:
        return False
    me = spot.me
    return made[-1].total - me.bet >= made[-1].must_add     # short all-ins that add up


def whole_pot(spot: Spot) -> int:
    """The pot by which a raise is measured: before the flop with what is missing of the blinds (S-5)."""
    posted = {player.seat: player.bet for player in spot.began}
    missing = [blind - min(blind, posted.get(seat, 0)) for seat, blind in spot.blinds]
    return spot.pot + (sum(missing) if spot.is_preflop else 0)


def allowed(spot: Spot) -> Allowed:
    """All that the seat may do."""
    me = spot.me
    made = bets(spot)
    highest = made[-1].total if made else 0
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
        least = highest + made[-1].must_add if made else spot.big_blind
        most = highest + whole_pot(spot) + (to_call if spot.room.counts_call else 0)        # the raise is at most the pot
    acts.append("raise" if highest else "bet")
    return Allowed(tuple(acts), to_call, min(least, everything), min(most, everything))


def accepts(spot: Spot, act: str, amount: int) -> bool:
    may = allowed(spot)
    me = spot.me
    if act in ("fold", "check", "call"):
        return act in may.acts
    if act == "all_in":
        return me.stack <= may.to_call or (may.most is not None and me.bet + me.stack <= may.most)
    if act == "bet" and "raise" in may.acts:
        return False
    return may.least is not None and may.most is not None and may.least <= amount <= may.most and (
        act == "raise_to" or "bet" in may.acts)


def next_seat(spot: Spot, button: int, big_blind_seat: int) -> int | None:
    """Whose turn it is (T-7, T-10, T-13, G-11)."""
    alive = [p for p in spot.players if p.state != "folded"]
    still_in = [p for p in alive if p.state == "in"]
    if len(alive) < 2 or not still_in or (len(still_in) == 1 and all(still_in[0].bet >= p.bet for p in alive)):
        return None
    made = bets(spot)
    highest = made[-1].total if made else 0
    have_acted = {act.seat for act in spot.acts}
    last = spot.acts[-1].seat if spot.acts else big_blind_seat if spot.is_preflop else button
    return next((p.seat for p in left_of(last, spot.players)
                 if p.state == "in" and (p.seat not in have_acted or p.bet < highest)), None)
