"""From a model to a picture: which parts there are, which of them have changed, and only those
drawn again.

A part that changed is redrawn with everything that overlaps it, clipped to its box, so a partial
repaint gives the very pixels a full one would.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

import pygame
from msgspec.structs import replace as copy

from tablectl.screen.drawing import felt
from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.far_side import FarSide, turned_rect
from tablectl.screen.drawing.palette import BRASS, IVORY, Palette, palette
from tablectl.screen.drawing.picture_cache import make_room
from tablectl.screen.drawing.text import BOLD, CONDENSED
from tablectl.screen.layout.arrangement import arrangement, group, halted, seats_with_places
from tablectl.screen.layout.places import (
    BLOCK,
    HIGH_U,
    STRIP,
    WIDE_U,
    Box,
    Layout,
    Scale,
    Size,
)
from tablectl.screen.layout.portrait import (
    BLOCK as UPRIGHT_BLOCK,
    FRAME_U as UPRIGHT_FRAME_U,
    STRIP as UPRIGHT_STRIP,
)
from tablectl.screen.layout.ring import RING, RING_GAP
from tablectl.screen.layout.two_sided import FORM as SIDES_FORM
from tablectl.screen.model import seated
from tablectl.screen.parts import (
    bar,
    centre,
    clock,
    halt,
    house,
    plates,
    portrait,
    rack,
    strip,
    summary as panel,
    two_sided,
    wall,
)
from tablectl.screen.parts.codes import ShownCodes, is_bare
from tablectl.screen.parts.part import Part
from tablectl.screen.presenter.bar_text import make_bar
from tablectl.screen.presenter.idle import (
    DIMMED_AFTER_MS,
    DIMMED_TO,
    DRIFT_EVERY_MS,
    LIGHT_MOST_U,
    is_empty,
    is_event,
    light_u,
    shift_u,
)
from tablectl.screen.presenter.moment import LIT_MS, NAMED, STAGE_MS, Moment, begins_level
from tablectl.screen.presenter.notices import Notices
from tablectl.screen.presenter.results import are_out, clear_awards, page_at_ms, page_times_ms
from tablectl.screen.presenter.summary import clear_hand, is_summed_up
from tablectl.screen.style import USUAL, Style
from tablectl.screen.words import in_language
from tablectl.view import View
from tablectl.view.codes import SeatCode

UNSEEN = pygame.Surface((1, 1), 0, 32)  # of a canvas that only measures
# a panel of a table with two sides is turned so often from one to the other
FACING_MS = 8_000
PANELS = ("halt", "away", "summary", "void")
# of the picture: where so much has changed, parts lie in several boxes, and one is cheaper
MOSTLY = 0.65
RECOVERING_SHADE = 128  # of 255: the felt at half its light


class Painter:
    """Keeps what is on the screen and since when; `paint` brings a surface up to date and says
    where it changed.
    """

    def __init__(self, size_px: Size, language: str = "en", style: Style = USUAL) -> None:
        """`language`: of texts before the first view; from then on the views' own."""
        self.size_px = size_px
        self.is_wall = style.view == "clock"
        self.is_still = False  # with reduced motion
        # the table's service is to end, or has not begun
        self.is_stopped = False
        self.style = style
        self._language = language
        self.model: View | None = None
        self._since_ms = 0
        self._notices = Notices()
        self._since_page_ms = 0
        self._has_stages = False  # a winner is shown step by step
        self._whole_pause_s = 0  # before the next hand
        self._has_slips = self._has_clock = self._faces_far = False
        self._far = FarSide()
        self._moment = Moment()
        # places with one size of type, of the view that is shown
        self._even: dict[tuple[int, bool, bool], Layout] = {}
        self._codes = ShownCodes()
        self._event_ms = 0  # since when nothing new has come
        self._lit_until_ms = 0  # the blinds of a level that has just begun
        self._ground: tuple[object, ...] = ()
        self._felt: pygame.Surface | None = None
        self._shown: dict[str, Part] = {}

    def show(self, model: View | None, now_ms: int, step_ms: int | None = None) -> None:
        """A view that came at `now_ms`, and is shown from `told_ms` on, step by step; None: the
        table's service is away.
        """
        before = self.model
        self._notices.hear(model, now_ms)
        if before is None or model is None or before.result != model.result or model.result is None:
            self._since_page_ms = now_ms if step_ms is None else step_ms
            self._has_stages = step_ms is not None and not self.is_still
        if before is not None and model is not None and begins_level(before, model):
            self._lit_until_ms = now_ms + LIT_MS
        if is_event(before, model):
            self._event_ms = now_ms
        if model is not None:
            self._language = model.language
            pause_s = model.next_hand_in_s
            self._whole_pause_s = 0 if pause_s is None else max(pause_s, self._whole_pause_s)
        self.model = model
        self._even = {}
        self._codes.forget_places()
        self._since_ms = now_ms

    @property
    def has_codes(self) -> bool:
        return self._codes.are_there

    def show_codes(self, codes: tuple[SeatCode, ...], now_ms: int) -> None:
        """Of the seats that want a phone; this screen alone has them."""
        self._codes.come(codes, now_ms)

    def paint(self, surface: pygame.Surface, now_ms: int) -> list[pygame.Rect]:
        """Draws what has changed since the last time onto the same surface; the rectangles that
        were touched.
        """
        everything = False
        if surface.get_size() != self.size_px:
            self.size_px, everything = surface.get_size(), True
        parts = self.parts(now_ms)
        self._has_slips = any(part.name.startswith("slip ") for part in parts)
        ground = self._ground_of(now_ms)
        if ground != self._ground or everything:
            make_room(self.size_px)
            self._ground, self._felt = ground, self._lit_felt(now_ms)
            dirty = [surface.get_rect()]
        else:
            dirty = self._find_changed(parts, now_ms)
        canvas = self.canvas(surface, now_ms)
        boxes = [self._rect_of(part, canvas.scale) for part in parts]
        is_dimmed = self.is_dimmed(now_ms)
        for area in dirty:
            self._repaint_area(canvas, area, parts, boxes)
            if is_dimmed:
                self._dim_rest(canvas, area)
        surface.set_clip(None)
        self._shown = {part.name: part for part in parts}
        return dirty

    def next_change_ms(self, now_ms: int) -> int:
        """How long the picture stays as it is if no view comes: to the next whole second of what
        runs down.
        """
        model = self.model
        if model is None:
            return 1_000
        passed = now_ms - self._since_ms
        waits = [
            DRIFT_EVERY_MS - now_ms % DRIFT_EVERY_MS if self._is_drifting(model) else 1_000,
            self._notices.next_change_ms(now_ms),
        ]
        if now_ms < self._lit_until_ms:
            waits.append(self._lit_until_ms - now_ms)
        waits += [FACING_MS - now_ms % FACING_MS] if self._has_two_sides else []
        if model.clock_left_ms is not None:
            waits.append((model.clock_left_ms - passed) % 1_000 or 1_000)
        counts = (
            model.level and model.level.next_in_s,
            model.next_hand_in_s,
            model.lost and model.lost.away_s,
        )
        if any(count is not None for count in counts):
            waits.append(1_000 - passed % 1_000)
        ends_ms = [
            *accumulate(page_times_ms(model)),
            *[stage * STAGE_MS for stage in range(1, NAMED + 1) if self._has_stages],
        ]
        ends = (end - (now_ms - self._since_page_ms) for end in ends_ms)
        return min((*waits, *(left for left in ends if left > 0)))

    # What is to be seen

    def moment(self, now_ms: int) -> Moment:
        model = self.model
        if model is None:
            return Moment()
        passed_ms = max(0, now_ms - self._since_ms)
        clock_s, clock_left = None, 0.0
        if model.clock_left_ms is not None and (
            model.to_act is not None or model.is_asked_together
        ):
            left_ms = max(0, model.clock_left_ms - (0 if model.stands_still else passed_ms))
            clock_s = -(-left_ms // 1_000)
            total_ms = max(model.clock_total_ms or 0, model.clock_left_ms, 1)
            clock_left = min(1.0, clock_s * 1_000 / total_ms)
        passed_s = passed_ms // 1_000
        clock_stands = model.stands_still and not (
            model.level and model.level.is_break and model.is_resting
        )
        of_clock_s = 0 if clock_stands else passed_s
        level_s = _left_s(model.level.next_in_s if model.level else None, of_clock_s)
        break_in_s = _left_s(model.tournament.break_in_s if model.tournament else None, of_clock_s)
        next_hand_s = _left_s(model.next_hand_in_s, passed_s)
        # there is as much time as to the next hand
        if next_hand_s is not None and model.ask.kind == "come":
            clock_s, clock_left = next_hand_s, next_hand_s / max(1, self._whole_pause_s)
        away_s = _left_s(model.lost.away_s if model.lost is not None else None, -passed_s)
        since_page_ms = max(0, now_ms - self._since_page_ms)
        page, is_result_over = page_at_ms(model, since_page_ms)
        is_by_stages = (
            self._has_stages
            and any(win.cards for win in model.result or ())
            and group(model) == "ring"
        )
        return Moment(
            clock_s,
            clock_left,
            level_s,
            self._notices.live(now_ms),
            page,
            min(NAMED, since_page_ms // STAGE_MS) if is_by_stages else NAMED,
            is_result_over,
            next_hand_s,
            break_in_s,
            away_s,
            drift=now_ms // DRIFT_EVERY_MS,
            is_new_level=now_ms < self._lit_until_ms,
            codes=self._codes.at(now_ms),
        )

    def parts(self, now_ms: int) -> list[Part]:
        """The picture, back to front."""
        model = self.model
        if model is None:
            return [Part("recovering", Box(0, 380, WIDE_U, 320), _paint_away, (self.is_stopped,))]
        moment = self._moment = self.moment(now_ms)
        if self.is_wall:
            return wall.wall_parts(model, moment)
        self._has_clock = clock.is_shown(model, moment)
        moment = self._moment = replace(moment, is_short=self._is_short(model))
        if moment.codes and not self._has_clock:
            without = self._codes.place_slips(
                model,
                moment.codes,
                self._places_of(model),
                self._shape,
                self._panel_of(model),
                now_ms,
            )
            moment = self._moment = replace(moment, without_slip=without)
        self._faces_far = self._has_two_sides and now_ms // FACING_MS % 2 == 1
        if self._shape == "two_sided":
            return self._for_both(model, moment)
        if self._shape == "portrait":
            table = (
                portrait.clock_parts(model, moment)
                if self._has_clock
                else self._table_parts(model, moment)
            )
            parts = [*portrait.portrait_parts(model, moment), *table]
            # above the glow of the plates around
            parts.sort(key=lambda part: part.name in ("pot", "strip"))
            return [*parts, *self._slip_parts(model, moment)]
        table = (
            clock.clock_parts(model, moment)
            if self._has_clock
            else self._table_parts(model, moment)
        )
        slips = self._slip_parts(model, moment)
        # the strip above the glow of a plate
        parts = [*bar.bar_parts(model, moment), *table, *slips, strip.strip_part(model, moment)]
        return [part.turned(self._turns_whole) for part in parts]

    def _for_both(self, model: View, moment: Moment) -> list[Part]:
        """The bar at both sides; a panel in the middle is turned to one of them."""
        near = bar.bar_parts(model, moment, SIDES_FORM)
        table = [
            part.turned(self._faces_far and part.name in PANELS)
            for part in self._table_parts(model, moment)
        ]
        # above the glow of the plates beside them
        slips = self._slip_parts(model, moment)
        return [*table, *near, *(part.turned() for part in near), *slips]

    def _slip_parts(self, model: View, moment: Moment) -> list[Part]:
        """None beside a break's clock."""
        if self._has_clock or not moment.codes:
            return []
        return self._codes.slip_parts(model, moment.codes, self._places_of(model))

    def _panel_of(self, model: View) -> list[Box]:
        """The panel of a hand that stands still, is over or does not count."""
        has_one = self._is_covered(model) or self._scene_of(model) == "void"
        return [self._places_of(model).halt] if has_one else []

    def _is_short(self, model: View) -> bool:
        """Whether large amounts are written short: all that stand at the seats, as soon as one
        has no room.
        """
        if group(model) != "ring" or model.is_resting:
            return False
        return plates.has_wide_amount(self.canvas(UNSEEN, 0), model, self._places_of(model).seats)

    @property
    def _shape(self) -> str:
        """The layout: games against the house or for points, and a break's clock, are never
        two-sided.
        """
        is_flat = self.style.layout == "two_sided" and (self._has_clock or not self._has_two_sides)
        return "one_sided" if self.is_wall or is_flat else self.style.layout

    @property
    def _has_two_sides(self) -> bool:
        return (
            self.style.layout == "two_sided"
            and not self.is_wall
            and self.model is not None
            and group(self.model) == "ring"
        )

    @property
    def _turns_whole(self) -> bool:
        """Whether the whole picture, of a break's clock, is turned to the far side now."""
        return self._faces_far and self._has_clock

    @property
    def _frame(self) -> Size:
        is_upright = self.model is not None and self._shape == "portrait"
        return UPRIGHT_FRAME_U if is_upright else (WIDE_U, HIGH_U)

    def _rect_of(self, part: Part, scale: Scale) -> pygame.Rect:
        """Where on the picture a part lies."""
        if not part.is_turned:
            return pygame.Rect(scale.rect(part.box))
        return turned_rect(
            pygame.Rect(scale.turned(self.size_px, self._frame).rect(part.box)), self.size_px
        )

    def _places_of(self, model: View) -> Layout:
        return arrangement(model, self.style.first_seat, self.style.text, self._shape)

    def _table_parts(self, model: View, moment: Moment) -> list[Part]:
        places, scene = self._places_of(model), self._scene_of(model)
        is_halted = scene == "halt"
        if places.group == "rack":
            table = rack.rack_parts(model, places, moment)
            if is_halted:
                return [*rack.rows_of(table), *halt.halt_parts(model, places, moment)]
            return (
                [*rack.players_of(table), halt.void_part(model, places)]
                if scene == "void"
                else table
            )
        places = halted(places) if self._is_covered(model) else places
        places = self._even_out(model, places, moment)
        if is_summed_up(model, moment) and not is_halted:
            return [
                panel.summary_part(model, places),
                *plates.plate_parts(clear_hand(model), places.seats, moment),
            ]
        if are_out(model, moment) and places.group == "house" and not is_halted:
            return self._paid_out(model, places, moment)
        if scene == "void":
            return [halt.void_part(model, places), *plates.plate_parts(model, places.seats, moment)]
        if is_halted:
            middle = halt.halt_parts(model, places, moment)
        else:
            furnish = (
                house.house_parts
                if places.group == "house"
                else two_sided.table_parts
                if places.is_two_sided
                else centre.centre_parts
            )
            middle = [] if moment.codes and is_bare(model) else furnish(model, places, moment)
            middle += [centre.drift_part(places, moment.drift)] if self._is_drifting(model) else []
        return (
            middle
            + house.spot_parts(model, places.seats)
            + plates.plate_parts(model, places.seats, moment)
        )

    def _scene_of(self, model: View) -> str:
        """A seat that has lost its phone shows its code beside cards and pot."""
        lost = model.lost
        if lost is not None and self._codes.has_seat(lost.seat):
            return _scene_of(copy(model, lost=None))
        return _scene_of(model)

    def _is_covered(self, model: View) -> bool:
        """Whether a panel takes the felt: of a hand that stands still, or of one that is over."""
        return self._scene_of(model) == "halt" or is_summed_up(model, self._moment)

    def _even_out(self, model: View, places: Layout, moment: Moment) -> Layout:
        """Measured once for each view and page: not in every frame of a flight."""
        key = moment.page, moment.is_result_over, moment.is_short
        if key not in self._even:
            self._even[key] = plates.even_caps(self.canvas(UNSEEN, 0), model, places, moment)
        return self._even[key]

    @staticmethod
    def _paid_out(model: View, places: Layout, moment: Moment) -> list[Part]:
        """Slips in the place of spots and of the line on the felt."""
        paid = clear_awards(model)
        middle = [part for part in house.house_parts(paid, places, moment) if part.name != "line"]
        higher = tuple(house.above_slips(place, places.board) for place in places.seats)
        return [
            *middle,
            *plates.plate_parts(paid, higher, moment),
            *house.slip_parts(model, places.seats, moment),
        ]

    def _is_drifting(self, model: View) -> bool:
        """Whether the suits drift across the slots: nobody is seated, and pictures may move."""
        return is_empty(model) and group(model) != "rack" and not self.is_wall and not self.is_still

    # The ground: felt, strip, ring

    def _lit_felt(self, now_ms: int) -> pygame.Surface:
        """The felt, with its light a little beside the middle."""
        u_px, (wide, high) = Scale.of(self.size_px, frame=self._frame).u_px, self.size_px
        most = round(LIGHT_MOST_U * u_px)
        x, y = (round(by * u_px) for by in light_u(now_ms))
        return felt.felt(wide + 2 * most, high + 2 * most, self._pick_palette()).subsurface(
            (most + x, most + y, wide, high)
        )

    def is_dimmed(self, now_ms: int) -> bool:
        return self.model is not None and now_ms - self._event_ms >= DIMMED_AFTER_MS

    def _dim_rest(self, canvas: Canvas, area: pygame.Rect) -> None:
        """Nothing stays brighter than a part of its light, but the bar's block while it asks
        somebody.
        """
        assert self.model is not None
        asks = not self.is_wall and make_bar(self.model, self._moment).block.hue is not None
        blocks = (
            [canvas.rect(block).clip(area) for block in self._blocks_of(self.model)] if asks else []
        )
        bright = [
            (block, canvas.surface.subsurface(block).copy())
            for block in blocks
            if block.w and block.h
        ]
        canvas.surface.set_clip(area)
        canvas.surface.fill((DIMMED_TO,) * 3, area, pygame.BLEND_RGB_MULT)
        for block, picture in bright:
            canvas.surface.blit(picture, block)

    def _blocks_of(self, model: View) -> tuple[Box, ...]:
        """Of the bars, where they are to be seen."""
        shape = self._shape
        block = {"portrait": UPRIGHT_BLOCK, "two_sided": SIDES_FORM.block}.get(shape, BLOCK)
        turned = block.turned(self._frame)
        return (
            (block, turned)
            if shape == "two_sided"
            else (turned,)
            if self._turns_whole
            else (block,)
        )

    def canvas(self, surface: pygame.Surface, now_ms: int) -> Canvas:
        """The surface in u, in the colours and the language of the game that is shown."""
        scale = Scale.of(self.size_px, shift_u(now_ms), self._frame)
        return Canvas(
            surface,
            scale,
            self._pick_palette(),
            in_language(self._language),
            text_size=self.style.text,
        )

    def _pick_palette(self) -> Palette:
        theme = self.style.theme
        return (
            palette(theme, self.model.preset, group(self.model))
            if self.model
            else palette(theme, "tournament")
        )

    def _ground_of(self, now_ms: int) -> tuple[object, ...]:
        model = self.model
        if model is None:
            return (self.size_px, self._language, shift_u(now_ms))
        return (
            self.size_px,
            self._language,
            model.preset,
            group(model),
            len(seated(model)),
            self._has_clock,
            shift_u(now_ms),
            tuple(seat.status == "empty" for _, seat in seated(model)),
            self._scene_of(model),
            self._is_covered(model),
            self._has_slips,
            self.is_dimmed(now_ms),
            self._frame,
            self._turns_whole,
        )

    def _paint_ground(self, canvas: Canvas, area: pygame.Rect) -> None:
        """The felt and what is printed on it, within that area."""
        assert self._felt is not None
        canvas.surface.blit(self._felt, area, area)
        if self.model is None:
            canvas.surface.fill((RECOVERING_SHADE,) * 3, area, pygame.BLEND_RGB_MULT)
            return
        if self.is_wall:
            return
        places, scene = self._places_of(self.model), self._scene_of(self.model)
        if self._is_covered(self.model):
            places = halted(places)
        elif (
            places.group == "house"
            and scene != "void"
            and not self._has_clock
            and not self._has_slips
        ):
            house.paint_felt(canvas, places, bool(self.model.qualify))
        if places.has_ring and not self._has_clock:
            _paint_ring(canvas, places, self.model, self._felt)
        shape = self._shape
        if self._turns_whole:
            self._far.paint(
                canvas, area, canvas.scale.turned(self.size_px, self._frame), strip.paint_shade
            )
        elif shape != "two_sided":
            strip.paint_shade(canvas, UPRIGHT_STRIP.h if shape == "portrait" else STRIP.h)

    # Redrawing

    def _find_changed(self, parts: Sequence[Part], now_ms: int) -> list[pygame.Rect]:
        """The boxes of the parts that are new, gone or show something else, each once."""
        scale = Scale.of(self.size_px, shift_u(now_ms), self._frame)
        now = {part.name: part for part in parts}
        boxes = []
        for name in {**self._shown, **now}:
            old, new = self._shown.get(name), now.get(name)
            if old is None or new is None or old.shows != new.shows or old.box != new.box:
                boxes += [self._rect_of(part, scale) for part in (old, new) if part is not None]
        whole = pygame.Rect(0, 0, *self.size_px)
        rects: list[pygame.Rect] = []
        for box in boxes:
            rect = box.clip(whole)
            if rect.w and rect.h:
                rects = _join_rects(rects, rect)
        return rects if sum(map(_area_of, rects)) < MOSTLY * _area_of(whole) else [whole]

    def _repaint_area(
        self, canvas: Canvas, area: pygame.Rect, parts: Sequence[Part], boxes: Sequence[pygame.Rect]
    ) -> None:
        canvas.surface.set_clip(area)
        self._paint_ground(canvas, area)
        far = canvas.scale.turned(self.size_px, self._frame)
        for part, box in zip(parts, boxes, strict=True):
            seen = box.clip(area)
            if seen.w and seen.h:
                canvas.surface.set_clip(seen)
                if part.is_turned:
                    self._far.paint(canvas, seen, far, part.paint)
                else:
                    part.paint(canvas)
        canvas.surface.set_clip(None)


def _left_s(seconds: int | None, passed_s: int) -> int | None:
    return None if seconds is None else max(0, seconds - passed_s)


def _join_rects(rects: list[pygame.Rect], new: pygame.Rect) -> list[pygame.Rect]:
    """Also the new one. Those that lie so close that one around both is no more to paint than
    the two are joined.
    """
    for other in rects:
        both = other.union(new)
        if _area_of(both) <= _area_of(other) + _area_of(new):
            return _join_rects([rect for rect in rects if rect is not other], both)
    return [*rects, new]


def _area_of(rect: pygame.Rect) -> int:
    return rect.w * rect.h


def _scene_of(model: View) -> str:
    if (
        (model.phase == "halted" and model.irregularity is not None)
        or model.current_hold is not None
        or model.lost is not None
    ):
        return "halt"
    if model.void is not None:
        return "void"
    return "attract" if centre.is_attract(model) else "table"


def _paint_ring(canvas: Canvas, places: Layout, model: View, bare: pygame.Surface) -> None:
    """The brass line, cut around every plate: there the bare felt is laid again."""
    felt.lay_stadium(canvas.surface, canvas.rect(RING), canvas.px(2), canvas.colour(BRASS), 100)
    for _, seat, place in seats_with_places(model, places.seats):
        if seat.status != "empty":
            around = canvas.rect(place.plate.grown(RING_GAP))
            canvas.surface.blit(bare, around, around)


def _paint_away(canvas: Canvas, is_stopped: bool) -> None:
    middle = HIGH_U / 2
    what = (
        canvas.tr("The table is not running")
        if is_stopped
        else canvas.tr("Recovering: nothing is lost")
    )
    more = (
        canvas.tr("Once it is started it goes on as it was. Leave cards and chips where they lie.")
        if is_stopped
        else (canvas.tr("The table comes back by itself. Leave cards and chips where they lie."))
    )
    canvas.write(what, WIDE_U / 2, middle + 8, 62, IVORY, BOLD, "centre")
    canvas.write(more, WIDE_U / 2, middle + 78, 27, canvas.quiet, CONDENSED, "centre")
