"""The catalogue of a language: whatever the screen writes that the view has not written already.

A label is text; what has a number or a name in it is a function; what there is one of for each code of the view is a mapping.
Labels are as they are drawn: where English has capitals, its catalogue has them, and no other file changes a letter.
"""

from collections.abc import Callable, Mapping, Sequence
from string import Formatter

from msgspec import Struct

from tablectl.locale import ENGLISH, Translator

CONTEXTS: Mapping[str, str] = {      # of labels whose English is another text's, too, and is told apart elsewhere
    "actions_short": "what a seat did", "seat_lost_short": "a device", "spots": "a bet", "call": "a bet",
}
BetOutcome = tuple[str, int, int, int, str | None]      # name, bet, paid, returned, the hand it was paid for


def label(text: str, context: str = "") -> Callable[..., str]:
    """A label that values are put into, in the order in which its {fields} stand in English; `context` as of a translator."""
    fields = tuple(name for _, name, _, _ in Formatter().parse(text) if name)

    def told(*values: object, tr: Translator = ENGLISH) -> str:
        return tr.of(context, text, **dict(zip(fields, values, strict=True)))

    return told


class Words(Struct, frozen=True, kw_only=True):
    # Numbers

    amount: Callable[[int], str]                        # 1,200
    short_amount: Callable[[int], str]                  # 12.5K: rounded down, never more than there is
    blinds: Callable[[int, int], str]                   # 100 / 200
    amounts_between: Callable[[int, int], str]          # 200 – 8,350; one amount where both are the same  # noqa: RUF003 - as written
    at_least: Callable[[int], str]
    minutes: Callable[[int], str]                       # of seconds: 10:11
    ordinal: Callable[[int], str]
    plus: Callable[[int], str]                          # points with their sign
    minus_sign: str
    times_two: Callable[[int], str]
    listed: Callable[[Sequence[str]], str]              # Hanna, Luca and Noor
    percent: Callable[[int, bool], str]                 # 77 %; whether it is less than one, and more than none
    sentence_case: Callable[[str], str]                 # with a capital where the language begins a sentence with one
    full_stop: Callable[[str], str]                     # as a sentence: begun and ended as one

    # Seats

    seat: str                                           # above its number, in the bar
    seat_of: Callable[[int], str]                       # who has no name
    status: Mapping[str, str]                           # by the seat's status in the view
    status_short: Mapping[str, str]                     # where that is too long
    actions: Mapping[str, Callable[[str], str]]         # what a seat did last, by its code in the view; of its amount, as written
    actions_short: Mapping[str, str]                    # the same where the amount has no room
    folded_undo: str                                    # a fold that a key may still take back
    all_in: str
    take_back: Callable[[int], str]
    put_in: Callable[[int], str]
    seat_lost: str
    seat_lost_short: str
    to_act: str
    foul_hand: str
    cannot_call: str
    cannot_call_short: str
    calls_floor: str
    calls_floor_short: str
    button: str                                         # on its disc
    out_in: Callable[[int], str]                        # its place in the tournament
    notices: Mapping[str, str]                          # in a tab at its seat, by a notice's code: at most 34 letters

    # Pot, board and strip

    pot: str
    pot_label: Callable[[int, int], str]                # of several: its number from 0 on, how many there are
    draw_for_button: str
    level: str
    stakes: str                                         # before small and big blind
    bets: str
    ante: str
    bonus: str
    call: str
    hand: str
    hand_number: Callable[[int], str]
    hand_of: Callable[[int, int | None], str]           # which of how many
    target: str
    shot_set: str
    shot_sets: tuple[str, str]                          # the first and the last three board cards
    bet_a_round: Callable[[int], str]
    next: str
    next_hand: str
    in_: str                                            # between what comes next and when
    hands_left: Callable[[int], str]
    players: str
    players_left: Callable[[int, int], str]
    average: str

    # The bar

    keys: Mapping[str, str]                             # by the key's name on the wire
    call_all_in: str
    twice_the_ante: str
    blocks: Mapping[str, tuple[str, str]]               # by the kind of what is asked of no seat: glyph, and word beneath it
    locked: str
    test: str                                           # the badge of a table that is played for trying it
    holds: Mapping[str, str]                            # the word for what play waits for, by the kind of the hold
    streets: Mapping[str, str]                          # by the street that is dealt
    streets_next: Mapping[str, str]                     # the same where the hands lie up and nobody acts on it
    cards: str                                          # dealt on no street that has a word
    last_bets: str
    decide: str
    break_: str
    paused: str
    halted: str
    headlines: Mapping[str, str]                        # of a view that does not say what it asks
    paused_headline: str
    reload_sentence: str
    floor_sentence: str                                 # before the command that the floor types
    status_sentence: str                                # before the command that goes on; what no reader reports, the floor does
    rule_on: Callable[[int], str]                       # the number of the case, 0 if it has none
    next_hand_in: Callable[[int], str]

    # The panel of a halted hand, and of one that does not count

    standing: Mapping[str, tuple[str, str]]             # what is on hold, by the arrangement: before and after its amount
    case: Callable[[int], str]
    table: str                                          # at the other end of a lost seat's line
    no_sign_of: Callable[[int], str]                    # the seat; how long that has been stands behind it
    board: str
    before: str                                         # over chips that lay there
    now_there: str
    put_in_chips: str
    take_back_chips: str
    nothing_to_enter: str                               # of a way on that needs no ruling
    what_is_wrong: str
    do_this_now: str
    card_labels: Mapping[str, str]                      # of the cards in question, by the irregularity's code
    card_in_question: str
    card_goes_back: str                                 # while the shoe is reloaded
    voided: Mapping[str, str]                           # misdeal and void
    does_not_count: Callable[[int], str]
    void_steps: Callable[[int, str, bool], tuple[str, ...]]  # hand; what goes back: points, due, house, stacks; is the deck foul

    # A result

    winners: Callable[[int], str]                       # beneath the badges, by how many win a pot
    winners_of_game: Callable[[int], str]               # or the whole game
    wins_amount: Callable[[str, int], str]
    headline_unshown: Callable[[Sequence[str]], str]
    nobody_showed: str
    pots_sentence: Callable[[Sequence[tuple[str, int]], Sequence[int], int], str]  # (name, won); the pots' numbers; of how many

    # Between hands

    hand_is_over: Callable[[int], tuple[str, str]]      # the hand's number, and that it is over
    name_wins: Callable[[str], str]                     # before the amount
    won_or_held: Callable[[str, str, int], str]         # name, hand, and what it won, 0 for nothing
    tonight: str
    gain: Callable[[int], str]                          # +52, or with a minus
    short_gain: Callable[[int], str]

    # Against the house

    dealer: str
    bank: str
    ante_pays: str
    bonus_pays: str
    to_one: str
    spots: Mapping[str, str]                            # as printed on the felt: ante, bonus, call
    categories: Callable[[str, str], str]               # one row of a pay table: the best and the least that pay so
    qualifies_with: Callable[[str], str]                # by two ranks: 44, AK
    qualified: Mapping[bool, str]
    dealer_headline: Callable[[str, bool], str]
    dealer_sentences: Mapping[bool, str]
    folded_headline: str
    is_paid: Callable[[int], str]
    gets_back: Callable[[int], str]
    nothing_paid: str
    slips: Mapping[str, str]                            # what the dealer does with one: pay, take, even
    slip_headline: Callable[[str, int, str], str]       # which of those, how much, whose it is
    slip_number: Callable[[int, int], str]              # the hand's number, the seat
    pays_to_one: Callable[[int], str]
    came_back: Mapping[str, str]                        # why a bet comes back: tie, returned
    bets_sentence: Callable[[Sequence[BetOutcome], int], str]   # what becomes of each bet, and what the player gets in all

    # For points

    player: str
    total: str
    points: str
    wagered: Callable[[int], str]
    try_of: Callable[[int, int], str]
    the_shot: str
    the_bets: str
    best_hand: str
    game_over: str
    worth_now: str
    worth_double: str
    scores: str
    flat_bet: str
    bets_on: Mapping[str, str]                          # by the street whose round it is
    headline_best: Callable[[Sequence[str]], str]
    score_word: Callable[[Sequence[int]], str]          # beneath the badges of the best hands
    score_sentence: Callable[[Sequence[tuple[str, int]]], str]

    # A break or a pause

    break_ends_in: str
    play_is_paused: str
    paused_large: str                                   # in the place of the time
    left_in_level: str
    level_number: Callable[[int], str]
    then_level: Callable[[int], str]
    ante_of: Callable[[int], str]
    still_in: str
    chips: str
    out: str
    place: str
    places: str                                         # of all players, at the end
    now: str

    # The wall's clock

    next_level: str
    break_in: str
    lasts: Callable[[int], str]                         # a break, in seconds: 10 minutes
    last_out: str

    # No view yet, or none any more

    recovering: str
    recovering_more: str
