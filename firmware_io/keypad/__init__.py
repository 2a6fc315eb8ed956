"""keypad: a USB number pad as a seat's keys, for a table that senses no chips: amounts are dialled.

    +----------+----------+----------+----------+
    | Num      | /        | *        | -        |
    |          | FLOOR    | ALL IN   | FOLD     |
    +----------+----------+----------+----------+
    | 7        | 8        | 9        | +        |
    |          |          |          |          |        6 0 Enter   bet, raise to, ante 60: what is
        wanted
    +----------+----------+----------+  CHECK / |        6 0 .       nothing is dialled any more
    | 4        | 5        | 6        |  CALL    |        .           take back
    |          |          |          |          |        Enter       confirm
    +----------+----------+----------+----------+        6 0 +       nothing: may be meant as either
    | 1        | 2        | 3        | Enter    |
    |          |          |          |          |
    +----------+----------+----------+  RAISE   |
    | 0                   | .        |  (dialled)|
    |                     | UNDO     |  CONFIRM |
    +---------------------+----------+----------+

The largest keys have what is pressed most. A pad with more keys: Backspace takes back one digit, =
is CONFIRM. Num does nothing, because many pads press it by themselves around each digit. A card
room prints the words on stickers, or lays a table of its own over layout.py's.

layout.py says which key of the pad is what, session.py makes keys and amounts of presses (both
pure), port.py alone opens the device, through evdev, which it imports when it does. Never tried
with a real pad: none was at hand. Absent on purpose: whose turn it is, what may be bet; the seat's
keys on pins (pin_keys.py).
"""
