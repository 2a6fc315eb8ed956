"""Makes the fonts of the pages: the two condensed faces of the screen, of them the letters that a
page writes, as WOFF2. `python -m tests.web.fonts`, from the project's root, with fonttools and
brotli (`pip install 'fonttools[woff]'`).

The result is kept with the pages; whoever installs or tests tablectl needs neither.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "tablectl/screen/drawing/fonts"
PAGES = ROOT / "tablectl/web/pages/static"
FACES = {
    "DejaVuSansCondensed.ttf": "condensed.woff2",
    "DejaVuSansCondensed-Bold.ttf": "condensed-bold.woff2",
}
BLOCKS = (
    (0x20, 0x7E),  # Latin
    (0xA0, 0x24F),
    (0x370, 0x3FF),  # Greek
    (0x400, 0x4FF),  # Cyrillic
    (0x1E00, 0x1EFF),  # Latin of further languages
    (0x2010, 0x2027),  # dashes, quotes, dots
    (0x2190, 0x21FF),  # arrows
)
SIGNS = "\u202f\u2030\u2039\u203a€−⟳①②③④⑤⑥⑦⑧⑨⑩▲▶▼◀●○■□◆★☆♠♥♦♣⚠✓✕‖⌫"


def letters():
    """The code points that the fonts of the pages have."""
    return {code for first, last in BLOCKS for code in range(first, last + 1)} | set(
        map(ord, SIGNS)
    )


def unknown_to_the_sources():
    """The letters that the fonts of the screen do not have themselves: a phone's own are used."""
    from fontTools.ttLib import TTFont

    return letters() - set.intersection(
        *(set(TTFont(SOURCES / name).getBestCmap()) for name in FACES)
    )


def main():
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    for source, name in FACES.items():
        font = TTFont(SOURCES / source)
        options = Options(flavor="woff2", layout_features=["kern", "liga", "mark", "mkmk", "ccmp"])
        options.hinting = False
        options.drop_tables += ["FFTM"]
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=letters())
        subsetter.subset(font)
        font.flavor = "woff2"
        font.save(PAGES / name)
        print(f"{name}: {(PAGES / name).stat().st_size:,} bytes, {len(font.getBestCmap())} letters")


if __name__ == "__main__":
    main()
