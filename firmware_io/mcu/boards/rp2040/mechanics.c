/* mechanics.c: what sensors.h asks for, by the pins of pins.h. */
#include "mechanics.h"

#include "hardware/gpio.h"
#include "hardware/uart.h"
#include "pins.h"
#include "store.h"

enum { READER_BAUD = 115200, QUARTERS_A_CLICK = 4 };

enum { MEANINGS = 5, NO_KEY = 0xFF };

enum { SPENT_MS = 10 };                 /* after its key was down: longer than a contact bounces */

/* What the buttons of a seat say, from the lowest pin on: the first of its keys that counts now, or the first of all. */
static const uint8_t BUTTON_KEYS[BUTTONS][MEANINGS] = {
    {KEY_FOLD, KEY_MUCK, KEY_PASS, KEY_MISSED, NO_KEY},
    {KEY_CHECK_CALL, KEY_CHECK, KEY_CALL, KEY_POST, KEY_MADE},
    {KEY_RAISE, KEY_BET, KEY_ANTE, NO_KEY, NO_KEY},
    {KEY_ALL_IN, KEY_BONUS, NO_KEY, NO_KEY, NO_KEY},   /* the ante may be made more while the bonus is asked for */
    {KEY_CONFIRM, KEY_SIT_IN, KEY_WAIT, NO_KEY, NO_KEY},
    {KEY_SHOW, KEY_SIT_OUT, NO_KEY, NO_KEY, NO_KEY},
    {KEY_UNDO, NO_KEY, NO_KEY, NO_KEY, NO_KEY},
    {KEY_CALL_FLOOR, NO_KEY, NO_KEY, NO_KEY, NO_KEY},
};

static void set_up_input(unsigned pin)
{
    gpio_init(pin);
    gpio_set_dir(pin, GPIO_IN);
    gpio_pull_up(pin);
}

static bool is_closed(unsigned pin)
{
    return !gpio_get(pin);
}

static uint8_t wheel_contacts(void)
{
    return (uint8_t)((is_closed(PIN_WHEEL_A) ? 0 : 2) | (is_closed(PIN_WHEEL_B) ? 0 : 1));
}

static void set_up_reader(void)
{
    uart_init(uart1, READER_BAUD);
    gpio_set_function(PIN_READER_TX, GPIO_FUNC_UART);
    gpio_set_function(PIN_READER_RX, GPIO_FUNC_UART);
    gpio_pull_up(PIN_READER_RX);
}

void mechanics_set_up(struct sensors *sensors, const struct asks *asks, uint32_t now_ms)
{
    *sensors = (struct sensors){.asks = asks, .now_ms = now_ms};
    for (unsigned button = 0; button < BUTTONS; button++) {
        set_up_input(PIN_FIRST_KEY + button);
        sensors->pressed[button] = NO_KEY;
    }
    set_up_input(PIN_WHEEL_A);
    set_up_input(PIN_WHEEL_B);
    set_up_input(PIN_BEAM);
    set_up_input(PIN_LID);
    set_up_input(PIN_EMPTY);
    set_up_input(PIN_JAM);
    gpio_init(PIN_MOTOR);
    gpio_set_dir(PIN_MOTOR, GPIO_OUT);
    sensors->wheel = wheel_contacts();
    set_up_reader();
    pn532_start(&sensors->reader, now_ms);
}

/* All inputs but the readers of serial lines. */
static uint32_t inputs(void)
{
    const uint32_t first_key = UINT32_C(1) << PIN_FIRST_KEY, ring = UINT32_C(1) << PIN_RING;
    const uint32_t keys_and_wheel = ring - first_key;
    return gpio_get_all() & (keys_and_wheel | 1u << PIN_BEAM | 1u << PIN_LID | 1u << PIN_EMPTY | 1u << PIN_JAM);
}

bool mechanics_have_moved(void)
{
    static uint32_t before;
    const uint32_t now = inputs(), moved = now ^ before;
    before = now;
    return moved != 0;
}

bool mechanics_reader_speaks(void)
{
    return uart_is_readable(uart1);
}

/* The wheel. */

/* By the two contacts before and now; both at once say nothing. 11 -> 01 -> 00 -> 10 -> 11 is clockwise. */
static int quarter(uint8_t before, uint8_t now)
{
    static const int8_t STEPS[4][4] = {{0, -1, 1, 0}, {1, 0, 0, -1}, {-1, 0, 0, 1}, {0, 1, -1, 0}};
    return STEPS[before][now];
}

/* One click: from nothing to the least that may be dialled, then by the step, to the most. */
static uint32_t clicked(uint32_t dialled, bool is_up, const struct asks *asks)
{
    const uint32_t step = asks->step > 0 ? asks->step : 1;
    if (is_up)
        return dialled < asks->least ? asks->least : asks->most - dialled < step ? asks->most : dialled + step;
    return dialled <= asks->least || dialled < step ? 0 : dialled - step < asks->least ? asks->least : dialled - step;
}

/* The wheel shows nothing where no amount is asked for, and after what it showed has gone with a key. */
static void turn_wheel(struct sensors *sensors)
{
    const uint8_t now = wheel_contacts();
    if (sensors->is_spent && sensors->now_ms - sensors->spent_ms >= SPENT_MS)
        sensors->dialled = 0;
    sensors->is_spent = sensors->is_spent && sensors->now_ms - sensors->spent_ms < SPENT_MS;
    sensors->quarters = (int8_t)(sensors->quarters + quarter(sensors->wheel, now));
    sensors->wheel = now;
    if (sensors->dialled > sensors->asks->most)
        sensors->dialled = 0;
    if (sensors->quarters < QUARTERS_A_CLICK && sensors->quarters > -QUARTERS_A_CLICK)
        return;
    if (sensors->asks->most > 0)
        sensors->dialled = clicked(sensors->dialled, sensors->quarters > 0, sensors->asks);
    sensors->quarters = 0;
}

/* The reader. */

static void take_news(struct sensors *sensors, enum pn532_news news, const struct tags *seen)
{
    if (news != PN532_SEEN)
        return;
    sensors->looked = *seen;
    sensors->has_looked = true;
}

static void talk_to_reader(struct sensors *sensors, uint32_t now_ms)
{
    struct tags seen;
    uint8_t out[PN532_MAX_OUT_BYTES];
    while (uart_is_readable(uart1))
        take_news(sensors, pn532_feed(&sensors->reader, (uint8_t)uart_getc(uart1), now_ms, &seen), &seen);
    take_news(sensors, pn532_tick(&sensors->reader, now_ms), &seen);
    uart_write_blocking(uart1, out, pn532_take_output(&sensors->reader, out));     /* its FIFO takes all of them */
}

void mechanics_tick(struct sensors *sensors, uint32_t now_ms)
{
    sensors->now_ms = now_ms;
    talk_to_reader(sensors, now_ms);
    if (sensors->asks != NULL)
        turn_wheel(sensors);
}

/* What a node asks. */

static uint8_t meaning(const struct sensors *sensors, unsigned button)
{
    for (unsigned place = 0; place < MEANINGS; place++) {
        const uint8_t key = BUTTON_KEYS[button][place];
        if (key != NO_KEY && sensors->asks->keys >> key & 1)
            return key;
    }
    return BUTTON_KEYS[button][0];      /* the host says why not */
}

static bool takes_an_amount(uint8_t key)
{
    return key == KEY_BET || key == KEY_RAISE || key == KEY_ALL_IN || key == KEY_ANTE || key == KEY_BONUS;
}

uint32_t sensors_keys(struct sensors *sensors)
{
    uint32_t down = 0;
    for (unsigned button = 0; button < BUTTONS; button++) {
        if (!is_closed(PIN_FIRST_KEY + button)) {
            if (takes_an_amount(sensors->pressed[button])) {
                sensors->is_spent = true;
                sensors->spent_ms = sensors->now_ms;
            }
            sensors->pressed[button] = NO_KEY;
            continue;
        }
        if (sensors->pressed[button] == NO_KEY)
            sensors->pressed[button] = meaning(sensors, button);
        if (takes_an_amount(sensors->pressed[button]))
            sensors->is_spent = false;  /* it was up for a moment only */
        down |= UINT32_C(1) << sensors->pressed[button];
    }
    return down;
}

uint32_t sensors_dialled(struct sensors *sensors)
{
    return sensors->dialled;
}

enum chips_sensed sensors_chips(struct sensors *sensors, enum area area, struct chips *lying)
{
    (void)sensors;
    (void)area;
    (void)lying;
    return CHIPS_NOT_SENSED;            /* a Pico's seat has keys and a wheel */
}

bool sensors_tags(struct sensors *sensors, struct tags *seen)
{
    const bool has_looked = sensors->has_looked;
    *seen = sensors->looked;
    sensors->has_looked = false;
    return has_looked;
}

bool sensors_beam(struct sensors *sensors)
{
    (void)sensors;
    return is_closed(PIN_BEAM);
}

unsigned sensors_shoe(struct sensors *sensors)
{
    unsigned sensed = 0;
    (void)sensors;
    if (!is_closed(PIN_LID))
        sensed |= SHOE_SENSES_LID_OPEN;
    if (is_closed(PIN_JAM))
        sensed |= SHOE_SENSES_JAM;
    if (!is_closed(PIN_EMPTY))
        sensed |= SHOE_SENSES_EMPTY;
    return sensed;
}

bool sensors_keep_key(struct sensors *sensors, const uint8_t *link_key)
{
    (void)sensors;
    return store_keep_link_key(link_key);
}

void sensors_gate(struct sensors *sensors, bool is_open, bool is_motor_on)
{
    (void)sensors;
    (void)is_open;                      /* its gate is its motor */
    gpio_put(PIN_MOTOR, is_motor_on);
}
