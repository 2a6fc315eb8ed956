/* framing.c: COBS and CRC-32. After any noise the deframer is right again at the next zero. */
#include "framing.h"

#include <string.h>

/* The remainders of four bits: two steps a byte, and a table of 64 bytes of flash instead of 1,024. */
static const uint32_t REMAINDERS[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

uint32_t crc32_of(const uint8_t *data, size_t length)
{
    uint32_t crc = UINT32_MAX;
    for (size_t at = 0; at < length; at++) {
        crc ^= data[at];
        crc = crc >> 4 ^ REMAINDERS[crc & 15];
        crc = crc >> 4 ^ REMAINDERS[crc & 15];
    }
    return ~crc;
}

/* COBS: each run of bytes up to a zero, or to the end, comes behind a byte that says how far it is to the next one. No run
 * is longer than the 132 bytes of a body and its sum, so that the code 255 for a run without a zero never occurs. */
static size_t stuff(const uint8_t *plain, size_t length, uint8_t *stuffed)
{
    size_t code_at = 0, at = 1;
    for (size_t from = 0; from < length; from++) {
        if (plain[from] == 0) {
            stuffed[code_at] = (uint8_t)(at - code_at);
            code_at = at++;
        } else {
            stuffed[at++] = plain[from];
        }
    }
    stuffed[code_at] = (uint8_t)(at - code_at);
    return at;
}

/* In place, for what is read is never behind what is written. Returns the length, or -1 where a code leads beyond the end. */
static int unstuff(uint8_t *bytes, size_t length)
{
    size_t from = 0, to = 0;
    while (from < length) {
        const size_t end = from + bytes[from];
        if (end > length)
            return -1;
        for (from++; from < end; from++)
            bytes[to++] = bytes[from];
        if (end < length)
            bytes[to++] = 0;
    }
    return (int)to;
}

size_t frame_body(const uint8_t *body, size_t length, uint8_t *frame)
{
    uint8_t plain[MAX_BODY_BYTES + CRC_BYTES];
    if (length > MAX_BODY_BYTES)
        return 0;
    const uint32_t crc = crc32_of(body, length);
    memcpy(plain, body, length);
    for (size_t place = 0; place < CRC_BYTES; place++)
        plain[length + place] = (uint8_t)(crc >> 8 * place);
    const size_t stuffed = stuff(plain, length + CRC_BYTES, frame);
    frame[stuffed] = 0;
    return stuffed + 1;
}

/* Whether the sum under `bytes` is that of what stands before it; one too short for a sum has none. */
static bool is_intact(const uint8_t *bytes, size_t length)
{
    if (length < CRC_BYTES)
        return false;
    const uint8_t *sum = bytes + length - CRC_BYTES;
    const uint32_t told = sum[0] | (uint32_t)sum[1] << 8 | (uint32_t)sum[2] << 16 | (uint32_t)sum[3] << 24;
    return crc32_of(bytes, length - CRC_BYTES) == told;
}

static void hold(struct deframer *deframer, uint8_t byte)
{
    if (deframer->is_skipping)
        return;
    if (deframer->length == MAX_STUFFED_BYTES) {
        deframer->too_long++;
        deframer->is_skipping = true;
        deframer->length = 0;
    } else {
        deframer->stuffed[deframer->length++] = byte;
    }
}

static bool end_of_frame(struct deframer *deframer, uint8_t *body, size_t *length)
{
    const size_t stuffed = deframer->length;
    const bool was_skipping = deframer->is_skipping;
    deframer->length = 0;
    deframer->is_skipping = false;
    if (was_skipping || stuffed == 0)
        return false;
    const int plain = unstuff(deframer->stuffed, stuffed);
    if (plain < 0) {
        deframer->bad_cobs++;
        return false;
    }
    if (!is_intact(deframer->stuffed, (size_t)plain)) {
        deframer->bad_crc++;
        return false;
    }
    *length = (size_t)plain - CRC_BYTES;
    memcpy(body, deframer->stuffed, *length);
    return true;
}

bool deframer_feed(struct deframer *deframer, uint8_t byte, uint8_t body[MAX_BODY_BYTES], size_t *length)
{
    if (byte == 0)
        return end_of_frame(deframer, body, length);
    hold(deframer, byte);
    return false;
}
