/* pins: what hangs where on a Pico. The README beside has it as a drawing. */
#ifndef PINS_H
#define PINS_H

enum pins {
    PIN_WIRE_TX = 0,
    PIN_WIRE_RX = 1,
    PIN_WIRE_DRIVE = 2,                 /* DE and /RE of an RS-485 transceiver; high while it sends */
    PIN_BUZZER = 3,
    PIN_READER_TX = 4,                  /* a PN532, as HSU */
    PIN_READER_RX = 5,
    PIN_FIRST_KEY = 6,                  /* to ground when pressed; ROW_OF_KEYS in keys.c */
    PIN_PAIRING = 13,                   /* the eighth key, of a shoe too: held while it starts, it may be paired anew */
    PIN_WHEEL_A = 14,                   /* an encoder of two contacts, both to ground */
    PIN_WHEEL_B = 15,
    PIN_RING = 16,                      /* WS2812, through a 74AHCT125 */
    PIN_MOTOR = 17,
    PIN_BEAM = 18,                      /* low while something is in it */
    PIN_LID = 19,                       /* low while shut */
    PIN_EMPTY = 20,                     /* low while a card lies in the shoe */
    PIN_JAM = 21,                       /* low while jammed */
    PIN_FIRST_STRAP = 26,               /* 26, 27, 28 and 22: the id by bits, to ground is 1. Only where flash has none */
    PIN_LAST_STRAP = 22,
    PIN_LED = 25
};

#endif
