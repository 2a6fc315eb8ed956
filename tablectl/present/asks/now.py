"""What the table asks now, and of whom: the content of the bar at the bottom of the screen.

The first of these that applies: a halt, what holds play, the shoe, a break, an action, chips to
move, cards to deal, the next hand. Questions to the seat to act are in seats.py, those between
hands in between.py.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from tablectl.engine.questions import (
    agrees_with_ledger,
    can_call,
    excess_in_front,
    is_on_break,
    lacking_chips,
    next_place,
)
from tablectl.engine.state.halt import Halt, Irregularity
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.locale.translator import capitalize_first
from tablectl.present import house, outs
from tablectl.present.asks import between, holding, seats
from tablectl.present.asks.acting_for import acts_while_away
from tablectl.present.asks.ask import SHOE_LOST, Ask, to_answer
from tablectl.present.grouping import group_players, player_amount
from tablectl.present.odds import board_cards, public_odds
from tablectl.present.reloading import remedy_sentence
from tablectl.present.terms import line_name
from tablectl.rules.dealing import Place, PlaceKind
from tablectl.rules.limits import Legal
from tablectl.rules.seating import next_left_of
from tablectl.rules.wagers import chip_value
from tablectl.text import (
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

# places of an unread card that the floor names instead of putting it aside
FACE_UP = ("board", "cover", None)
# most seats that a headline names; more are listed in the sentence
SAID_IN_A_HEADLINE = 2
STREETS = {"preflop": T("Hole cards"), "flop": T("Flop"), "turn": T("Turn"), "river": T("River")}
# for points
SETS = {"preflop": T("Hole cards"), "flop": T("First three cards"), "turn": T("Last three cards")}
THE_STREETS = {"flop": T("the flop"), "turn": T("the turn"), "river": T("the river")}
NEXT_CARD: dict[PlaceKind, Text] = {
    "burn": T("Burn a card"),
    "board": T("A card for the board"),
    "house": T("A card for the dealer"),
    "cover": T("A card onto the joker"),
}


def current_ask(
    t: Table, may: Legal, now_ms: int, next_hand_in_s: int | None = None, by_hand: bool = False
) -> Ask:
    """The current question. `next_hand_in_s`: seconds until the next hand starts by itself; None:
    somebody starts it.

    `by_hand`: somebody slides the cards over a reader; the bar names each card's place.
    """
    if t.halt is not None:
        return _ask_floor(t, t.halt)
    if t.standstill is not None:
        return _ask_while_held(t)
    hand = t.hand
    if hand is not None and hand.deal.wants:
        sentence = T("{seat} gets it in the place of one that goes.", seat=hand.deal.wants[0].seat)
        return Ask("deal", T("A new card"), sentence) if t.shoe.is_connected else SHOE_LOST
    if is_on_break(t, now_ms):
        return between.ask_on_break(t)
    if hand is not None and hand.to_act is not None:
        is_here = t.seats[hand.to_act - 1].is_connected
        return seats.ask_on_turn(t, may, hand.to_act) if is_here else _ask_for_lost(t, hand.to_act)
    if t.asks_all:
        return _ask_all(t)
    if hand is not None and hand.is_collecting:
        return _collect_bets(t)
    if (place := next_place(t)) is None:
        return between.ask_between_hands(t, now_ms, next_hand_in_s)
    if not t.shoe.is_connected:
        return SHOE_LOST
    return _ask_by_hand(t, place) if by_hand else _ask_for_deal(t, place.kind)


def _ask_floor(t: Table, halt: Halt) -> Ask:
    if halt.irregularity is not None:
        return Ask(
            "halted",
            T("Floor: rule on this case"),
            remedy_sentence(t),
            _whose_turn(t),
            _ending_command(t, halt.irregularity),
        )
    number = halt.reload.number if halt.reload is not None else ""
    return Ask(
        "reload",
        T("Shuffle, and load the shoe"),
        remedy_sentence(t),
        _whose_turn(t),
        f"tablectl rule reshuffled {number}",
    )


def _ask_while_held(t: Table) -> Ask:
    """Something has to be right, or the floor has paused play."""
    if (held := holding.ask_about_hold(t)) is not None:
        return replace(held, seats=_whose_turn(t))
    return Ask(
        "paused",
        T("The floor has paused play"),
        T("Leave your chips where they lie."),
        command="tablectl rule go-on",
    )


def _whose_turn(t: Table) -> tuple[int, ...]:
    """The seat whose turn it was when play stopped; it goes on with that seat."""
    return (t.to_act,) if t.to_act is not None else ()


def _ask_for_lost(t: Table, number: int) -> Ask:
    """The device of the seat to act is lost, so its clock stands (G-7). If it has begun no wager
    the floor may act for it.
    """
    headline, acts = T("Seat {at} has no connection", at=number), acts_while_away(t)
    if not acts:
        return Ask("lost", headline, T("Check its plug. Play goes on by itself."), (number,))
    choices = join_choices([one.text for one in acts])
    named = T("Check its plug: play waits. Or the floor rules: {choices}.", choices=choices)
    return Ask(
        "lost",
        headline,
        named,
        (number,),
        f"tablectl rule act --seat {number} {acts[0].command_options}",
    )


def _ending_command(t: Table, irregularity: Irregularity) -> str:
    """The command that ends the halt, with dots where the floor fills in values."""
    if t.won is not None and t.in_hand:
        return 'tablectl rule award --pot … --seats … --why "…"'
    if irregularity.remedy.allows.card_is_named and irregularity.place in FACE_UP:
        return f"tablectl rule card {irregularity.number} --card …"
    return f"tablectl rule confirm {irregularity.number}"


# All at once


def _ask_all(t: Table) -> Ask:
    """The question to every seat that has not answered yet."""
    seats = to_answer(t)
    here = tuple([number for number in seats if t.seats[number - 1].is_connected])
    lost = [
        T("Seat {at} has no connection: check its plug.", at=number)
        for number in seats
        if number not in here
    ]
    if t.kind == "flat_bets":
        sentence = T(
            "{seats}: bet {points} points, or pass.",
            seats=join_parts(list_players(here), ", "),
            points=t.settings.bet,
        )
        return Ask(
            "flat_bets",
            T("Place your bets"),
            join_parts([*([sentence] if here else []), *lost]),
            seats,
        )
    if t.phase == "deciding":
        return Ask(
            "decide_all", T("Call or fold"), join_parts([*_name_callers(t, here), *lost]), seats
        )
    if not seats:
        return Ask(
            "bets", T("Place your bets"), T("Bets are open until the chips lie still."), seats
        )
    return Ask("bets", T("Place your bets"), join_parts([*_name_bettors(t, here), *lost]), seats)


def _name_bettors(t: Table, seats: tuple[int, ...]) -> Iterator[Text]:
    """Whose key has named a bet, who may bet, and whose ante lies there and may bet more; what
    the bank does not cover.
    """
    more = [
        number for number in seats if t.player(number).bets.ante and not lacking_chips(t, number)
    ]
    uncovered = house.uncovered_lines(t)
    yield from _to_pay_in(t, seats)
    if without := [
        number for number in seats if number not in more and not lacking_chips(t, number)
    ]:
        yield T("Place your bets: {seats}.", seats=join_parts(list_players(without), ", "))
    if more:
        add = (
            T("{seats}: press PASS.")
            if "bonus" in uncovered
            else T("{seats}: add a bonus, or press PASS.")
        )
        yield add(seats=join_parts(list_players(more), ", "))
    if len(uncovered) == 1:
        yield T("The bank covers no {line}.", line=line_name(uncovered[0]))
    elif uncovered:
        line, other, *_ = map(line_name, uncovered)
        yield T("The bank covers no {line} and no {other}.", line=line, other=other)


def _to_pay_in(t: Table, seats: tuple[int, ...]) -> Iterator[Text]:
    """Whose key has named a bet, and what it still lacks."""
    for number in seats:
        begun = t.player(number).begun
        if begun is not None and (missing := lacking_chips(t, number)):
            line = line_name(begun.line)
            yield T(
                "{seat}: put in {missing:,} for the {line}.",
                seat=number,
                missing=missing,
                line=line,
            )


def _name_callers(t: Table, seats: tuple[int, ...]) -> Iterator[Text]:
    """Names the seats that can pay for a call, and those that can only fold; whose key has named
    a call puts it in.
    """
    able = [number for number in seats if can_call(t, number) and not lacking_chips(t, number)]
    short = [number for number in seats if not can_call(t, number)]
    yield from _to_pay_in(t, seats)
    if able:
        yield T(
            "{seats}: call with twice the ante to see the turn and the river, or fold.",
            seats=join_parts(list_players(able), ", "),
        )
    if short:
        yield T(
            "{seats}: fold; your stack is less than twice your ante.",
            seats=join_parts(list_players(short), ", "),
        )


# Chips


def _collect_bets(t: Table) -> Ask:
    """Names the seats whose chips in front differ from the ledger, and what each has to move."""
    differing = [seat for seat in map(t.seat, t.dealt) if not agrees_with_ledger(t, seat.number)]
    seats = tuple(seat.number for seat in differing)
    if len(differing) <= SAID_IN_A_HEADLINE:
        then = (
            T("Then the bets go into the pot.")
            if all(seat.area.is_level_known for seat in differing)
            else T("Check its plug. Then the bets go into the pot.")
        )
        return Ask(
            "take_back",
            join_parts([_chips_to_move(t, seat) for seat in differing], ". "),
            then,
            seats,
        )
    return Ask(
        "take_back",
        T("Clear the bet areas"),
        group_players(_chips_group(t, seat) for seat in differing),
        seats,
    )


def _chips_group(t: Table, seat: Seat) -> tuple[Text, Value]:
    over = excess_in_front(t, seat.number)
    if not seat.area.is_level_known:
        return T("No connection: {players}."), T("Seat {at}", at=seat.number)
    return T("Take back: {players}.") if over > 0 else T("Put in: {players}."), player_amount(
        seat.number, abs(over)
    )


def _chips_to_move(t: Table, seat: Seat) -> Text:
    over = excess_in_front(t, seat.number)
    if not seat.area.is_level_known:
        return T("Seat {at} has no connection: its chips are not seen", at=seat.number)
    return (
        T("{seat}: take back {over:,}", seat=seat.number, over=over)
        if over > 0
        else T("{seat}: put in {lacks:,}", seat=seat.number, lacks=-over)
    )


# Cards


def _ask_for_deal(t: Table, kind: PlaceKind) -> Ask:
    if kind == "draw":
        return Ask("draw", T("Draw for the button"), T("One card each, face up; the highest wins."))
    street = t.street_now.name if t.street_now else ""
    headline = (SETS if t.score is not None else STREETS).get(street) or capitalize_first(street)
    if kind == "cover":
        return Ask("deal", headline, T("A card covers the joker; its shot earns double."))
    if t.game.plays_for == "house" and street == "preflop":
        return Ask("deal", T("No more bets"), T("Cards are dealt."))
    if (decides := public_odds(t)).shares:
        cards = board_cards(t.game) - len(t.board_up)
        to_come = plural(
            "All-in: one card to come",
            "All-in: {cards} cards to come",
            cards,
            cards=number_word(cards),
        )
        return Ask(
            "deal", to_come, outs.say_outs(decides.outs) if decides.outs else _streets_to_come(t)
        )
    # whose bets are collected
    lying = [seat for seat in t.seats if seat.area.to_pot and chip_value(seat.area.sensed)]
    if lying:
        return Ask(
            "deal",
            headline,
            group_players(
                (T("Push into the pot: {players}."), player_amount(seat.number, seat.area.to_pot))
                for seat in lying
            ),
        )
    return Ask("deal", headline, _who_acts_next(t))


def _streets_to_come(t: Table) -> Text:
    """The streets to come after an all-in; the one being dealt first."""
    begun = t.street if t.street_now is not None else 0
    left = [THE_STREETS[street.name] for street in t.game.streets[begun:] if street.board]
    return T("Next: {streets}.", streets=join_with_and(left))


def _ask_by_hand(t: Table, place: Place) -> Ask:
    """The same, under whose card is next."""
    dealt = _ask_for_deal(t, place.kind)
    headline = (
        T("A card for {seat}", seat=place.seat) if place.seat is not None else NEXT_CARD[place.kind]
    )
    return Ask(dealt.kind, headline, dealt.sentence)


def _who_acts_next(t: Table) -> Text:
    """Who acts after these cards; if all who are left are all-in, how many cards are to come."""
    ins = [number for number, player in t.playing.players.items() if player.status == "in"]
    if t.score is not None:
        return T("Then bets are open to all.")
    if t.game.plays_for == "house":
        return (
            T("Then the dealer's hand.")
            if t.street > 1
            else T("{seat} decides first.", seat=t.dealt[0])
        )
    if len(ins) < 2:
        cards = board_cards(t.game) - len(t.board_up)
        return plural(
            "All-in: one card to come.",
            "All-in: {cards} cards to come.",
            cards,
            cards=number_word(cards),
        )
    opens = t.game.streets[t.street].opens if t.street >= 0 else ""
    start = t.shown.big if opens == "left_of_blinds" else t.button
    return T("{seat} acts first.", seat=next_left_of(ins, start or 0))
