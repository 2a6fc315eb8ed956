/* feig.c: three questions, one after the other; the last two are a look, the last one asked until nothing more is to be told. */
#include "feig.h"

#include <string.h>

enum step { SOFTWARE_VERSION, RF_RESET, INVENTORY, MORE, STEPS };

enum {
    STX = 0x02,
    ANY_READER = 0xFF,                  /* every reader answers to it, with its own address */
    HEAD_BYTES = 6,                     /* of an answer, up to its status */
    CRC16_BYTES = 2,
    ROW_BYTES = 10,                     /* TR-TYPE, DSFID, UID */
    ISO15693 = 0x03,                    /* TR-TYPE */
    UID_FIRST = 0xE0                    /* the highest byte of each ISO 15693 UID, which is told first */
};

enum status { OK = 0x00, NO_TRANSPONDER = 0x01, MORE_DATA = 0x94 };

/* Where bytes stand in a frame. */
enum place { LENGTH_HIGH = 1, LENGTH_LOW = 2, COMMAND = 4, STATUS = 5 };

struct command { uint8_t length, bytes[3]; };

static const struct command COMMANDS[STEPS] = {
    {1, {0x65}},
    {1, {0x69}},
    {3, {0xB0, 0x01, 0x00}},
    {3, {0xB0, 0x01, 0x80}},
};

uint16_t feig_crc(const uint8_t *data, size_t length)
{
    uint16_t crc = 0xFFFF;
    for (size_t at = 0; at < length; at++) {
        crc ^= data[at];
        for (int bit = 0; bit < 8; bit++)
            crc = (uint16_t)(crc & 1 ? crc >> 1 ^ 0x8408 : crc >> 1);
    }
    return crc;
}

/* Asking. What nobody took of an earlier question is late, and what was half heard belongs to none. */

static void ask(struct feig *reader, uint8_t step, uint32_t now_ms)
{
    const struct command *command = &COMMANDS[step];
    const uint8_t length = (uint8_t)(4 + command->length + CRC16_BYTES);
    uint8_t *frame = reader->out;
    frame[0] = STX;
    frame[1] = 0;
    frame[2] = length;
    frame[3] = ANY_READER;
    memcpy(frame + 4, command->bytes, command->length);
    const uint16_t crc = feig_crc(frame, (size_t)(length - CRC16_BYTES));
    frame[length - 2] = (uint8_t)crc;
    frame[length - 1] = (uint8_t)(crc >> 8);
    reader->out_length = length;
    reader->at = 0;
    reader->step = step;
    reader->is_asked = true;
    reader->due_ms = now_ms + FEIG_ANSWER_MS;
}

static void rest(struct feig *reader, uint8_t step, uint32_t due_ms)
{
    reader->is_asked = false;
    reader->step = step;
    reader->due_ms = due_ms;
}

static enum feig_news fail(struct feig *reader, uint32_t now_ms)
{
    rest(reader, SOFTWARE_VERSION, now_ms + FEIG_AGAIN_MS);
    if (reader->fails < FEIG_FAILS)
        reader->fails++;
    if (reader->fails < FEIG_FAILS || !reader->is_there)
        return FEIG_NOTHING;
    reader->is_there = false;
    return FEIG_GONE;
}

static void begin_look(struct feig *reader, uint32_t now_ms)
{
    reader->looked_ms = now_ms;
    reader->seen.count = 0;
    reader->seen.has_more = false;
    ask(reader, RF_RESET, now_ms);
}

/* The next look, 100 ms after the last began, or at once. */
static void look_later(struct feig *reader, uint32_t now_ms)
{
    const uint32_t next_ms = reader->looked_ms + FEIG_LOOK_MS;
    rest(reader, RF_RESET, (int32_t)(next_ms - now_ms) > 0 ? next_ms : now_ms);
}

/* Answers. */

/* Two pages may tell a tag twice: one that answered late. */
static void note(struct chip_tags *seen, const uint8_t *row)
{
    for (uint8_t place = 0; place < seen->count; place++)
        if (memcmp(seen->of[place].tag, row + 2, TAG_BYTES) == 0)
            return;
    if (seen->count == MAX_SEEN) {
        seen->has_more = true;
        return;
    }
    struct chip_tag *fresh = &seen->of[seen->count++];
    memcpy(fresh->tag, row + 2, TAG_BYTES);
    fresh->dsfid = row[1];
}

/* How many rows, then the rows. false: it makes no sense, and nothing was noted. */
static bool note_rows(struct chip_tags *seen, const uint8_t *data, size_t length)
{
    if (length < 1 || length != 1u + (size_t)ROW_BYTES * data[0])
        return false;
    for (const uint8_t *row = data + 1; row < data + length; row += ROW_BYTES)
        if (row[0] != ISO15693 || row[2] != UID_FIRST)
            return false;
    for (const uint8_t *row = data + 1; row < data + length; row += ROW_BYTES)
        note(seen, row);
    return true;
}

/* Tags that answered all at once, a disturbed field, a reader that cannot just now: that look says nothing. */
static enum feig_news looked(struct feig *reader, const uint8_t *data, size_t length, uint32_t now_ms)
{
    const uint8_t status = reader->frame[STATUS];
    const uint8_t before = reader->seen.count;
    const bool is_told = (status == OK || status == MORE_DATA) && note_rows(&reader->seen, data, length);
    if (is_told && status == MORE_DATA && !reader->seen.has_more && reader->seen.count > before) {
        ask(reader, MORE, now_ms);
        return FEIG_NOTHING;
    }
    look_later(reader, now_ms);
    reader->seen.has_more |= is_told && status == MORE_DATA;
    return is_told || status == NO_TRANSPONDER ? FEIG_SEEN : FEIG_NOTHING;
}

static enum feig_news answered(struct feig *reader, uint32_t now_ms)
{
    const size_t length = (size_t)(reader->length - HEAD_BYTES - CRC16_BYTES);
    if (!reader->is_asked || reader->frame[COMMAND] != COMMANDS[reader->step].bytes[0])
        return FEIG_NOTHING;            /* of a question that was given up */
    if (reader->step == INVENTORY || reader->step == MORE)
        return looked(reader, reader->frame + HEAD_BYTES, length, now_ms);
    if (reader->frame[STATUS] != OK)
        return fail(reader, now_ms);
    if (reader->step == RF_RESET) {
        ask(reader, INVENTORY, now_ms);
        return FEIG_NOTHING;
    }
    look_later(reader, now_ms);
    reader->fails = 0;
    if (reader->is_there)
        return FEIG_NOTHING;
    reader->is_there = true;
    return FEIG_FOUND;
}

/* Hearing. */

static bool is_whole(const struct feig *reader)
{
    const uint8_t *crc = reader->frame + reader->length - CRC16_BYTES;
    return feig_crc(reader->frame, (size_t)(reader->length - CRC16_BYTES)) == (crc[0] | crc[1] << 8);
}

enum feig_news feig_feed(struct feig *reader, uint8_t byte, uint32_t now_ms)
{
    if (reader->at == 0 && byte != STX)
        return FEIG_NOTHING;
    reader->frame[reader->at++] = byte;
    if (reader->at <= LENGTH_LOW)
        return FEIG_NOTHING;
    reader->length = (uint16_t)(reader->frame[LENGTH_HIGH] << 8 | reader->frame[LENGTH_LOW]);
    if (reader->length < HEAD_BYTES + CRC16_BYTES || reader->length > FEIG_MAX_FRAME_BYTES) {
        reader->at = 0;
        return FEIG_NOTHING;
    }
    if (reader->at < reader->length)
        return FEIG_NOTHING;
    reader->at = 0;
    return is_whole(reader) ? answered(reader, now_ms) : FEIG_NOTHING;
}

void feig_start(struct feig *reader, uint32_t now_ms)
{
    reader->looked_ms = now_ms - FEIG_LOOK_MS;
    ask(reader, SOFTWARE_VERSION, now_ms);
}

enum feig_news feig_tick(struct feig *reader, uint32_t now_ms)
{
    if ((int32_t)(now_ms - reader->due_ms) < 0)
        return FEIG_NOTHING;
    if (reader->is_asked)
        return fail(reader, now_ms);
    if (reader->step == SOFTWARE_VERSION)
        ask(reader, SOFTWARE_VERSION, now_ms);
    else
        begin_look(reader, now_ms);
    return FEIG_NOTHING;
}

size_t feig_take_output(struct feig *reader, uint8_t *bytes)
{
    const size_t length = reader->out_length;
    memcpy(bytes, reader->out, length);
    reader->out_length = 0;
    return length;
}
