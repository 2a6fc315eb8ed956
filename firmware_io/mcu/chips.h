/* chips: what tags in an area's field are worth, and in which area they lie. Without I/O, whatever reader has seen them.
 *
 * A tag flickers, and an antenna reads its neighbour's: so a chip lies there when it is still read a while after it came, and is
 * gone when no look has seen it for a while; where a seat has two antennas it lies at the one that read it more often within a
 * second, and a tie is unknown, never a guess. firmware_io/readers/presence.py and bet_area.py do the same for readers at the Pi.
 *
 *     chip_field_start(&field, &book, 1u << AREA_BET, now_ms);
 *     chip_field_see(&field, AREA_BET, &seen, now_ms);        after each look
 *     chip_field_tick(&field, now_ms);                        in every step
 *     chip_field_lying(&field, AREA_BET, &lying);             as sensors.h asks it
 */
#ifndef CHIPS_H
#define CHIPS_H

#include <stddef.h>

#include "sensors.h"

enum chips_limits {
    MAX_SEEN = 120,                     /* tags in one look; more are said to be more */
    MAX_CHIPS = 160,                    /* of one seat: while there are more, no area is known */
    CHIP_GONE_MS = 1500,                /* since the first look without it */
    CHIP_NEW_MS = 300,                  /* since its first read, until it may have a place: a hand carries chips past */
    CHIP_COUNT_MS = 1000,               /* the same where there are two antennas, whose reads in this time are compared */
    CHIP_SLOTS = 8,                     /* of that time: in how many it was read is what counts */
    CHIP_LEAD = 2                       /* slots more than the other antenna; one more is chance */
};

/* A tag as a reader of ISO 15693 tells it. */
struct chip_tag { uint8_t tag[TAG_BYTES]; uint8_t dsfid; };

/* One look. has_more: there were more than have room here. */
struct chip_tags { uint8_t count; bool has_more; struct chip_tag of[MAX_SEEN]; };

/* What tags are worth. A tag that stands in no row has the denomination of its DSFID, if that has one; else it is no chip of this
 * table, and counts for nothing. */
struct chip_worth { uint8_t tag[TAG_BYTES]; uint32_t denomination; };
struct dsfid_worth { uint8_t dsfid; uint32_t denomination; };
struct chip_book {
    const struct chip_worth *tags;      /* ascending */
    size_t tag_count;
    const struct dsfid_worth *dsfids;
    size_t dsfid_count;
};

enum { FOREIGN = 0, NO_PLACE = 255 };

/* What is known of one tag. The arrays have a place for each area. */
struct chip_sight {
    uint8_t tag[TAG_BYTES];
    uint32_t denomination;              /* FOREIGN: none */
    uint32_t first_ms;
    uint8_t place;                      /* enum area; NO_PLACE: not known */
    bool is_old;                        /* it has been seen for long enough to be given a place */
    uint8_t slots[AREAS];               /* a bit for each eighth of a second in which it was read, this one the lowest */
    bool is_near[AREAS], is_missed[AREAS];      /* this antenna knows it; and has not read it in its last look */
    uint32_t missed_ms[AREAS];          /* the first look without it */
};

struct chip_field {
    const struct chip_book *book;
    unsigned antennas;                  /* a bit for each area that has one */
    uint8_t count;
    struct chip_sight sights[MAX_CHIPS];
    uint32_t slot_ms;                   /* when this slot began */
    bool has_looked[AREAS];             /* its reader is there, and has finished a look */
    bool has_more[AREAS];               /* in its last look was more than there is room for */
    bool is_known[AREAS];
    struct chips lying[AREAS];
    uint8_t foreign[AREAS];
};

/* All that was in *field is gone. The book must outlive it. */
void chip_field_start(struct chip_field *field, const struct chip_book *book, unsigned antennas, uint32_t now_ms);

/* A look of this area's antenna is over. */
void chip_field_see(struct chip_field *field, enum area area, const struct chip_tags *seen, uint32_t now_ms);

/* Its reader is gone: what lies there is not known, and what it saw last is not missed. */
void chip_field_blind(struct chip_field *field, enum area area);

/* To be called at least every 50 ms. */
void chip_field_tick(struct chip_field *field, uint32_t now_ms);

/* As sensors_chips. Not known: no look is over yet, a tag has no place yet, or more lies there than can be counted or told. */
enum chips_sensed chip_field_lying(const struct chip_field *field, enum area area, struct chips *lying);

/* How many tags lie there that are no chips of this table. */
uint8_t chip_field_foreign(const struct chip_field *field, enum area area);

#endif
