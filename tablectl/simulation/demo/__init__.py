"""demo: a whole table on simulated devices that plays by itself, hand after hand.

    play.py           plays a demo in virtual time, or in real time with a window
    demo.py           the hands, one after the other
    options.py        the command's options, and the table that follows from them
    hand_summary.py   what a hand leaves: its JSON line, and how much its picture is worth

Start with demo.py. Cards, chips and keys reach the service as bytes: through ptys in real time,
through memory in virtual time.
"""
