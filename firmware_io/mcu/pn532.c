/* pn532.c: five commands, one after the other; the last two are a look. */
#include "pn532.h"

#include <string.h>

enum step { SAM_CONFIGURATION, FIRMWARE_VERSION, RETRIES, FIELD_OFF, LIST_TWO, STEPS };
enum phase { RESTING, ASKED, ACKED };

enum {
    TO_PN532 = 0xD4,
    FROM_PN532 = 0xD5,
    IC = 0x32,                          /* the first byte of its firmware's version */
    ISO14443_4 = 0x20,                  /* of SAK: the card has an ATS, told behind its id */
    RANDOM_ID = 0x08,                   /* first byte of an id of 4 bytes that is drawn anew at each power-up */
    WAKE_BYTES = 16,
    MAX_TARGETS = 2
};

/* Where a byte of a frame stands: 00 FF LEN LCS, the data, DCS. */
enum place { START_ZERO, START_FF, LENGTH, LENGTH_SUM, DATA };

struct command { uint8_t length, bytes[5]; };

static const struct command COMMANDS[STEPS] = {
    {4, {0x14, 0x01, 0x14, 0x01}},
    {1, {0x02}},
    {5, {0x32, 0x05, 0xFF, 0x01, 0x01}},
    {3, {0x32, 0x01, 0x02}},
    {3, {0x4A, 0x02, 0x00}},
};

/* Asking. */

static void say(struct pn532 *reader, const uint8_t *bytes, size_t count)
{
    if (count > (size_t)(PN532_MAX_OUT_BYTES - reader->out_length))
        return;                         /* nobody took what was said before: the question is late, and asked anew */
    memcpy(reader->out + reader->out_length, bytes, count);
    reader->out_length = (uint8_t)(reader->out_length + count);
}

static void ask(struct pn532 *reader, uint8_t step, uint32_t now_ms)
{
    const struct command *command = &COMMANDS[step];
    const uint8_t length = (uint8_t)(command->length + 1);
    uint8_t frame[16] = {0x00, 0x00, 0xFF, length, (uint8_t)-length, TO_PN532}, sum = TO_PN532;
    size_t at = 6;
    for (size_t i = 0; i < command->length; i++) {
        frame[at++] = command->bytes[i];
        sum = (uint8_t)(sum + command->bytes[i]);
    }
    frame[at++] = (uint8_t)-sum;
    frame[at++] = 0x00;
    say(reader, frame, at);
    reader->step = step;
    reader->phase = ASKED;
    reader->due_ms = now_ms + PN532_ACK_MS;
}

static void set_up(struct pn532 *reader, uint32_t now_ms)
{
    static const uint8_t wake[WAKE_BYTES] = {0x55, 0x55};
    reader->out_length = 0;
    reader->at = START_ZERO;
    say(reader, wake, WAKE_BYTES);
    ask(reader, SAM_CONFIGURATION, now_ms);
}

static enum pn532_news fail(struct pn532 *reader, uint32_t now_ms)
{
    reader->phase = RESTING;
    reader->step = SAM_CONFIGURATION;
    reader->due_ms = now_ms + PN532_AGAIN_MS;
    if (reader->fails < PN532_FAILS)
        reader->fails++;
    if (reader->fails < PN532_FAILS || !reader->is_there)
        return PN532_NOTHING;
    reader->is_there = false;
    return PN532_GONE;
}

/* The next look, 50 ms after the last began. */
static void look_later(struct pn532 *reader, uint32_t now_ms)
{
    const uint32_t next_ms = reader->looked_ms + PN532_LOOK_MS;
    reader->phase = RESTING;
    reader->step = FIELD_OFF;
    reader->due_ms = (int32_t)(next_ms - now_ms) > 0 ? next_ms : now_ms;
}

/* What a look saw. */

/* An id of 4 or 7 bytes, the highest first, with zeros in front. Of 10: false, it fits no tag. */
static bool to_tag(const uint8_t *id, size_t length, uint8_t tag[TAG_BYTES])
{
    if (length > TAG_BYTES)
        return false;
    memset(tag, 0, TAG_BYTES);
    if (length == 4 && id[0] == RANDOM_ID)
        tag[TAG_BYTES - 4] = RANDOM_ID; /* all random ids are one: a telephone would be another tag in each look */
    else
        memcpy(tag + TAG_BYTES - length, id, length);
    return true;
}

/* Keeps `seen` ascending, each tag once. */
static void insert(struct tags *seen, const uint8_t tag[TAG_BYTES])
{
    int place = seen->count;
    for (; place > 0; place--) {
        const int order = memcmp(tag, seen->tag[place - 1], TAG_BYTES);
        if (order == 0)
            return;
        if (order > 0)
            break;
    }
    memmove(seen->tag[place + 1], seen->tag[place], (size_t)(seen->count - place) * TAG_BYTES);
    memcpy(seen->tag[place], tag, TAG_BYTES);
    seen->count++;
}

/* Reads one target, its number first, and returns where the next begins; 0: it makes no sense. */
static size_t read_target(const uint8_t *data, size_t length, size_t at, int number, bool has_ats, struct tags *seen)
{
    if (length - at < 5 || data[at] != number)
        return 0;
    const uint8_t sak = data[at + 3], id_length = data[at + 4];
    if ((id_length != 4 && id_length != 7 && id_length != 10) || length - at - 5 < id_length)
        return 0;
    uint8_t tag[TAG_BYTES];
    if (to_tag(data + at + 5, id_length, tag))
        insert(seen, tag);
    at += 5u + id_length;
    if (!(sak & ISO14443_4) || !has_ats)
        return at;
    if (at == length || data[at] == 0 || data[at] > length - at)
        return 0;
    return at + data[at];
}

/* A card may have told no ATS though its SAK promises one: `told` has a bit for each target that did. */
static bool read_targets(const uint8_t *data, size_t length, unsigned told, struct tags *seen)
{
    size_t at = 1;
    seen->count = 0;
    if (length == 0 || data[0] > MAX_TARGETS)
        return false;
    for (int number = 1; number <= data[0]; number++) {
        at = read_target(data, length, at, number, (told >> (number - 1) & 1) != 0, seen);
        if (at == 0)
            return false;
    }
    return at == length;
}

static enum pn532_news looked(struct pn532 *reader, const uint8_t *values, size_t length, uint32_t now_ms, struct tags *seen)
{
    look_later(reader, now_ms);
    for (int told = 3; told >= 0; told--)
        if (read_targets(values, length, (unsigned)told, seen))
            return PN532_SEEN;
    seen->count = 0;                    /* two cards that answered as one, perhaps: it is looked again */
    return PN532_NOTHING;
}

/* Hearing. */

static enum pn532_news answered(struct pn532 *reader, size_t length, uint32_t now_ms, struct tags *seen)
{
    const uint8_t *values = reader->data + 2;
    if (reader->phase != ACKED || length < 2 || reader->data[0] != FROM_PN532
        || reader->data[1] != COMMANDS[reader->step].bytes[0] + 1)
        return PN532_NOTHING;           /* of a question that was given up */
    if (reader->step == FIRMWARE_VERSION && (length != 6 || values[0] != IC))
        return fail(reader, now_ms);
    if (reader->step == LIST_TWO)
        return looked(reader, values, length - 2, now_ms, seen);
    if (reader->step != RETRIES) {
        ask(reader, (uint8_t)(reader->step + 1), now_ms);
        return PN532_NOTHING;
    }
    look_later(reader, now_ms);
    reader->fails = 0;
    if (reader->is_there)
        return PN532_NOTHING;
    reader->is_there = true;
    return PN532_FOUND;
}

static void acknowledged(struct pn532 *reader, uint32_t now_ms)
{
    if (reader->phase != ASKED)
        return;
    reader->phase = ACKED;
    reader->due_ms = now_ms + PN532_ANSWER_MS;
}

/* A whole frame of data lies there, its sum in the byte behind it. */
static enum pn532_news heard(struct pn532 *reader, uint8_t data_sum, uint32_t now_ms, struct tags *seen)
{
    uint8_t sum = data_sum;
    for (size_t i = 0; i < reader->awaited; i++)
        sum = (uint8_t)(sum + reader->data[i]);
    if (sum == 0)
        return answered(reader, reader->awaited, now_ms, seen);
    return reader->phase == ACKED ? fail(reader, now_ms) : PN532_NOTHING;
}

/* LEN and LCS: an ACK, the beginning of data, or noise. */
static void begin_data(struct pn532 *reader, uint8_t length_sum, uint32_t now_ms)
{
    const uint8_t length = reader->awaited;
    reader->at = START_ZERO;
    if (length == 0x00 && length_sum == 0xFF)
        acknowledged(reader, now_ms);
    else if (length != 0 && length != 0xFF && (uint8_t)(length + length_sum) == 0)
        reader->at = DATA;
    else if (length_sum == 0)
        reader->at = START_FF;
}

enum pn532_news pn532_feed(struct pn532 *reader, uint8_t byte, uint32_t now_ms, struct tags *seen)
{
    switch (reader->at) {
    case START_ZERO:
        reader->at = byte == 0x00 ? START_FF : START_ZERO;
        return PN532_NOTHING;
    case START_FF:
        reader->at = byte == 0xFF ? LENGTH : byte == 0x00 ? START_FF : START_ZERO;
        return PN532_NOTHING;
    case LENGTH:
        reader->awaited = byte;
        reader->at = LENGTH_SUM;
        return PN532_NOTHING;
    case LENGTH_SUM:
        begin_data(reader, byte, now_ms);
        return PN532_NOTHING;
    default:
        if (reader->at - DATA < reader->awaited) {
            reader->data[reader->at - DATA] = byte;
            reader->at++;
            return PN532_NOTHING;
        }
        reader->at = START_ZERO;
        return heard(reader, byte, now_ms, seen);
    }
}

void pn532_start(struct pn532 *reader, uint32_t now_ms)
{
    reader->looked_ms = now_ms - PN532_LOOK_MS;
    set_up(reader, now_ms);
}

enum pn532_news pn532_tick(struct pn532 *reader, uint32_t now_ms)
{
    if ((int32_t)(now_ms - reader->due_ms) < 0)
        return PN532_NOTHING;
    if (reader->phase != RESTING)
        return fail(reader, now_ms);
    if (reader->step == SAM_CONFIGURATION) {
        set_up(reader, now_ms);
    } else {
        reader->looked_ms = now_ms;
        ask(reader, FIELD_OFF, now_ms);
    }
    return PN532_NOTHING;
}

size_t pn532_take_output(struct pn532 *reader, uint8_t *bytes)
{
    const size_t length = reader->out_length;
    memcpy(bytes, reader->out, length);
    reader->out_length = 0;
    return length;
}
