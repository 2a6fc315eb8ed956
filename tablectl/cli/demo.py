"""The command `demo`: a whole table on simulated devices, hand by hand."""

import os
from pathlib import Path
from typing import Annotated, Any

from typer import Exit, Option

from tablectl.cli.guests import TerminalHost, addresses_text
from tablectl.cli.hand_text import hand_text
from tablectl.cli.output import Json, err, out, require_pages, say_json, usage_error
from tablectl.cli.params import choice_option, number_option
from tablectl.cli.scenario import Nodes, node_sessions
from tablectl.cli.screen_options import Language, Layout, Reduced, Rotate, Theme, screen_words
from tablectl.cli.sim import Preset
from tablectl.cli.systemd import log_to_stderr
from tablectl.games.settings import BadSetting
from tablectl.journal.place import why_no_journal
from tablectl.service.config.loading import load_config, locate_problem
from tablectl.service.config.values import TableConfig, WebConfig
from tablectl.service.config.web_address import listen_address
from tablectl.service.journals.open_table import opened_table
from tablectl.service.process import FAILED
from tablectl.view import View

Players = Annotated[
    int | None, number_option("How many play; without it, six, or a full table of fewer.", 1, 10)
]
Hands = Annotated[
    int | None, number_option("Stop after so many; else with a winner, or after 30.", 1, 1_000_000)
]
Seed = Annotated[int, number_option("Shuffles and players; the same seed plays the same table.")]

Irregularities = Annotated[
    bool,
    Option(
        "--irregularities",
        help=("Rehearse misdeals, jokers, lost seats and how the floor resolves them."),
    ),
]
Floor = Annotated[
    str | None,
    choice_option(
        "floor",
        ("me", "page"),
        "Practise: what goes wrong waits for your ruling, by tablectl rule; page: on a page.",
    ),
]

Phones = Annotated[
    int,
    number_option(
        "So many seats, from the first, are yours: play them on phones, by pages.", 0, 10
    ),
]
Listen = Annotated[
    str | None,
    Option(metavar="ADDRESS:PORT", help="Serve its pages there; with --phones at 0.0.0.0:8080."),
]
Screenshot = Annotated[
    Path | None,
    Option(
        help=(
            "Leave a picture of the screen here (PNG); with --irregularities it is one of a halted "
            "table."
        )
    ),
]


def demo(
    preset: Preset = None,
    config: Annotated[
        Path | None,
        Option(help="The table of this configuration instead, a game of its own too."),
    ] = None,
    players: Players = None,
    hands: Hands = None,
    seed: Seed = 1,
    fast: Annotated[
        bool, Option("--fast", help="In virtual time: nothing is left out but the waiting.")
    ] = False,
    headless: Annotated[bool, Option("--headless", help="No window.")] = False,
    screenshot: Screenshot = None,
    journal: Annotated[Path | None, Option(help="Keep the journal here.")] = None,
    irregularities: Irregularities = False,
    floor: Floor = None,
    nodes: Nodes = "python",
    theme: Theme = None,
    layout: Layout = None,
    rotate: Rotate = None,
    reduced_motion: Reduced = False,
    language: Language = None,
    phones: Phones = 0,
    listen: Listen = None,
    json: Json = False,
) -> None:
    """Plays a whole table on simulated devices, watched on the screen. Some of its seats may be
    played by people on their phones.
    """
    from tablectl.simulation.demo.options import EVENING_HANDS, PLAYERS_MOSTLY, DemoOptions
    from tablectl.simulation.stage.floor_access import make_access

    check_outputs(screenshot, journal)
    check_options(preset, config, players, floor, fast=fast)
    table = load_config(config).table if config is not None else None
    wanted = DemoOptions(
        preset or "tournament",
        players or PLAYERS_MOSTLY,
        hands,
        seed,
        screenshot,
        journal,
        table,
        irregularities or bool(floor),
        floor is not None,
        node_sessions(nodes),
        screen_words(theme=theme, layout=layout, rotate=rotate, reduced_motion=reduced_motion),
        language,
        phones,
        listen or (WebConfig().listen if phones else ""),
        make_access() if floor == "page" else None,
    )
    if config is not None:
        check_table(wanted.table_played, config)
    if players is not None and not wanted.game.fewest <= players <= wanted.game.most:
        usage_error(
            f"{wanted.game.name} is played by {wanted.game.fewest} to {wanted.game.most}, not by "
            f"{players}."
        )
    check_phones(wanted, fast=fast)
    teller = Teller(screenshot, json=json)
    if not fast:  # in virtual time the service itself is in this process
        log_to_stderr()
        teller.print_beginning(wanted, is_seen=not headless)

    view = _play_table(wanted, teller, fast=fast, headless=headless)
    print_summary(
        view, teller.hands, json, is_evening=hands is None and teller.hands == EVENING_HANDS
    )


def _play_table(wanted: Any, teller: "Teller", *, fast: bool, headless: bool) -> View:
    from tablectl.simulation.demo.play import play_fast, play_live
    from tablectl.simulation.players.people import Stalled
    from tablectl.simulation.stage.live import ServiceGone
    from tablectl.simulation.stage.virtual_time import ServiceFailedError, StuckError

    try:
        if fast:
            return play_fast(wanted, teller.print_hand, teller.print_picture)
        window = None if headless else ""
        host = TerminalHost()
        return play_live(wanted, teller.print_hand, window, teller.print_picture, host)
    except (Stalled, ServiceGone, ServiceFailedError, StuckError) as why:
        err.print(why.user_message if isinstance(why, ServiceFailedError) else str(why))
        raise Exit(FAILED) from None


class Teller:
    """Says each hand, and which of them the picture shows."""

    def __init__(self, screenshot: Path | None, *, json: bool) -> None:
        self.hands = 0
        self._screenshot, self._json = screenshot, json

    def print_beginning(self, wanted: Any, *, is_seen: bool) -> None:
        """At once: the first hand takes its time."""
        if not self._json:
            count = len(wanted.table_played.seats)
            out.print(
                f"{wanted.game.title}, {count} player{'s' if count != 1 else ''}, in real time"
                f"{', on the screen' if is_seen else ''}. Each hand is told here when it is over; "
                "Ctrl-C ends it."
            )
            if wanted.listen:
                out.print(addresses_text(wanted.listen))
            if wanted.guests:
                out.print(
                    "This table is simulated: cards, chips and pots move by themselves. Your phone "
                    "has the keys, and this terminal says what you hold."
                )
            if wanted.floor is not None:
                out.print(
                    f"The floor's page: {wanted.floor.url}  Sign in as {wanted.floor.name}, PIN "
                    f"{wanted.floor.pin}: made for this evening."
                )

    def print_hand(self, hand: Any) -> None:
        self.hands += 1
        say_json(hand) if self._json else out.print(hand_text(hand))

    def print_picture(self, hand: int) -> None:
        if not self._json:
            out.print(f"The screen's picture is in {self._screenshot}: hand {hand}.")


def check_table(table: TableConfig, config: Path) -> None:
    """Wrong use where this table cannot be opened: its sentence, with file and line."""
    try:
        opened_table(table, tuple(map(int, table.seats)))
    except BadSetting as error:
        usage_error(str(locate_problem(error.problems[0], config)))


def check_options(
    preset: str | None,
    config: Path | None,
    players: int | None,
    floor: str | None,
    *,
    fast: bool,
) -> None:
    """Wrong use where two options do not go together."""
    if floor is not None and fast:
        usage_error(f"Nobody can rule in virtual time: --floor {floor} goes without --fast.")
    if preset is not None and config is not None:
        usage_error("Name a preset or a configuration, which names its own.")
    if players is not None and config is not None:
        usage_error(f"Who plays at {config}'s table is in it; --players is for a preset.")


def check_phones(wanted: Any, *, fast: bool) -> None:
    """Wrong use where people cannot play at this table by pages."""
    if wanted.listen:
        require_pages()
    if wanted.listen and fast:
        usage_error("Nobody can play in virtual time: --phones and --listen go without --fast.")
    if wanted.guests > len(wanted.table_played.seats):
        usage_error(
            f"{len(wanted.table_played.seats)} sit at this table, so {wanted.guests} cannot play "
            "by phone: --players seats more."
        )
    try:
        listen_address(wanted.listen or WebConfig().listen)
    except ValueError as error:
        usage_error(str(error))


def print_summary(view: View, hands: int, json: bool, *, is_evening: bool = False) -> None:
    """The winner, where there is one, how many hands it took, all chips at the table, why it
    stops without one.
    """
    # closed in mid-hand, too
    chips = sum(seat.stack for seat in view.seats.values()) + view.pot_total + (view.house or 0)
    if json:
        say_json({"summary": {"hands": hands, "chips": chips}})
        return
    for at, seat in view.seats.items():
        if seat.place == 1:
            won = (
                "the tournament" if seat.points is None else f"the game with {seat.points:,} points"
            )
            out.print(f"{seat.name} (seat {at}) has won {won}.", style="bold")
    played = f"{hands} {'hand' if hands == 1 else 'hands'}"
    out.print(f"{played}, {chips:,} chips on the table." if chips else f"{played}.")
    if is_evening and not any(seat.place == 1 for seat in view.seats.values()):
        out.print(
            f"This game has no last hand: the demo stops after {hands}. --hands N plays more, or "
            "fewer."
        )


def check_outputs(screenshot: Path | None, journal: Path | None) -> None:
    """Wrong use where a file has no folder, or one that is closed to us, a picture no PNG's
    name, or a journal is in the way.
    """
    for file in (screenshot, journal):
        if file is not None and not file.parent.is_dir():
            usage_error(f"There is no directory {file.parent} for {file.name}: mkdir -p makes it.")
        if file is not None and not os.access(file.parent, os.W_OK):
            usage_error(f"You may not write in {file.parent}: name another place for {file.name}.")
    if screenshot is not None and (screenshot.is_dir() or screenshot.suffix.lower() != ".png"):
        usage_error(f"The picture is a PNG; {screenshot} is no name for it, as demo.png is.")
    for there in () if journal is None else (journal, journal.with_name(f"{journal.name}-wal")):
        if os.path.lexists(there):  # a link to nothing too
            usage_error(f"{there} is there already: name another with --journal.")
    if journal is not None and (why := why_no_journal(journal)) is not None:
        usage_error(why)
