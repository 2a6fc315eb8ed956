"""Screens that follow somebody who taps cards, while the table does not run."""

import asyncio

from tablectl.present.tapping import tapping_view
from tablectl.service.config.values import TableConfig
from tablectl.service.decks.tapping import Tapped
from tablectl.service.outputs.screens import Screens


class TappingScreen:
    """Raises SocketTaken where nothing can be opened at `path`."""

    def __init__(self, loop: asyncio.AbstractEventLoop, path: str, table: TableConfig, what: Tapped) -> None:
        self._table, self._what = table, what
        self.screens = Screens(loop)
        self.screens.listen(path)

    def show(self, said: str) -> None:
        """What was answered to the last tap. Its prompt is the headline, and is not said twice."""
        what = self._what
        headline = said if what.is_over else what.prompt
        sentence = "" if what.is_over else said.removesuffix(what.prompt).strip()
        self.screens.show(tapping_view(
            preset=self._table.preset, table=self._table.name, title=what.title, asks_for=what.asks_for, card=what.card,
            headline=headline, sentence=sentence))

    def close(self) -> None:
        self.screens.close()
