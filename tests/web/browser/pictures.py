"""Takes a picture of every state of every page: `python -m tests.web.browser.pictures OUT_DIR`.

Each is there at three sizes and in both languages: `375x667-en/seat-turn-bet.png`.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tablectl.simulation.stage.scratch import temporary_directory
from tests.web.browser.chromium import SIZES, a_browser
from tests.web.browser.opening import a_look
from tests.web.browser.shown_table import ShownTable
from tests.web.browser.states import STATES

LANGUAGES = ("en", "es")


def draw(
    names: Iterable[str], folder: Path, sizes: Iterable[str], languages: Iterable[str]
) -> Iterator[Path]:
    with temporary_directory() as at, ShownTable(at) as shown, a_browser() as browser:
        for size in sizes:
            for language in languages:
                with a_look(browser, shown, size) as look:
                    for name in names:
                        picture = folder / f"{size}-{language}" / f"{name}.png"
                        with look.at(STATES[name], language) as page:
                            page.screenshot(path=picture)
                        yield picture


def main(words: list[str]):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", choices=STATES, default=STATES, metavar="STATE")
    parser.add_argument("--size", nargs="+", choices=SIZES, default=SIZES)
    parser.add_argument("--language", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    given = parser.parse_args(words)
    for picture in draw(given.only, given.folder, given.size, given.language):
        print(picture)


if __name__ == "__main__":
    main(sys.argv[1:])
