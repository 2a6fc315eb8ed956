"""Nobody is seated: the four suits drift across the empty slots of the board."""

from math import sin, tau

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.palette import BRASS, Blend
from tablectl.screen.layout.places import Box, Layout
from tablectl.screen.parts.part import Part

SUIT_U, RISE_U = 96, 26
STEP_U = 3.0                            # with four steps a second the row is crossed in a minute and a half
STRENGTH = 0.38                         # of brass on the felt: no card, and never as bright as one


def drift_part(places: Layout, step: int) -> Part:
    """`step` counts on with the time."""
    slots = places.board
    box = slots[0].joined(slots[-1])
    return Part("drift", box, _paint, (box, slots, step))


def suit_places(box: Box, step: int) -> list[tuple[str, float, float]]:
    """Each suit and its middle: they come in at the left as they go out at the right."""
    way = box.w + SUIT_U
    return [(kind, box.x - SUIT_U / 2 + (step * STEP_U + i * way / 4) % way,
             box.y + box.h / 2 + RISE_U * sin(tau * (step / 160 + i / 4))) for i, kind in enumerate("shdc")]


def _paint(canvas: Canvas, box: Box, slots: tuple[Box, ...], step: int) -> None:
    """Only through the slots, as through windows."""
    clip = canvas.surface.get_clip()
    colour = Blend(canvas.palette.centre, BRASS, STRENGTH)
    for slot in slots:
        seen = canvas.rect(slot).clip(clip)
        if not (seen.w and seen.h):
            continue
        canvas.surface.set_clip(seen)
        for kind, x, y in suit_places(box, step):
            if slot.x - SUIT_U < x < slot.right + SUIT_U:
                canvas.suit(kind, x, y, SUIT_U, colour)
    canvas.surface.set_clip(clip)
