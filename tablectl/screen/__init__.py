"""screen: the board screen, a process of its own that draws whatever view it was last sent.

Words: a *view* is the whole table as one JSON object, a *model* is that view decoded, a *part* is a piece of the
picture that is redrawn when what it shows has changed, `u` is the unit of every measure (picture height / 1080).
The board is the community cards, the button is the dealer's, a key is a player's push-button. A view is shown in one of
three arrangements: the *ring* (players round a pot), the *house* (seats against a dealer), the *rack* (shots for points).

Start with paint.py, then layout.py. May import: pygame, msgspec and this room. Absent on purpose: poker (the view says
what is legal, who won and with what), the rest of tablectl, journals, devices. If it dies the hand goes on.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")       # its greeting would stand among the lines that programs read

EXIT_NO_DISPLAY = 3                     # of the process: what starts it may say so in words of its own
