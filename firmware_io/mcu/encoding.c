/* encoding.c: bodies by a table of fields. Whatever decodes encodes to the same bytes again. */
#include "encoding.h"

#include <string.h>

#include "blake2s.h"

enum field_kind { END, U8, U32, WORD, TAGS, CHIPS, HELD_ANCHOR, NEW_ANCHOR, RATES, NAME, ASKED, LINK_KEY };

/* A field of a message: where its value lies in struct message; of a word, how many there are. */
struct field { uint8_t kind, words; uint16_t at; };

enum { MAX_FIELDS = 8 };

struct row { uint8_t type, saying; struct field fields[MAX_FIELDS]; };

#define AT(part) (uint16_t)offsetof(struct message, part)
#define U8_AT(part) {U8, 0, AT(part)}
#define U32_AT(part) {U32, 0, AT(part)}
#define WORD_AT(words, part) {WORD, words, AT(part)}

static const struct row TABLE[] = {
    {CARD_OFF, BY_NODE | IS_EDGE, {U32_AT(card_off.pull), WORD_AT(FACES, card_off.face), {TAGS, 0, AT(card_off.tags)}}},
    {SHOE_CHANGED, BY_NODE | IS_EDGE, {WORD_AT(SHOE_CHANGES, shoe_changed.what)}},
    {AREA_CHANGED, BY_NODE | IS_EDGE, {WORD_AT(AREAS, area_changed.area), {CHIPS, 0, AT(area_changed.chips)}}},
    {KEY_PRESSED, BY_NODE | IS_EDGE, {WORD_AT(KEYS, key_pressed.key), U32_AT(key_pressed.amount)}},
    {HOLE_CARDS_SEEN, BY_NODE | IS_EDGE, {{TAGS, 0, AT(hole_cards_seen.up)}}},
    {CARD_PRESENTED, BY_NODE | IS_EDGE, {{TAGS, 0, AT(card_presented.tags)}}},
    {HELLO, BY_NODE, {
        WORD_AT(KINDS, hello.kind), WORD_AT(RESET_CAUSES, hello.reset_cause), U32_AT(hello.token),
        U32_AT(hello.first_number), U32_AT(hello.last_number), U32_AT(hello.uptime_s), {HELD_ANCHOR, 0, AT(hello)}}},
    {HEARTBEAT, BY_NODE, {U32_AT(heartbeat.last_number)}},
    {PONG, BY_NODE, {U32_AT(pong.token), U32_AT(pong.last_number)}},
    {COUNTERS, BY_NODE, {
        U32_AT(counters.bad_crc), U32_AT(counters.bad_cobs), U32_AT(counters.too_long), U32_AT(counters.malformed),
        U32_AT(counters.sent_again), U32_AT(counters.refused_edges), WORD_AT(RESET_CAUSES, counters.reset_cause)}},
    {DIALLED, BY_NODE, {U32_AT(dialled.amount)}},
    {ABOUT, BY_NODE, {
        U8_AT(about.minor), U32_AT(about.abilities), {RATES, 0, AT(about)},
        {NAME, 0, AT(about.board)}, {NAME, 0, AT(about.firmware)}}},
    {HOST_HELLO, BY_HOST, {U32_AT(host_hello.token)}},
    {HOST_HEARTBEAT, BY_HOST, {{END, 0, 0}}},
    {PING, BY_HOST, {U32_AT(ping.token)}},
    {PAIR, BY_HOST, {{LINK_KEY, 0, AT(pair.link_key)}}},
    {LAMP, BY_HOST | IS_STATE, {
        U8_AT(lamp.red), U8_AT(lamp.green), U8_AT(lamp.blue), WORD_AT(PATTERNS, lamp.pattern), U8_AT(lamp.level)}},
    {GATE, BY_HOST | IS_STATE, {U32_AT(gate.pull)}},
    {BUZZER, BY_HOST | IS_STATE, {WORD_AT(2, buzzer.on)}},
    {ASK_LEVELS, BY_HOST | IS_STATE, {{END, 0, 0}}},
    {ASKS, BY_HOST | IS_STATE | WANTS_ABOUT, {{ASKED, 0, AT(asks)}}},
    {ANCHOR, BY_HOST | IS_STATE | WANTS_ABOUT, {{NEW_ANCHOR, 0, AT(anchor)}}},
    {LAMP_TEST, BY_HOST | IS_STATE | WANTS_ABOUT, {WORD_AT(2, lamp_test.on)}},
    {ACK, BY_NODE | BY_HOST, {{END, 0, 0}}},
};

/* A body that is being written, or read: `is_bad` from the first thing on that does not fit. */
struct writing { uint8_t *body; size_t at; bool is_bad; };
struct reading { const uint8_t *body; size_t length, at; enum decoded bad; };

static const struct row *row_of(uint8_t type)
{
    for (size_t row = 0; row < sizeof TABLE / sizeof TABLE[0]; row++)
        if (TABLE[row].type == type)
            return &TABLE[row];
    return NULL;
}

unsigned saying_of(uint8_t type)
{
    const struct row *row = row_of(type);
    return row == NULL ? 0 : row->saying;
}

/* What both ways ask of a value. */

static bool is_printable(const struct name *name)
{
    for (uint8_t place = 0; place < name->length; place++)
        if (name->text[place] < 0x20 || name->text[place] > 0x7E)
            return false;
    return true;
}

/* Some amount can be dialled so, or none on purpose. */
static bool is_amount(const struct asks *asks)
{
    const bool is_none = asks->least == 0 && asks->most == 0 && asks->step == 0;
    return is_none || (asks->step > 0 && asks->least > 0 && asks->least <= asks->most);
}

/* Writing. */

static void write_bytes(struct writing *w, const uint8_t *bytes, size_t count)
{
    if (w->at + count > MAX_BODY_BYTES) {
        w->is_bad = true;
        return;
    }
    memcpy(w->body + w->at, bytes, count);
    w->at += count;
}

/* The lowest `count` bytes of a number, the lowest first. */
static void write_number(struct writing *w, uint32_t number, size_t count)
{
    const uint8_t bytes[4] = {(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16), (uint8_t)(number >> 24)};
    write_bytes(w, bytes, count);
}

static void write_tags(struct writing *w, const struct tags *tags)
{
    if (tags->count > MAX_TAGS) {
        w->is_bad = true;
        return;
    }
    write_number(w, tags->count, 1);
    write_bytes(w, tags->tag[0], (size_t)tags->count * TAG_BYTES);
}

static void write_chips(struct writing *w, const struct chips *chips)
{
    if (chips->count > MAX_DENOMINATIONS) {
        w->is_bad = true;
        return;
    }
    write_number(w, chips->count, 1);
    for (size_t chip = 0; chip < chips->count; chip++) {
        write_number(w, chips->lying[chip].denomination, 4);
        write_number(w, chips->lying[chip].count, 2);
    }
}

static void write_anchor(struct writing *w, const struct anchor *anchor)
{
    write_number(w, (uint32_t)anchor->count, 4);
    write_number(w, (uint32_t)(anchor->count >> 32), 4);
    write_bytes(w, anchor->hash, ANCHOR_BYTES);
}

static void write_rates(struct writing *w, const struct about *about)
{
    if (about->minor == 0 || about->rates.count > MAX_ANTENNAS) {
        w->is_bad = true;
        return;
    }
    write_number(w, about->rates.count, 1);
    for (uint8_t rate = 0; rate < about->rates.count; rate++)
        write_number(w, about->rates.of[rate], 2);
}

static void write_name(struct writing *w, const struct name *name)
{
    if (name->length > MAX_NAME || !is_printable(name)) {
        w->is_bad = true;
        return;
    }
    write_number(w, name->length, 1);
    write_bytes(w, (const uint8_t *)name->text, name->length);
}

static void write_asks(struct writing *w, const struct asks *asks)
{
    w->is_bad |= asks->keys >> KEYS != 0 || !is_amount(asks);
    write_number(w, asks->keys, 4);
    write_number(w, asks->least, 4);
    write_number(w, asks->most, 4);
    write_number(w, asks->step, 4);
}

static void write_held_anchor(struct writing *w, const struct hello *hello)
{
    if (hello->has_anchor)
        write_anchor(w, &hello->anchor);
}

static void write_field(struct writing *w, const struct field *field, const struct message *message)
{
    const void *value = (const uint8_t *)message + field->at;
    switch (field->kind) {
    case WORD: w->is_bad |= *(const uint8_t *)value >= field->words;            /* fall through */
    case U8: write_number(w, *(const uint8_t *)value, 1); break;
    case U32: write_number(w, *(const uint32_t *)value, 4); break;
    case TAGS: write_tags(w, value); break;
    case HELD_ANCHOR: write_held_anchor(w, value); break;
    case NEW_ANCHOR: write_anchor(w, value); break;
    case RATES: write_rates(w, value); break;
    case NAME: write_name(w, value); break;
    case ASKED: write_asks(w, value); break;
    case LINK_KEY: write_bytes(w, value, LINK_KEY_BYTES); break;
    default: write_chips(w, value); break;
    }
}

size_t encode_body(const struct frame *frame, const uint8_t *key, uint8_t body[MAX_BODY_BYTES])
{
    const struct row *row = row_of(frame->message.type);
    if (row == NULL)
        return 0;
    const uint8_t first[4] = {VERSION, key == NULL ? 0 : KEYED, row->type, frame->node};
    struct writing w = {body, 0, false};
    write_bytes(&w, first, sizeof first);
    write_number(&w, frame->epoch, 4);
    write_number(&w, frame->sequence, 4);
    write_number(&w, frame->acknowledged_epoch, 4);
    write_number(&w, frame->acknowledged, 4);
    write_number(&w, frame->node_ms, 4);
    for (size_t field = 0; field < MAX_FIELDS && row->fields[field].kind != END; field++)
        write_field(&w, &row->fields[field], &frame->message);
    if (key != NULL) {
        uint8_t mac[MAC_BYTES];
        blake2s(key, KEY_BYTES, body, w.at, mac, MAC_BYTES);
        write_bytes(&w, mac, MAC_BYTES);
    }
    return w.is_bad ? 0 : w.at;
}

/* Reading. The first thing that is wrong is kept, except for an unknown word: the body may be too short besides. */

static void fail(struct reading *r, enum decoded bad)
{
    if (r->bad == DECODED || r->bad == UNKNOWN_WORD)
        r->bad = bad;
}

static const uint8_t *read_bytes(struct reading *r, size_t count)
{
    if ((r->bad != DECODED && r->bad != UNKNOWN_WORD) || r->length - r->at < count) {
        fail(r, TOO_SHORT);
        return NULL;
    }
    const uint8_t *bytes = r->body + r->at;
    r->at += count;
    return bytes;
}

static uint32_t read_number(struct reading *r, size_t count)
{
    const uint8_t *bytes = read_bytes(r, count);
    uint32_t number = 0;
    if (bytes != NULL)
        for (size_t place = count; place > 0; place--)
            number = number << 8 | bytes[place - 1];
    return number;
}

/* How many there are; 0 where that is more than there may be, or is not said. */
static uint8_t read_count(struct reading *r, uint8_t most, enum decoded too_many)
{
    const uint8_t count = (uint8_t)read_number(r, 1);
    if (count <= most)
        return count;
    fail(r, too_many);
    return 0;
}

static void read_tags(struct reading *r, struct tags *tags)
{
    tags->count = read_count(r, MAX_TAGS, TOO_MANY_TAGS);
    const uint8_t *bytes = read_bytes(r, (size_t)tags->count * TAG_BYTES);
    if (bytes != NULL)
        memcpy(tags->tag, bytes, (size_t)tags->count * TAG_BYTES);
}

static void read_chips(struct reading *r, struct chips *chips)
{
    chips->count = read_count(r, MAX_DENOMINATIONS, TOO_MANY_DENOMINATIONS);
    for (size_t chip = 0; chip < chips->count; chip++) {
        chips->lying[chip].denomination = read_number(r, 4);
        chips->lying[chip].count = (uint16_t)read_number(r, 2);
    }
}

static void read_word(struct reading *r, uint8_t words, uint8_t *word)
{
    *word = (uint8_t)read_number(r, 1);
    if (*word >= words && r->bad == DECODED)
        r->bad = UNKNOWN_WORD;
}

static void read_anchor(struct reading *r, struct anchor *anchor)
{
    anchor->count = read_number(r, 4);
    anchor->count |= (uint64_t)read_number(r, 4) << 32;
    const uint8_t *hash = read_bytes(r, ANCHOR_BYTES);
    if (hash != NULL)
        memcpy(anchor->hash, hash, ANCHOR_BYTES);
}

/* A node that keeps none ends its hello before it. */
static void read_held_anchor(struct reading *r, struct hello *hello)
{
    hello->has_anchor = r->at != r->length;
    if (hello->has_anchor)
        read_anchor(r, &hello->anchor);
}

static void read_rates(struct reading *r, struct about *about)
{
    const uint8_t *count = read_bytes(r, 1);
    if (count == NULL)
        return;
    if (about->minor == 0)
        fail(r, NO_ABOUT);
    if (*count > MAX_ANTENNAS)
        fail(r, TOO_MANY_ANTENNAS);
    about->rates.count = *count > MAX_ANTENNAS ? 0 : *count;
    for (uint8_t rate = 0; rate < about->rates.count; rate++)
        about->rates.of[rate] = (uint16_t)read_number(r, 2);
}

static void read_name(struct reading *r, struct name *name)
{
    name->length = read_count(r, MAX_NAME, TOO_LONG_A_NAME);
    const uint8_t *text = read_bytes(r, name->length);
    if (text == NULL)
        return;
    memcpy(name->text, text, name->length);
    if (!is_printable(name))
        fail(r, NOT_PRINTABLE);
}

static void read_asks(struct reading *r, struct asks *asks)
{
    asks->keys = read_number(r, 4);
    asks->least = read_number(r, 4);
    asks->most = read_number(r, 4);
    asks->step = read_number(r, 4);
    if (asks->keys >> KEYS != 0)
        fail(r, UNKNOWN_WORD);
    else if (!is_amount(asks))
        fail(r, NO_AMOUNT);
}

static void read_link_key(struct reading *r, uint8_t *link_key)
{
    const uint8_t *bytes = read_bytes(r, LINK_KEY_BYTES);
    if (bytes != NULL)
        memcpy(link_key, bytes, LINK_KEY_BYTES);
}

static void read_field(struct reading *r, const struct field *field, struct message *message)
{
    void *value = (uint8_t *)message + field->at;
    switch (field->kind) {
    case WORD: read_word(r, field->words, value); break;
    case U8: *(uint8_t *)value = (uint8_t)read_number(r, 1); break;
    case U32: *(uint32_t *)value = read_number(r, 4); break;
    case TAGS: read_tags(r, value); break;
    case HELD_ANCHOR: read_held_anchor(r, value); break;
    case NEW_ANCHOR: read_anchor(r, value); break;
    case RATES: read_rates(r, value); break;
    case NAME: read_name(r, value); break;
    case ASKED: read_asks(r, value); break;
    case LINK_KEY: read_link_key(r, value); break;
    default: read_chips(r, value); break;
    }
}

static enum decoded read_message(struct reading *r, const struct row *row, struct message *message)
{
    message->type = row->type;
    for (size_t field = 0; field < MAX_FIELDS && row->fields[field].kind != END; field++)
        read_field(r, &row->fields[field], message);
    if (r->bad == DECODED && r->at != r->length)
        r->bad = TOO_LONG;
    return r->bad;
}

/* Whether the body ends in its MAC. All bytes are compared, so that the time does not tell how many were right. */
static bool is_sealed(const uint8_t *body, size_t length, const uint8_t *key)
{
    uint8_t mac[MAC_BYTES], wrong = 0;
    blake2s(key, KEY_BYTES, body, length - MAC_BYTES, mac, MAC_BYTES);
    for (size_t byte = 0; byte < MAC_BYTES; byte++)
        wrong |= mac[byte] ^ body[length - MAC_BYTES + byte];
    return wrong == 0;
}

/* What is wrong with the body before its message is looked at. */
static enum decoded judge(const uint8_t *body, size_t length, const uint8_t *key)
{
    if (length < HEADER_BYTES)
        return TOO_SHORT;
    if (body[0] != VERSION)
        return OTHER_VERSION;
    if (key == NULL)
        return body[1] == 0 ? DECODED : UNKNOWN_FLAGS;
    if (!(body[1] & KEYED))
        return UNKEYED;
    if (length < HEADER_BYTES + MAC_BYTES)
        return TOO_SHORT;
    if (!is_sealed(body, length, key))
        return FORGED;
    return body[1] == KEYED ? DECODED : UNKNOWN_FLAGS;
}

enum decoded decode_body(const uint8_t *body, size_t length, const uint8_t *key, struct frame *frame)
{
    const enum decoded bad = judge(body, length, key);
    if (bad != DECODED)
        return bad;
    const struct row *row = row_of(body[2]);
    if (row == NULL)
        return UNKNOWN_TYPE;
    struct reading r = {body, key == NULL ? length : length - MAC_BYTES, 4, DECODED};
    memset(frame, 0, sizeof *frame);
    frame->node = body[3];
    frame->epoch = read_number(&r, 4);
    frame->sequence = read_number(&r, 4);
    frame->acknowledged_epoch = read_number(&r, 4);
    frame->acknowledged = read_number(&r, 4);
    frame->node_ms = read_number(&r, 4);
    return read_message(&r, row, &frame->message);
}
