"""screen: the board screen, a process of its own that draws whatever view it was last sent.

Words: a *view* is the whole table as one JSON object, a *model* is that view decoded
(tablectl/view), a *part* is a piece of the picture that is redrawn when what it shows has changed,
`u` is the unit of every measure (picture height / 1080). The board is the community cards, the
button is the dealer's, a key is a player's push-button. A view is shown in one of three
arrangements: the *ring* (players round a pot), the *house* (seats against a dealer), the *rack*
(shots for points).

    command.py    its command line
    window.py     the process: takes views from a socket, keeps the clock running
    options.py    how a screen is set up, from a command line
    player_names.py    shows the seat in place of a name that no typeface can write
    rotation.py   the picture, turned as the display hangs
    wakeup.py     sleeps until a view, an event or a signal comes
    paint.py      from a model to a picture: which parts there are, which have changed
    style.py      how one screen is set up: theme, turn, layout
    flying/       what moves between two views, and what waits      | neither knows the other
    sound/        sounds and speech beside the picture
    parts/        what is drawn: plates, bar, strip, board, panels  |
    drawing/      colours, type, cards and chips on a canvas  | neither knows the other
    presenter/    what is shown of a view, and for how long   |
    layout/       where everything stands
    model.py      a view from its bytes, and its seats
    words/        the translator of a language, and texts made of values

Start with paint.py, then layout/arrangement.py. May import: pygame, msgspec and this room. Absent
on purpose: poker (the view says what is legal, who won and with what), the rest of tablectl,
journals, devices. If it dies the hand goes on.
"""

import os

# else pygame prints a greeting to stdout, which programs read
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

EXIT_WRONG_USE = 2  # of the process: no restart puts it right
EXIT_NO_DISPLAY = 3  # of the process, so that whatever started it can explain it
