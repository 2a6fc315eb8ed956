/* lamps: how a lamp's pattern looks on the ring of 24 pixels at a moment, as firmware_io/lamps.py shows it. */
#ifndef LAMPS_H
#define LAMPS_H

#include "messages.h"

enum lamps { PIXELS = 24 };             /* a common ring; divides by 2, 3, 4, 6 and 8 */

struct pixel { uint8_t red, green, blue; };

/* What each pixel shows t_ms after `lamp` was set; the first is at the top, the rest follow clockwise. Periods begin anew
 * where t_ms wraps, after 49.7 days under one lamp. */
void lamp_pixels(const struct lamp *lamp, uint32_t t_ms, struct pixel ring[PIXELS]);

#endif
