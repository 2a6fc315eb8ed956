"""The strip at the top: which table, which game and hand; level and blinds; what comes next and
when.
"""

from itertools import chain
from typing import NamedTuple

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.palette import BLACK, BRASS, FAULT, INK, IVORY, Ink
from tablectl.screen.drawing.text import BOLD, CONDENSED
from tablectl.screen.layout.arrangement import group
from tablectl.screen.layout.places import EDGE_U, STRIP, WIDE_U, Box
from tablectl.screen.model import seated
from tablectl.screen.parts.part import Part
from tablectl.screen.presenter.bar_text import is_won
from tablectl.screen.presenter.moment import Moment
from tablectl.screen.presenter.notices import FLOOR_CALLED, LASTING, Notice
from tablectl.screen.presenter.results import are_out
from tablectl.screen.presenter.summary import is_summed_up
from tablectl.screen.style import TEXTS
from tablectl.screen.words import view_language
from tablectl.screen.words.numbers import (
    amounts_between,
    blinds,
    hand_count,
    hands_left,
    minutes,
    players_left,
    stakes,
)
from tablectl.view import View

# by the word's tone
CAPS_U = {"value": 28, "stake": 28, "notice": 28, "label": 22, "quiet": 22, "name": 21}
SIZE_LEAST = 0.7  # of these, where a line is too long
LABEL_TRACKING = 0.06
WORD_SPACE_U, GROUP_SPACE_U = 13, 33
SHADE = 80
BELOW_LINE_U = 6  # larger text stands so much higher for what is below the line
# around the blinds of a level that has just begun
LIT_PAD_U, LIT_TOP_U, LIT_RADIUS_U, LIT_SPREAD_U = 16, 0.5, 12, 12
# 9 mm on 24 inches: 15 minutes of arc at 2 m
BADGE_CAP_U, BADGE_PAD_U, BADGE_TOP_U = 32, 18, 3


class Word(NamedTuple):
    text: str
    tone: str  # label, stake, value, quiet; name: of the table; notice
    space: float  # before it


Words = tuple[Word, ...]
Variants = tuple[Words, ...]  # of one line, the fullest first


class NoticeForm(NamedTuple):
    """How a notice may be written: as large, and on so many lines."""

    cap: float
    baselines: tuple[float, ...]


class WrittenNotice(NamedTuple):
    """A notice as it is written."""

    lines: tuple[str, ...]
    form: NoticeForm


NOTICE_FORMS = (NoticeForm(17, (22, 48)), NoticeForm(16, (22, 48)))  # where one line has no room


def strip_part(model: View, moment: Moment) -> Part:
    lefts, centre, right = (
        left_words(model, moment),
        centre_words(model),
        right_words(model, moment),
    )
    return Part(
        "strip", STRIP, _paint_strip, (lefts, centre, right, badge_of(model), moment.is_new_level)
    )


def badge_of(model: View) -> str:
    """Of a table that is played for trying it; empty: it is not."""
    tr = view_language(model)
    return tr("TEST") if model.test else ""


def left_words(model: View, moment: Moment, *, is_bar_low: bool = False) -> Variants:
    """Variants, fullest first: the strip takes the first that leaves room for the blinds. A notice
    to all stands here instead.

    `is_bar_low`: it has keys and perhaps no sentence beside them.
    """
    if (notice := _read_out(model, moment, is_bar_low=is_bar_low)) is not None:
        return (Word(notice.text, "notice", 0),), (Word(notice.short, "notice", 0),)
    table = (Word(model.table, "name", 0),) if model.table else ()
    game = (Word(model.game_title, "quiet", 17),) if not model.hand else ()
    # a game of several hands counts its own
    counted = model.hand and not (model.game and model.game.hand)
    tr = view_language(model)
    hand = (Word(tr("Hand {hand}", hand=model.hand), "quiet", 27),) if counted else ()
    return table + game + hand, table + hand, table or hand


def _read_out(model: View, moment: Moment, *, is_bar_low: bool) -> Notice | None:
    """The notice that all should read: news of no seat, a call for the floor, what chips count as,
    a fault of the deck.

    So does why a key was refused to a seat that the bar does not ask, or has no room to tell: its
    tab has room for a word or two. What chips count as only if that seat has some to take back and
    another one is to act: the player who faces the bet may dispute it.
    """
    newest = moment.notices[::-1]
    to_act = model.ask.seats
    of_chips = (
        notice
        for notice in newest
        if (seat := model.seats.get(str(notice.seat)))
        and seat.due_back
        and to_act != (notice.seat,)
    )
    of_floor = (notice for notice in newest if notice.code == FLOOR_CALLED)
    of_all = (notice for notice in newest if notice.seat is None and notice.code not in LASTING)
    refused = (
        notice
        for notice in newest
        if notice.tone == "refused" and (is_bar_low or notice.seat not in to_act)
    )
    return next(chain(of_all, of_floor, of_chips, refused), moment.notice_of_the_deck)


def centre_words(model: View) -> Words:
    tr = view_language(model)
    level = model.level
    if model.is_resting or is_won(model):
        return _standing_words(model)
    if group(model) == "house":
        return _limit_words(model)
    if group(model) == "rack":
        return _game_words(model)
    if level is None:
        return ()
    has_schedule = level.number > 1 or level.next is not None or bool(model.levels)
    pairs = [(tr("LEVEL"), str(level.number))] if level.number and has_schedule else []
    pairs.append((tr("BLINDS"), stakes(tr, level)))
    pairs += [(tr("BETS"), blinds(tr, *level.bets))] if level.bets else []
    pairs += [(tr("ANTE"), tr.number(level.ante))] if level.ante else []
    return _label_and_stake_words(*pairs)


def _limit_words(model: View) -> Words:
    tr = view_language(model)
    limits = model.limits
    if limits is None:
        return ()
    return _label_and_stake_words(
        (tr("ANTE"), amounts_between(tr, limits.ante_min, limits.ante_max)),
        (tr("BONUS"), amounts_between(tr, limits.bonus_min, limits.bonus_max)),
        (tr.of("a bet", "CALL"), tr("2 × ANTE")),
    )


def _game_words(model: View) -> Words:
    tr = view_language(model)
    game = model.game
    if game is None:
        return ()
    pairs = [(tr("HAND"), hand_count(tr, game.hand, game.hands))] if game.hand else []
    pairs += [(tr("TARGET"), tr.number(game.target))] if game.target else []
    if model.shot is not None and model.shot.card in model.board:
        pairs.append(
            (
                tr("SET"),
                tr("last three")
                if model.board.index(model.shot.card) // 3 % 2
                else tr("first three"),
            )
        )
    pairs += [(tr("BETS"), tr("{points:,} a round", points=game.bet))] if game.bet else []
    return _label_and_stake_words(*pairs)


def _label_and_stake_words(*pairs: tuple[str, str]) -> Words:
    return tuple(
        word
        for i, (label, stake) in enumerate(pairs)
        for word in (
            Word(label, "label", GROUP_SPACE_U if i else 0),
            Word(stake, "stake", WORD_SPACE_U),
        )
    )


def _standing_words(model: View) -> Words:
    tr = view_language(model)
    seats = [seat for _, seat in seated(model) if seat.status != "empty"]
    left = [seat for seat in seats if seat.status != "out"]
    if not left:
        return ()
    stands = model.tournament
    entries = stands.entries if stands else len(seats)
    average = stands.average if stands else sum(seat.stack + seat.bet for seat in left) // len(left)
    return _label_and_stake_words(
        (tr("PLAYERS"), players_left(tr, len(left), entries)), (tr("AVERAGE"), tr.number(average))
    )


def right_words(model: View, moment: Moment) -> Words:
    tr, level = view_language(model), model.level
    coming = level.next if level is not None else None
    blinds_next = stakes(tr, coming) if coming is not None else ""
    if moment.next_hand_s is not None and (is_summed_up(model, moment) or are_out(model, moment)):
        due = blinds_next if level is not None and level.next_is_due else ""
        return _next_words(model, tr("NEXT HAND"), due, minutes(moment.next_hand_s))
    if level is None or model.paused or is_won(model) or group(model) != "ring":
        return ()
    if moment.level_s is None and level.next_in_hands is None:
        return ()
    if level.next_is_due or (moment.level_s == 0 and level.next_in_s != 0):
        return _next_words(model, tr("NEXT HAND"), blinds_next)
    # the level's time is over, but a void hand is dealt again first, at the old level
    when = minutes(moment.level_s) if moment.level_s else hands_left(tr, level.next_in_hands or 1)
    return _next_words(model, tr("NEXT"), blinds_next, when)


def _next_words(model: View, label: str, blinds_next: str, when: str = "") -> Words:
    tr = view_language(model)
    words: Words = (Word(label, "label", 0), Word(blinds_next, "value", WORD_SPACE_U))
    if when:
        words += (Word(tr("in"), "quiet", 11), Word(when, "value", 10))
    return tuple(word for word in words if word.text)


def _paint_strip(
    canvas: Canvas, lefts: Variants, centre: Words, right: Words, badge: str, is_new: bool
) -> None:
    """`is_new`: the level has just begun, and its blinds are lit."""
    low, right_end = EDGE_U + 4.0 + _paint_badge(canvas, badge), WIDE_U - EDGE_U - 4.0
    size = size_of(
        canvas, (*lefts[-1], *centre, *right), right_end - low - 2 * GROUP_SPACE_U, SIZE_LEAST
    )
    baseline = STRIP.h / 2 + CAPS_U["value"] * size / 2 - BELOW_LINE_U * (size - 1)
    if is_notice(lefts):
        centre, right, written = _beside_notice(
            canvas, lefts[0][0].text, (centre, right), size, right_end - low, baseline
        )
        left: Words = ()
        first = low + write_notice(canvas, written, low) + GROUP_SPACE_U
    else:
        others = (
            words_wide(canvas, centre, size) + words_wide(canvas, right, size) + 2 * GROUP_SPACE_U
        )
        left = _fit_left(canvas, lefts, size, right_end - low - others)
        first = low + words_wide(canvas, left, size) + GROUP_SPACE_U
    high, wide = right_end - words_wide(canvas, right, size), words_wide(canvas, centre, size)
    x = min(max(WIDE_U / 2 - wide / 2, first), high - wide - GROUP_SPACE_U)
    if is_new:
        light(canvas, Box(x - LIT_PAD_U, LIT_TOP_U, wide + 2 * LIT_PAD_U, STRIP.h - 2 * LIT_TOP_U))
    for words, begins in ((left, low), (centre, x), (right, high)):
        write_words(canvas, words, begins, baseline, size)


def _fit_left(canvas: Canvas, lefts: Variants, size: float, room: float) -> Words:
    """The fullest that has room; none: the barest, cut off."""
    left = next((line for line in lefts if words_wide(canvas, line, size) <= room), lefts[-1])
    if left and words_wide(canvas, left, size) > room:
        cap = CAPS_U[left[0].tone] * size
        return (left[0]._replace(text=canvas.fit(left[0].text, cap, cap, room)[0]),)
    return left


def is_notice(lefts: Variants) -> bool:
    """Whether a notice stands at the left."""
    return any(word.tone == "notice" for word in lefts[0])


def _beside_notice(
    canvas: Canvas,
    text: str,
    others: tuple[Words, Words],
    size: float,
    room: float,
    baseline: float,
) -> tuple[Words, Words, WrittenNotice]:
    """A notice is never cut: while it stands, what comes next gives way, and then the stakes."""
    forms = (NoticeForm(CAPS_U["notice"] * size, (baseline,)), *NOTICE_FORMS)
    for others_shown in (others, (others[0], ()), ((), ())):
        left = room - sum(words_wide(canvas, line, size) + GROUP_SPACE_U for line in others_shown)
        if (fitted := fit_notice(canvas, text, forms, left)) is not None:
            return *others_shown, fitted
    return (), (), cut_notice(canvas, text, forms[-1], room)


def fit_notice(
    canvas: Canvas, text: str, forms: tuple[NoticeForm, ...], room: float
) -> WrittenNotice | None:
    """In the first form that has room for all of it; None: none has."""
    for form in forms:
        lines = canvas.wrap(text, form.cap, room)
        if len(lines) <= len(form.baselines) and all(
            canvas.wide(line, form.cap) <= room for line in lines
        ):
            return WrittenNotice(tuple(lines), form)
    return None


def cut_notice(canvas: Canvas, text: str, form: NoticeForm, room: float) -> WrittenNotice:
    """Somebody's own text may be as long as it likes."""
    return WrittenNotice((canvas.fit(text, form.cap, form.cap, room)[0],), form)


def write_notice(canvas: Canvas, notice: WrittenNotice, x: float) -> float:
    """Its width."""
    return max(
        canvas.write(line, x, y, notice.form.cap, IVORY)
        for line, y in zip(notice.lines, notice.form.baselines, strict=False)
    )


def light(canvas: Canvas, box: Box) -> None:
    """Around what has just changed."""
    canvas.glow(box, LIT_RADIUS_U, LIT_SPREAD_U, BRASS, 190)
    canvas.panel(box, LIT_RADIUS_U, *canvas.palette.glass)
    canvas.outline(box, LIT_RADIUS_U, 2.4, BRASS)


def _paint_badge(canvas: Canvas, badge: str) -> float:
    """Of a table that is played for trying it, whatever else the strip says; its width, with the
    space behind it.
    """
    if not badge:
        return 0.0
    wide = canvas.wide(badge, BADGE_CAP_U) + 2 * BADGE_PAD_U
    canvas.rule(Box(EDGE_U, BADGE_TOP_U, wide, STRIP.h - 2 * BADGE_TOP_U), FAULT)
    canvas.write(badge, EDGE_U + BADGE_PAD_U, (STRIP.h + BADGE_CAP_U) / 2, BADGE_CAP_U, INK)
    return wide + WORD_SPACE_U


def size_of(
    canvas: Canvas, line: Words, room: float, least: float, most: float = TEXTS[-1]
) -> float:
    """How large a line of words is written: as the screen's text, and smaller where that has no
    room.
    """
    size = min(canvas.text_size, most)
    while size > least and words_wide(canvas, line, size) > room:
        size -= 0.05
    return size


def _form_of(word: Word) -> tuple[str, float]:
    return (CONDENSED if word.tone in ("label", "quiet") else BOLD), (
        LABEL_TRACKING if word.tone == "label" else 0.0
    )


def words_wide(canvas: Canvas, line: Words, size: float) -> float:
    return sum(
        word.space * size + canvas.wide(word.text, CAPS_U[word.tone] * size, *_form_of(word))
        for word in line
    )


def write_words(canvas: Canvas, line: Words, x: float, baseline: float, size: float) -> None:
    """A figure by its own edge, so that each is as far from its label as any other."""
    quiet = canvas.quiet
    colours: dict[str, Ink] = {
        "label": quiet,
        "quiet": quiet,
        "value": IVORY,
        "name": IVORY,
        "notice": IVORY,
        "stake": BRASS,
    }
    for word in line:
        face, tracking = _form_of(word)
        x += word.space * size
        x += canvas.write(
            word.text,
            x,
            baseline,
            CAPS_U[word.tone] * size,
            colours[word.tone],
            face,
            "ink" if word.tone in ("stake", "value") else "left",
            tracking,
        )


def paint_shade(canvas: Canvas, high: float = STRIP.h) -> None:
    """Part of the felt's picture: it changes with nothing but the size and the height of the
    strip.
    """
    far = Box(-400, -40, WIDE_U + 800, high + 40)
    canvas.rule(far, BLACK, SHADE)
    canvas.rule(Box(-400, high - 1, WIDE_U + 800, 1.6), BRASS, 96)
