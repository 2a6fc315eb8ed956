/* seat: a node that senses keys, chips and cards that lie face up, and shows a lamp. */
#ifndef SEAT_H
#define SEAT_H

#include "node.h"

enum seat_times {
    KEY_SETTLES_MS = 5,                 /* a contact bounces for less */
    AREA_SETTLES_MS = 300,              /* a hand over the area is not a bet */
    CARD_GONE_MS = 1500                 /* a reader loses a tag that stays for moments */
};

/* An area as it was told, and as it is read at the moment. is_awaited: it has a sensor, which has known nothing since the start. */
struct sensed_area { struct chips told, read; uint32_t read_ms; bool is_awaited; };

struct seat {
    struct node node;                   /* first: see node_heeds */
    uint32_t keys, keys_read;           /* down, as settled and as read: a bit for each */
    uint32_t keys_read_ms[KEYS];
    struct sensed_area areas[AREAS];
    struct tags up;                     /* the cards that lie face up, and when each was seen last */
    uint32_t up_ms[MAX_TAGS];
    bool owes_area[AREAS], owes_cards;  /* to be told as soon as there is room */
    struct asks asks;                   /* the keys that count now, which a board may light; none where the host is lost */
};

/* Keys that are down at the start are not pressed until they have been up. Chips that lie there are told when they are asked for. */
void seat_start(struct seat *seat, const struct identity *who, struct sensors *sensors, uint32_t now_ms);

/* Bytes from the host. */
void seat_receive(struct seat *seat, const uint8_t *data, size_t length, uint32_t now_ms);

/* Senses, and returns how many bytes of `output` are to be sent now. To be called at least every few milliseconds. */
size_t seat_step(struct seat *seat, uint32_t now_ms, uint8_t output[MAX_OUTPUT_BYTES]);

#endif
