/* ring: a ring of WS2812 behind a state machine of PIO 0. */
#ifndef RING_H
#define RING_H

#include "lamps.h"

void ring_set_up(void);

/* Shows these pixels: 24 x 24 bits of 1.25 us each, then the line rests until the next call. */
void ring_show(const struct pixel ring[PIXELS]);

#endif
