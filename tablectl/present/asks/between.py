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
from tablectl.present.asks.sharing import TO_STACK, TO_STACKS, WAITS, ask_to_share
from tablectl.present.grouping import group_players, player_amount
from tablectl.present.moves import list_moves
from tablectl.present.reasons import reason_text
from tablectl.present.stacks import is_pot_missing
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
    join_choices,
    join_parts,
    join_with_and,
    list_players,
    number_word,
    plural,
)
from tablectl.view import Move

PLACES_TOLD = 3
WAITING = {1: T("Waiting for a player"), 2: T("Waiting for a second player")}


def ask_between_hands(t: Table, now_ms: int, next_hand_in_s: int | None) -> Ask:
    """The first thing that keeps the next hand from starting; else what newcomers are asked,
    else the start itself.
    """
    lying = seats_not_clear(t)
    if t.shown.void is not None and lying:
        return _ask_after_void(t, lying)
    if over := _ask_after_game(t):
        return over
    if newcomer := next(iter(undecided_seats(t)), None):
        return _ask_newcomer(t, newcomer)
    if lying:
        return _clear_bet_areas(t, lying)
    if differences := stacks_in_the_way(t):
        return _correct_stacks(t, differences)
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
            waiting = WAITING.get(fewest) or T(
                "Waiting for {count} players", count=number_word(fewest)
            )
            return Ask("players", waiting, T("Sit down at any free seat."))
        reason = reason_text(why.why.why, why.why.values, why.seat)
        return Ask("players", reason, reason)
    return _ask_for_next_hand(t, next_hand_in_s)


def _ask_for_cut(t: Table) -> Value:
    """Who shuffles and who cuts, by name (T-5, T-17); None: nobody is asked."""
    if (duties := who_shuffles_and_cuts(t)) is None:
        return None
    shuffles = [T("{seat} shuffles.", seat=duties.shuffles)] if duties.shuffles else []
    cuts = (
        T("{seat}: cut the deck, then press CONFIRM.")
        if cut_awaited(t) is not None
        else T("{seat} cuts.")
    )
    return join_parts([*shuffles, cuts(seat=duties.cuts)])


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
    then = _ask_for_cut(t) or T("Shuffle for the first hand.")
    return (
        T("{Card} is highest. {then}", Card=card_name(cards[t.button]), then=then)
        if t.button is not None and is_highest
        else then
    )


def _ask_for_next_hand(t: Table, next_hand_in_s: int | None) -> Ask:
    if next_hand_in_s is None:
        return Ask(
            "ready",
            T("Ready for hand {hand}", hand=t.hands + 1),
            _ask_for_cut(t) or T("The next hand can begin."),
            (),
            "tablectl rule start",
        )
    return Ask("next", T("Next hand in {seconds}", seconds=next_hand_in_s), _name_positions(t))


def _name_positions(t: Table) -> Value:
    arranged = arrange_seats(t)
    if t.button is None and t.game.has_button:
        return T("First the button is drawn for: one card each.")
    if arranged is None or arranged.button is None:
        return T("Hand {hand}.", hand=t.hands + 1)
    blinds = [T("small blind {seat}", seat=arranged.small)] if arranged.small else []
    blinds += [T("big blind {seat}", seat=arranged.big)] if arranged.big else []
    first = _ask_for_cut(t) or T("Button: {seat}.", seat=arranged.button)
    return (
        join_parts([first, join_parts([Capitalized(join_parts(blinds, ", ")), "."], "")])
        if blinds
        else first
    )


# Chips in the way


def _ask_after_void(t: Table, lying: list[Seat]) -> Ask:
    """After a void hand everybody takes back the chips in front (G-4)."""
    left = group_players(
        (T("Still to do: {players}."), player_amount(seat.number, chip_value(seat.area.sensed)))
        for seat in lying
    )
    then = (
        T("Then the floor checks the deck. {left}", left=left)
        if t.shoe.is_deck_foul
        else T("Then hand {hand} is dealt. {left}", hand=t.hands + 1, left=left)
    )
    return Ask("void", T("Take your chips back"), then, tuple(seat.number for seat in lying))


def _clear_bet_areas(t: Table, lying: list[Seat]) -> Ask:
    """Chips in front of seats: a hand's that go to whom it gave them, and those that a player
    takes back.
    """
    if t.game.plays_for != "house" and (left := _still_to_move(t)):
        return ask_to_share(left)
    seats = tuple(seat.number for seat in lying)
    owed = [(seat.number, amount) for seat in lying if (amount := owed_to_pot(t, seat)) > 0]
    own = [(seat.number, seat.in_front) for seat in lying if seat.in_front > 0]
    if len(owed) + len(own) == 1:
        ((seat, amount),) = owed or own
        headline = T("{seat}: leave {amount:,} for the house") if owed else TO_STACK
        return Ask("move", headline(seat=seat, amount=amount), WAITS, seats)
    parts = [(T("To the house: {players}."), player_amount(*one)) for one in owed] + [
        (TO_STACKS, player_amount(*one)) for one in own
    ]
    return Ask("move", T("Clear the bet areas"), group_players(parts), seats)


def _still_to_move(t: Table) -> list[Move]:
    return [
        move
        for move in list_moves(t, [chips_out_of_place(t, seat.number) for seat in t.seats])
        if not move.done
    ]


# Stacks that are not what the ledger says


def _correct_stacks(t: Table, differences: tuple[Difference, ...]) -> Ask:
    """What a winner has yet to take in is asked for like chips in the way; the rest is trouble,
    and the floor may count.
    """
    seats = tuple(one.seat for one in differences)
    pots = [one for one in differences if is_pot_missing(t, one)]
    if (
        len(pots) == len(differences)
        and t.game.plays_for != "house"
        and (left := _still_to_move(t))
    ):
        return ask_to_share(left)
    kind = "stacks" if any(one.is_trouble for one in differences) else "move"
    if len(differences) > 1:
        headline = T("Share the pot") if pots else T("Some stacks differ")
        return Ask(
            kind,
            headline,
            group_players((_stack_group(one), _amount_beyond(one)) for one in differences),
            seats,
        )
    (one,) = differences
    sentence = T(
        "{sensed:,} lie there; the table counts {ledger:,}.",
        sensed=chip_value(one.sensed),
        ledger=one.ledger,
    )
    if pots:
        return Ask(
            kind, T("{seat}: take in {amount:,}", seat=one.seat, amount=-one.beyond), WAITS, seats
        )
    is_known = one.is_trouble or one.seat in {earlier.seat for earlier in t.stacks.reported}
    command = (
        f'tablectl rule chips --seat {one.seat} --stack {chip_value(one.sensed)} --why "…"'
        if is_known
        else ""
    )
    return Ask(kind, _stack_headline(one), sentence, seats, command)


def _stack_headline(one: Difference) -> Value:
    if one.foreign:
        return T("{seat}: foreign chips", seat=one.seat)
    return (
        T("{seat}: give {amount:,} back")
        if one.beyond > 0
        else T("{seat}: put {amount:,} on your stack")
    )(seat=one.seat, amount=abs(one.beyond))


def _stack_group(one: Difference) -> Text:
    if one.foreign:
        return T("Foreign chips: {players}.")
    return T("Give back: {players}.") if one.beyond > 0 else T("Still to take in: {players}.")


def _amount_beyond(one: Difference) -> Value:
    return player_amount(one.seat, chip_value(one.foreign) if one.foreign else abs(one.beyond))


# Coming in


def _ask_newcomer(t: Table, seat: Seat) -> Ask:
    """The choice of a newcomer, or of a player who missed a blind (L-30 to L-33, L-35)."""
    ways = join_choices([_choice_text(t, seat, key) for key in entry_choices(t, seat)])
    return Ask(
        "come", None, T("{seat}: {choices}.", seat=seat.number, choices=ways), (seat.number,)
    )


def _choice_text(t: Table, seat: Seat, key: str) -> Value:
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


def _ask_after_game(t: Table) -> Ask | None:
    """The tournament, or the game for points, has a winner."""
    if not is_won(t):
        return None
    placed = sorted([(seat.place, seat.number) for seat in t.seats if seat.place is not None])
    first = tuple(number for place, number in placed if place == 1)
    places = join_parts(
        [_place_line(place, t.seat(number)) for place, number in placed[:PLACES_TOLD]], ", "
    )
    command = "tablectl rule new-game" if t.score is not None else ""
    winners = join_with_and(list_players(first))
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
    return Ask("over", won, join_parts([places, "."], ""), first, command)


def _place_line(place: int, seat: Seat) -> Value:
    scored = [Amount(seat.points)] if seat.points is not None else []
    return join_parts([Ordinal(place), Capitalized(Player(seat.number)), *scored])


def ask_on_break(t: Table) -> Ask:
    if over := _ask_after_game(t):
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
