/* shoe.c: the gate, the card that leaves, and what the shoe tells of itself. The host counts; the shoe repeats the number. */
#include "shoe.h"

#include <string.h>

void shoe_start(struct shoe *shoe, const struct identity *who, struct sensors *sensors, uint32_t now_ms)
{
    memset(shoe, 0, sizeof *shoe);
    node_start(&shoe->node, who, sensors, now_ms);
    shoe->sensed = shoe->read = sensors_shoe(sensors);
    shoe->is_empty_told = shoe->sensed & SHOE_SENSES_EMPTY;
    sensors_gate(sensors, false);
}

bool shoe_is_pull_open(const struct shoe *shoe)
{
    return shoe->gate != NO_PULL && shoe->gate != shoe->served;
}

/* Cards. */

static void card_comes(struct shoe *shoe)
{
    shoe->is_card_leaving = true;
    shoe->tags.count = 0;
    shoe->pull = NO_PULL;
    if (!shoe_is_pull_open(shoe))
        return;
    shoe->pull = shoe->gate;
    shoe->served = shoe->gate;
}

static void card_has_left(struct shoe *shoe)
{
    shoe->is_card_leaving = false;
    shoe->node.session.refused_edges += shoe->is_card_owed;     /* the gate was shut: somebody pulls cards, and nobody listens */
    shoe->card = (struct message){.type = CARD_OFF, .card_off = {shoe->pull, FACE_UNKNOWN, shoe->tags}};
    shoe->is_card_owed = true;
}

static void see(struct shoe *shoe, const uint8_t tag[TAG_BYTES])
{
    for (uint8_t place = 0; place < shoe->tags.count; place++)
        if (memcmp(shoe->tags.tag[place], tag, TAG_BYTES) == 0)
            return;
    if (shoe->tags.count < MAX_TAGS)
        memcpy(shoe->tags.tag[shoe->tags.count++], tag, TAG_BYTES);
}

static void sense_card(struct shoe *shoe, uint32_t now_ms)
{
    struct tags seen;
    const bool is_in_light = sensors_beam(shoe->node.sensors), has_looked = sensors_tags(shoe->node.sensors, &seen);
    if (is_in_light && !shoe->is_in_light && shoe->is_card_leaving)
        card_has_left(shoe);            /* the next one is close behind */
    if (is_in_light && !shoe->is_in_light)
        card_comes(shoe);
    if (!is_in_light && shoe->is_in_light)
        shoe->left_light_ms = now_ms;
    shoe->is_in_light = is_in_light;
    if (shoe->is_card_leaving && has_looked)
        for (uint8_t place = 0; place < seen.count && place < MAX_TAGS; place++)
            see(shoe, seen.tag[place]);
    if (shoe->is_card_leaving && !is_in_light && now_ms - shoe->left_light_ms >= CARD_READS_ON_MS)
        card_has_left(shoe);
}

/* The lid, a jam, an empty shoe. */

static void owe(struct shoe *shoe, enum shoe_change what, enum shoe_change instead_of)
{
    shoe->owed &= ~(1u << instead_of);
    shoe->owed |= 1u << what;
}

static void switch_turned(struct shoe *shoe, unsigned sensed)
{
    const unsigned turned = sensed ^ shoe->sensed;
    shoe->sensed = sensed;
    if (turned & SHOE_SENSES_LID_OPEN) {
        const bool is_open = sensed & SHOE_SENSES_LID_OPEN;
        owe(shoe, is_open ? SHOE_LID_OPEN : SHOE_LID_CLOSED, is_open ? SHOE_LID_CLOSED : SHOE_LID_OPEN);
    }
    if (turned & SHOE_SENSES_JAM) {
        const bool is_jammed = sensed & SHOE_SENSES_JAM;
        owe(shoe, is_jammed ? SHOE_JAM : SHOE_CLEARED, is_jammed ? SHOE_CLEARED : SHOE_JAM);
    }
    if (turned & SHOE_SENSES_EMPTY) {
        shoe->is_empty_told = sensed & SHOE_SENSES_EMPTY;
        owe(shoe, shoe->is_empty_told ? SHOE_EMPTY : SHOE_RELOADED, shoe->is_empty_told ? SHOE_RELOADED : SHOE_EMPTY);
    }
}

static void sense_switches(struct shoe *shoe, uint32_t now_ms)
{
    const unsigned read = sensors_shoe(shoe->node.sensors);
    if (read != shoe->read) {
        shoe->read = read;
        shoe->read_ms = now_ms;
    }
    if (read != shoe->sensed && now_ms - shoe->read_ms >= SWITCH_SETTLES_MS)
        switch_turned(shoe, read);
}

static void owe_levels(struct shoe *shoe)
{
    const bool is_open = shoe->sensed & SHOE_SENSES_LID_OPEN;
    owe(shoe, is_open ? SHOE_LID_OPEN : SHOE_LID_CLOSED, is_open ? SHOE_LID_CLOSED : SHOE_LID_OPEN);
    if (shoe->sensed & SHOE_SENSES_JAM)
        owe(shoe, SHOE_JAM, SHOE_CLEARED);
    if (shoe->is_empty_told)
        owe(shoe, SHOE_EMPTY, SHOE_RELOADED);
}

/* A card first: it has happened before whatever can be sensed now. The rest in the order of the levels. */
static void tell_what_is_owed(struct shoe *shoe, uint32_t now_ms)
{
    static const uint8_t ORDER[SHOE_CHANGES] = {
        SHOE_LID_OPEN, SHOE_LID_CLOSED, SHOE_JAM, SHOE_CLEARED, SHOE_EMPTY, SHOE_RELOADED};
    if (shoe->is_card_owed && node_has_room(&shoe->node, 1))
        shoe->is_card_owed = node_session_post(&shoe->node.session, &shoe->card, now_ms) == 0;
    for (uint8_t place = 0; place < SHOE_CHANGES; place++) {
        struct message m = {.type = SHOE_CHANGED, .shoe_changed = {ORDER[place]}};
        const unsigned bit = 1u << ORDER[place];
        if (shoe->owed & bit && node_has_room(&shoe->node, 1) && node_session_post(&shoe->node.session, &m, now_ms))
            shoe->owed &= ~bit;
    }
}

static void set_gate(struct shoe *shoe)
{
    const bool may_turn = !(shoe->sensed & (SHOE_SENSES_LID_OPEN | SHOE_SENSES_JAM)) && !shoe->is_card_owed;
    const bool is_open = shoe_is_pull_open(shoe) && may_turn && node_has_room(&shoe->node, ROOM_FOR_EDGES);
    sensors_gate(shoe->node.sensors, is_open);
}

static void heed(struct node *node, const struct report *report)
{
    struct shoe *shoe = (struct shoe *)node;
    if (report->kind == STATE_SET && report->state.type == GATE)
        shoe->gate = report->state.gate.pull;
    if (report->kind == HOST_LOST)
        shoe->gate = NO_PULL;
    if (report->kind == LEVELS_ASKED)
        owe_levels(shoe);
}

void shoe_receive(struct shoe *shoe, const uint8_t *data, size_t length, uint32_t now_ms)
{
    node_receive(&shoe->node, data, length, now_ms, heed);
}

size_t shoe_step(struct shoe *shoe, uint32_t now_ms, uint8_t output[MAX_OUTPUT_BYTES])
{
    node_tick(&shoe->node, now_ms, heed);
    sense_card(shoe, now_ms);
    sense_switches(shoe, now_ms);
    tell_what_is_owed(shoe, now_ms);
    set_gate(shoe);
    return node_session_take_output(&shoe->node.session, now_ms, output);
}
