"""Phones as seats: who has which seat, and each press exactly once.

A phone is a node whose wire is a web page. Its presses are numbered from 1 within a pairing, and
carry a MAC by the key of the pairing; `seats_socket.py` checks both and hands a press to the table
as a numbered edge, which the journal keeps. So neither a reload of the page, nor a dead web
process, nor a restart of the table loses a press or counts it twice; and a web process that was
broken into can press no key, for it has none of the keys.
"""
