"""What a configuration makes of a table, in sentences: for whoever wrote it, before it is run."""

from collections.abc import Iterator
from pathlib import Path

from firmware_io.port import AUTO
from tablectl.intake.decks import Decks
from tablectl.journal.place import is_on_one_device, not_yet
from tablectl.service.books.deckfile import load
from tablectl.service.config.antennas import SHOE_KEY, Placed, placed
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.loading import Config, SeatConfig, game_of
from tablectl.service.config.wiring import STRIPS, pixels_of, wired
from tablectl.setup.doctor.probes import ALLOW, over_tcp


def summary(config: Config) -> Iterator[str]:
    """Of a configuration in which nothing is wrong."""
    table, game = config.table, game_of(config.table)
    seated = sum(1 for chips in table.seats.values() if chips or game.plays_for == "points")
    yield f"{table.name}: {game.title}, {len(config.seat) or len(table.seats)} seats, {seated} of them taken at the start."
    if table.stakes is not None:
        yield f"Blinds {table.stakes.small_blind:,} and {table.stakes.big_blind:,}."
    shoe = config.shoe
    antenna = f", antenna {shoe.antenna}" if shoe.antenna is not None else ""
    yield f"Cards: {DRIVERS[shoe.driver].what}, {_at(shoe.port, antenna)}."
    yield f"Deck book: {_decks(shoe.deck_book)}"
    yield from map(_seat, config.seat)
    yield from (_antenna(one) for one in placed(config) if one.what != SHOE_KEY)
    yield from (f"{port} is reached over TCP. {ALLOW}" for port in over_tcp(config))
    yield _lamps(config)
    for _, name, pin in wired(config):
        if pin.seat is None:
            yield f"{name}: GPIO{pin.number}."
    for screen in config.screens if config.views else ():
        named = f"Screen {screen.name}" if screen.name else "Screen"
        yield f"{named}: {screen.size}, driver {screen.driver or 'as SDL finds'}."
    if not config.views:
        yield "No screen."
    yield _journal(Path(config.journal.path))
    if config.journal.mirror:
        yield from _mirror(Path(config.journal.path), Path(config.journal.mirror))
    if not config.control.socket:
        yield "No control socket: the floor cannot rule at this table."


def _at(port: str, antenna: str = "") -> str:
    """Where it is; of a path whether anything is there now, for the one of an example seldom fits."""
    if port == AUTO:
        return "found at any serial port by its id"
    is_there = not port.startswith("/") or Path(port).exists()
    return f"at {port or 'no port'}{antenna}{'' if is_there else ', where nothing is now'}"


def _seat(seat: SeatConfig) -> str:
    if seat.keys:
        return f"Seat {seat.number}: keys on pins: {', '.join(f'{key} GPIO{number}' for key, number in seat.keys.items())}."
    return f"Seat {seat.number}: {DRIVERS[seat.driver].what}, {_at(seat.port)}."


def _antenna(one: Placed) -> str:
    own = f", antenna {one.antenna}" if one.antenna is not None else ""
    return f"{one.key.capitalize()}: {DRIVERS[one.driver].what}, {_at(one.port, own)}."


def _lamps(config: Config) -> str:
    lamps = config.lamps
    if lamps.driver in STRIPS:
        return f"Lamps: a strip of {pixels_of(config)} {lamps.driver} pixels at {lamps.device}, at most {lamps.limit_ma:,} mA."
    return "Lamps: one of three colours a seat, on pins." if lamps.driver else "Lamps: what the seats' nodes have."


def _journal(path: Path) -> str:
    why = not_yet(path)
    return f"Journal: {path}{f'; {why}' if why is not None else ''}."


def _mirror(journal: Path, path: Path) -> Iterator[str]:
    why = not_yet(path)
    yield f"Mirror: {path}{f'; {why}' if why is not None else ''}."
    if is_on_one_device(journal, path):
        yield "Journal and mirror are on one device: what takes the one takes the other."


def _decks(path: str) -> str:
    if not path:
        return "none."
    decks: Decks = load(Path(path))
    named = "; ".join(f"{deck.name}, {deck.what}{', retired' if deck.is_retired else ''}" for deck in decks.decks)
    return f"{path}: {named}." if named else f"{path}, without a deck yet: tablectl deck enrol red --config table.toml"
