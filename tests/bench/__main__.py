"""Our figures beside the peers' that are installed, in one run: `make bench`, or python -m
tests.bench [--only WORDS].

Prints the page, or writes it with --write. Each peer must find what we find, or it ends with 1 and
writes nothing.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.bench import evaluators, figures, instructions, ompeval, rows
from tests.bench.contest import hold


def share(text):
    part = float(text)
    if not 0 < part <= 1:
        raise ValueError
    return part


def asked(words):
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument(
        "--only",
        default="",
        metavar="WORDS",
        help="only the tables with these words: equity, casino, batch",
    )
    parser.add_argument(
        "--rounds", type=int, default=rows.ROUNDS, help="rounds in turns; the median one counts"
    )
    parser.add_argument(
        "--share",
        type=share,
        default=1.0,
        help="of the usual work, up to 1: sooner done, less sure",
    )
    parser.add_argument(
        "--no-callgrind", dest="callgrind", action="store_false", help="count no instructions"
    )
    parser.add_argument("--ompeval", type=Path, metavar="DIR", help="a clone of OMPEval")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page there")
    return parser.parse_args(words)


def tell(sentence):
    print(sentence, file=sys.stderr, flush=True)


def main(words=None):
    given = asked(words)
    held = rows.contests(given.share, given.only)
    if not held and given.only.lower() not in instructions.TITLE:
        tell(f"No table has the words {given.only}.")
        return 2
    counts, beside = given.callgrind and given.only.lower() in instructions.TITLE, not given.only
    no_counts = instructions.missing() if counts else []
    no_ompeval = ompeval.missing(given.ompeval) if beside else []
    said = [*figures.about(given.rounds), *evaluators.missing(), *no_counts, *no_ompeval]
    groups = []
    for contest in held:
        tell(contest.name)
        groups.append(hold(contest, given.rounds))
    if counts and not no_counts:
        tell(instructions.TITLE)
        groups.append([*instructions.counted(given.share)])
    if wrong := figures.differing(groups):
        tell("\n".join(wrong))
        return 1
    printed = []
    if beside and not no_ompeval:
        with tempfile.TemporaryDirectory() as scratch:
            printed = [*ompeval.contests(given.ompeval, Path(scratch))]
    text = figures.page(said, groups, printed)
    if given.write:
        given.write.write_text(text)
    else:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
