"""Which typeface has the glyphs of a text: it is cut into runs of one typeface, script and
direction each.

First the face of the text, then DejaVu Sans, Droid Sans Fallback (Han and kana), the
files of `[screen] fonts`, and what the system has. Characters that no typeface has are left out: a
box would tell nobody anything.
"""

import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pygame

if TYPE_CHECKING:
    import pygame.freetype

FONTS = Path(__file__).parent / "fonts"
GLYPHS = "DejaVuSans.ttf"
FALLBACK = "DroidSansFallbackFull.ttf"
RIGHT_TO_LEFT = (  # Unicode's blocks of letters, and of letters as they are joined
    ("Hebr", 0x0590, 0x05FF),
    ("Arab", 0x0600, 0x08FF),
    ("Hebr", 0xFB1D, 0xFB4F),
    ("Arab", 0xFB50, 0xFEFE),
)
ELLIPSIS = "…"
FOUND_S = 2.0  # how long the system may look for a typeface
RUNS_KEPT = 500

_of_the_house: list[Path] = []  # the files of [screen] fonts


class BadFont(ValueError):
    """The message is a sentence that names the file."""


class Run(NamedTuple):
    text: str
    face: str  # a file's name among the bundled ones, or a path
    # of ISO 15924, where letters are joined or run from right to left
    script: str | None


def use_fonts(files: tuple[str, ...]) -> None:
    """Those to look into besides the bundled ones. Raises BadFont."""
    for file in files:
        try:
            _open_font(str(Path(file).resolve(strict=True)))
        except (OSError, pygame.error) as error:
            raise BadFont(f"{file} is no font that can be read: {error}.") from None
    _of_the_house[:] = [Path(file).resolve() for file in files]
    _face_of.cache_clear()
    runs.cache_clear()


def can_be_written(text: str) -> bool:
    """Whether there is a glyph for every character."""
    return all(not c.isprintable() or _face_of(c, GLYPHS) is not None for c in text)


@lru_cache(maxsize=RUNS_KEPT)
def runs(text: str, face: str) -> tuple[Run, ...]:
    """The runs of a line from left to right. The line itself begins at the left; a run from
    right to left is shaped as such.
    """
    if text.isascii():
        return (Run(text, face, None),)
    found: list[Run] = []
    for run in (Run(c, at, _script_of(c)) for c in text if (at := _face_of(c, face)) is not None):
        last = found[-1] if found else None
        if last is not None and last[1:] == run[1:]:
            found[-1] = last._replace(text=last.text + run.text)
        else:
            found.append(run)
    return tuple(_join_runs(found))


def _join_runs(found: list[Run]) -> list[Run]:
    """What stands between two runs of one script from right to left belongs to them, and so does
    an ellipsis at their end.
    """
    line: list[Run] = []
    for i, run in enumerate(found):
        before, after = line[-1] if line else None, found[i + 1] if i + 1 < len(found) else None
        if (
            before is not None
            and before.script is not None
            and (
                run[1:] == before[1:]
                or (_is_neutral(run) and after is not None and after[1:] == before[1:])
                or (run.text == ELLIPSIS and after is None)
            )
        ):
            line[-1] = before._replace(text=before.text + run.text)
        else:
            line.append(run)
    return line


def _is_neutral(run: Run) -> bool:
    return all(
        unicodedata.bidirectional(c) in ("WS", "ON", "CS", "ES", "NSM", "BN") for c in run.text
    )


def _script_of(c: str) -> str | None:
    return next((script for script, first, last in RIGHT_TO_LEFT if first <= ord(c) <= last), None)


@lru_cache(maxsize=4_000)
def _face_of(c: str, face: str) -> str | None:
    """The first typeface that has it. Arabic and Hebrew are joined and pointed by DejaVu Sans
    alone.
    """
    first = [GLYPHS] if _script_of(c) is not None else [face, GLYPHS]
    known = [*first, FALLBACK, *map(str, _of_the_house)]
    return next((other for other in known if _has_glyph(other, c)), None) or _of_the_system(c)


def _has_glyph(face: str, c: str) -> bool:
    return bool(_open_font(face).get_metrics(c)[0] is not None)


@cache
def _open_font(face: str) -> "pygame.freetype.Font":
    import pygame.freetype  # here: the first picture does without, as a rule

    if not pygame.freetype.get_init():
        pygame.freetype.init()
    return pygame.freetype.Font(str(FONTS / face), 16)


def _of_the_system(c: str) -> str | None:
    """By fontconfig, where there is one."""
    import subprocess  # here, for it takes its time: hardly any name needs it

    try:
        found = subprocess.run(
            ["fc-match", "-f", "%{file}", f":charset={ord(c):x}"],
            capture_output=True,
            text=True,
            timeout=FOUND_S,
            check=True,
        )
        file = str(found.stdout)
        return file if _has_glyph(file, c) else None
    except (OSError, subprocess.SubprocessError, pygame.error):
        return None
