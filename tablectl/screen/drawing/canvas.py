"""What every part draws on: shapes, and type and cards by their place in the design, in u."""

import math
from bisect import bisect_left

from tablectl.screen.drawing import art, text
from tablectl.screen.drawing.palette import (
    ALL_IN,
    BACK,
    BACK_STRIPE,
    BLACK,
    BRASS,
    CARD_BOTTOM,
    CARD_TOP,
    DIM_BOTTOM,
    DIM_INK,
    DIM_TOP,
    INK,
    IVORY,
    SUITS,
    Blend,
    Colour,
    Ink,
    mix,
)
from tablectl.screen.drawing.shapes import Shapes
from tablectl.screen.drawing.text import BOLD, CONDENSED
from tablectl.screen.layout.places import Box

FULL_INDEX_FROM_U = 130  # narrower cards carry rank over suit
WITHIN_RING = 0.91  # of a seat's number on a disc with a second ring
# of a card's width: rank and suit of a card in a fan; a J reaches below the line
FANNED_CAP, FANNED_SUIT = 0.5, 0.45
# of a width: of a card that is read from both sides
HALF_CAP, HALF_SUIT, HALF_ROOM, HALF_EDGE = 0.40, 0.40, 0.54, 0.07
CURVED_LEAST_PX = 3  # between two letters that are turned, each to a whole pixel
ELLIPSIS = "…"
LETTERS_BEYOND = 16  # of a cut: those that may take less room together than fewer do
JOKER = "Jk"  # of the game, not a foreign one
CAP_LEAST_U = 14  # nothing is set smaller than this to make it fit


class Canvas(Shapes):
    def button(self, x: float, y: float, across: float, letter: str) -> None:
        """The dealer button by its middle, with its letter: a disc with a darker edge."""
        across_px, colour = self.px(across), self.colour(IVORY)
        self.paste_centred(
            art.disc(across_px, colour, mix(BLACK, colour, 0.58), max(1.0, across_px * 0.055)), x, y
        )
        self.write(letter, x, y + across * 0.255, across * 0.51, INK, align="centre")

    def badge(
        self,
        x: float,
        y: float,
        across: float,
        number: int,
        fill: Ink = IVORY,
        ink: Ink = INK,
        rim: Ink | None = None,
    ) -> None:
        """A seat's number on a disc."""
        self.disc(x, y, across, fill, rim, 2.2 if rim else 0.0)
        self._write_number(x, y, across, number, ink)

    def double_badge(self, x: float, y: float, across: float, number: int) -> None:
        """The same with a second ring: an all-in player."""
        self.paste_centred(art.double_disc(self.px(across), self.colour(ALL_IN), INK), x, y)
        self._write_number(x, y, across * WITHIN_RING, number, INK)

    def _write_number(self, x: float, y: float, across: float, number: int, ink: Ink) -> None:
        label = str(number)
        is_one = len(label) == 1
        cap = across * (0.46 if is_one else 0.40)
        # on a small disc the number fills more of it
        cap = max(cap, min(18, across * 0.58) if is_one else min(16, across * 0.43))
        self.write(
            label, x, y + cap / 2, cap, ink, align="centre", tracking=-0.04 if len(label) > 1 else 0
        )

    # Type

    def wide(self, words: str, cap: float, face: str = BOLD, tracking: float = 0.0) -> float:
        """The width of a line in u."""
        size = text.font_px(cap * self.scale.u_px)
        return (
            text.wide_px(text.strip_controls(words), face, size, round(tracking * size))
            / self.scale.u_px
        )

    def write(
        self,
        words: str,
        x: float,
        baseline: float,
        cap: float,
        colour: Ink,
        face: str = BOLD,
        align: str = "left",
        tracking: float = 0.0,
    ) -> float:
        """Writes one line by its baseline; its width in u. `tracking` is in parts of the font size;
        `ink` aligns the first letter's own edge instead of the space before it."""
        words = text.strip_controls(words)
        if not words.strip():
            return 0.0
        size = text.font_px(cap * self.scale.u_px)
        ink = self.colour(colour)
        line = text.line(words, face, size, ink, round(tracking * size))
        left = self.scale.left_px + x * self.scale.u_px
        left -= {
            "left": 0.0,
            "ink": line.ink.x,
            "centre": line.wide_px / 2,
            "right": float(line.wide_px),
        }[align]
        place = (
            round(left),
            round(self.scale.top_px + baseline * self.scale.u_px) - line.baseline_px,
        )
        self.lay(words, line, place, ink, cap * self.scale.u_px)
        return line.wide_px / self.scale.u_px

    def label(
        self,
        words: str,
        x: float,
        baseline: float,
        cap: float,
        align: str = "left",
        tracking: float = 0.06,
    ) -> float:
        """What an amount is, or a list: quiet, and in the book face; its width."""
        return self.write(words, x, baseline, cap, self.quiet, CONDENSED, align, tracking)

    def lay(
        self, words: str, line: text.Line, place: tuple[int, int], colour: Colour, cap_px: float
    ) -> None:
        """Whoever looks at what is written has all of it here: the words, their colour, and how
        high their capitals are.
        """
        self.surface.blit(line.picture, place)

    def write_curved(
        self,
        words: str,
        middle: float,
        baseline: float,
        cap: float,
        colour: Ink,
        radius: float,
        tracking: float = 0.0,
    ) -> None:
        """A line that hangs like a chain, centred on `middle`, lowest there; `radius` of the
        curve in u.
        """
        size = text.font_px(cap * self.scale.u_px)
        apart_px, ink = max(CURVED_LEAST_PX, round(tracking * size)), self.colour(colour)
        at = -self.curved_wide(words, cap, tracking) / 2
        for letter in words:
            advance = self.wide(letter, cap)
            turn = (at + advance / 2) / radius
            if letter.strip():
                line = text.turned(letter, BOLD, size, ink, round(math.degrees(turn), 1))
                x, y = middle + radius * math.sin(turn), baseline - radius * (1 - math.cos(turn))
                up_px = line.baseline_px - line.picture.get_height() / 2
                place = (
                    round(
                        self.scale.left_px
                        + x * self.scale.u_px
                        - math.sin(turn) * up_px
                        - line.wide_px / 2
                    ),
                    round(
                        self.scale.top_px
                        + y * self.scale.u_px
                        - math.cos(turn) * up_px
                        - line.picture.get_height() / 2
                    ),
                )
                self.lay(letter, line, place, ink, cap * self.scale.u_px)
            at += advance + apart_px / self.scale.u_px

    def curved_wide(self, words: str, cap: float, tracking: float) -> float:
        """The length of such a line in u."""
        size = text.font_px(cap * self.scale.u_px)
        return (
            text.wide_px(words, BOLD, size, max(CURVED_LEAST_PX, round(tracking * size)))
            / self.scale.u_px
        )

    def fit(
        self,
        words: str,
        cap: float,
        cap_min: float,
        room: float,
        face: str = BOLD,
        tracking: float = 0.0,
    ) -> tuple[str, float]:
        """The line and cap height that fit `room`: smaller down to `cap_min`, then cut with an
        ellipsis.
        """
        cap, has_room = self._shrink_to(words, cap, cap_min, room, face, tracking)
        if has_room:
            return words, cap
        count = words[: self._letters_within(words, cap, room, face)]
        return (count.rstrip() + ELLIPSIS if count else ""), cap

    def _shrink_to(
        self,
        words: str,
        cap: float,
        cap_min: float,
        room: float,
        face: str = BOLD,
        tracking: float = 0.0,
    ) -> tuple[float, bool]:
        """The line smaller, down to `cap_min`, and whether that fits `room`."""
        while (is_too_wide := self.wide(words, cap, face, tracking) > room) and cap > cap_min:
            cap = max(cap_min, cap - 1)
        return cap, not is_too_wide

    def _letters_within(self, words: str, cap: float, room: float, face: str) -> int:
        """How many letters fit `room` with an ellipsis behind them, found by halves: a sentence may
        have thousands of letters.

        A letter more may take less room, where two are kerned or joined as one: so a few beyond the
        first cut are tried as well.
        """

        def is_too_wide(count: int) -> bool:
            return self.wide(words[:count].rstrip() + ELLIPSIS, cap, face) > room

        first = bisect_left(range(1, len(words) + 1), True, key=is_too_wide)
        further = range(min(first + LETTERS_BEYOND, len(words)), first, -1)
        return next((count for count in further if not is_too_wide(count)), first)

    def write_fitted(
        self,
        words: str,
        x: float,
        y: float,
        cap: float,
        cap_min: float,
        room: float,
        colour: Ink,
        face: str = BOLD,
        align: str = "left",
        tracking: float = 0.0,
        *,
        is_middle: bool = False,
    ) -> float:
        """Writes what `fit` makes of a line; its width. `y` is the baseline, or the middle of
        the letters.
        """
        text, cap = self.fit(words, cap, cap_min, room, face)
        return self.write(
            text, x, y + cap / 2 if is_middle else y, cap, colour, face, align, tracking
        )

    def write_amount(
        self,
        forms: tuple[str, str],
        x: float,
        y: float,
        cap: float,
        cap_min: float,
        room: float,
        colour: Ink,
        face: str = BOLD,
        align: str = "left",
        *,
        is_middle: bool = False,
    ) -> float:
        """The same of an amount."""
        text, cap = self.fit_amount(*forms, cap, cap_min, room)
        return self.write(text, x, y + cap / 2 if is_middle else y, cap, colour, face, align)

    def fit_amount(
        self, full: str, short: str, cap: float, cap_min: float, room: float
    ) -> tuple[str, float]:
        """An amount is never cut: smaller down to `cap_min`, then the short form, then smaller
        still.
        """
        for words in (full, short):
            size, has_room = self._shrink_to(words, cap, cap_min, room)
            if has_room:
                return words, size
        while size > CAP_LEAST_U and self.wide(short, size) > room:
            size -= 1
        return short, size

    def wrap(self, words: str, cap: float, room: float, face: str = BOLD) -> list[str]:
        """The words in lines of `room`; a word that is too long has a line of its own."""
        lines: list[str] = []
        for word in words.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.wide(longer, cap, face) <= room:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    # Cards

    def card(
        self,
        box: Box,
        card: str,
        dim: bool = False,
        edge: Ink | None = None,
        seen: float | None = None,
        is_half: bool = False,
    ) -> None:
        """A card face up; `??` and whatever cannot be read as one lies face down. `seen`: as much
        as the next card leaves free at the left, in u: rank and suit stand there. `is_half`: they
        stand in the upper half."""
        if not _is_face(card):
            self.back(box, is_flat=seen is not None)
            return
        kind = card[-1]
        if seen is None:  # in a fan its shadow would darken the rank of the card before
            self.shadow(box, box.w * 0.085, 110)
        self.panel(box, box.w * 0.085, *((DIM_TOP, DIM_BOTTOM) if dim else (CARD_TOP, CARD_BOTTOM)))
        self.outline(box, box.w * 0.085, 1, BLACK, 46 if seen is None else 120)
        if edge is not None:
            self.outline(box, box.w * 0.085, max(3.0, box.w * 0.032), edge)
        if is_half:
            self.half_index(box, card, dim)
            return
        colour = self._suit_colour(kind, dim)
        label, tracking = _index_of(card)
        if seen is not None:
            self._stacked_index(
                Box(box.x, box.y, seen, box.h),
                label,
                tracking,
                kind,
                colour,
                box.w * FANNED_CAP,
                box.w * FANNED_SUIT,
            )
        elif box.w >= FULL_INDEX_FROM_U:
            self._full_index(box, label, tracking, kind, colour)
        else:
            self._stacked_index(box, label, tracking, kind, colour, 0.45 * box.w, 0.46 * box.w)

    def decides(self, box: Box) -> None:
        """The edge of the one card that decides, over a card that lies there."""
        self.outline(box.grown(4), box.w * 0.085 + 4, max(5.0, box.w * 0.07), INK)
        self.outline(box.grown(4), box.w * 0.085 + 4, 2, BRASS)

    def _suit_colour(self, kind: str, dim: bool) -> Colour:
        return self.colour(Blend(BLACK, SUITS[kind], DIM_INK) if dim else SUITS[kind])

    def half_index(self, box: Box, card: str, dim: bool = False) -> None:
        """Rank and suit side by side in the upper half, of a card that is read from both sides."""
        if not _is_face(card):
            return
        (label, tracking), kind = _index_of(card), card[-1]
        colour = self._suit_colour(kind, dim)
        cap = HALF_CAP * box.w
        cap = min(cap, cap * HALF_ROOM * box.w / self.wide(label, cap, tracking=tracking))
        mark, middle = min(HALF_SUIT * box.w, cap), box.y + box.h * 0.25
        self.write(
            label,
            box.x + HALF_EDGE * box.w,
            middle + cap / 2,
            cap,
            colour,
            align="ink",
            tracking=tracking,
        )
        self.suit(kind, box.right - HALF_EDGE * box.w - mark / 2, middle, mark, colour)

    def _full_index(self, box: Box, label: str, tracking: float, kind: str, colour: Colour) -> None:
        cap = 0.445 * box.w
        self.write(
            label,
            box.x + 0.095 * box.w,
            box.y + 0.115 * box.w + cap,
            cap,
            colour,
            align="ink",
            tracking=tracking,
        )
        self.suit(kind, box.x + 0.645 * box.w, box.bottom - 0.385 * box.w, 0.575 * box.w, colour)

    def _stacked_index(
        self,
        box: Box,
        label: str,
        tracking: float,
        kind: str,
        colour: Colour,
        cap: float,
        mark: float,
    ) -> None:
        """Rank over suit: the rank as high as `cap`, the suit as wide as `mark`, both smaller
        where the box is narrow.
        """
        mark = min(mark, 0.86 * box.w)
        cap = min(cap, cap * 0.86 * box.w / self.wide(label, cap, tracking=tracking))
        gap = (box.h - cap - mark) / 3.1
        self.write(
            label, box.middle, box.y + gap + cap, cap, colour, align="centre", tracking=tracking
        )
        self.suit(kind, box.middle, box.bottom - gap - mark / 2, mark, colour)

    def back(self, box: Box, *, is_flat: bool = False) -> None:
        if not is_flat:
            self.glow(box.moved((0, 2)), box.w * 0.085, 3, BLACK, 100)
        self.paste(
            art.card_back(*self.rect(box).size, *map(self.colour, (IVORY, BACK, BACK_STRIPE))), box
        )

    def slot(self, box: Box) -> None:
        """Where a board card will lie."""
        self.panel(box, box.w * 0.085, BLACK, BLACK, 22)
        self.outline(box, box.w * 0.085, 1.4, self.palette.ivory2, 70)

    def small_card(self, x: float, baseline: float, cap: float, card: str) -> float:
        """A card within a sentence, face down as in `card`; its width in u."""
        wide = small_card_wide(self, cap, card)
        box = Box(x, baseline - cap * 1.36, wide, cap * 1.72)
        if not _is_face(card):
            self.back(box, is_flat=True)
            return wide
        self.panel(box, cap * 0.24, CARD_TOP, CARD_BOTTOM)
        colour = self.colour(SUITS[card[-1]])
        label, _ = _index_of(card)
        advance = self.write(label, x + cap * 0.3, baseline, cap, colour)
        mark = cap * 1.02
        self.suit(card[-1], x + cap * 0.38 + advance + mark / 2, baseline - cap / 2, mark, colour)
        return wide


def small_card_wide(canvas: Canvas, cap: float, card: str) -> float:
    label, _ = _index_of(card if _is_face(card) else JOKER)
    return canvas.wide(label, cap) + cap * 1.78


def _is_face(card: str) -> bool:
    return card == JOKER or (len(card) == 2 and card[-1] in "shdc" and card[0] in "23456789TJQKA")


def _index_of(card: str) -> tuple[str, float]:
    """What stands in a card's corner, and how close its letters stand."""
    return {"T": ("10", -0.07), JOKER: ("JK", -0.04)}.get(
        card if card == JOKER else card[0], (card[0], 0.0)
    )
