/* node: what a shoe and a seat have in common: a session, a lamp, a buzzer, and the board's sensors. */
#ifndef NODE_H
#define NODE_H

#include "lamps.h"
#include "sensors.h"
#include "session.h"

struct node {
    struct node_session session;
    struct sensors *sensors;
    struct lamp lamp;                   /* what the ring shows; the host says it again when they meet */
    uint32_t lamp_ms;                   /* since when */
    bool is_buzzing;
    bool is_lamp_tested;                /* then the ring shows red, green, blue and white in turn */
    uint32_t tested_ms;                 /* since when */
};

void node_start(struct node *node, const struct identity *who, struct sensors *sensors, uint32_t now_ms);

/* Puts into effect what the session reports, as far as all nodes do. */
void node_heed(struct node *node, const struct report *report, uint32_t now_ms);

/* What the ring shows now. */
void node_pixels(const struct node *node, uint32_t now_ms, struct pixel ring[PIXELS]);

/* Whether as many more edges would be kept. */
bool node_has_room(const struct node *node, unsigned edges);

#endif
