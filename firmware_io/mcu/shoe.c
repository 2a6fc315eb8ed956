/* shoe.c: the gate, the card that leaves, and what the shoe tells of itself. The host counts; the shoe repeats the number. */
#include "shoe.h"

#include <string.h>

void shoe_start(struct shoe *shoe, const struct identity *who, struct sensors *sensors, uint32_t now_ms)
{
    memset(shoe, 0, sizeof *shoe);
    node_start(&shoe->node, who, sensors, now_ms);
    shoe->sensed = shoe->read = sensors_shoe(sensors);
    shoe->is_empty_told = shoe->sensed & SHOE_SENSES_EMPTY;
    shoe->has_motor = who->about.abilities >> ABILITY_MOTOR & 1u;
    sensors_gate(sensors, false, false);
}

bool shoe_is_pull_open(const struct shoe *shoe)
{
    return shoe->gate != NO_PULL && shoe->gate != shoe->served;
}

/* Cards. */

static void card_comes(struct shoe *shoe, uint32_t now_ms)
{
    shoe->is_card_leaving = true;
    shoe->came_ms = now_ms;
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

/* Dark at once, light once it has been light for a while: the edge of a card flickers. */
static bool is_in_light(struct shoe *shoe, uint32_t now_ms)
{
    const bool is_dark = sensors_beam(shoe->node.sensors);
    if (!is_dark && !shoe->is_light_read)
        shoe->light_ms = now_ms;
    shoe->is_light_read = !is_dark;
    return is_dark || (shoe->is_in_light && now_ms - shoe->light_ms < LIGHT_SETTLES_MS);
}

static void sense_card(struct shoe *shoe, uint32_t now_ms)
{
    struct tags seen;
    const bool is_there = is_in_light(shoe, now_ms), has_looked = sensors_tags(shoe->node.sensors, &seen);
    if (is_there && !shoe->is_in_light && shoe->is_card_leaving)
        card_has_left(shoe);            /* the next one is close behind */
    if (is_there && !shoe->is_in_light)
        card_comes(shoe, now_ms);
    shoe->is_in_light = is_there;
    if (shoe->is_card_leaving && has_looked)
        for (uint8_t place = 0; place < seen.count && place < MAX_TAGS; place++)
            see(shoe, seen.tag[place]);
    if (shoe->is_card_leaving && !is_there && now_ms - shoe->light_ms >= CARD_READS_ON_MS)
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
        shoe->is_stalled = shoe->is_stalled && shoe->is_empty_told;
        owe(shoe, shoe->is_empty_told ? SHOE_EMPTY : SHOE_RELOADED, shoe->is_empty_told ? SHOE_RELOADED : SHOE_EMPTY);
    }
}

/* What the board senses, and the jam that the motor has stopped for. In an empty shoe a card that does not come is none. */
static unsigned read_switches(const struct shoe *shoe)
{
    const unsigned read = sensors_shoe(shoe->node.sensors);
    const bool is_jammed = shoe->is_stuck || (shoe->is_stalled && !((read | shoe->sensed) & SHOE_SENSES_EMPTY));
    return is_jammed ? read | SHOE_SENSES_JAM : read;
}

static void sense_switches(struct shoe *shoe, uint32_t now_ms)
{
    const unsigned read = read_switches(shoe);
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

/* The gate and the motor. */

/* Whether the motor has run for long enough, for a card that stays in the mouth or for one that does not come. Without a motor
 * neither is a jam: a hand takes the time that it takes. */
static void watch_motor(struct shoe *shoe, uint32_t now_ms)
{
    const bool runs_on = shoe->is_motor_on && !shoe->is_open;
    const bool is_late = now_ms - shoe->came_ms >= CARD_STUCK_MS || (runs_on && now_ms - shoe->shut_ms >= MOTOR_RUNS_ON_MS);
    shoe->is_stuck = shoe->has_motor && shoe->is_card_leaving && (shoe->is_stuck || (shoe->is_in_light && is_late));
    if (shoe->read & SHOE_SENSES_LID_OPEN)
        shoe->is_stalled = false;
    else if (shoe->is_motor_on && shoe->is_open && !shoe->is_in_light && now_ms - shoe->began_ms >= MOTOR_STALLED_MS)
        shoe->is_stalled = true;
}

/* A lid or a jam stops the motor at once, before it has settled. */
static void set_gate(struct shoe *shoe, uint32_t now_ms)
{
    const bool may_turn = !((shoe->read | shoe->sensed) & (SHOE_SENSES_LID_OPEN | SHOE_SENSES_JAM));
    const bool is_open = shoe_is_pull_open(shoe) && may_turn && !shoe->is_card_owed && node_has_room(&shoe->node, ROOM_FOR_EDGES);
    const bool is_half_out = shoe->is_motor_on && shoe->is_in_light && node_session_is_met(&shoe->node.session);
    const bool is_motor_on = shoe->has_motor && may_turn && (is_open ? !shoe->is_stalled : is_half_out);
    if (shoe->is_open && !is_open)
        shoe->shut_ms = now_ms;
    if (is_motor_on && !shoe->is_motor_on)
        shoe->began_ms = now_ms;
    shoe->is_open = is_open;
    shoe->is_motor_on = is_motor_on;
    sensors_gate(shoe->node.sensors, is_open, shoe->is_motor_on);
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
    watch_motor(shoe, now_ms);
    sense_switches(shoe, now_ms);
    tell_what_is_owed(shoe, now_ms);
    set_gate(shoe, now_ms);
    return node_session_take_output(&shoe->node.session, now_ms, output);
}
