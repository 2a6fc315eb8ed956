"""What the bar says: who is asked for which keys, what the table waits for, how the hand ended.

The view's `ask` says what is asked and of whom, its `keys` what is accepted, its `prompt` the sentence: nothing is guessed here.
"""

from typing import NamedTuple

from tablectl import view
from tablectl.screen.layout.arrangement import group
from tablectl.screen.model import Model
from tablectl.screen.telling.moment import Moment
from tablectl.screen.telling.notices import NEW_RULES
from tablectl.screen.telling.resting import is_empty
from tablectl.screen.telling.results import Page, page_of, slip_of

LABEL_CAP_U, CALL_CAP_U, RANGE_CAP_U = 37, 72, 46
LAST_SECONDS = 5
# The hue of the bar's block where no seat is asked, by the ask's kind.
HUES = {"take_back": "due_back", "move": "due_back", "stacks": "fault", "void": "due_back", "reload": "fault", "shoe": "fault",
        "held": "fault", "lost": "fault", "deck": "fault", "ready": "to_act"}

AT_ONCE = ("post", "act", "motion", "awaited", "complete", "show", "muck", "decide", "shot", "come")
OF_A_SEAT = (*AT_ONCE, "cut")           # the cut can wait until the result is told
OF_ALL = ("bets", "decide_all", "flat_bets")
DID = "did"                             # the screen's own: who was asked has answered, and what it decides is not told yet
FEWEST_WAYS = 2                         # one alone is told by the headline, which is read from farther away
STOPPED = ("halted", "reload", "held", "shoe", "lost", "paused", "break")
BEFORE_A_RESULT = (*STOPPED, *AT_ONCE, *OF_ALL, "take_back", "void")       # these are shown even while a result is told
BETWEEN_HANDS = ("next", "ready", "players", "deck")            # what is wrong with the deck stands in place of their sentence
TELLS_NOTHING = ("deal", "draw", "players", "next")             # a notice may take the place of its sentence

# Keys that are accepted and not lit, because something that is lit says the same: a fold where checking is free, an all-in where
# a call or a raise goes as far, and while chips are awaited the key that has been pressed for them.
SAID_BY = {
    "fold": ("check",), "all_in": ("bet", "raise", "call"),
}
LIT_ONLY = {"motion": ("confirm",), "complete": ("fold",), "awaited": ("fold", "confirm", "undo"),
            "bets": ("ante", "bonus", "pass"), "decide_all": ("fold", "call"), "flat_bets": ("bet", "pass")}


class Key(NamedTuple):
    label: str
    amount: str
    without_maximum: str
    cap: float


class Block(NamedTuple):
    """The left end of the bar: `hue` fills it only where somebody is asked, or has won."""

    kind: str                   # seat, glyph, winners, pause, suits
    hue: str | None
    word: str = ""
    name: str = ""
    seats: tuple[int, ...] = ()


class Bar(NamedTuple):
    block: Block
    keys: tuple[Key, ...]
    headline: str
    sentence: str
    command: str                # what the floor types, behind the sentence
    tone: str                   # of the sentence: plain, refused, good, note
    has_clock: bool
    edge: str | None
    ways: tuple[view.Alternative, ...] = ()          # that the floor may take, in place of headline and sentence


def bar_of(model: Model, moment: Moment) -> Bar:
    ask = ask_of(model)
    page = page_of(model, moment.page) if not moment.is_told else None
    if page is not None and ask.kind not in BEFORE_A_RESULT:
        return _result(model, page)
    bar = _asked(model, ask, moment)
    notice = moment.notice_in_bar
    if notice is not None and (ask.kind in TELLS_NOTHING or (ask.kind in OF_A_SEAT and ask.seats == (notice.seat,))):
        return bar._replace(sentence=notice.text, command="", tone=notice.tone)
    of_the_deck = moment.notice_of_the_deck
    if of_the_deck is None or of_the_deck.code == NEW_RULES or ask.kind not in BETWEEN_HANDS:
        return bar
    return bar._replace(sentence=of_the_deck.text)


def ask_of(model: Model) -> view.Ask:
    """The view's `ask`. An older table sends none: then as much as the other fields tell."""
    if model.ask is not None:
        return model.ask
    if model.paused:
        return view.Ask("paused", model.words.paused_headline)
    seats = (model.to_act,) if model.to_act is not None else ()
    kind = {"action": "act", "shots": "shot", "bets": "bets", "card": "deal", "chips": "take_back", "floor": "halted",
            "reload": "reload"}.get(model.waiting_for, "players")
    kind = "halted" if model.phase == "halted" and kind != "reload" else kind
    if kind in OF_A_SEAT and not seats:
        kind = "decide_all" if model.phase == "deciding" else "players"
    return view.Ask(kind, model.words.headlines.get(kind, ""), seats)


def is_won(model: Model) -> bool:
    """Whether a tournament has its winner."""
    return model.tournament is not None and model.held is None and ask_of(model).kind == "over"


# view.Key, or waited for

def _asked(model: Model, ask: view.Ask, moment: Moment) -> Bar:
    words = model.words
    has_clock = moment.clock_s is not None
    if ask.kind in OF_A_SEAT:
        number = ask.seats[0] if ask.seats else 0
        seat = model.seats.get(str(number))
        block = Block("seat", "to_act", name=(seat.name or "") if seat else "", seats=(number,))
        return Bar(block, lit(model, ask), ask.headline, model.prompt, "", "plain", has_clock, None)
    if ask.kind == DID:
        return _done(model, ask)
    if ask.kind in OF_ALL:
        return _all_asked(model, ask, moment)
    if ask.kind in ("paused", "break"):
        block = Block("pause", None, words.break_ if ask.kind == "break" else words.paused)
        sentence = f"{model.prompt} {words.status_sentence}" if ask.command else model.prompt
        return Bar(block, (), ask.headline, sentence, ask.command, "plain", False, None)
    if ask.kind == "halted":
        return _halted(model, ask)
    if ask.kind == "over":
        block = Block("winners", "winner", words.winners_of_game(len(ask.seats)), seats=ask.seats)
        return Bar(block, (), ask.headline, model.prompt, ask.command, "plain", False, "winner")
    hue = HUES.get(ask.kind)
    glyph, word = words.blocks.get(ask.kind, ("", ""))
    if ask.kind == "held" and model.held is not None:
        word = words.locked if model.lock is not None else words.holds.get(model.held.kind, word)
    are_up = any(seat.equity is not None for seat in model.seats.values())
    word = word or (words.streets_next if are_up else words.streets).get(model.street or "", words.cards)
    block = Block("glyph", hue, word, glyph) if glyph else Block("suits", None, word)
    sentence = words.reload_sentence if ask.kind == "reload" else model.prompt
    if ask.kind == "players" and is_empty(model):
        return Bar(block, (), words.headlines["players"], sentence, ask.command, "plain", False, None)
    headline = words.next_hand_in(moment.next_hand_s) if ask.kind == "next" and moment.next_hand_s is not None else ask.headline
    ways: tuple[view.Alternative, ...] = ()
    if ask.kind == "reload" and model.irregularity is not None:
        ways = model.irregularity.alternatives
    elif ask.kind == "lost" and model.lost is not None:
        ways = model.lost.alternatives
    return Bar(block, (), headline, sentence, ask.command, "plain", False, hue if hue != "to_act" else None,
               ways if len(ways) >= FEWEST_WAYS else ())


def _done(model: Model, ask: view.Ask) -> Bar:
    """Whose act it was, unlit, and the word for it where the hand is gone."""
    number = ask.seats[0] if ask.seats else 0
    seat = model.seats.get(str(number), view.Seat())
    words = model.words
    has_mucked = seat.last_action is not None and seat.last_action.code == "mucked"
    did = words.status["folded"] if seat.status == "folded" else words.actions["mucked"]("") if has_mucked else ""
    return Bar(Block("seat", None, name=seat.name or "", seats=(number,)), (), did, "", "", "plain", False, None)


def _halted(model: Model, ask: view.Ask) -> Bar:
    """The panel says what is wrong and what is done about it; the bar what the floor types."""
    words = model.words
    number = model.irregularity.number if model.irregularity else 0
    block = Block("glyph", "fault", words.halted, "⚠")
    ways = model.irregularity.alternatives if model.irregularity else ()
    return Bar(block, (), words.rule_on(number), words.floor_sentence, ask.command, "plain", False, "fault", ways)


def _all_asked(model: Model, ask: view.Ask, moment: Moment) -> Bar:
    """Everybody at once: the bets against the house, the flat bets, or the calls if they are decided together."""
    words = model.words
    is_last = moment.clock_s is not None and moment.clock_s <= LAST_SECONDS
    glyph, word = words.blocks["bets"]
    word = words.decide if ask.kind == "decide_all" else words.last_bets if is_last else word
    return Bar(Block("glyph", "to_act", word, glyph), lit(model, ask), ask.headline, model.prompt, "", "plain",
               moment.clock_s is not None, "to_act" if is_last else None)._replace(headline="")


def lit(model: Model, ask: view.Ask) -> tuple[Key, ...]:
    """The keys on the bar, of what is accepted: each once, with the widest range that any seat asked has."""
    accepted: dict[str, list[view.Key]] = {}
    for key in model.keys:
        if key.seat in ask.seats and key.key in LIT_ONLY.get(ask.kind, (key.key,)):
            accepted.setdefault(key.key, []).append(key)
    return tuple(_key_of(model, ask, name, found) for name, found in accepted.items()
                 if not any(other in accepted for other in SAID_BY.get(name, ())))


def _key_of(model: Model, ask: view.Ask, name: str, found: list[view.Key]) -> Key:
    words = model.words
    label = words.keys.get(name, name.replace("_", " ").upper())
    amounts = [key.amount for key in found if key.amount is not None]
    most = max((key.most for key in found if key.most is not None), default=None)
    if ask.kind == "decide_all" and name == "call" and len(set(amounts)) > 1:
        return Key(label, words.twice_the_ante, "", RANGE_CAP_U)
    if not amounts:
        return Key(label, "", "", LABEL_CAP_U)
    low = min(amounts)
    if name == "made":
        return Key(label, words.plus(low), "", CALL_CAP_U)
    if ask.kind in ("act", "awaited") and _is_whole_stack(model, found[0], low, most):
        return Key(words.call_all_in if name == "call" else words.all_in, words.amount(low), "", CALL_CAP_U)
    if most is None:
        return Key(label, words.amount(low), "", CALL_CAP_U)
    return Key(label, words.amounts_between(low, most), words.at_least(low) if most > low else "", RANGE_CAP_U)


def _is_whole_stack(model: Model, key: view.Key, low: int, most: int | None) -> bool:
    """Whether the key takes all that the seat has."""
    seat = model.seats.get(str(key.seat))
    if seat is None or group(model) != "ring":
        return False
    return low == seat.stack if key.key == "call" else low == most == seat.stack + seat.bet


# A result

def _result(model: Model, page: Page) -> Bar:
    tell = {"pots": _pots, "dealer": _dealer, "seat": _seat, "points": _points}[page.kind]
    return tell(model, page)


def name_of(model: Model, number: int) -> str:
    seat = model.seats.get(str(number))
    return seat.name if seat is not None and seat.name else model.words.seat_of(number)


def _pots(model: Model, page: Page) -> Bar:
    words = model.words
    seats = tuple(dict.fromkeys(win.seat for win in page.wins))
    shown = next((win.hand for win in page.wins if win.hand), None)
    shares = [(name_of(model, seat), sum(win.won for win in page.wins if win.seat == seat)) for seat in seats]
    total = sum(won for _, won in shares)
    if shown is None and len(seats) == 1:
        headline = words.wins_amount(shares[0][0], total)
    else:
        headline = words.sentence_case(shown) if shown else words.headline_unshown([name for name, _ in shares])
    sentence = words.pots_sentence(shares, page.pots, page.pots_in_all)
    if shown is None and len(seats) == 1 and _is_last(model, seats[0]):
        sentence = words.nobody_showed
    block = Block("winners", "winner", words.winners(len(seats)), seats=seats)
    return Bar(block, (), headline, sentence, "", "plain", False, "winner")


def _is_last(model: Model, winner: int) -> bool:
    """Whether nobody else holds a hand: a pot may also be won because the others mucked, or be given by the floor."""
    return not any(seat.cards and seat.status != "folded" for number, seat in model.seats.items() if number != str(winner))


def _dealer(model: Model, _page: Page) -> Bar:
    words = model.words
    dealer = model.dealer
    hand, qualifies = (dealer.hand or "", bool(dealer.qualifies)) if dealer else ("", False)
    headline = words.dealer_headline(hand, qualifies)
    return Bar(Block("suits", None, words.dealer), (), headline, words.dealer_sentences[qualifies], "", "plain", False, None)


def _seat(model: Model, page: Page) -> Bar:
    words = model.words
    win = page.wins[0]
    if (slip := slip_of(model, win.seat)) is not None:
        return _slip(model, win, slip)
    seat = model.seats.get(str(win.seat))
    is_folded = seat is not None and seat.status == "folded"
    paid = sum(line.paid for line in win.lines)
    bets = [(line.line, line.bet, line.paid, line.returned, line.hand) for line in win.lines if line.bet]
    hand = words.folded_headline if is_folded or not win.hand else words.sentence_case(win.hand)
    headline = f"{name_of(model, win.seat)}: {hand}" if is_folded or win.hand else name_of(model, win.seat)
    word = words.is_paid(paid) if paid else words.gets_back(win.won) if win.won else words.nothing_paid
    block = Block("winners", "winner" if win.is_win else None, word, seats=(win.seat,))
    sentence = words.bets_sentence(bets, win.won)
    return Bar(block, (), headline, sentence, "", "plain", False, "winner" if win.is_win else None)


def _slip(model: Model, win: view.Result, slip: view.Slip) -> Bar:
    """What the dealer does with this slip."""
    words, name = model.words, name_of(model, slip.seat)
    seat = model.seats.get(str(slip.seat))
    bets = [(line.line, line.bet, line.paid, line.returned, line.hand) for line in win.lines if line.bet]
    sentence = f"{words.slip_number(slip.number, slip.seat)} {words.bets_sentence(bets, win.won)}"
    block = Block("seat", "to_act", name=(seat.name or "") if seat else "", seats=(slip.seat,))
    return Bar(block, (), words.slip_headline(slip.kind, slip.amount, name), sentence, "", "plain", False, None)


def _points(model: Model, page: Page) -> Bar:
    words = model.words
    seats = tuple(win.seat for win in page.wins)
    shown = next((win.hand for win in page.wins if win.hand), None)
    headline = words.sentence_case(shown) if shown else words.headline_best([name_of(model, seat) for seat in seats])
    scores = sorted([(name_of(model, win.seat), win.points) for win in model.result or () if win.points],
                    key=lambda score: -score[1])
    block = Block("winners", "winner", words.score_word([win.points or 0 for win in page.wins]), seats=seats)
    return Bar(block, (), headline, words.score_sentence(scores), "", "plain", False, "winner")
