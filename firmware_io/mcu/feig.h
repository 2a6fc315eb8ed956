/* feig: a reader of ISO 15693 by Feig (ID ISC.MR102, MR200 and their kin) on its serial port, 38400 8E1, asked what lies in its
 * field. It does the anticollision itself, any number of tags in one look. No I/O.
 *
 * Frames, commands and status bytes are those of the manuals H01113-4e (MR102) and H40801-5e (MR200), which say on which pages;
 * never tried on hardware. Only advanced frames are spoken, which all of them know, and the MR102 alone:
 *
 *     02, length (2 bytes, the highest first, of the whole), address, command, [status,] data, CRC (2 bytes, the lowest first)
 *
 * A look is RF Reset, by which every tag answers again whatever ONT in its CFG5 says, and Inventory, page by page. In its
 * configuration the reader must be in ISO Host Mode with no kind of tag allowed but ISO 15693: it tells others in other rows.
 */
#ifndef FEIG_H
#define FEIG_H

#include "chips.h"

enum feig_limits {
    FEIG_LOOK_MS = 100,                 /* between two beginnings; a look at twenty chips may take longer than that */
    FEIG_ANSWER_MS = 1000,              /* a hundred tags at 26 kbit/s take about half of it */
    FEIG_AGAIN_MS = 250,                /* one that does not answer is greeted again after this */
    FEIG_FAILS = 3,                     /* in a row, until there is no reader */
    FEIG_MAX_OUT_BYTES = 16,
    FEIG_MAX_FRAME_BYTES = 1280         /* MAX_SEEN rows of 10 bytes, and what is around them */
};

/* What a byte, or the time, has brought about. At FEIG_SEEN a look is over, and `seen` has all tags in the field. */
enum feig_news { FEIG_NOTHING, FEIG_FOUND, FEIG_SEEN, FEIG_GONE };

/* One reader. All zeros, then feig_start. */
struct feig {
    uint32_t due_ms;                    /* when feig_tick is to be called, at the latest */
    uint32_t looked_ms;                 /* when the last look began */
    uint8_t step, fails;                /* which command, and how often in a row none was answered */
    bool is_asked, is_there;
    struct chip_tags seen;              /* by the look that is being taken */
    uint16_t at, length;                /* of the frame that is arriving */
    uint8_t out_length;
    uint8_t out[FEIG_MAX_OUT_BYTES];
    uint8_t frame[FEIG_MAX_FRAME_BYTES];
};

/* The port is open: it is greeted. */
void feig_start(struct feig *reader, uint32_t now_ms);

/* The next byte from the reader. reader->seen is the look's until the next call. */
enum feig_news feig_feed(struct feig *reader, uint8_t byte, uint32_t now_ms);

/* The time. Clocks wrap: due_ms is behind now_ms where the difference, read as a signed number, is not negative. */
enum feig_news feig_tick(struct feig *reader, uint32_t now_ms);

/* What is to be written now, at most FEIG_MAX_OUT_BYTES; asked after each of the three. Returns its length. */
size_t feig_take_output(struct feig *reader, uint8_t *bytes);

/* CRC-16 of the manual: reflected 0x8408, start 0xFFFF. */
uint16_t feig_crc(const uint8_t *data, size_t length);

#endif
