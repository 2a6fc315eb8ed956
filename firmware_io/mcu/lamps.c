/* lamps.c: each pattern is a brightness of 0 to 255 for a pixel at a moment. None flashes more than twice a second. */
#include "lamps.h"

enum {
    FULL = 255,
    BLINK_MS = 1000,                    /* half on and half off */
    BLOCKS_MS = 2000,                   /* slower than a blink, so that the two differ without their colours, too */
    BREATH_MS = 4000,
    BREATH_LOW = 64,                    /* never off, so that breathing is no flashing */
    CHASE_MS = 1500,                    /* once around */
    CHASE_FOR_MS = 3000,                /* twice around, then the ring stays full */
    CHASE_TAIL = 8,
    TWO_BLINKS_MS = 250,
    ARC = 6,
    BLOCK = 4,
    TOP_DIM = 64
};

/* What is left, as an arc that ends at the top: it drains clockwise, its last pixel fading. */
static int drain(int pixel, int level)
{
    const int left = level * PIXELS - (PIXELS - 1 - pixel) * FULL;
    return left < 0 ? 0 : left > FULL ? FULL : left;
}

/* Two arcs, left and right, brighter and darker by straight lines. */
static int arcs(int pixel, uint32_t t_ms)
{
    const int half_ms = BREATH_MS / 2, into_ms = (int)(t_ms % BREATH_MS);
    if ((pixel - ARC / 2 + PIXELS) % (PIXELS / 2) >= ARC)
        return 0;
    const int from_low_ms = into_ms < half_ms ? into_ms : BREATH_MS - into_ms;
    return BREATH_LOW + (FULL - BREATH_LOW) * from_low_ms / half_ms;
}

static int chase(int pixel, uint32_t t_ms)
{
    if (t_ms >= CHASE_FOR_MS)
        return FULL;
    const int head = (int)(t_ms % CHASE_MS) * PIXELS / CHASE_MS;
    const int behind = (head - pixel + PIXELS) % PIXELS;
    return behind < CHASE_TAIL ? FULL * (CHASE_TAIL - behind) / CHASE_TAIL : 0;
}

static bool is_first_half(uint32_t t_ms, uint32_t period_ms)
{
    return t_ms % period_ms < period_ms / 2;
}

static bool is_in_block(int pixel)
{
    return pixel % (PIXELS / 3) < BLOCK;
}

static bool is_lit(enum pattern pattern, int pixel, uint32_t t_ms)
{
    switch (pattern) {
    case PATTERN_SOLID: return true;
    case PATTERN_BLINK_1HZ: return is_first_half(t_ms, BLINK_MS);
    case PATTERN_ALTERNATE: return (pixel % 2 == 0) == is_first_half(t_ms, BLINK_MS);
    case PATTERN_BLOCKS: return is_in_block(pixel) && is_first_half(t_ms, BLOCKS_MS);
    case PATTERN_BLOCKS_STEADY: return is_in_block(pixel);
    case PATTERN_TWO_BLINKS: return t_ms < 4 * TWO_BLINKS_MS && is_first_half(t_ms, 2 * TWO_BLINKS_MS);
    case PATTERN_HALF: return pixel < PIXELS / 2;
    default: return false;              /* off, and a byte that is no pattern: decoding lets none pass */
    }
}

static int brightness(const struct lamp *lamp, int pixel, uint32_t t_ms)
{
    switch (lamp->pattern) {
    case PATTERN_DRAIN: return drain(pixel, lamp->level);
    case PATTERN_ARCS_BREATHING: return arcs(pixel, t_ms);
    case PATTERN_CHASE: return chase(pixel, t_ms);
    case PATTERN_TOP_DIM: return pixel == 0 || pixel == PIXELS - 1 ? TOP_DIM : 0;
    default: return is_lit((enum pattern)lamp->pattern, pixel, t_ms) ? FULL : 0;
    }
}

void lamp_pixels(const struct lamp *lamp, uint32_t t_ms, struct pixel ring[PIXELS])
{
    for (int pixel = 0; pixel < PIXELS; pixel++) {
        const int shown = brightness(lamp, pixel, t_ms);
        ring[pixel].red = (uint8_t)(lamp->red * shown / FULL);
        ring[pixel].green = (uint8_t)(lamp->green * shown / FULL);
        ring[pixel].blue = (uint8_t)(lamp->blue * shown / FULL);
    }
}
