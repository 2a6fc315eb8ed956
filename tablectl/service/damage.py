"""What becomes of a table whose journal is not what it was."""

from typing import NoReturn

from tablectl.journal.record import DamagedJournal


def damage_found(sentence: str) -> NoReturn:
    """Ends play: the service logs the sentence and exits with 3. Whatever finds damage in a journal that is in use ends here."""
    raise DamagedJournal(sentence)
