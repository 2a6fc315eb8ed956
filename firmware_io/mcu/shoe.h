/* shoe: a node that gives one card for each pull that the host asks for, and tells each card that leaves.
 *
 * A card is in the light of the mouth while it leaves, and its tag in the field of the antenna there. The light is what counts
 * cards; a card without a tag is one that cannot be read, and two tags are two cards together.
 *
 * The motor runs while the gate is open, and pushes out a card that is half out when the gate shuts. It never runs while the lid
 * is open or the host is lost, and it stops for a card that does not leave and for one that does not come: both are a jam, which
 * is over once the card has left, or once the lid was opened.
 */
#ifndef SHOE_H
#define SHOE_H

#include "node.h"

enum shoe_times {
    LIGHT_SETTLES_MS = 12,              /* before a card has left: its edge flickers; the next one is hundreds of ms away */
    CARD_READS_ON_MS = 50,              /* after it has left the light, for the look that is being taken */
    CARD_STUCK_MS = 1000,               /* in the light for so long: it has stopped in the mouth */
    MOTOR_RUNS_ON_MS = 500,             /* after the gate has shut, at the most */
    MOTOR_STALLED_MS = 3000,            /* it runs, and no card comes into the light */
    SWITCH_SETTLES_MS = 20,
    ROOM_FOR_EDGES = 4                  /* with less the gate stays shut: no card may leave that cannot be reported */
};

struct shoe {
    struct node node;                   /* first: see node_heeds */
    uint32_t gate;                      /* the pull that is asked for; NO_PULL: none */
    uint32_t served;                    /* the last that a card has answered */
    bool is_card_leaving, is_in_light;
    bool is_light_read;                 /* by the last look at the beam, settled or not */
    uint32_t came_ms, light_ms;         /* when the card came into the light, and when light was read after it */
    uint32_t pull;                      /* that the leaving card answers */
    struct tags tags;                   /* seen since it came into the light */
    bool is_card_owed;
    struct message card;                /* that has left, and waits for room */
    unsigned sensed, read;              /* of enum shoe_sensed, as settled and as read */
    uint32_t read_ms;
    bool has_motor, is_motor_on, is_open;
    uint32_t began_ms, shut_ms;         /* when the motor began, and when the gate was shut */
    bool is_stuck, is_stalled;          /* the motor stopped for a card in the mouth; for one that did not come */
    bool is_empty_told;
    unsigned owed;                      /* a bit for each of enum shoe_change */
};

void shoe_start(struct shoe *shoe, const struct identity *who, struct sensors *sensors, uint32_t now_ms);

void shoe_receive(struct shoe *shoe, const uint8_t *data, size_t length, uint32_t now_ms);

/* Senses, sets the gate, and returns how many bytes of `output` are to be sent now. To be called every few milliseconds. */
size_t shoe_step(struct shoe *shoe, uint32_t now_ms, uint8_t output[MAX_OUTPUT_BYTES]);

/* A card is asked for and has not come. */
bool shoe_is_pull_open(const struct shoe *shoe);

#endif
