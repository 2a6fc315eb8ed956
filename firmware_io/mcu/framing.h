/* framing: bodies of at most 128 bytes, each with its CRC-32, stuffed with COBS so that a zero byte can only mean the end.
 *
 *     body -> body + crc32(body) little endian -> COBS -> one 0x00            (firmware_io/framing.py does the same)
 */
#ifndef FRAMING_H
#define FRAMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum framing {
    MAX_BODY_BYTES = 128,
    CRC_BYTES = 4,
    MAX_STUFFED_BYTES = 133,            /* COBS adds one byte to anything below 255 */
    MAX_FRAME_BYTES = 134               /* and the zero */
};

/* What has begun to arrive, and what was thrown away since the start, by reason. All zeros: nothing yet. */
struct deframer {
    uint32_t bad_crc, bad_cobs, too_long;
    uint8_t length;
    bool is_skipping;                   /* the frame is too long: everything up to its zero is dropped */
    uint8_t stuffed[MAX_STUFFED_BYTES];
};

/* zlib's: reflected 0xEDB88320, start and final xor 0xFFFFFFFF. */
uint32_t crc32_of(const uint8_t *data, size_t length);

/* Writes the frame that carries `body` and returns its length. frame: room for length + 6 bytes, at most MAX_FRAME_BYTES.
 * length: at most MAX_BODY_BYTES; of a longer body nothing is written and 0 is returned. */
size_t frame_body(const uint8_t *body, size_t length, uint8_t *frame);

/* The next byte from the wire. Returns whether a whole body ends with it, which lies in `body` then, *length bytes of it.
 * An empty frame, two zeros in a row, is allowed: it clears what came before. */
bool deframer_feed(struct deframer *deframer, uint8_t byte, uint8_t body[MAX_BODY_BYTES], size_t *length);

#endif
