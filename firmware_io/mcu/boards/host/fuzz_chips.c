/* fuzz_chips.c: the reader of chips and what is made of its looks, under any bytes and at any time; libFuzzer's form, as fuzz.c.
 *
 * The input is a row of acts, two bytes and what they take each: raw bytes to the reader, an answer to what it has asked with a
 * good sum, milliseconds, a look at tags of the input's. The field must stay within its bounds, and a tag lies in one place.
 */
#include <stdlib.h>
#include <string.h>

#include "feig.h"
#include "input.h"

enum { ACTS = 6, WORTHS = 40, ROW_BYTES = 10 };

struct seat_of_chips {
    struct feig reader;
    struct chip_field field;
    struct chip_worth worths[WORTHS];
    struct dsfid_worth dsfids[2];
    struct chip_book book;
    uint32_t now_ms;
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct seat_of_chips *seat)
{
    const struct chip_field *field = &seat->field;
    unsigned counted = field->foreign[AREA_BET] + field->foreign[AREA_STACK];
    for (int area = 0; area < AREAS; area++) {
        struct chips lying = {0};
        (void)chip_field_lying(field, (enum area)area, &lying);
        if (lying.count > MAX_DENOMINATIONS)
            abort();
        for (uint8_t row = 0; row < lying.count; row++) {
            if (row > 0 && lying.lying[row - 1].denomination >= lying.lying[row].denomination)
                abort();
            counted += lying.lying[row].count;
        }
    }
    if (field->count > MAX_CHIPS || counted > field->count || seat->reader.seen.count > MAX_SEEN
        || seat->reader.at > FEIG_MAX_FRAME_BYTES || seat->reader.out_length > FEIG_MAX_OUT_BYTES)
        abort();
}

static void heed(struct seat_of_chips *seat, enum area area, enum feig_news news)
{
    if (news == FEIG_SEEN)
        chip_field_see(&seat->field, area, &seat->reader.seen, seat->now_ms);
    if (news == FEIG_GONE)
        chip_field_blind(&seat->field, area);
}

static void feed(struct seat_of_chips *seat, const uint8_t *data, size_t length)
{
    for (size_t at = 0; at < length; at++)
        heed(seat, AREA_BET, feig_feed(&seat->reader, data[at], seat->now_ms));
}

static void feed_raw(struct seat_of_chips *seat, struct input *input, size_t most)
{
    const size_t length = input->left < most ? input->left : most;
    feed(seat, input->data, length);
    input->data += length;
    input->left -= length;
}

/* Ids: each of its own byte, or one after the other from the first, so that few bytes make many tags. */
struct ids { bool are_in_a_row; uint8_t next; };

static uint8_t next_id(struct ids *ids, struct input *input)
{
    if (!ids->are_in_a_row)
        return take(input);
    return ids->next++;
}

/* To the command that it waits for: a status and rows of the input's. */
static void answer(struct seat_of_chips *seat, struct input *input, uint8_t rows)
{
    static const uint8_t commands[] = {0x65, 0x69, 0xB0, 0xB0}, statuses[] = {0x00, 0x94, 0x01, 0x83};
    const uint8_t how = take(input), status = statuses[how % 4];
    struct ids ids = {how & 4, how};
    uint8_t frame[8 + 1 + 255 * ROW_BYTES] = {0x02, 0, 0, 0, commands[seat->reader.step % 4], status};
    size_t length = 6;
    if (seat->reader.step >= 2) {
        frame[length++] = rows;
        for (uint8_t row = 0; row < rows; row++, length += ROW_BYTES)
            memcpy(frame + length, (uint8_t[ROW_BYTES]){0x03, row % 8, 0xE0, 4, 1, 0, 0, 0, 0, next_id(&ids, input)}, ROW_BYTES);
    }
    frame[1] = (uint8_t)((length + 2) >> 8);
    frame[2] = (uint8_t)(length + 2);
    const uint16_t crc = feig_crc(frame, length);
    frame[length++] = (uint8_t)crc;
    frame[length++] = (uint8_t)(crc >> 8);
    feed(seat, frame, length);
}

static void look(struct seat_of_chips *seat, struct input *input, uint8_t count, enum area area)
{
    static struct chip_tags seen;
    const uint8_t how = take(input);
    struct ids ids = {how & 4, how};
    seen.count = count % (MAX_SEEN + 1);
    seen.has_more = how & 8;
    for (uint8_t place = 0; place < seen.count; place++) {
        const uint8_t tag[TAG_BYTES] = {0xE0, 4, 1, 0, 0, 0, how & 1, next_id(&ids, input)};
        memcpy(seen.of[place].tag, tag, TAG_BYTES);
        seen.of[place].dsfid = tag[7] % 5;
    }
    chip_field_see(&seat->field, area, &seen, seat->now_ms);
}

static void act(struct seat_of_chips *seat, struct input *input)
{
    uint8_t asked[FEIG_MAX_OUT_BYTES];
    const uint8_t what = take(input), how_much = take(input);
    switch (what % ACTS) {
    case 0: feed_raw(seat, input, how_much); break;
    case 1: case 2: answer(seat, input, how_much); break;
    case 3: seat->now_ms += 8u * how_much; break;
    case 4: look(seat, input, how_much, what & 8 ? AREA_STACK : AREA_BET); break;
    default: seat->now_ms += how_much; break;
    }
    heed(seat, AREA_BET, feig_tick(&seat->reader, seat->now_ms));
    chip_field_tick(&seat->field, seat->now_ms);
    if (what & 16)
        (void)feig_take_output(&seat->reader, asked);
    check(seat);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, size};
    struct seat_of_chips *seat = calloc(1, sizeof *seat);
    if (seat == NULL)
        abort();
    for (uint8_t row = 0; row < WORTHS; row++)
        seat->worths[row] = (struct chip_worth){{0xE0, 4, 1, 0, 0, 0, 0, row}, 1u + row % 20};
    seat->dsfids[0] = (struct dsfid_worth){3, 500};
    seat->dsfids[1] = (struct dsfid_worth){4, 5};
    seat->book = (struct chip_book){seat->worths, WORTHS, seat->dsfids, 2};
    seat->now_ms = UINT32_MAX - 2000;           /* the clock wraps soon */
    chip_field_start(&seat->field, &seat->book, take(&input) % 4, seat->now_ms);
    feig_start(&seat->reader, seat->now_ms);
    while (input.left > 0)
        act(seat, &input);
    free(seat);
    return 0;
}
