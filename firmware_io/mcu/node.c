/* node.c: the lamp and the buzzer of any node. */
#include "node.h"

#include <string.h>

void node_start(struct node *node, const struct identity *who, struct sensors *sensors, uint32_t now_ms)
{
    memset(node, 0, sizeof *node);
    node_session_start(&node->session, who, now_ms);
    node->sensors = sensors;
    node->lamp_ms = now_ms;
}

/* What all nodes put into effect. */
static void heed(struct node *node, const struct report *report, uint32_t now_ms)
{
    if (report->kind == HOST_LOST)
        node->is_buzzing = node->is_lamp_tested = false;
    if (report->kind != STATE_SET)
        return;
    if (report->state.type == BUZZER)
        node->is_buzzing = report->state.buzzer.on;
    if (report->state.type == LAMP_TEST) {
        node->is_lamp_tested = report->state.lamp_test.on;
        node->tested_ms = now_ms;
    }
    if (report->state.type == LAMP) {
        node->lamp = report->state.lamp;
        node->lamp_ms = now_ms;
    }
}

static void heed_all(struct node *node, const struct reports *reports, uint32_t now_ms, node_heeds *heeds)
{
    for (uint8_t place = 0; place < reports->count; place++) {
        heed(node, &reports->of[place], now_ms);
        heeds(node, &reports->of[place]);
    }
}

/* What is not kept over a restart is not proven to the host either: it asks again. */
static void keep_key(struct node *node, const struct reports *reports, uint32_t now_ms, node_heeds *heeds)
{
    struct reports lost;
    for (uint8_t place = 0; place < reports->count; place++) {
        const uint8_t *link_key = reports->of[place].state.pair.link_key;
        if (reports->of[place].kind != KEY_GIVEN || !sensors_keep_key(node->sensors, link_key))
            continue;
        node_session_keep_key(&node->session, link_key, now_ms, &lost);
        heed_all(node, &lost, now_ms, heeds);
    }
}

void node_receive(struct node *node, const uint8_t *data, size_t length, uint32_t now_ms, node_heeds *heeds)
{
    struct reports reports;
    for (size_t taken = 0; taken < length;) {
        taken += node_session_receive(&node->session, data + taken, length - taken, now_ms, &reports);
        heed_all(node, &reports, now_ms, heeds);
        keep_key(node, &reports, now_ms, heeds);
    }
}

void node_tick(struct node *node, uint32_t now_ms, node_heeds *heeds)
{
    struct reports reports;
    node_session_tick(&node->session, now_ms, &reports);
    heed_all(node, &reports, now_ms, heeds);
}

void node_pixels(const struct node *node, uint32_t now_ms, struct pixel ring[PIXELS])
{
    static const struct lamp TESTED[4] = {
        {255, 0, 0, PATTERN_SOLID, 255}, {0, 255, 0, PATTERN_SOLID, 255}, {0, 0, 255, PATTERN_SOLID, 255},
        {255, 255, 255, PATTERN_SOLID, 255},
    };
    const struct lamp *lamp = node->is_lamp_tested ? &TESTED[(now_ms - node->tested_ms) / 1000 % 4] : &node->lamp;
    lamp_pixels(lamp, now_ms - node->lamp_ms, ring);
}

bool node_has_room(const struct node *node, unsigned edges)
{
    return node->session.kept_count + edges <= MAX_KEPT_EDGES;
}
