/* encoding: the bytes of a body. One table in encoding.c has the fields of each message; PROTOCOL.md says what they mean. */
#ifndef ENCODING_H
#define ENCODING_H

#include "framing.h"
#include "messages.h"

enum encoding { VERSION = 1, HEADER_BYTES = 24 };

/* Why a body says nothing. */
enum decoded {
    DECODED, TOO_SHORT, OTHER_VERSION, UNKNOWN_FLAGS, UNKNOWN_TYPE, TOO_MANY_TAGS, TOO_MANY_DENOMINATIONS, UNKNOWN_WORD, TOO_LONG
};

/* Who says a message, and whether it is numbered. */
enum saying { BY_NODE = 1, BY_HOST = 2, IS_EDGE = 4, IS_STATE = 8 };

/* Writes the body that says `frame` and returns its length; 0 where a value does not fit its field. */
size_t encode_body(const struct frame *frame, uint8_t body[MAX_BODY_BYTES]);

/* Reads what a body says into `frame`, of which nothing is said unless it returns DECODED. */
enum decoded decode_body(const uint8_t *body, size_t length, struct frame *frame);

/* The bits of enum saying; 0 for a byte that is no type. */
unsigned saying_of(uint8_t type);

#endif
