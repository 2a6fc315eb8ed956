/* pn532: the PN532 on its serial port (115200 Bd), asked for ISO 14443A cards, two at most in one look. No I/O.
 *
 * firmware_io/readers/pn532.py says each frame and its source, and is asked the same way; here what is spoilt is asked for anew,
 * not sent once more, because a look every 50 ms costs less than keeping an answer.
 */
#ifndef PN532_H
#define PN532_H

#include <stddef.h>

#include "messages.h"

enum pn532_limits {
    PN532_LOOK_MS = 50,                 /* 20 looks a second: a card that a person pitches is in the field for three */
    PN532_ACK_MS = 100,
    PN532_ANSWER_MS = 250,
    PN532_AGAIN_MS = 250,               /* one that does not answer is set up again after this */
    PN532_FAILS = 3,                    /* in a row, until there is no reader */
    PN532_MAX_OUT_BYTES = 32,
    PN532_MAX_DATA_BYTES = 255
};

/* What a byte, or the time, has brought about. */
enum pn532_news { PN532_NOTHING, PN532_FOUND, PN532_SEEN, PN532_GONE };

/* One reader. All zeros, then pn532_start. */
struct pn532 {
    uint32_t due_ms;                    /* when pn532_tick is to be called, at the latest */
    uint32_t looked_ms;                 /* when the last look began */
    uint8_t step, phase, fails;         /* which command, how far it is, how often in a row none was answered */
    bool is_there;
    uint8_t awaited;                    /* of the frame that is arriving: how long its data are */
    uint16_t at;                        /* and where in it the next byte stands */
    uint8_t out_length;
    uint8_t out[PN532_MAX_OUT_BYTES];
    uint8_t data[PN532_MAX_DATA_BYTES];
};

/* The port is open: it is woken and set up. */
void pn532_start(struct pn532 *reader, uint32_t now_ms);

/* The next byte from the reader. At PN532_SEEN a look is over, and `seen` has all tags in the field, ascending. */
enum pn532_news pn532_feed(struct pn532 *reader, uint8_t byte, uint32_t now_ms, struct tags *seen);

/* The time. Clocks wrap: due_ms is behind now_ms where the difference, read as a signed number, is not negative. */
enum pn532_news pn532_tick(struct pn532 *reader, uint32_t now_ms);

/* What is to be written now, at most PN532_MAX_OUT_BYTES; asked after each of the three. Returns its length. */
size_t pn532_take_output(struct pn532 *reader, uint8_t *bytes);

#endif
