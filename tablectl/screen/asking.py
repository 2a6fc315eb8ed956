"""What the bar says: who is asked for which keys, what the table waits for, how the hand ended."""

from typing import NamedTuple

from tablectl.screen import words
from tablectl.screen.layout import group
from tablectl.screen.model import Model
from tablectl.screen.parts import Moment
from tablectl.screen.results import Page, page_of

LABEL_CAP_U, CALL_CAP_U, RANGE_CAP_U = 37, 72, 46
LAST_SECONDS = 5
GOOD_NEWS = ("device_back", "no_more_bets")


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
    tone: str                   # of the sentence: plain, refused, good
    has_clock: bool
    edge: str | None


def bar_of(model: Model, moment: Moment) -> Bar:
    bar = _bar_without_notice(model, moment)
    is_told = model.irregularity is not None and moment.notice == model.irregularity.what          # in the panel
    if moment.notice is None or is_told:
        return bar
    tone = "good" if model.notice_code in GOOD_NEWS else "refused"
    return bar._replace(sentence=moment.notice, tone=tone)


def _bar_without_notice(model: Model, moment: Moment) -> Bar:
    if model.paused:
        return _paused(model)
    if model.phase == "halted":
        return _halted(model)
    page = page_of(model, moment.page)
    if page is not None:
        return _result(model, page)
    if model.to_act is not None:
        return _asked(model, moment)
    if model.is_asked_together:
        return _all_asked(model, moment)
    return _waiting(model)


# Asked

def _asked(model: Model, moment: Moment) -> Bar:
    seat = model.seats.get(str(model.to_act))
    block = Block("seat", "to_act", name=seat.name or "" if seat else "", seats=(model.to_act or 0,))
    legal = model.legal or (words.SHOT_KEYS if model.waiting_for == "shots" else ())
    keys = tuple(key_of(model, key, seat.stack if seat else None) for key in legal)
    headline = "" if keys else words.SHOWDOWN if model.phase == "showdown" else phase_headline(model)
    return Bar(block, keys, headline, model.prompt, "plain", moment.clock_s is not None, None)


def _all_asked(model: Model, moment: Moment) -> Bar:
    """Everybody at once: the bets against the house, the flat bets, or the calls if they are decided together."""
    is_last = moment.clock_s is not None and moment.clock_s <= LAST_SECONDS
    glyph, word = words.BLOCKS["bets"]
    keys = _bet_keys(model)
    if model.phase == "deciding":
        word, keys = words.DECIDE, (Key(words.KEYS["fold"], "", "", LABEL_CAP_U),
                                    Key(words.KEYS["call"], words.TWICE_THE_ANTE, "", RANGE_CAP_U))
    elif is_last:
        word = words.LAST_BETS
    headline = "" if keys else words.HEADLINES["bets"]
    return Bar(Block("glyph", "to_act", word, glyph), keys, headline, model.prompt, "plain",
               moment.clock_s is not None, "to_act" if is_last else None)


def _bet_keys(model: Model) -> tuple[Key, ...]:
    """What may be put in front, up to what is still accepted, and the key for nothing."""
    passes = Key(words.KEYS["pass"], "", "", LABEL_CAP_U)
    if model.limits is not None:
        limits = model.limits
        ante = _bet_key(words.ANTE, limits.ante_min, limits.ante_max, limits.ante_now)
        bonus = _bet_key(words.BONUS, limits.bonus_min, limits.bonus_max, limits.bonus_now)
        return ante, bonus, passes
    if model.game is not None and model.game.bet:
        return Key(words.KEYS["bet"], words.amount(model.game.bet), "", CALL_CAP_U), passes
    return ()


def _bet_key(label: str, least: int, most: int, now: int | None) -> Key:
    most = most if now is None else min(most, now)
    return Key(label, words.raise_range(least, most) if most >= least else words.NONE_NOW, "", RANGE_CAP_U)


def key_of(model: Model, key: str, stack: int | None) -> Key:
    label = words.KEYS.get(key, key.replace("_", " ").upper())
    if key == "call" and model.to_call is not None:
        if stack is not None and 0 < stack < model.to_call and group(model) == "ring":
            return Key(words.CALL_ALL_IN, words.amount(stack), "", CALL_CAP_U)
        return Key(label, words.amount(model.to_call), "", CALL_CAP_U)
    if key in ("bet", "raise") and model.raise_to_min is not None:
        low, high = model.raise_to_min, model.raise_to_max
        full = words.raise_range(low, high if high is not None else low)
        cut = words.at_least(low) if high is not None and high > low else ""
        return Key(label, full, cut, RANGE_CAP_U)
    if key == "made" and model.shot is not None and model.shot.worth is not None:
        return Key(label, words.plus(model.shot.worth), "", CALL_CAP_U)
    return Key(label, "", "", LABEL_CAP_U)


# A result

def _result(model: Model, page: Page) -> Bar:
    tell = {"pots": _pots, "dealer": _dealer, "seat": _seat, "points": _points, "game": _game}[page.kind]
    return tell(model, page)


def _pots(model: Model, page: Page) -> Bar:
    seats = tuple(dict.fromkeys(win.seat for win in page.wins))
    shown = next((win.hand for win in page.wins if win.hand), None)
    headline = words.sentence_case(shown) if shown else words.headline_unshown(seats)
    shares = [(seat, sum(win.won for win in page.wins if win.seat == seat)) for seat in seats]
    sentence = words.result_sentence(shares, page.pots, page.pots_in_all)
    if shown is None and len(seats) == 1:
        sentence = words.unshown_sentence(shares[0][1], page.pots, page.pots_in_all)
    block = Block("winners", "winner", words.winners_word(len(seats)), seats=seats)
    return Bar(block, (), headline, sentence, "plain", False, "winner")


def _dealer(model: Model, _page: Page) -> Bar:
    dealer = model.dealer
    hand, qualifies = (dealer.hand or "", bool(dealer.qualifies)) if dealer else ("", False)
    headline = words.dealer_headline(hand, qualifies)
    return Bar(Block("suits", None, words.DEALER), (), headline, words.DEALER_SENTENCES[qualifies], "plain", False, None)


def _seat(model: Model, page: Page) -> Bar:
    win = page.wins[0]
    seat = model.seats.get(str(win.seat))
    is_folded = seat is not None and seat.status == "folded"
    paid = sum(line.paid for line in win.lines)
    bets = [(line.line, line.bet, line.paid, line.returned, line.hand) for line in win.lines if line.bet]
    headline = words.FOLDED_HEADLINE if is_folded or not win.hand else words.sentence_case(win.hand)
    if is_folded is False and not win.hand:
        headline = words.seat_list((win.seat,))
    word = words.is_paid(paid) if paid else words.gets_back(win.won) if win.won else words.NOTHING_PAID
    block = Block("winners", "winner" if win.is_win else None, word, seats=(win.seat,))
    return Bar(block, (), headline, words.lines_sentence(bets, win.won), "plain", False, "winner" if win.is_win else None)


def _points(model: Model, page: Page) -> Bar:
    seats = tuple(win.seat for win in page.wins)
    shown = next((win.hand for win in page.wins if win.hand), None)
    headline = words.sentence_case(shown) if shown else words.headline_best(seats)
    scores = sorted([(win.seat, win.points) for win in model.result or () if win.points], key=lambda score: -score[1])
    block = Block("winners", "winner", words.score_word([win.points or 0 for win in page.wins]), seats=seats)
    return Bar(block, (), headline, words.score_sentence(scores), "plain", False, "winner")


def _game(model: Model, _page: Page) -> Bar:
    first = [(number, seat) for number, seat in model.seated() if seat.place == 1]
    names = [seat.name or words.seat_list((number,)) for number, seat in first]
    block = Block("winners", "winner", words.winner_of_game(len(first)), seats=tuple(number for number, _ in first))
    ranking = sorted((seat.place, -(seat.points or 0), number) for number, seat in model.seated() if seat.place is not None)
    sentence = words.standing([(place, number, -points) for place, points, number in ranking])
    return Bar(block, (), words.game_over(names, first[0][1].points or 0), sentence, "plain", False, "winner")


# Nobody is asked

def _halted(model: Model) -> Bar:
    waiting = model.waiting_for if model.waiting_for in ("reload", "chips") else "floor"
    kind, remedy = (model.irregularity.kind, model.irregularity.remedy) if model.irregularity else ("", "")
    is_said = not model.prompt or (bool(remedy) and remedy in model.prompt)        # in the panel already
    sentence = words.RELOAD_SENTENCE if waiting == "reload" else words.FLOOR_SENTENCE
    glyph, word = words.BLOCKS[waiting]
    hue = "due_back" if waiting == "chips" else "fault"
    block = Block("glyph", hue, words.HALTED if waiting == "floor" else word, glyph)
    headline = words.FLOOR_HEADLINES.get(kind, words.HEADLINES[waiting]) if waiting == "floor" else words.HEADLINES[waiting]
    return Bar(block, (), headline, sentence if is_said else model.prompt, "plain", False, hue)


def _paused(model: Model) -> Bar:
    level = model.level
    coming = level.next if level else None
    is_break = bool(level and level.is_break)
    number = coming.number if coming and coming.number else level.number + 1 if level else 0
    headline = words.PLAY_RESUMES
    if is_break and coming:
        headline = words.resumes_with(number, coming.small_blind, coming.big_blind)
    sentence = model.prompt or f"{words.PAUSE_SENTENCE} {words.next_hand(model.hand + 1, model.button)}"
    block = Block("pause", None, words.BREAK if is_break else words.PAUSED)
    return Bar(block, (), headline, sentence, "plain", False, None)


def _waiting(model: Model) -> Bar:
    waiting = model.waiting_for
    if group(model) == "rack" and model.phase == "idle" and any(seat.place == 1 for _, seat in model.seated()):
        return _game(model, Page("game"))
    hue = {"card": "to_act", "chips": "due_back", "reload": "fault", "floor": "fault"}.get(waiting)
    glyph, word = words.BLOCKS.get(waiting, words.BLOCKS["nothing"])
    block = Block("glyph", hue, word, glyph) if glyph else Block("suits", None)
    if model.phase == "seating":
        return Bar(block, (), model.prompt or words.DRAW_FOR_BUTTON, words.BUTTON_DRAW_SENTENCE, "plain", False, None)
    return Bar(block, (), phase_headline(model), model.prompt, "plain", False, None)


def phase_headline(model: Model) -> str:
    if model.phase == "idle" and model.waiting_for == "nothing":
        return words.BETWEEN_HANDS if model.hand else words.SIT_DOWN
    if model.waiting_for == "card":
        if group(model) == "house" and model.street == "preflop":
            return words.NO_MORE_BETS
        names = words.SETS if group(model) == "rack" else words.DEALING
        return names.get(model.street or "", words.HEADLINES["card"])
    if model.phase == "showdown":
        return words.SHOWDOWN
    return words.HEADLINES.get(model.waiting_for) or words.GAMES.get(model.preset, "")
