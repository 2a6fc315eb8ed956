"""Questions between two hands: chips to take back, newcomers, the deck, and the start of the
next hand.
"""

from tablectl.engine.questions import (
    arrange_seats,
    chips_out_of_place,
    cut_awaited,
    entry_choices,
    entry_price,
    is_won,
    next_level,
    owed_to_pot,
    seats_not_clear,
    stacks_in_the_way,
    undecided_seats,
    who_shuffles_and_cuts,
    why_no_start,
)
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.stacks import Difference
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.present.asks.ask import SHOE_LOST, Ask
from tablectl.present.asks.sharing import TO_STACK, TO_STACKS, WAITS, share
from tablectl.present.grouping import amount_of, grouped
from tablectl.present.moves import moves
from tablectl.present.reasons import text_of
from tablectl.present.stacks import is_the_pot
from tablectl.present.terms import card_name
from tablectl.rules.cards import JOKER, rank_value
from tablectl.rules.seating import highest_drawn
from tablectl.rules.wagers import chip_value
from tablectl.text import (
    Amount,
    Capitalized,
    Ordinal,
    Player,
    T,
    Text,
    Value,
    counted,
    either,
    joined,
    listed,
    players,
    plural,
)
from tablectl.view import Move

PLACES_TOLD = 3
WAITING = {1: T("Waiting for a player"), 2: T("Waiting for a second player")}


def between_hands(t: Table, now_ms: int, next_hand_in_s: int | None) -> Ask:
    """The first thing that keeps the next hand from starting; else what newcomers are asked,
    else the start itself.
    """
    lying = seats_not_clear(t)
    if t.shown.void is not None and lying:
        return _after_a_void(t, lying)
    if over := _over(t):
        return over
    if asked := next(iter(undecided_seats(t)), None):
        return _how_to_come_in(t, asked)
    if lying:
        return _in_the_way(t, lying)
    if wrong := stacks_in_the_way(t):
        return _of_stacks(t, wrong)
    if t.shoe.is_deck_foul:
        count = len(t.game.deck.all_cards)
        return Ask(
            "deck",
            T("Floor: check the deck"),
            T(
                "Count the deck ({count}). Look for a card that is there twice, and at the backs.",
                count=count,
            ),
            (),
            "tablectl rule deck-checked",
        )
    if not t.shoe.is_connected:
        return SHOE_LOST
    if (seat := cut_awaited(t)) is not None:
        return Ask("cut", None, _after_the_draw(t), (seat,), "tablectl rule confirm")
    if t.phase == "seating" and t.button:
        return Ask(
            "button", T("{seat} has the button", seat=t.button), _after_the_draw(t), (t.button,)
        )
    if why := why_no_start(t, now_ms):
        if why.why.why is Why.TOO_FEW_PLAYERS:
            fewest = t.game.fewest
            waiting = WAITING.get(fewest) or T("Waiting for {count} players", count=counted(fewest))
            return Ask("players", waiting, T("Sit down at any free seat."))
        told = text_of(why.why.why, why.why.values, why.seat)
        return Ask("players", told, told)
    return _next_hand(t, next_hand_in_s)


def _cut(t: Table) -> Value:
    """Who shuffles and who cuts, by name (T-5, T-17); None: nobody is asked."""
    if (asked := who_shuffles_and_cuts(t)) is None:
        return None
    shuffles = [T("{seat} shuffles.", seat=asked.shuffles)] if asked.shuffles else []
    cuts = (
        T("{seat}: cut the deck, then press CONFIRM.")
        if cut_awaited(t) is not None
        else T("{seat} cuts.")
    )
    return joined([*shuffles, cuts(seat=asked.cuts)])


def _after_the_draw(t: Table) -> Value:
    """Who shuffles and cuts; after a draw for the button first the card that won it.

    No card where tied seats have drawn again, or a joker lies there: it is not the highest seen.
    """
    cards = t.draw.cards if t.draw is not None else {}
    is_highest = (
        t.button in cards
        and JOKER not in cards.values()
        and (highest_drawn({seat: rank_value(card) for seat, card in cards.items()}) == (t.button,))
    )
    then = _cut(t) or T("Shuffle for the first hand.")
    return (
        T("{Card} is highest. {then}", Card=card_name(cards[t.button]), then=then)
        if t.button is not None and is_highest
        else then
    )


def _next_hand(t: Table, next_hand_in_s: int | None) -> Ask:
    if next_hand_in_s is None:
        return Ask(
            "ready",
            T("Ready for hand {hand}", hand=t.hands + 1),
            _cut(t) or T("The next hand can begin."),
            (),
            "tablectl rule start",
        )
    return Ask("next", T("Next hand in {seconds}", seconds=next_hand_in_s), _positions(t))


def _positions(t: Table) -> Value:
    arranged = arrange_seats(t)
    if t.button is None and t.game.has_button:
        return T("First the button is drawn for: one card each.")
    if arranged is None or arranged.button is None:
        return T("Hand {hand}.", hand=t.hands + 1)
    blinds = [T("small blind {seat}", seat=arranged.small)] if arranged.small else []
    blinds += [T("big blind {seat}", seat=arranged.big)] if arranged.big else []
    told = _cut(t) or T("Button: {seat}.", seat=arranged.button)
    return joined([told, joined([Capitalized(joined(blinds, ", ")), "."], "")]) if blinds else told


# Chips in the way


def _after_a_void(t: Table, lying: list[Seat]) -> Ask:
    """After a void hand everybody takes back the chips in front (G-4)."""
    left = grouped(
        (T("Still to do: {players}."), amount_of(seat.number, chip_value(seat.area.sensed)))
        for seat in lying
    )
    then = (
        T("Then the floor checks the deck. {left}", left=left)
        if t.shoe.is_deck_foul
        else T("Then hand {hand} is dealt. {left}", hand=t.hands + 1, left=left)
    )
    return Ask("void", T("Take your chips back"), then, tuple(seat.number for seat in lying))


def _in_the_way(t: Table, lying: list[Seat]) -> Ask:
    """Chips in front of seats: a hand's that go to whom it gave them, and those that a player
    takes back.
    """
    if t.game.plays_for != "house" and (left := _still_to_move(t)):
        return share(left)
    seats = tuple(seat.number for seat in lying)
    owed = [(seat.number, amount) for seat in lying if (amount := owed_to_pot(t, seat)) > 0]
    own = [(seat.number, seat.in_front) for seat in lying if seat.in_front > 0]
    if len(owed) + len(own) == 1:
        ((seat, amount),) = owed or own
        headline = T("{seat}: leave {amount:,} for the house") if owed else TO_STACK
        return Ask("move", headline(seat=seat, amount=amount), WAITS, seats)
    told = [(T("To the house: {players}."), amount_of(*one)) for one in owed] + [
        (TO_STACKS, amount_of(*one)) for one in own
    ]
    return Ask("move", T("Clear the bet areas"), grouped(told), seats)


def _still_to_move(t: Table) -> list[Move]:
    return [
        move
        for move in moves(t, [chips_out_of_place(t, seat.number) for seat in t.seats])
        if not move.done
    ]


# Stacks that are not what the ledger says


def _of_stacks(t: Table, wrong: tuple[Difference, ...]) -> Ask:
    """What a winner has yet to take in is asked for like chips in the way; the rest is trouble,
    and the floor may count.
    """
    seats = tuple(one.seat for one in wrong)
    pots = [one for one in wrong if is_the_pot(t, one)]
    if len(pots) == len(wrong) and t.game.plays_for != "house" and (left := _still_to_move(t)):
        return share(left)
    kind = "stacks" if any(one.is_trouble for one in wrong) else "move"
    if len(wrong) > 1:
        headline = T("Share the pot") if pots else T("Some stacks differ")
        return Ask(kind, headline, grouped((_group_of(one), _beyond(one)) for one in wrong), seats)
    (one,) = wrong
    counted = T(
        "{sensed:,} lie there; the table counts {ledger:,}.",
        sensed=chip_value(one.sensed),
        ledger=one.ledger,
    )
    if pots:
        return Ask(
            kind, T("{seat}: take in {amount:,}", seat=one.seat, amount=-one.beyond), WAITS, seats
        )
    is_known = one.is_trouble or one.seat in {told.seat for told in t.stacks.reported}
    command = (
        f'tablectl rule chips --seat {one.seat} --stack {chip_value(one.sensed)} --why "…"'
        if is_known
        else ""
    )
    return Ask(kind, _stack(one), counted, seats, command)


def _stack(one: Difference) -> Value:
    if one.foreign:
        return T("{seat}: foreign chips", seat=one.seat)
    return (
        T("{seat}: give {amount:,} back")
        if one.beyond > 0
        else T("{seat}: put {amount:,} on your stack")
    )(seat=one.seat, amount=abs(one.beyond))


def _group_of(one: Difference) -> Text:
    if one.foreign:
        return T("Foreign chips: {players}.")
    return T("Too much: {players}.") if one.beyond > 0 else T("Still to take in: {players}.")


def _beyond(one: Difference) -> Value:
    return amount_of(one.seat, chip_value(one.foreign) if one.foreign else abs(one.beyond))


# Coming in


def _how_to_come_in(t: Table, seat: Seat) -> Ask:
    """The choice of a newcomer, or of a player who missed a blind (L-30 to L-33, L-35)."""
    ways = either([_choice(t, seat, key) for key in entry_choices(t, seat)])
    return Ask(
        "come", None, T("{seat}: {choices}.", seat=seat.number, choices=ways), (seat.number,)
    )


def _choice(t: Table, seat: Seat, key: str) -> Value:
    pays = entry_price(t, seat, key)
    if pays is None:
        return T("wait for the big blind")
    if key != "post":
        return T("buy the button for {total:,}", total=pays.total)
    if pays.total <= pays.live:
        return T("post {total:,} to be dealt in", total=pays.total)
    return T(
        "post {total:,} to be dealt in ({live:,} plays as your bet, {dead:,} goes to the pot)",
        total=pays.total,
        live=pays.live,
        dead=pays.total - pays.live,
    )


# Ends and breaks


def _over(t: Table) -> Ask | None:
    """The tournament, or the game for points, has a winner."""
    if not is_won(t):
        return None
    placed = sorted([(seat.place, seat.number) for seat in t.seats if seat.place is not None])
    first = tuple(number for place, number in placed if place == 1)
    places = joined(
        [_placed(place, t.seat(number)) for place, number in placed[:PLACES_TOLD]], ", "
    )
    command = "tablectl rule new-game" if t.score is not None else ""
    winners = listed(players(first))
    if t.game.contest == "game":
        won = plural(
            "{players} wins the game", "{players} share the game", len(first), players=winners
        )
    else:
        won = plural(
            "{players} wins the tournament",
            "{players} share the tournament",
            len(first),
            players=winners,
        )
    return Ask("over", won, joined([places, "."], ""), first, command)


def _placed(place: int, seat: Seat) -> Value:
    scored = [Amount(seat.points)] if seat.points is not None else []
    return joined([Ordinal(place), Capitalized(Player(seat.number)), *scored])


def on_break(t: Table) -> Ask:
    if over := _over(t):
        return over
    ends_ms, levels = t.schedule.break_ends_ms or 0, t.settings.levels
    index = next_level(t, ends_ms)[0] if levels else t.schedule.level
    stakes = levels[index].stakes if levels else t.stakes
    arranged = arrange_seats(t)
    resumes = T(
        "Play resumes with level {level}, blinds {small:,} / {big:,}",
        level=index + 1,
        small=stakes.small_blind,
        big=stakes.big_blind,
    )
    button = arranged.button if arranged is not None else None
    if not button:
        return Ask(
            "break",
            resumes,
            T("Leave your chips where they lie. Next hand {hand}.", hand=t.hands + 1),
        )
    return Ask(
        "break",
        resumes,
        T(
            "Leave your chips where they lie. Next hand {hand}, button {seat}.",
            hand=t.hands + 1,
            seat=button,
        ),
    )
