/* mechanics: the contacts of a Pico, as they are at this moment, and the motor of a shoe. */
#ifndef MECHANICS_H
#define MECHANICS_H

#include "pn532.h"
#include "sensors.h"

enum mechanics { BUTTONS = 8 };

struct sensors {
    struct pn532 reader;
    struct tags looked;
    bool has_looked;                    /* a look is over and was not told */
    const struct asks *asks;            /* of a seat: which keys count now, and what may be dialled */
    uint8_t pressed[BUTTONS];           /* what each button that is down has said: it keeps its meaning until it is up */
    uint8_t wheel;                      /* its two contacts as they were */
    int8_t quarters;
    uint32_t dialled;
    bool is_spent;                      /* a key that takes what is dialled was down and is up again, since spent_ms */
    uint32_t spent_ms;
    uint32_t now_ms;
};

/* asks: the seat's; NULL: this is a shoe. */
void mechanics_set_up(struct sensors *sensors, const struct asks *asks, uint32_t now_ms);

/* Before each of the node's steps: the wheel, the reader. Once a millisecond while contacts move, and every 2 ms
 * while the reader speaks, whose FIFO holds 32 bytes. */
void mechanics_tick(struct sensors *sensors, uint32_t now_ms);

/* Whether any contact is another than at the last call. */
bool mechanics_have_moved(void);

/* Whether the reader has said something that is not read yet. */
bool mechanics_reader_speaks(void);

#endif
