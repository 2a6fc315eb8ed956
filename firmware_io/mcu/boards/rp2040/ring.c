/* ring.c: the bits of a WS2812 by PIO: 10 cycles of 8 MHz a bit, 3 high for a 0 and 7 for a 1, green first. */
#include "ring.h"

#include "hardware/clocks.h"
#include "hardware/pio.h"
#include "pins.h"

enum { CYCLES_A_BIT = 10, BITS_A_SECOND = 800000 };

/*      out x, 1        side 0 [3]
 *      jmp !x, 3       side 1 [2]
 *      jmp 0           side 1 [2]
 *      nop             side 0 [2]      */
static const uint16_t INSTRUCTIONS[] = {0x6321, 0x1223, 0x1200, 0xa242};
static const struct pio_program PROGRAM = {.instructions = INSTRUCTIONS, .length = 4, .origin = 0};

void ring_set_up(void)
{
    pio_add_program(pio0, &PROGRAM);
    pio_gpio_init(pio0, PIN_RING);
    pio_sm_set_consecutive_pindirs(pio0, 0, PIN_RING, 1, true);
    pio_sm_config config = pio_get_default_sm_config();
    sm_config_set_wrap(&config, 0, 3);
    sm_config_set_sideset(&config, 1, false, false);
    sm_config_set_sideset_pins(&config, PIN_RING);
    sm_config_set_out_shift(&config, false, true, 24);
    sm_config_set_fifo_join(&config, PIO_FIFO_JOIN_TX);
    sm_config_set_clkdiv(&config, (float)clock_get_hz(clk_sys) / (CYCLES_A_BIT * BITS_A_SECOND));
    pio_sm_init(pio0, 0, 0, &config);
    pio_sm_set_enabled(pio0, 0, true);
}

void ring_show(const struct pixel ring[PIXELS])
{
    for (int i = 0; i < PIXELS; i++) {
        const uint32_t bits = (uint32_t)ring[i].green << 16 | (uint32_t)ring[i].red << 8 | ring[i].blue;
        pio_sm_put_blocking(pio0, 0, bits << 8);
    }
}
