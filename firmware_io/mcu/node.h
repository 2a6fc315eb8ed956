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

/* Puts into effect what the session reports, as far as only this kind of node does. The node is the first member of its struct. */
typedef void node_heeds(struct node *node, const struct report *report);

void node_start(struct node *node, const struct identity *who, struct sensors *sensors, uint32_t now_ms);

/* Bytes from the host. */
void node_receive(struct node *node, const uint8_t *data, size_t length, uint32_t now_ms, node_heeds *heeds);

/* The time: a host may have fallen silent. */
void node_tick(struct node *node, uint32_t now_ms, node_heeds *heeds);

/* What the ring shows now. */
void node_pixels(const struct node *node, uint32_t now_ms, struct pixel ring[PIXELS]);

/* Whether as many more edges would be kept. */
bool node_has_room(const struct node *node, unsigned edges);

#endif
