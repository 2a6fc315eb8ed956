"""Which key of a number pad is what: codes of the kernel's input-event-codes.h, and words. Rows,
nothing else.

The digits come as one of three codes: of the pad, of the row above the letters, which some pads
send for want of Num Lock, or of the cursor keys, which others send while their own Num Lock is off.
"""

from collections.abc import Mapping

# Words that are no keys of a seat: what they do is session.py's. A digit's word is the digit.
ENTER = "enter"  # bet what is dialled; with nothing dialled, confirm
POINT = "point"  # clear what is dialled; with nothing dialled, undo
BACK = "back"  # take the last digit back
CHECK_CALL = "check_call"  # check, or call where there is a bet
CALL_FLOOR = "call_floor"

_PAD_DIGITS = (82, 79, 80, 81, 75, 76, 77, 71, 72, 73)  # KEY_KP0 to KEY_KP9
_ROW_DIGITS = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10)  # KEY_0 to KEY_9
# KEY_INSERT, KEY_END .. KEY_PAGEUP; 5 has none
_CURSOR_DIGITS = (110, 107, 108, 109, 105, 76, 106, 102, 103, 104)

LAYOUT: Mapping[int, str] = {
    **{
        code: str(digit)
        for codes in (_PAD_DIGITS, _ROW_DIGITS, _CURSOR_DIGITS)
        for digit, code in enumerate(codes)
    },
    96: ENTER,  # KEY_KPENTER
    28: ENTER,  # KEY_ENTER
    83: POINT,  # KEY_KPDOT
    121: POINT,  # KEY_KPCOMMA
    52: POINT,  # KEY_DOT
    111: POINT,  # KEY_DELETE
    14: BACK,  # KEY_BACKSPACE
    78: CHECK_CALL,  # KEY_KPPLUS
    74: "fold",  # KEY_KPMINUS
    55: "all_in",  # KEY_KPASTERISK
    98: CALL_FLOOR,  # KEY_KPSLASH
    117: "confirm",  # KEY_KPEQUAL
    13: "confirm",  # KEY_EQUAL
}
