"""web: the pages of a table, for phones as seats and for guests, in a process of its own.

    site.py        what all pages of a table do: their files, and requests that are refused
    app.py         the addresses for seats and guests: pages, `/stream`, `/api/..`
    floor/         the floor's page, in a process of its own with the control socket
    guard.py       which requests are answered at all, and how many
    streams.py     what open pages are sent, and how many pages may be open
    table_link.py  the table's two sockets: its newest view, and what phones ask of their seats
    server.py      connections: how many, how long, and with which certificate
    words.py       the words of the pages that no view has; those of guests and of pairing are
                   in watch_words.py
    pages/         HTML, CSS and JavaScript, served as they are

It knows the public view and hands on what phones sign; it has none of their keys, so it can press
nothing, and no face-down card ever comes here. The floor's page adds to each line who has signed in
there, and the table decides. Play goes on without it.
"""
