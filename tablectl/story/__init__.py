"""The story of a table: its public events, each numbered by the row of the journal that made it.

kinds.py has a struct for each kind of event, with its fields; story.py makes them from the facts of
a row. Whatever leaves the house later (pages, histories, books) reads the story and not the
journal. A hole card stands in it once it lies face up; a card that stayed face down never does.
"""

from tablectl.story.kinds import StoryEvent
from tablectl.story.story import tell_row

__all__ = ["StoryEvent", "tell_row"]
