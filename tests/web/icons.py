"""Draws the icons of the pages, a spade on the felt: `python -m tests.web.icons`, from the project's
root. A phone's home screen takes pictures of points, a browser's tab the curves.
"""

import os
from pathlib import Path

PAGES = Path(__file__).resolve().parents[2] / "tablectl/web/pages/static"
SIZES = (180, 192, 512)
# of the icon's side: what a phone cuts off a corner never reaches it
SPADE, FINER = 0.52, 2


def main():
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    import pygame

    from tablectl.screen.drawing import art
    from tablectl.screen.drawing.palette import IVORY, palette
    from tablectl.screen.drawing.themes import FELT

    colours = palette(FELT, "tournament")
    for size in SIZES:
        large = size * FINER
        icon = art.panel(large, large, 0, colours.centre, colours.edge).copy()
        across = round(large * SPADE)
        spade = art.suit("s", across, colours.colour(IVORY))
        icon.blit(spade, ((large - across) // 2, (large - across) // 2))
        path = PAGES / f"icon-{size}.png"
        pygame.image.save(art.smooth_down(icon, size, size), path)
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
