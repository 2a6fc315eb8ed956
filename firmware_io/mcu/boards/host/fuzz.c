/* fuzz.c: a seat and a shoe under any bytes and any sensors, in libFuzzer's form; fuzz_by_chance.c drives it without clang.
 *
 * The input is a row of acts, two bytes and what they take each: raw bytes to the wire, a body that is framed as it should be,
 * milliseconds, sensors. After most of them the nodes take a step, and must be within their bounds; the sanitizers look for the
 * rest.
 */
#include <stdlib.h>
#include <string.h>

#include "blake2s.h"
#include "input.h"
#include "seat.h"
#include "shoe.h"
#include "things.h"

enum { NODE = 3, EPOCH = 77, ACTS = 8 };

struct nodes {
    struct seat seat;
    struct shoe shoe;
    struct sensors seat_things, shoe_things;
    uint32_t now_ms;
    bool is_keyed;
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* As many bytes as there are left, at most `most`, into memory of just that size: reading one too many is found. */
static size_t take_bytes(struct input *input, size_t most, uint8_t **bytes)
{
    const size_t count = input->left < most ? input->left : most;
    *bytes = malloc(count + (count == 0));
    if (*bytes == NULL)
        abort();
    memcpy(*bytes, input->data, count);
    input->data += count;
    input->left -= count;
    return count;
}

static void receive(struct nodes *nodes, const uint8_t *data, size_t length)
{
    seat_receive(&nodes->seat, data, length, nodes->now_ms);
    shoe_receive(&nodes->shoe, data, length, nodes->now_ms);
}

static void receive_raw(struct nodes *nodes, struct input *input, size_t most)
{
    uint8_t *bytes;
    const size_t length = take_bytes(input, most, &bytes);
    receive(nodes, bytes, length);
    free(bytes);
}

/* Ends the body in its MAC, by a key of zeros, and echoes the time. */
static size_t sealed(const struct nodes *nodes, uint8_t body[MAX_BODY_BYTES], size_t length, uint8_t age_ms)
{
    static const uint8_t key[KEY_BYTES];
    const uint32_t echo_ms = (uint32_t)nodes->seat.node.session.clock_ms - age_ms;
    for (size_t byte = 0; byte < 4; byte++)
        body[20 + byte] = (uint8_t)(echo_ms >> 8 * byte);
    body[1] = KEYED;
    blake2s(key, KEY_BYTES, body, length, body + length, MAC_BYTES);
    return length + MAC_BYTES;
}

/* A body of the host's with a good sum: type and payload by the input, the header such that it is heard. */
static void receive_framed(struct nodes *nodes, struct input *input, size_t most)
{
    uint8_t *payload, body[MAX_BODY_BYTES] = {1, 0, take(input), take(input) % 5, 5, 0, 0, 0, take(input)};
    uint8_t frame[MAX_FRAME_BYTES];
    body[12] = take(input) % 2 ? EPOCH : 0;
    body[16] = take(input);
    const size_t room = MAX_BODY_BYTES - HEADER_BYTES - (nodes->is_keyed ? MAC_BYTES : 0);
    size_t length = HEADER_BYTES + take_bytes(input, most % (room + 1), &payload);
    memcpy(body + HEADER_BYTES, payload, length - HEADER_BYTES);
    if (nodes->is_keyed)
        length = sealed(nodes, body, length, body[8]);
    receive(nodes, frame, frame_body(body, length, frame));
    free(payload);
}

static void lay(struct input *input, struct sensors *things)
{
    things->tags.count = take(input) % (MAX_TAGS + 1);
    for (uint8_t place = 0; place < things->tags.count; place++)
        things->tags.tag[place][7] = take(input) % 12;
    for (uint8_t area = 0; area < AREAS; area++) {
        things->chips[area].count = take(input) % (MAX_DENOMINATIONS + 1);
        for (uint8_t chip = 0; chip < things->chips[area].count; chip++)
            things->chips[area].lying[chip] = (struct chip){chip, take(input)};
    }
}

static void turn(struct input *input, struct sensors *things)
{
    const uint8_t bits = take(input);
    things->keys = UINT32_C(1) << take(input) % 32;
    things->has_chips = bits & 1;
    things->keeps_looking = bits & 2;
    things->beam = bits & 4;
    things->shoe = bits >> 3 & 7u;
}

static void step(struct nodes *nodes)
{
    struct pixel ring[PIXELS];
    uint8_t *output = malloc(MAX_OUTPUT_BYTES);
    if (output == NULL)
        abort();
    const size_t from_seat = seat_step(&nodes->seat, nodes->now_ms, output);
    const size_t from_shoe = shoe_step(&nodes->shoe, nodes->now_ms, output);
    node_pixels(&nodes->seat.node, nodes->now_ms, ring);
    const struct node_session *seat = &nodes->seat.node.session, *shoe = &nodes->shoe.node.session;
    const bool is_within = from_seat <= MAX_OUTPUT_BYTES && from_shoe <= MAX_OUTPUT_BYTES
        && seat->kept_count <= MAX_KEPT_EDGES && shoe->kept_count <= MAX_KEPT_EDGES && seat->reply_count == 0
        && seat->sent_number <= seat->last_number && shoe->sent_number <= shoe->last_number
        && nodes->seat.up.count <= MAX_TAGS && nodes->shoe.tags.count <= MAX_TAGS;
    const bool is_moving = nodes->shoe_things.is_gate_open || nodes->shoe_things.is_motor_on;
    const bool is_gate_right = !is_moving || (node_session_is_met(shoe) && !(nodes->shoe_things.shoe & SHOE_SENSES_LID_OPEN));
    free(output);
    if (!is_within || !is_gate_right)
        abort();
}

/* The disk has room for every second key. */
static bool keep_key(const uint8_t *link_key)
{
    return link_key[0] & 1;
}

static void act(struct nodes *nodes, struct input *input)
{
    const uint8_t what = take(input), how_much = take(input);
    switch (what % ACTS) {
    case 0: receive_raw(nodes, input, how_much); break;
    case 1: case 2: case 3: receive_framed(nodes, input, how_much); break;
    case 4: nodes->now_ms += how_much; break;
    case 5: nodes->now_ms += 16u * how_much; break;
    case 6: lay(input, what & 8 ? &nodes->seat_things : &nodes->shoe_things); break;
    default: turn(input, what & 8 ? &nodes->seat_things : &nodes->shoe_things); break;
    }
    if (!(what & 16))
        step(nodes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, size};
    struct nodes *nodes = calloc(1, sizeof *nodes);
    if (nodes == NULL)
        abort();
    nodes->now_ms = UINT32_MAX - 2000;          /* the clock wraps soon */
    struct identity shoe = {.node = NODE, .kind = KIND_SHOE, .epoch = EPOCH}, seat = shoe;
    seat.kind = KIND_SEAT;
    seat.about.minor = PAIRS_FROM;      /* the shoe does not say what it is */
    nodes->seat_things.keep_key = keep_key;
    seat.has_anchor = true;
    seat.has_key = shoe.has_key = nodes->is_keyed = take(&input) % 2;
    shoe.about.abilities = 1u << ABILITY_MOTOR;
    seat_start(&nodes->seat, &seat, &nodes->seat_things, nodes->now_ms);
    shoe_start(&nodes->shoe, &shoe, &nodes->shoe_things, nodes->now_ms);
    while (input.left > 0)
        act(nodes, &input);
    free(nodes);
    return 0;
}
