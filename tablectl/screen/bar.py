"""The bar at the bottom: who is asked, which keys to press and for how much, and how long there is."""

from typing import NamedTuple

from tablectl.screen import art, words
from tablectl.screen.canvas import Canvas
from tablectl.screen.layout import (
    BAR,
    BLOCK,
    CLOCK,
    HEADLINE_X,
    KEYS,
    SENTENCE_BASELINE,
    SENTENCE_X,
    Box,
)
from tablectl.screen.model import Model
from tablectl.screen.palette import BLACK, DUE_BACK, FAULT, INK, IVORY, TO_ACT, WHITE, WINNER, Colour, mixed
from tablectl.screen.parts import Moment, Part
from tablectl.screen.plates import wins_of
from tablectl.screen.text import BOLD, CONDENSED, GLYPHS

RADIUS_U = 24
KEY_RADIUS_U, KEY_PAD_U, KEY_GAP_U = 18, 27, 20
LABEL_CAP_U, CALL_CAP_U, RANGE_CAP_U = 37, 72, 46
KEYS_SMALLEST = 0.6
SENTENCE_CAP_U, REMARK_CAP_U, SENTENCE_CAP_MIN_U = 25, 27, 20
HEADLINE_CAPS_U = (62, 46, 30)          # alone, with a sentence of its own, and the least
LAST_SECONDS = 5
GOOD_NEWS = ("device_back",)
HUES: dict[str, Colour] = {"to_act": TO_ACT, "fault": FAULT, "due_back": DUE_BACK, "winner": WINNER}


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


def bar_parts(model: Model, moment: Moment) -> list[Part]:
    bar = bar_of(model, moment)
    parts = [Part("bar", BAR.grown(22), bar, lambda canvas: draw_bar(canvas, bar))]
    if bar.has_clock and moment.clock_s is not None:
        seconds, left = moment.clock_s, moment.clock_left
        parts.append(Part("clock", CLOCK.grown(1), (seconds, left), lambda canvas: draw_clock(canvas, seconds, left)))
    return parts


def bar_of(model: Model, moment: Moment) -> Bar:
    bar = _bar_without_notice(model, moment)
    if moment.notice is None:
        return bar
    tone = "good" if model.notice_code in GOOD_NEWS else "refused"
    return bar._replace(sentence=moment.notice, tone=tone)


def _bar_without_notice(model: Model, moment: Moment) -> Bar:
    if model.paused:
        return _paused(model)
    if model.phase == "halted":
        return _halted(model)
    if model.result:
        return _result(model, moment)
    if model.to_act is not None:
        return _asked(model, moment)
    return _waiting(model)


def _asked(model: Model, moment: Moment) -> Bar:
    seat = model.seats.get(str(model.to_act))
    block = Block("seat", "to_act", name=seat.name or "" if seat else "", seats=(model.to_act or 0,))
    keys = tuple(key_of(model, key, seat.stack if seat else None) for key in model.legal)
    headline = "" if keys else words.SHOWDOWN if model.phase == "showdown" else _phase_headline(model)
    return Bar(block, keys, headline, model.prompt, "plain", moment.clock_s is not None, None)


def key_of(model: Model, key: str, stack: int | None) -> Key:
    label = words.KEYS.get(key, key.replace("_", " ").upper())
    if key == "call" and model.to_call is not None:
        if stack is not None and 0 < stack < model.to_call:
            return Key(words.CALL_ALL_IN, words.amount(stack), "", CALL_CAP_U)
        return Key(label, words.amount(model.to_call), "", CALL_CAP_U)
    if key in ("bet", "raise") and model.raise_to_min is not None:
        low, high = model.raise_to_min, model.raise_to_max
        full = words.raise_range(low, high if high is not None else low)
        cut = words.at_least(low) if high is not None and high > low else ""
        return Key(label, full, cut, RANGE_CAP_U)
    return Key(label, "", "", LABEL_CAP_U)


def _result(model: Model, moment: Moment) -> Bar:
    wins = wins_of(model, moment.pot)
    if not wins:
        return _waiting(model)
    pots = len({win.pot for win in model.result or () if win.won})
    seats = tuple(win.seat for win in wins)
    shown = next((win.hand for win in wins if win.hand), None)
    headline = shown[0].upper() + shown[1:] if shown else words.headline_unshown(seats)
    sentence = words.result_sentence([(win.seat, win.won) for win in wins], wins[0].pot, pots)
    if shown is None and len(wins) == 1:
        sentence = words.unshown_sentence(wins[0].won, wins[0].pot, pots)
    block = Block("winners", "winner", words.winners_word(len(wins)), seats=seats)
    return Bar(block, (), headline, sentence, "plain", False, "winner")


def _halted(model: Model) -> Bar:
    waiting = model.waiting_for if model.waiting_for in ("reload", "chips") else "floor"
    remedy = model.irregularity.remedy if model.irregularity else ""
    sentence = model.prompt if model.prompt not in ("", remedy) else words.FLOOR_SENTENCE
    glyph, word = words.BLOCKS[waiting]
    hue = "due_back" if waiting == "chips" else "fault"
    block = Block("glyph", hue, words.HALTED if waiting == "floor" else word, glyph)
    return Bar(block, (), words.HEADLINES[waiting], sentence, "plain", False, hue)


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
    hue = {"card": "to_act", "bets": "to_act", "chips": "due_back", "reload": "fault", "floor": "fault"}.get(waiting)
    glyph, word = words.BLOCKS.get(waiting, words.BLOCKS["nothing"])
    block = Block("glyph", hue, word, glyph) if glyph else Block("suits", None)
    if model.phase == "seating":
        return Bar(block, (), model.prompt or words.DRAW_FOR_BUTTON, words.BUTTON_DRAW_SENTENCE, "plain", False, None)
    return Bar(block, (), _phase_headline(model), model.prompt, "plain", False, None)


def _phase_headline(model: Model) -> str:
    if model.phase == "idle" and model.waiting_for == "nothing":
        return words.BETWEEN_HANDS if model.hand else words.SIT_DOWN
    if model.waiting_for == "card":
        return words.DEALING.get(model.street or "", words.HEADLINES["card"])
    if model.phase == "showdown":
        return words.SHOWDOWN
    return words.HEADLINES.get(model.waiting_for) or words.GAMES.get(model.preset, "")


# Drawing

def draw_bar(canvas: Canvas, bar: Bar) -> None:
    canvas.within = BAR
    canvas.glass(BAR, RADIUS_U, HUES[bar.edge] if bar.edge else None, 2)
    _draw_block(canvas, bar.block)
    room = (CLOCK.x - 28 if bar.has_clock else BAR.right - 32) - KEYS.x
    if bar.keys:
        _draw_keys(canvas, bar.keys, room)
        _sentence(canvas, bar, SENTENCE_X, SENTENCE_BASELINE, SENTENCE_CAP_U, room)
    else:
        _headline(canvas, bar, room)
    canvas.within = None


def _headline(canvas: Canvas, bar: Bar, room: float) -> None:
    """One headline and one sentence; without a sentence the headline stands in the middle."""
    tall, usual, least = HEADLINE_CAPS_U
    cap: float = tall if bar.block.kind == "winners" or not bar.sentence else usual
    text, cap = canvas.fit(bar.headline, cap, least, room - 10)
    baseline = BAR.y + 67 + cap / 2 if bar.sentence else BAR.y + (BAR.h + cap) / 2
    canvas.write(text, HEADLINE_X, baseline, cap, IVORY)
    _sentence(canvas, bar, HEADLINE_X + 2, 1031, REMARK_CAP_U, room - 10)


def _sentence(canvas: Canvas, bar: Bar, x: float, baseline: float, cap: float, room: float) -> None:
    colour = {"plain": canvas.palette.ivory2, "refused": FAULT, "good": WINNER}[bar.tone]
    if bar.tone != "plain":
        glyph = "⚠" if bar.tone == "refused" else "✓"
        wide = canvas.write(glyph, x, baseline, cap * 0.9, colour, GLYPHS) + cap * 0.5
        x, room = x + wide, room - wide
    face = CONDENSED if bar.tone == "plain" else BOLD
    text, cap = canvas.fit(bar.sentence, cap, SENTENCE_CAP_MIN_U, room, face)
    canvas.write(text, x, baseline, cap, colour, face)


def _draw_block(canvas: Canvas, block: Block) -> None:
    if block.hue:
        hue = HUES[block.hue]
        canvas.panel(BLOCK, RADIUS_U, mixed(hue, WHITE, 0.10), mixed(hue, BLACK, 0.07))
        ink = INK
    else:
        canvas.panel(BLOCK, RADIUS_U, canvas.palette.key_top, canvas.palette.key_bottom)
        canvas.outline(BLOCK, RADIUS_U, 1.6, WHITE, 90)
        ink = IVORY
    outer, canvas.within = canvas.within, BLOCK
    {"seat": _block_seat, "glyph": _block_glyph, "winners": _block_winners, "pause": _block_pause,
     "suits": _block_suits}[block.kind](canvas, block, ink)
    canvas.within = outer


def _block_seat(canvas: Canvas, block: Block, ink: Colour) -> None:
    label, number = words.SEAT, str(block.seats[0])
    label_wide, number_wide = canvas.wide(label, 27, tracking=0.08), canvas.wide(number, 86)
    baseline = BLOCK.y + (114 if block.name else 137)
    x = BLOCK.middle - (label_wide + 22 + number_wide) / 2
    canvas.write(label, x, baseline, 27, ink, tracking=0.08)
    canvas.write(number, x + label_wide + 22, baseline, 86, ink)
    name, cap = canvas.fit(block.name, 29, 21, BLOCK.w - 36)
    canvas.write(name, BLOCK.middle, BLOCK.y + 164, cap, ink, align="centre")


def _block_glyph(canvas: Canvas, block: Block, ink: Colour) -> None:
    if block.name == "⚠":
        canvas.centred(art.warning(canvas.px(104), ink), BLOCK.middle, BLOCK.y + 74)
    else:
        canvas.write(block.name, BLOCK.middle, BLOCK.y + 106, 62, ink, GLYPHS, align="centre")
    canvas.write(block.word, BLOCK.middle, BLOCK.y + 164, 30, ink, align="centre", tracking=0.08)


def _block_winners(canvas: Canvas, block: Block, ink: Colour) -> None:
    """The winners' badges: one row up to four, two rows of up to five."""
    count = len(block.seats)
    columns = count if count <= 4 else -(-count // 2)
    across = {1: 92, 2: 92, 3: 76, 4: 60}.get(count, 48)
    step = across + (14 if count <= 2 else 6)
    for row, first in enumerate(range(0, count, columns)):
        seats = block.seats[first:first + columns]
        y = BLOCK.y + 74 + (0 if count <= 4 else (row - 0.5) * (across + 6))
        for i, seat in enumerate(seats):
            canvas.badge(BLOCK.middle + (i - (len(seats) - 1) / 2) * step, y, across, seat, INK, WINNER)
    text, cap = canvas.fit(block.word, 27, 20, BLOCK.w - 36)
    canvas.write(text, BLOCK.middle, BLOCK.y + 162, cap, ink, align="centre")


def _block_pause(canvas: Canvas, block: Block, ink: Colour) -> None:
    canvas.centred(art.pause_bars(canvas.px(80), canvas.px(76)), BLOCK.middle, BLOCK.y + 72)
    canvas.write(block.word, BLOCK.middle, BLOCK.y + 160, 28, ink, align="centre", tracking=0.08)


def _block_suits(canvas: Canvas, block: Block, ink: Colour) -> None:
    """Nobody is asked: the four suits, unlit."""
    for i, kind in enumerate("shdc"):
        canvas.centred(art.suit(kind, canvas.px(46), canvas.palette.ivory2), BLOCK.middle + (i - 1.5) * 62,
                       BLOCK.y + BLOCK.h / 2)


def _draw_keys(canvas: Canvas, keys: tuple[Key, ...], room: float) -> None:
    size, keys = _fitted(canvas, keys, room)
    x = KEYS.x
    for key in keys:
        box = Box(x, KEYS.y, _key_wide(canvas, key, size), KEYS.h)
        canvas.shadow(box, KEY_RADIUS_U, 90)
        canvas.panel(box, KEY_RADIUS_U, canvas.palette.key_top, canvas.palette.key_bottom)
        canvas.outline(box, KEY_RADIUS_U, 1.6, WHITE, 110)
        cap = key.cap * size
        baseline = box.y + (box.h + cap) / 2
        label_cap = LABEL_CAP_U * size
        label_x = x + KEY_PAD_U * size
        wide = canvas.write(key.label, label_x, baseline, label_cap, canvas.palette.ivory2 if key.amount else IVORY,
                           tracking=0.03)
        if key.amount:
            canvas.write(key.amount, label_x + wide + 22 * size, baseline, cap, IVORY)
        x += box.w + KEY_GAP_U * size


def _key_wide(canvas: Canvas, key: Key, size: float) -> float:
    wide = canvas.wide(key.label, LABEL_CAP_U * size, tracking=0.03) + 2 * KEY_PAD_U * size
    return wide + (22 * size + canvas.wide(key.amount, key.cap * size) if key.amount else 0)


def _fitted(canvas: Canvas, keys: tuple[Key, ...], room: float) -> tuple[float, tuple[Key, ...]]:
    """Too wide: all keys smaller, down to 60 %; then without the largest raise, which the stack shows anyway."""
    shorter = tuple(key._replace(amount=key.without_maximum or key.amount) for key in keys)
    for line in (keys, shorter):
        size = 1.0
        while size >= KEYS_SMALLEST:
            total = sum(_key_wide(canvas, key, size) for key in line) + KEY_GAP_U * size * (len(line) - 1)
            if total <= room:
                return size, line
            size -= 0.02
    return KEYS_SMALLEST, shorter


def draw_clock(canvas: Canvas, seconds: int, left: float) -> None:
    middle = (CLOCK.middle, CLOCK.y + CLOCK.h / 2)
    is_last = seconds <= LAST_SECONDS
    track = mixed(canvas.palette.glass_bottom, WHITE, 0.19)
    canvas.centred(art.ring(canvas.px(CLOCK.w), canvas.px(15), left, TO_ACT, track, TO_ACT if is_last else None),
                   *middle)
    cap = 55 if seconds < 100 else 36
    canvas.within = CLOCK
    canvas.write(str(seconds), middle[0], middle[1] + cap / 2, cap, INK if is_last else IVORY, align="centre")
    canvas.within = None
