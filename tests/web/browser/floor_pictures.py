"""Takes a picture of every state of the floor's page: `python -m tests.web.browser.floor_pictures
OUT_DIR`. Each is there in both languages: `1280x800-en/floor-seats.png`.
"""

import argparse
import sys
from pathlib import Path

from tablectl.simulation.stage.scratch import temporary_directory
from tests.web.browser.chromium import DESKTOP, PHONE, SIZES, a_browser
from tests.web.browser.floor_states import FLOOR_STATES
from tests.web.browser.opening_floor import opened_floor
from tests.web.browser.pictures import LANGUAGES
from tests.web.browser.shown_floor import ShownFloor


def main(words: list[str]):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", choices=FLOOR_STATES, default=FLOOR_STATES)
    parser.add_argument("--size", nargs="+", choices=SIZES, default=(PHONE, DESKTOP))
    parser.add_argument("--language", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--theme", default="")
    given = parser.parse_args(words)
    with temporary_directory() as at, ShownFloor(at) as floor, a_browser() as browser:
        for size in given.size:
            for language in given.language:
                for name in given.only:
                    picture = given.folder / f"{size}-{language}" / f"{name}.png"
                    with opened_floor(
                        browser,
                        floor,
                        FLOOR_STATES[name],
                        size,
                        language,
                        given.theme,
                        at_most_ms=15_000,
                    ) as page:
                        page.screenshot(path=picture)
                    print(picture)


if __name__ == "__main__":
    main(sys.argv[1:])
