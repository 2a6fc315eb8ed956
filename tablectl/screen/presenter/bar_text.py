"""What the bar says: who is to press which keys, what the table waits for, how the hand ended.

The view's `ask` says what is to be done and by whom, its `keys` what is accepted, its `prompt` the
sentence: nothing is guessed here.
"""

from collections.abc import Callable
from typing import NamedTuple

from tablectl import view
from tablectl.screen.layout.arrangement import group
from tablectl.screen.model import seat_at
from tablectl.screen.presenter.idle import is_empty
from tablectl.screen.presenter.moment import NAMED, Moment
from tablectl.screen.presenter.notices import NEW_RULES, TO_DO
from tablectl.screen.presenter.results import current_page, find_slip
from tablectl.screen.words import N_, Translator, capitalize_first, texts, view_language
from tablectl.screen.words.actions import done_short, status
from tablectl.screen.words.house import bets_sentence, dealer_headline, slip_headline
from tablectl.screen.words.numbers import amounts_between, plus, seat_label
from tablectl.screen.words.results import (
    pot_count,
    pots_sentence,
    score_sentence,
    score_word,
    wins_amount,
)
from tablectl.view import View
from tablectl.view.pages import Page

LABEL_CAP_U, CALL_CAP_U, RANGE_CAP_U = 37, 72, 46
LAST_SECONDS = 5
AT_ONCE = ("post", "act", "motion", "awaited", "complete", "show", "muck", "decide", "shot", "come")
OF_A_SEAT = (*AT_ONCE, "cut")  # the cut can wait until the result is shown
OF_ALL = ("bets", "decide_all", "flat_bets")
# the screen's own: who was to act has answered, and what it decides is not shown yet
DID = "did"
# one alone stands in the headline, which is read from farther away
FEWEST_WAYS = 2
STOPPED = ("halted", "reload", "held", "shoe", "lost", "paused", "break")
# these are shown even while a result is shown
BEFORE_A_RESULT = (*STOPPED, *AT_ONCE, *OF_ALL, "take_back", "void")
# a fault of the deck stands in place of their sentence
BETWEEN_HANDS = ("next", "ready", "players", "deck")
# what somebody has to do about the deck or a device waits for these
TELLS_MORE = (*STOPPED, "take_back", "move", "stacks", "void")
# a notice may take the place of its sentence
TELLS_NOTHING = ("deal", "draw", "players", "next")

# Keys that are accepted and not lit, because something that is lit says the same: a fold where
# checking is free, an all-in where a call or a raise goes as far, and while chips are awaited the
# key that has been pressed for them.
SAID_BY = {"fold": ("check",), "all_in": ("bet", "raise", "call")}
LIT_ONLY = {
    "motion": ("confirm",),
    "complete": ("fold",),
    "awaited": ("fold", "confirm", "undo"),
    "bets": ("ante", "bonus", "pass"),
    "decide_all": ("fold", "call"),
    "flat_bets": ("bet", "pass"),
}

KEYS = texts("""
fold        FOLD
check       CHECK
call        CALL
bet         BET
raise       RAISE TO
all_in      ALL-IN
show        SHOW
muck        MUCK
confirm     CONFIRM
pass        PASS
post        POST
wait        WAIT
buy_button  BUTTON
made        MADE
missed      MISSED
undo        UNDO
ante        ANTE
bonus       BONUS
""")
# The bar's block where no seat is to act, by the ask's kind: its hue, a glyph, and the word beneath
# it.
BLOCKS = {
    "chips": (None, "●", N_("CHIPS")),
    "take_back": ("due_back", "↩", N_("CHIPS")),
    "move": ("due_back", "↩", N_("CHIPS")),
    "stacks": ("fault", "⚠", N_("CHIPS")),
    "void": ("due_back", "↩", N_("CHIPS")),
    "reload": ("fault", "⟳", N_("SHOE")),
    "shoe": ("fault", "⚠", N_("SHOE")),
    "held": ("fault", "⚠", N_("ON HOLD")),
    "lost": ("fault", "⚠", N_("ON HOLD")),
    "deck": ("fault", "⚠", N_("FLOOR")),
    "ready": ("to_act", "⚠", N_("FLOOR")),
    "draw": (None, "", N_("CARDS")),
    "button": (None, "", N_("BUTTON")),
    "next": (None, "", N_("NEXT HAND")),
    "players": (None, "", N_("TABLE")),
}
# what play waits for
HOLDS = texts("""
emergency_stop  STOP
lid             SHOE
jam             SHOE
key_switch      KEY
deck            DECK
switches        PINS
""")
STREETS = texts("""
preflop  CARDS
flop     FLOP
turn     TURN
river    RIVER
""")
# the hands lie up, and nobody acts
STREETS_NEXT = texts("""
flop   FLOP NEXT
turn   TURN NEXT
river  RIVER NEXT
""")


class Key(NamedTuple):
    label: str
    amount: str
    without_maximum: str
    cap: float


Keys = tuple[Key, ...]


class Block(NamedTuple):
    """The left end of the bar: `hue` fills it only where somebody is to act, or has won."""

    kind: str  # seat, glyph, winners, pause, suits, count
    hue: str | None
    word: str = ""
    name: str = ""
    seats: tuple[int, ...] = ()


class Bar(NamedTuple):
    block: Block
    headline: str = ""
    sentence: str = ""
    command: str = ""  # what the floor types, behind the sentence
    keys: Keys = ()
    tone: str = "plain"  # of the sentence: plain, refused, good, note
    has_clock: bool = False
    edge: str | None = None
    # that the floor may take, in place of headline and sentence
    ways: tuple[view.Alternative, ...] = ()


def make_bar(model: View, moment: Moment) -> Bar:
    ask, page = model.ask, current_page(model, moment)
    if page is not None and not moment.is_result_over and ask.kind not in BEFORE_A_RESULT:
        bar = PAGES[page.kind](model, page)
        return bar if moment.stage == NAMED else Bar(Block("winners", None), bar.headline, " ")
    bar = _bar_of_ask(model, moment)
    for notice in reversed(moment.notices):
        is_of_seat = notice.seat is not None and (
            ask.kind in TELLS_NOTHING or (ask.kind in OF_A_SEAT and ask.seats == (notice.seat,))
        )
        is_to_do = notice.seat is None and notice.code in TO_DO and notice.is_news
        if is_of_seat or (is_to_do and ask.kind not in TELLS_MORE):
            return bar._replace(sentence=notice.text, command="", tone=notice.tone)
        if ask.kind in OF_ALL and notice.seat in ask.seats and notice.tone == "refused":
            return bar._replace(sentence=notice.text, tone=notice.tone)
    deck = moment.notice_of_the_deck
    is_free = ask.kind in (*BETWEEN_HANDS, *TELLS_NOTHING)
    if deck is None or deck.code == NEW_RULES or not is_free:
        return bar
    return bar._replace(sentence=deck.text)


def is_won(model: View) -> bool:
    """Whether a tournament has its winner."""
    return model.tournament is not None and model.current_hold is None and model.ask.kind == "over"


def _bar_of_codes(model: View, moment: Moment) -> Bar | None:
    """None: no seat waits for a phone before anything else."""
    tr, ask = view_language(model), model.ask
    lost = model.lost.seat if ask.kind == "lost" and model.lost is not None else None
    without = [code for code in moment.codes if seat_at(model, code.seat).phone is None]
    if not without or not (ask.kind in BETWEEN_HANDS or moment.code_of(lost or 0) is not None):
        return None
    word = tr.plural("phone to come", "phones to come", len(without))
    block = Block("count", None, word, str(len(without)))
    if lost is not None:
        block = _seat_block(model, lost, "to_act")
    address = without[0].url.partition("://")[2].partition("/seat/")[0]
    if not address:
        return Bar(block, tr("Type the digits of your seat"), "")
    if not without[0].digits:
        in_turn = tr("There is no room for every code: each is shown for a while.")
        is_in_turn = any(code.seat in moment.without_slip for code in moment.codes)
        return Bar(block, tr("Scan the code at your seat"), in_turn if is_in_turn else "")
    if all(code.seat in moment.without_slip for code in without):
        typed = tr("Open {address} and type the four digits.", address=address)
        return Bar(block, tr("Type the digits of your seat"), typed)
    typed = tr("No camera: open {address} and type the four digits.", address=address)
    return Bar(block, tr("Scan the code at your seat"), typed)


def _bar_of_ask(model: View, moment: Moment) -> Bar:
    if moment.codes and (of_codes := _bar_of_codes(model, moment)) is not None:
        return of_codes
    ask, kind = model.ask, model.ask.kind
    bar = Bar(Block("suits", None), ask.headline, model.prompt, ask.command)
    if kind in OF_A_SEAT:
        has_clock, keys = moment.clock_s is not None, lit_keys(model)
        block = _seat_block(model, _first_seat(model), "to_act")
        return bar._replace(block=block, command="", keys=keys, has_clock=has_clock)
    if kind in OF_ALL:
        return _bar_of_all(model, moment)
    if kind in ASKS:
        return ASKS[kind](model, bar)
    return _bar_of_table(model, moment, bar)


def _first_seat(model: View) -> int:
    return model.ask.seats[0] if model.ask.seats else 0


def _seat_block(model: View, number: int, hue: str | None) -> Block:
    return Block("seat", hue, name=seat_at(model, number).name or "", seats=(number,))


def _bar_of_all(model: View, moment: Moment) -> Bar:
    """Everybody at once: the bets against the house, the flat bets, or the calls if they are
    decided together.
    """
    tr, left_s = view_language(model), moment.clock_s
    is_last = left_s is not None and left_s <= LAST_SECONDS
    word = tr("LAST BETS") if is_last else tr("BETS")
    if model.ask.kind == "decide_all":
        word = tr("DECIDE")
    block, edge = Block("glyph", "to_act", word, "●"), "to_act" if is_last else None
    keys, has_clock = lit_keys(model), left_s is not None
    return Bar(block, "", model.prompt, keys=keys, has_clock=has_clock, edge=edge)


def _bar_of_done(model: View, _bar: Bar) -> Bar:
    """Whose act it was, unlit, and the word for it where the hand is gone."""
    number, tr, word = _first_seat(model), view_language(model), ""
    seat = seat_at(model, number)
    if seat.status == "folded":
        word = status(tr, "folded", "")
    elif seat.last_action is not None and seat.last_action.code == "mucked":
        word = done_short(tr, "mucked")
    return Bar(_seat_block(model, number, None), word)


def _bar_of_pause(model: View, bar: Bar) -> Bar:
    tr, is_break = view_language(model), model.ask.kind == "break"
    block = Block("pause", None, tr("BREAK") if is_break else tr("PAUSED"))
    if bar.command:  # what no reader reports, the floor does
        to_go_on = tr("Something wrong? tablectl rule status. To go on:")
        bar = bar._replace(sentence=f"{bar.sentence} {to_go_on}")
    return bar._replace(block=block)


def _bar_of_halt(model: View, bar: Bar) -> Bar:
    """The panel says the irregularity and the remedy; the bar what the floor types."""
    tr, case = view_language(model), model.irregularity or view.Irregularity()
    headline = tr("Floor: rule on this case")
    if case.number:
        headline = tr("Floor: rule on case {number}", number=case.number)
    sentence = tr("Play is stopped, the clock too. The floor types:")
    block = Block("glyph", "fault", tr("HALTED"), "⚠")
    return Bar(block, headline, sentence, bar.command, edge="fault", ways=case.alternatives)


def _bar_of_end(model: View, bar: Bar) -> Bar:
    tr, seats = view_language(model), model.ask.seats
    word = tr("share") if len(seats) > 1 else tr("wins")
    if is_won(model):
        sentence = tr(
            "For the next tournament, name a new journal in table.toml and start the table again."
        )
        bar = bar._replace(sentence=sentence)
    return bar._replace(block=Block("winners", "winner", word, seats=seats), edge="winner")


ASKS: dict[str, Callable[[View, Bar], Bar]] = {
    DID: _bar_of_done,
    "paused": _bar_of_pause,
    "break": _bar_of_pause,
    "halted": _bar_of_halt,
    "over": _bar_of_end,
}


def _bar_of_table(model: View, moment: Moment, bar: Bar) -> Bar:
    """What the table waits for, where no seat is to act."""
    tr, kind = view_language(model), model.ask.kind
    hue, glyph, word = BLOCKS.get(kind, (None, "", ""))
    word = _hold_word(model) or tr(word)
    are_up = any(seat.equity is not None for seat in model.seats.values())
    word = word or tr((STREETS_NEXT if are_up else STREETS).get(model.street or "", "CARDS"))
    block = Block("glyph", hue, word, glyph) if glyph else Block("suits", None, word)
    bar = bar._replace(block=block, edge=hue if hue != "to_act" else None)
    if kind == "players" and is_empty(model):
        return bar._replace(headline=tr("Sit down to play"))
    if kind == "next" and (left_s := moment.next_hand_s) is not None:
        left = tr("Next hand in {seconds}", seconds=left_s) if left_s else tr("Next hand now")
        bar = bar._replace(headline=left)
    if kind == "reload":
        sentence = tr("Play is stopped until the floor says the shoe is loaded.")
        bar = bar._replace(sentence=sentence)
    stop = {"reload": model.irregularity, "lost": model.lost}.get(kind)
    ways = stop.alternatives if stop is not None else ()
    return bar._replace(ways=ways) if len(ways) >= FEWEST_WAYS else bar


def _hold_word(model: View) -> str:
    """Empty where nothing is held, or its kind has no word."""
    tr = view_language(model)
    if model.ask.kind != "held" or model.current_hold is None:
        return ""
    return tr("LOCKED") if model.lock is not None else tr(HOLDS.get(model.current_hold.kind, ""))


# The keys


def lit_keys(model: View) -> Keys:
    """The keys on the bar, of what is accepted: each once, with the widest range that any of
    the seats has.
    """
    ask, accepted = model.ask, dict[str, list[view.Key]]()
    for key in model.keys:
        if key.seat in ask.seats and key.key in LIT_ONLY.get(ask.kind, (key.key,)):
            accepted.setdefault(key.key, []).append(key)
    # theirs stay in place while seats answer
    order = LIT_ONLY[ask.kind] if ask.kind in OF_ALL else tuple(accepted)
    return tuple(
        _make_key(model, accepted[name])
        for name in order
        if name in accepted and not any(other in accepted for other in SAID_BY.get(name, ()))
    )


def own_keys(model: View, number: int) -> Keys:
    """The seat's own keys, where several are to act at once and not all of them may do the same."""
    ask = model.ask
    if ask.kind not in OF_ALL or number not in ask.seats:
        return ()
    may = {
        seat: [key for key in model.keys if key.seat == seat and _is_open_key(model, key)]
        for seat in ask.seats
    }
    if len({tuple((key.key, key.amount, key.most) for key in keys) for keys in may.values()}) == 1:
        return ()
    return tuple(_make_key(model, [key]) for key in may[number])


def _is_open_key(model: View, key: view.Key) -> bool:
    """Who has anted may change that, and may only add a bonus."""
    has_anted = bool((seat_at(model, key.seat).bets or {}).get("ante"))
    return key.key in LIT_ONLY[model.ask.kind] and not (key.key == "ante" and has_anted)


def _make_key(model: View, same: list[view.Key]) -> Key:
    """Of the same key of one seat or several."""
    tr, kind, name = view_language(model), model.ask.kind, same[0].key
    label = tr(KEYS[name]) if name in KEYS else name.replace("_", " ").upper()
    amounts = [key.amount for key in same if key.amount is not None]
    most = max((key.most for key in same if key.most is not None), default=None)
    if kind == "decide_all" and name == "call" and len(set(amounts)) > 1:
        return Key(label, tr("2 × ANTE"), "", RANGE_CAP_U)
    if not amounts:
        return Key(label, "", "", LABEL_CAP_U)
    low = min(amounts)
    amount = tr.number(low)
    if name == "made":
        amount = plus(tr, low)
    elif kind in ("act", "awaited") and _is_whole_stack(model, same[0], low, most):
        # part of it lies there
        to_all = tr("ALL-IN TO") if seat_at(model, same[0].seat).bet else tr("ALL-IN")
        label = tr("CALL ALL-IN") if name == "call" else to_all
    elif most is not None:
        shorter = f"{amount} +" if most > low else ""
        return Key(label, amounts_between(tr, low, most), shorter, RANGE_CAP_U)
    return Key(label, amount, "", CALL_CAP_U)


def _is_whole_stack(model: View, key: view.Key, low: int, most: int | None) -> bool:
    """Whether the key takes all that the seat has."""
    seat = seat_at(model, key.seat)
    if group(model) != "ring":
        return False
    return low == seat.stack if key.key == "call" else low == most == seat.stack + seat.bet


# A result


def player_name(model: View, number: int) -> str:
    """Who is out of a tournament and has left the seat is still called by name."""
    seat, stands = seat_at(model, number), model.tournament
    gone = stands.last_out if seat.status == "empty" and stands is not None else ()
    left = next((one.name for one in gone if one.seat == number), None)
    return seat.name or left or seat_label(view_language(model), number)


def _bar_of_pots(model: View, page: Page) -> Bar:
    tr, wins = view_language(model), page.wins
    seats = tuple(dict.fromkeys(win.seat for win in wins))
    decided = next((win for win in wins if win.headline), None)
    hand = next((win.hand for win in wins if win.hand), None)
    hand = decided.headline if decided is not None else hand
    shares = [
        (player_name(model, seat), sum(win.won for win in wins if win.seat == seat))
        for seat in seats
    ]
    sentence = pots_sentence(tr, shares, page.pots, page.pots_in_all)
    if hand is not None:
        headline = capitalize_first(hand)
    elif len(seats) == 1:
        headline = wins_amount(tr, *shares[0])
        if _is_last(model, seats[0]):
            sentence = tr("Everybody else folded.")
        elif _have_others_mucked(model, seats[0]):
            sentence = tr("Everybody else folded or mucked.")
    else:
        players = tr.join_with_and([name for name, _ in shares])
        headline = tr.plural(
            "{players} wins the pot", "{players} win the pot", len(shares), players=players
        )
    if decided is not None and decided.why:
        sentence = f"{decided.why} {sentence}"
    word = tr.plural("wins", "split the pot", len(seats))
    if len(page.pots) < page.pots_in_all:
        word = pot_count(tr, page.pots, page.pots_in_all)
    return Bar(_winners_block(word, seats), headline, sentence, edge="winner")


def _winners_block(word: str, seats: tuple[int, ...], hue: str | None = "winner") -> Block:
    return Block("winners", hue, word, seats=seats)


def _is_last(model: View, winner: int) -> bool:
    """Whether nobody else holds a hand: a pot may also be won because the others mucked, or be
    given by the floor.
    """
    return not any(
        seat.cards and seat.status != "folded"
        for number, seat in model.seats.items()
        if number != str(winner)
    )


def _have_others_mucked(model: View, winner: int) -> bool:
    """Whether nobody else has shown a hand, and one at least has mucked it."""
    did = {
        seat.last_action.code if seat.last_action is not None else ""
        for number, seat in model.seats.items()
        if number != str(winner) and seat.status not in ("empty", "sitting_out", "out")
    }
    return "mucked" in did and did <= {"mucked", "folded"}


def _bar_of_dealer(model: View, _page: Page) -> Bar:
    tr, dealer = view_language(model), model.dealer or view.Dealer()
    headline = dealer_headline(tr, dealer.hand or "", bool(dealer.qualifies))
    sentence = tr("Antes are paid, calls are returned.")
    if dealer.qualifies:
        sentence = tr("Beat the dealer: ante and call are paid. Tie: both come back.")
    return Bar(Block("suits", None, tr("DEALER")), headline, sentence)


def _bar_of_seat(model: View, page: Page) -> Bar:
    tr, win = view_language(model), page.wins[0]
    if (slip := find_slip(model, win.seat)) is not None:
        return _bar_of_slip(model, win, slip)
    paid, name = sum(line.paid for line in win.lines), player_name(model, win.seat)
    is_folded = seat_at(model, win.seat).status == "folded"
    hand = tr("Folded") if is_folded else capitalize_first(win.hand or "")
    word = tr("GETS {chips:,} BACK", chips=win.won) if win.won else tr("LOSES")
    if paid:
        word = tr("WINS {chips:,}", chips=paid)
    hue = "winner" if win.is_win else None
    headline, block = f"{name}: {hand}" if hand else name, _winners_block(word, (win.seat,), hue)
    return Bar(block, headline, _bets_words(tr, win), edge=hue)


def _bets_words(tr: Translator, win: view.Result) -> str:
    bets = [
        (line.line, line.bet, line.paid, line.returned, line.hand) for line in win.lines if line.bet
    ]
    return bets_sentence(tr, bets, win.won)


def _bar_of_slip(model: View, win: view.Result, slip: view.Slip) -> Bar:
    """What the dealer does with this slip."""
    tr = view_language(model)
    headline = slip_headline(tr, slip.kind, slip.amount, player_name(model, slip.seat))
    number = tr("Slip {hand}-{number}.", hand=slip.number, number=slip.seat)
    sentence = f"{number} {_bets_words(tr, win)}"
    return Bar(_seat_block(model, slip.seat, "to_act"), headline, sentence)


def _bar_of_points(model: View, page: Page) -> Bar:
    tr, seats = view_language(model), tuple(win.seat for win in page.wins)
    hand = next((win.hand for win in page.wins if win.hand), None)
    players = tr.join_with_and([player_name(model, seat) for seat in seats])
    headline = capitalize_first(hand or "") or tr.plural(
        "{players} has the best hand",
        "{players} have the best hand",
        len(seats),
        players=players,
    )
    points = {win.seat: win.points for win in model.result or () if win.points}
    scores = [(player_name(model, seat), score) for seat, score in points.items()]
    scores.sort(key=lambda score: -score[1])
    word = score_word(tr, [win.points or 0 for win in page.wins])
    sentence = score_sentence(tr, scores)
    return Bar(_winners_block(word, seats), headline, sentence, edge="winner")


PAGES = {
    "pots": _bar_of_pots,
    "dealer": _bar_of_dealer,
    "seat": _bar_of_seat,
    "points": _bar_of_points,
}
