/* mechanics: the contacts of a Pico, as they are at this moment, and the motor of a shoe. */
#ifndef MECHANICS_H
#define MECHANICS_H

#include "pn532.h"
#include "sensors.h"

enum mechanics { BUTTONS = 8, MOTOR_STALLED_MS = 3000 };

struct sensors {
    bool is_shoe;
    struct pn532 reader;
    struct tags looked;
    bool has_looked;                    /* a look is over and was not told */
    uint8_t wheel;                      /* its two contacts as they were */
    int8_t quarters;
    uint32_t dialled;
    bool is_motor_on, is_stalled;       /* stalled: it brought no card; until the lid was opened */
    uint32_t motor_ms;                  /* when it began, or the last card came into the light */
    uint32_t now_ms;
};

void mechanics_set_up(struct sensors *sensors, bool is_shoe, uint32_t now_ms);

/* Once a millisecond, before the node's step: the wheel, the reader, the motor's time. */
void mechanics_tick(struct sensors *sensors, uint32_t now_ms);

#endif
