/* wire.c: UART 0 by interrupt into a ring, and the SDK's USB serial port. Before a host has spoken both are written to. */
#include "wire.h"

#include "hardware/irq.h"
#include "hardware/sync.h"
#include "hardware/uart.h"
#include "pico/stdio_usb.h"
#include "pico/stdlib.h"
#include "pins.h"

enum { BAUD = 115200, IN_BYTES = 1024, OUT_BYTES = 4096 };      /* powers of two: the counts below wrap */

enum side { BOTH, UART, USB };

/* What has come and was not read, what was written and is not sent: positions count up, bytes lie at their remainder. The interrupt
 * comes at any time: a position goes on after its byte was taken or lies there. */
static volatile uint8_t in[IN_BYTES], out[OUT_BYTES];
static volatile uint32_t came, taken, written, sent;
static enum side side = BOTH;

static void uart_interrupted(void)
{
    while (uart_is_readable(uart0)) {
        const uint8_t byte = (uint8_t)uart_get_hw(uart0)->dr;
        if (came - taken < IN_BYTES)
            in[came++ % IN_BYTES] = byte;       /* nothing interrupts this */
    }
    while (sent != written && uart_is_writable(uart0))
        uart_get_hw(uart0)->dr = out[sent++ % OUT_BYTES];
    uart_set_irqs_enabled(uart0, true, sent != written);
}

void wire_set_up(void)
{
    uart_init(uart0, BAUD);
    gpio_set_function(PIN_WIRE_TX, GPIO_FUNC_UART);
    gpio_set_function(PIN_WIRE_RX, GPIO_FUNC_UART);
    gpio_pull_up(PIN_WIRE_RX);
    gpio_init(PIN_WIRE_DRIVE);
    gpio_set_dir(PIN_WIRE_DRIVE, GPIO_OUT);
    irq_set_exclusive_handler(UART0_IRQ, uart_interrupted);
    irq_set_enabled(UART0_IRQ, true);
    uart_set_irqs_enabled(uart0, true, false);
    stdio_usb_init();
    stdio_set_translate_crlf(&stdio_usb, false);
}

size_t wire_read(uint8_t *bytes, size_t room)
{
    size_t length = 0;
    for (; length < room && taken != came; taken = taken + 1)
        bytes[length++] = in[taken % IN_BYTES];
    if (length > 0) {
        side = UART;
        return length;
    }
    int byte;
    while (length < room && (byte = getchar_timeout_us(0)) != PICO_ERROR_TIMEOUT)
        bytes[length++] = (uint8_t)byte;
    if (length > 0)
        side = USB;
    return length;
}

static void write_uart(const uint8_t *bytes, size_t length)
{
    if (length > OUT_BYTES - (written - sent))
        return;                         /* a frame is sent whole or not at all */
    gpio_put(PIN_WIRE_DRIVE, true);
    for (size_t i = 0; i < length; i++) {
        out[written % OUT_BYTES] = bytes[i];
        written = written + 1;
    }
    const uint32_t interrupts = save_and_disable_interrupts();
    uart_interrupted();
    restore_interrupts(interrupts);
}

void wire_write(const uint8_t *bytes, size_t length)
{
    if (length == 0)
        return;
    if (side != USB)
        write_uart(bytes, length);
    if (side != UART && stdio_usb_connected()) {
        for (size_t i = 0; i < length; i++)
            putchar_raw(bytes[i]);
        stdio_flush();
    }
}

void wire_tick(void)
{
    if (sent == written && (uart_get_hw(uart0)->fr & UART_UARTFR_BUSY_BITS) == 0)
        gpio_put(PIN_WIRE_DRIVE, false);
}
