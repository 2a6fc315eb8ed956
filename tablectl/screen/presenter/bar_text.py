"""What the bar says: who is asked for which keys, what the table waits for, how the hand ended.

The view's `ask` says what is asked and of whom, its `keys` what is accepted, its `prompt` the
sentence: nothing is guessed here.
"""

from typing import NamedTuple

from tablectl import view
from tablectl.screen.layout.arrangement import group
from tablectl.screen.model import seat_at
from tablectl.screen.presenter.idle import is_empty
from tablectl.screen.presenter.moment import NAMED, Moment
from tablectl.screen.presenter.notices import NEW_RULES, TO_DO
from tablectl.screen.presenter.results import current_page, find_slip
from tablectl.screen.words import N_, Texts, Translator, capitalize_first, view_language
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
OF_A_SEAT = (*AT_ONCE, "cut")  # the cut can wait until the result is told
OF_ALL = ("bets", "decide_all", "flat_bets")
# the screen's own: who was asked has answered, and what it decides is not told yet
DID = "did"
# one alone is told by the headline, which is read from farther away
FEWEST_WAYS = 2
STOPPED = ("halted", "reload", "held", "shoe", "lost", "paused", "break")
# these are shown even while a result is told
BEFORE_A_RESULT = (*STOPPED, *AT_ONCE, *OF_ALL, "take_back", "void")
# what is wrong with the deck stands in place of their sentence
BETWEEN_HANDS = ("next", "ready", "players", "deck")
# what somebody has to do about the deck or a device waits for these
TELLS_MORE = (*STOPPED, "take_back", "move", "stacks", "void")
# a notice may take the place of its sentence
TELLS_NOTHING = ("deal", "draw", "players", "next")

# Keys that are accepted and not lit, because something that is lit says the same: a fold where
# checking is free, an all-in where a call or a raise goes as far, and while chips are awaited the
# key that has been pressed for them.
SAID_BY = {
    "fold": ("check",),
    "all_in": ("bet", "raise", "call"),
}
LIT_ONLY = {
    "motion": ("confirm",),
    "complete": ("fold",),
    "awaited": ("fold", "confirm", "undo"),
    "bets": ("ante", "bonus", "pass"),
    "decide_all": ("fold", "call"),
    "flat_bets": ("bet", "pass"),
}

KEYS: Texts = {
    "fold": N_("FOLD"),
    "check": N_("CHECK"),
    "call": N_("CALL"),
    "bet": N_("BET"),
    "raise": N_("RAISE TO"),
    "all_in": N_("ALL-IN"),
    "show": N_("SHOW"),
    "muck": N_("MUCK"),
    "confirm": N_("CONFIRM"),
    "pass": N_("PASS"),
    "post": N_("POST"),
    "wait": N_("WAIT"),
    "buy_button": N_("BUTTON"),
    "made": N_("MADE"),
    "missed": N_("MISSED"),
    "undo": N_("UNDO"),
    "ante": N_("ANTE"),
    "bonus": N_("BONUS"),
}
# The bar's block where no seat is asked, by the ask's kind: its hue, a glyph, and the word beneath
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
HOLDS: Texts = {  # what play waits for
    "emergency_stop": N_("STOP"),
    "lid": N_("SHOE"),
    "jam": N_("SHOE"),
    "key_switch": N_("KEY"),
    "deck": N_("DECK"),
    "switches": N_("PINS"),
}
STREETS: Texts = {
    "preflop": N_("CARDS"),
    "flop": N_("FLOP"),
    "turn": N_("TURN"),
    "river": N_("RIVER"),
}
STREETS_NEXT: Texts = {  # the hands lie up, and nobody acts
    "flop": N_("FLOP NEXT"),
    "turn": N_("TURN NEXT"),
    "river": N_("RIVER NEXT"),
}


class Key(NamedTuple):
    label: str
    amount: str
    without_maximum: str
    cap: float


Keys = tuple[Key, ...]


class Block(NamedTuple):
    """The left end of the bar: `hue` fills it only where somebody is asked, or has won."""

    kind: str  # seat, glyph, winners, pause, suits
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
    ask = model.ask
    page = current_page(model, moment) if not moment.is_result_over else None
    if page is not None and ask.kind not in BEFORE_A_RESULT:
        tells = {
            "pots": _bar_of_pots,
            "dealer": _bar_of_dealer,
            "seat": _bar_of_seat,
            "points": _bar_of_points,
        }
        bar = tells[page.kind](model, page)
        return bar if moment.stage == NAMED else Bar(Block("winners", None), bar.headline, " ")
    bar = _bar_of_ask(model, ask, moment)
    asked = ask.seats if ask.kind in OF_A_SEAT else ()
    for notice in reversed(moment.notices):
        is_to_do = (
            notice.seat is None
            and notice.code in TO_DO
            and notice.is_news
            and ask.kind not in TELLS_MORE
        )
        if is_to_do or (
            notice.seat is not None and (ask.kind in TELLS_NOTHING or asked == (notice.seat,))
        ):
            return bar._replace(sentence=notice.text, command="", tone=notice.tone)
        if ask.kind in OF_ALL and notice.seat in ask.seats and notice.tone == "refused":
            return bar._replace(sentence=notice.text, tone=notice.tone)
    of_the_deck = moment.notice_of_the_deck
    is_told = ask.kind in (*BETWEEN_HANDS, *TELLS_NOTHING)
    if of_the_deck is None or of_the_deck.code == NEW_RULES or not is_told:
        return bar
    return bar._replace(sentence=of_the_deck.text)


def is_won(model: View) -> bool:
    """Whether a tournament has its winner."""
    return model.tournament is not None and model.current_hold is None and model.ask.kind == "over"


# view.Key, or waited for


def _bar_of_ask(model: View, ask: view.Ask, moment: Moment) -> Bar:
    tr = view_language(model)
    if ask.kind in OF_A_SEAT:
        return Bar(
            _block_of(model, ask.seats[0] if ask.seats else 0, "to_act"),
            ask.headline,
            model.prompt,
            keys=lit_keys(model, ask),
            has_clock=moment.clock_s is not None,
        )
    if ask.kind == DID:
        return _bar_of_done(model, ask)
    if ask.kind in OF_ALL:
        return _all_asked(model, ask, moment)
    if ask.kind in ("paused", "break"):
        block = Block("pause", None, tr("BREAK") if ask.kind == "break" else tr("PAUSED"))
        # what no reader reports, the floor does
        to_go_on = tr("Something wrong? tablectl rule status. To go on:")
        sentence = f"{model.prompt} {to_go_on}" if ask.command else model.prompt
        return Bar(block, ask.headline, sentence, ask.command)
    if ask.kind == "halted":
        return _bar_of_halt(model, ask)
    if ask.kind == "over":
        block = Block(
            "winners", "winner", tr("share") if len(ask.seats) > 1 else tr("wins"), seats=ask.seats
        )
        next_one = tr(
            "For the next tournament, name a new journal in table.toml and start the table again."
        )
        return Bar(
            block,
            ask.headline,
            next_one if is_won(model) else model.prompt,
            ask.command,
            edge="winner",
        )
    hue, glyph, word = BLOCKS.get(ask.kind, (None, "", ""))
    word = tr(word)
    if ask.kind == "held" and model.current_hold is not None:
        word = (
            tr("LOCKED")
            if model.lock is not None
            else tr(HOLDS[model.current_hold.kind])
            if model.current_hold.kind in HOLDS
            else word
        )
    are_up = any(seat.equity is not None for seat in model.seats.values())
    word = word or tr((STREETS_NEXT if are_up else STREETS).get(model.street or "", "CARDS"))
    block = Block("glyph", hue, word, glyph) if glyph else Block("suits", None, word)
    sentence = (
        tr("Play is stopped until the floor says the shoe is loaded.")
        if ask.kind == "reload"
        else model.prompt
    )
    if ask.kind == "players" and is_empty(model):
        return Bar(block, tr("Sit down to play"), sentence, ask.command)
    headline, left_s = ask.headline, moment.next_hand_s if ask.kind == "next" else None
    if left_s is not None:
        headline = tr("Next hand in {seconds}", seconds=left_s) if left_s else tr("Next hand now")
    waits_for = {"reload": model.irregularity, "lost": model.lost}.get(ask.kind)
    ways = waits_for.alternatives if waits_for is not None else ()
    return Bar(
        block,
        headline,
        sentence,
        ask.command,
        edge=hue if hue != "to_act" else None,
        ways=ways if len(ways) >= FEWEST_WAYS else (),
    )


def _bar_of_done(model: View, ask: view.Ask) -> Bar:
    """Whose act it was, unlit, and the word for it where the hand is gone."""
    number, tr = ask.seats[0] if ask.seats else 0, view_language(model)
    seat = seat_at(model, number)
    has_mucked = seat.last_action is not None and seat.last_action.code == "mucked"
    did = (
        status(tr, "folded", "")
        if seat.status == "folded"
        else done_short(tr, "mucked")
        if has_mucked
        else ""
    )
    return Bar(_block_of(model, number, None), did)


def _block_of(model: View, number: int, hue: str | None) -> Block:
    return Block("seat", hue, name=seat_at(model, number).name or "", seats=(number,))


def _bar_of_halt(model: View, ask: view.Ask) -> Bar:
    """The panel says what is wrong and what is done about it; the bar what the floor types."""
    tr = view_language(model)
    wrong = model.irregularity or view.Irregularity()
    headline = (
        tr("Floor: rule on case {number}", number=wrong.number)
        if wrong.number
        else tr("Floor: rule on this case")
    )
    return Bar(
        Block("glyph", "fault", tr("HALTED"), "⚠"),
        headline,
        tr("Play is stopped, the clock too. The floor types:"),
        ask.command,
        edge="fault",
        ways=wrong.alternatives,
    )


def _all_asked(model: View, ask: view.Ask, moment: Moment) -> Bar:
    """Everybody at once: the bets against the house, the flat bets, or the calls if they are
    decided together.
    """
    tr = view_language(model)
    is_last = moment.clock_s is not None and moment.clock_s <= LAST_SECONDS
    word = tr("DECIDE") if ask.kind == "decide_all" else tr("LAST BETS") if is_last else tr("BETS")
    return Bar(
        Block("glyph", "to_act", word, "●"),
        sentence=model.prompt,
        keys=lit_keys(model, ask),
        has_clock=moment.clock_s is not None,
        edge="to_act" if is_last else None,
    )


def lit_keys(model: View, ask: view.Ask) -> Keys:
    """The keys on the bar, of what is accepted: each once, with the widest range that any seat
    asked has.
    """
    accepted: dict[str, list[view.Key]] = {}
    for key in model.keys:
        if key.seat in ask.seats and key.key in LIT_ONLY.get(ask.kind, (key.key,)):
            accepted.setdefault(key.key, []).append(key)
    # theirs stay in place while seats answer
    order = LIT_ONLY[ask.kind] if ask.kind in OF_ALL else tuple(accepted)
    return tuple(
        _key_of(model, ask, name, accepted[name])
        for name in order
        if name in accepted
        if not any(other in accepted for other in SAID_BY.get(name, ()))
    )


def own_keys(model: View, number: int) -> Keys:
    """The seat's own keys, where several are asked at once and not all of them may do the same."""
    ask = model.ask
    if ask.kind not in OF_ALL or number not in ask.seats:
        return ()
    may = {
        seat: [key for key in model.keys if key.seat == seat and _is_asked_for(model, key)]
        for seat in ask.seats
    }
    if len({tuple((key.key, key.amount, key.most) for key in keys) for keys in may.values()}) == 1:
        return ()
    return tuple(_key_of(model, ask, key.key, [key]) for key in may[number])


def _is_asked_for(model: View, key: view.Key) -> bool:
    """Who has anted may change that, and is asked for a bonus alone."""
    has_anted = bool((seat_at(model, key.seat).bets or {}).get("ante"))
    return key.key in LIT_ONLY[model.ask.kind] and not (key.key == "ante" and has_anted)


def _key_of(model: View, ask: view.Ask, name: str, found: list[view.Key]) -> Key:
    tr = view_language(model)
    label = tr(KEYS[name]) if name in KEYS else name.replace("_", " ").upper()
    amounts = [key.amount for key in found if key.amount is not None]
    most = max((key.most for key in found if key.most is not None), default=None)
    if ask.kind == "decide_all" and name == "call" and len(set(amounts)) > 1:
        return Key(label, tr("2 × ANTE"), "", RANGE_CAP_U)
    if not amounts:
        return Key(label, "", "", LABEL_CAP_U)
    low = min(amounts)
    if name == "made":
        return Key(label, plus(tr, low), "", CALL_CAP_U)
    if ask.kind in ("act", "awaited") and _is_whole_stack(model, found[0], low, most):
        # part of it lies there
        to_all = tr("ALL-IN TO") if seat_at(model, found[0].seat).bet else tr("ALL-IN")
        return Key(tr("CALL ALL-IN") if name == "call" else to_all, tr.number(low), "", CALL_CAP_U)
    if most is None:
        return Key(label, tr.number(low), "", CALL_CAP_U)
    return Key(
        label,
        amounts_between(tr, low, most),
        f"{tr.number(low)} +" if most > low else "",
        RANGE_CAP_U,
    )


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
    tr = view_language(model)
    seats = tuple(dict.fromkeys(win.seat for win in page.wins))
    decided = next((win for win in page.wins if win.headline), None)
    shown = (
        decided.headline
        if decided is not None
        else next((win.hand for win in page.wins if win.hand), None)
    )
    shares = [
        (player_name(model, seat), sum(win.won for win in page.wins if win.seat == seat))
        for seat in seats
    ]
    total = sum(won for _, won in shares)
    if shown is None and len(seats) == 1:
        headline = wins_amount(tr, shares[0][0], total)
    else:
        headline = (
            capitalize_first(shown)
            if shown
            else tr.plural(
                "{players} wins the pot",
                "{players} win the pot",
                len(shares),
                players=tr.join_with_and([name for name, _ in shares]),
            )
        )
    sentence = pots_sentence(tr, shares, page.pots, page.pots_in_all)
    if shown is None and len(seats) == 1 and _is_last(model, seats[0]):
        sentence = tr("Everybody else folded.")
    elif shown is None and len(seats) == 1 and _have_others_mucked(model, seats[0]):
        sentence = tr("Everybody else folded or mucked.")
    if decided is not None and decided.why:
        sentence = f"{decided.why} {sentence}"
    is_one_of = len(page.pots) < page.pots_in_all
    word = (
        pot_count(tr, page.pots, page.pots_in_all)
        if is_one_of
        else tr.plural("wins", "split the pot", len(seats))
    )
    return Bar(Block("winners", "winner", word, seats=seats), headline, sentence, edge="winner")


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
    qualifies = bool(dealer.qualifies)
    sentence = (
        tr("Beat the dealer: ante and call are paid. Tie: both come back.")
        if qualifies
        else tr("Antes are paid, calls are returned.")
    )
    return Bar(
        Block("suits", None, tr("DEALER")),
        dealer_headline(tr, dealer.hand or "", qualifies),
        sentence,
    )


def _bar_of_seat(model: View, page: Page) -> Bar:
    tr = view_language(model)
    win = page.wins[0]
    if (slip := find_slip(model, win.seat)) is not None:
        return _bar_of_slip(model, win, slip)
    paid, name = sum(line.paid for line in win.lines), player_name(model, win.seat)
    hand = (
        tr("Folded")
        if seat_at(model, win.seat).status == "folded"
        else capitalize_first(win.hand or "")
    )
    headline = f"{name}: {hand}" if hand else name
    word = (
        tr("WINS {chips:,}", chips=paid)
        if paid
        else tr("GETS {chips:,} BACK", chips=win.won)
        if win.won
        else tr("LOSES")
    )
    block = Block("winners", "winner" if win.is_win else None, word, seats=(win.seat,))
    return Bar(block, headline, _bets_words(tr, win), edge="winner" if win.is_win else None)


def _bets_words(tr: Translator, win: view.Result) -> str:
    bets = [
        (line.line, line.bet, line.paid, line.returned, line.hand) for line in win.lines if line.bet
    ]
    return bets_sentence(tr, bets, win.won)


def _bar_of_slip(model: View, win: view.Result, slip: view.Slip) -> Bar:
    """What the dealer does with this slip."""
    tr = view_language(model)
    named = tr("Slip {hand}-{number}.", hand=slip.number, number=slip.seat)
    return Bar(
        _block_of(model, slip.seat, "to_act"),
        slip_headline(tr, slip.kind, slip.amount, player_name(model, slip.seat)),
        f"{named} {_bets_words(tr, win)}",
    )


def _bar_of_points(model: View, page: Page) -> Bar:
    tr = view_language(model)
    seats = tuple(win.seat for win in page.wins)
    shown = next((win.hand for win in page.wins if win.hand), None)
    headline = (
        capitalize_first(shown)
        if shown
        else tr.plural(
            "{players} has the best hand",
            "{players} have the best hand",
            len(seats),
            players=tr.join_with_and([player_name(model, seat) for seat in seats]),
        )
    )
    scores = sorted(
        [(player_name(model, win.seat), win.points) for win in model.result or () if win.points],
        key=lambda score: -score[1],
    )
    block = Block(
        "winners", "winner", score_word(tr, [win.points or 0 for win in page.wins]), seats=seats
    )
    return Bar(block, headline, score_sentence(tr, scores), edge="winner")
