/* seat.c: what a seat senses becomes edges once it has settled. What lies is told whole, and again when there was no room. */
#include "seat.h"

#include <string.h>

static bool post(struct seat *seat, const struct message *edge, uint32_t now_ms)
{
    return node_session_post(&seat->node.session, edge, now_ms) != 0;
}

/* Keys. A press without room is refused and counted: half a minute of edges is waiting, and nobody means it any more. */

static void press(struct seat *seat, uint8_t key, uint32_t now_ms)
{
    struct message m = {.type = KEY_PRESSED};
    m.key_pressed.key = key;
    m.key_pressed.amount = sensors_dialled(seat->node.sensors);
    (void)post(seat, &m, now_ms);
}

static void sense_keys(struct seat *seat, uint32_t now_ms)
{
    const uint32_t read = sensors_keys(seat->node.sensors);
    const uint32_t turned = read ^ seat->keys_read;
    seat->keys_read = read;
    for (uint8_t key = 0; key < KEYS; key++) {
        const uint32_t bit = UINT32_C(1) << key;
        if (turned & bit)
            seat->keys_read_ms[key] = now_ms;
        if (!((read ^ seat->keys) & bit) || now_ms - seat->keys_read_ms[key] < KEY_SETTLES_MS)
            continue;
        seat->keys ^= bit;
        if (read & bit)
            press(seat, key, now_ms);
    }
}

/* Chips. */

/* Written where it is known, and only there. */
static enum chips_sensed look_at(const struct seat *seat, enum area area, struct chips *lying)
{
    struct chips seen = {0};
    const enum chips_sensed how = sensors_chips(seat->node.sensors, area, &seen);
    if (how == CHIPS_KNOWN && seen.count > MAX_DENOMINATIONS)
        return CHIPS_NOT_KNOWN;
    if (how == CHIPS_KNOWN)
        *lying = seen;
    return how;
}

/* Chips that lie there at the start are told when they are asked for; where that is not known yet, as soon as it is. */
static void look_at_first(struct seat *seat, enum area area)
{
    struct sensed_area *sensed = &seat->areas[area];
    sensed->is_awaited = look_at(seat, area, &sensed->read) == CHIPS_NOT_KNOWN;
    sensed->told = sensed->read;
}

static bool are_equal(const struct chips *one, const struct chips *other)
{
    if (one->count != other->count)
        return false;
    for (uint8_t chip = 0; chip < one->count; chip++)
        if (one->lying[chip].denomination != other->lying[chip].denomination || one->lying[chip].count != other->lying[chip].count)
            return false;
    return true;
}

static void sense_area(struct seat *seat, enum area area, uint32_t now_ms)
{
    struct sensed_area *sensed = &seat->areas[area];
    struct chips lying;
    if (look_at(seat, area, &lying) != CHIPS_KNOWN) {
        sensed->read_ms = now_ms;
        return;
    }
    if (!are_equal(&lying, &sensed->read)) {
        sensed->read = lying;
        sensed->read_ms = now_ms;
    }
    const bool is_news = sensed->is_awaited || !are_equal(&lying, &sensed->told);
    if (is_news && now_ms - sensed->read_ms >= AREA_SETTLES_MS) {
        sensed->told = lying;
        sensed->is_awaited = false;
        seat->owes_area[area] = true;
    }
}

/* Cards that lie face up: there at the first look that sees them, gone when none has for a while. */

static int place_of(const struct tags *tags, const uint8_t tag[TAG_BYTES])
{
    for (uint8_t place = 0; place < tags->count; place++)
        if (memcmp(tags->tag[place], tag, TAG_BYTES) == 0)
            return place;
    return -1;
}

static void see(struct seat *seat, const uint8_t tag[TAG_BYTES], uint32_t now_ms)
{
    int place = place_of(&seat->up, tag);
    if (place < 0 && seat->up.count < MAX_TAGS) {
        place = seat->up.count++;
        memcpy(seat->up.tag[place], tag, TAG_BYTES);
        seat->owes_cards = true;
    }
    if (place >= 0)
        seat->up_ms[place] = now_ms;
}

static void lose(struct seat *seat, uint8_t place)
{
    seat->up.count--;
    for (uint8_t behind = place; behind < seat->up.count; behind++) {
        memcpy(seat->up.tag[behind], seat->up.tag[behind + 1], TAG_BYTES);
        seat->up_ms[behind] = seat->up_ms[behind + 1];
    }
    seat->owes_cards = true;
}

static void sense_cards(struct seat *seat, uint32_t now_ms)
{
    struct tags seen;
    if (sensors_tags(seat->node.sensors, &seen))
        for (uint8_t place = 0; place < seen.count && place < MAX_TAGS; place++)
            see(seat, seen.tag[place], now_ms);
    for (uint8_t place = seat->up.count; place > 0; place--)
        if (now_ms - seat->up_ms[place - 1] >= CARD_GONE_MS)
            lose(seat, (uint8_t)(place - 1));
}

/* What is owed is told in the order of the levels: the bet area first, whichever way chips go. So the stack waits for it. */

static bool is_bet_settled(const struct seat *seat)
{
    const struct sensed_area *bet = &seat->areas[AREA_BET];
    return !bet->is_awaited && are_equal(&bet->read, &bet->told);
}

static void tell_what_is_owed(struct seat *seat, uint32_t now_ms)
{
    struct message m = {.type = AREA_CHANGED};
    for (uint8_t area = 0; area < AREAS; area++) {
        const struct sensed_area *sensed = &seat->areas[area];
        const bool must_wait = sensed->is_awaited || (area == AREA_STACK && !is_bet_settled(seat));
        if (!seat->owes_area[area] || must_wait || !node_has_room(&seat->node, 1))
            continue;
        m.area_changed.area = area;
        m.area_changed.chips = sensed->told;
        seat->owes_area[area] = !post(seat, &m, now_ms);
    }
    if (seat->owes_cards && node_has_room(&seat->node, 1)) {
        m = (struct message){.type = HOLE_CARDS_SEEN, .hole_cards_seen = {seat->up}};
        seat->owes_cards = !post(seat, &m, now_ms);
    }
}

static void heed(struct node *node, const struct report *report)
{
    struct seat *seat = (struct seat *)node;
    if (report->kind == HOST_LOST)
        seat->asks = (struct asks){0};
    if (report->kind == STATE_SET && report->state.type == ASKS)
        seat->asks = report->state.asks;
    if (report->kind == LEVELS_ASKED)
        seat->owes_area[AREA_BET] = seat->owes_area[AREA_STACK] = seat->owes_cards = true;
}

void seat_start(struct seat *seat, const struct identity *who, struct sensors *sensors, uint32_t now_ms)
{
    memset(seat, 0, sizeof *seat);
    node_start(&seat->node, who, sensors, now_ms);
    seat->keys = seat->keys_read = sensors_keys(sensors);
    for (uint8_t area = 0; area < AREAS; area++)
        look_at_first(seat, (enum area)area);
}

void seat_receive(struct seat *seat, const uint8_t *data, size_t length, uint32_t now_ms)
{
    node_receive(&seat->node, data, length, now_ms, heed);
}

size_t seat_step(struct seat *seat, uint32_t now_ms, uint8_t output[MAX_OUTPUT_BYTES])
{
    node_tick(&seat->node, now_ms, heed);
    sense_keys(seat, now_ms);
    node_session_dial(&seat->node.session, sensors_dialled(seat->node.sensors));
    sense_area(seat, AREA_BET, now_ms);
    sense_area(seat, AREA_STACK, now_ms);
    sense_cards(seat, now_ms);
    tell_what_is_owed(seat, now_ms);
    return node_session_take_output(&seat->node.session, now_ms, output);
}
