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

void node_heed(struct node *node, const struct report *report, uint32_t now_ms)
{
    if (report->kind == HOST_LOST)
        node->is_buzzing = false;
    if (report->kind != STATE_SET)
        return;
    if (report->state.type == BUZZER)
        node->is_buzzing = report->state.buzzer.on;
    if (report->state.type == LAMP) {
        node->lamp = report->state.lamp;
        node->lamp_ms = now_ms;
    }
}

void node_pixels(const struct node *node, uint32_t now_ms, struct pixel ring[PIXELS])
{
    lamp_pixels(&node->lamp, now_ms - node->lamp_ms, ring);
}

bool node_has_room(const struct node *node, unsigned edges)
{
    return node->session.kept_count + edges <= MAX_KEPT_EDGES;
}
