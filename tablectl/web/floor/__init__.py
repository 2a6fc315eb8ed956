"""floor: the floor's page, in a process of its own beside the pages of seats and guests.

    site.py      its addresses: `/floor`, `/floor/in|out|line|hands|stream` and `/static`
    sessions.py  who has signed in, until when
    lines.py     the table's control socket: each line goes there with the name of whoever asks
    hands.py     the last hands act by act, of the table's story (story_link.py)
    words.py     the page's own words

The table decides everything: who is an operator, what may be ruled, and what a ruling does. What is
here adds a name to each line, and no more.
"""
