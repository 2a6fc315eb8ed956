/* encoding: the bytes of a body. One table in encoding.c has the fields of each message; PROTOCOL.md says what they mean. */
#ifndef ENCODING_H
#define ENCODING_H

#include "framing.h"
#include "messages.h"

enum encoding { VERSION = 1, HEADER_BYTES = 24, KEYED = 1, MAC_BYTES = 8, KEY_BYTES = LINK_KEY_BYTES };

/* Why a body says nothing. */
enum decoded {
    DECODED, TOO_SHORT, OTHER_VERSION, UNKNOWN_FLAGS, UNKNOWN_TYPE, TOO_MANY_TAGS, TOO_MANY_DENOMINATIONS, UNKNOWN_WORD, TOO_LONG,
    UNKEYED, FORGED, NO_ABOUT, TOO_MANY_ANTENNAS, TOO_LONG_A_NAME, NOT_PRINTABLE, NO_AMOUNT
};

/* Who says a message, whether it is numbered, and which states are for nodes that have told About alone. */
enum saying { BY_NODE = 1, BY_HOST = 2, IS_EDGE = 4, IS_STATE = 8, WANTS_ABOUT = 16 };

/* Writes the body that says `frame` and returns its length; 0 where a value does not fit its field. key: KEY_BYTES, of a keyed
 * link, where the body ends in a MAC; else NULL. */
size_t encode_body(const struct frame *frame, const uint8_t *key, uint8_t body[MAX_BODY_BYTES]);

/* Reads what a body says into `frame`, of which nothing is said unless it returns DECODED. With a key only what bears its MAC
 * is read. */
enum decoded decode_body(const uint8_t *body, size_t length, const uint8_t *key, struct frame *frame);

/* The bits of enum saying; 0 for a byte that is no type. */
unsigned saying_of(uint8_t type);

#endif
