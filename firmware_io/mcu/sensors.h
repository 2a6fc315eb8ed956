/* sensors: what a board gives. Everything that a node senses and moves is behind these functions, which the board defines.
 *
 * seat.c and shoe.c ask them in every step, once a millisecond or so. None may wait: what is not known yet is said to be so.
 * What is asked is the contact, the field, the light as they are at this moment; that they have settled is found out here.
 */
#ifndef SENSORS_H
#define SENSORS_H

#include "messages.h"

struct sensors;                         /* the board's own: it is handed back as it was given */

enum chips_sensed { CHIPS_NOT_SENSED, CHIPS_NOT_KNOWN, CHIPS_KNOWN };
enum shoe_sensed { SHOE_SENSES_LID_OPEN = 1, SHOE_SENSES_JAM = 2, SHOE_SENSES_EMPTY = 4 };

/* Bit n: the contact of key n, of enum key, is closed. */
uint32_t sensors_keys(struct sensors *sensors);

/* What the wheel shows, in chip units; 0: nothing, or there is no wheel. */
uint32_t sensors_dialled(struct sensors *sensors);

/* All that lies in the area, each denomination once, lowest first. Written where it is known, and only there. */
enum chips_sensed sensors_chips(struct sensors *sensors, enum area area, struct chips *lying);

/* All tags in the antenna's field; a shorter UID is padded in front with zeros. false: no look has been finished since the
 * last one that was told. */
bool sensors_tags(struct sensors *sensors, struct tags *seen);

/* Of a shoe: something stands in the light of its mouth. */
bool sensors_beam(struct sensors *sensors);

/* Of a shoe: bits of enum shoe_sensed. */
unsigned sensors_shoe(struct sensors *sensors);

/* Keeps the key of the link over a restart, LINK_KEY_BYTES of them; whether it is kept. Asked of a node whose About says 1.2. */
bool sensors_keep_key(struct sensors *sensors, const uint8_t *link_key);

/* Of a shoe: whether a card may leave, and whether its motor is to run, if it has one: on until a card that is half out is out,
 * too. Said in every step. */
void sensors_gate(struct sensors *sensors, bool is_open, bool is_motor_on);

#endif
