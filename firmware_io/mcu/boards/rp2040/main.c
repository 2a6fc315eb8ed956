/* main.c: a shoe or a seat on a Pico. Each millisecond it listens and looks at its pins; where nothing stirs it senses and speaks
 * more rarely. */
#include <string.h>

#include "hardware/sync.h"
#include "hardware/watchdog.h"
#include "mechanics.h"
#include "pico/rand.h"
#include "pico/stdlib.h"
#include "pins.h"
#include "ring.h"
#include "seat.h"
#include "shoe.h"
#include "store.h"
#include "wire.h"

enum {
    SHOE_ID = 100,                      /* a seat has its number */
    SHOE_STRAPS = 15,
    WATCHDOG_MS = 500,
    AWAKE_MS = 30,                      /* after a contact has moved it senses each millisecond, until all has settled */
    QUIET_MS = 5,                       /* else so often, and whenever bytes have come */
    RING_MS = 20,                       /* 50 pictures a second */
    RING_AGAIN_MS = 1000,
    ANCHOR_MS = 5000,                   /* between two that are written to flash */
    READS_IN_TENTHS = 200,              /* 20 looks a second */
    READ_BYTES = 256
};

#define FIRMWARE "1.2.0"                /* of the wire it speaks, and a number of its own */

static const uint8_t STRAPS[] = {26, 27, 28, 22};       /* the bits of the id, the lowest first */

/* One or the other. */
static struct shoe shoe;
static struct seat seat;
static bool is_shoe;
static struct sensors sensors;

static uint32_t now_ms(void)
{
    return to_ms_since_boot(get_absolute_time());
}

static uint8_t id_of_straps(void)
{
    unsigned straps = 0;
    for (unsigned bit = 0; bit < sizeof STRAPS; bit++) {
        gpio_init(STRAPS[bit]);
        gpio_set_dir(STRAPS[bit], GPIO_IN);
        gpio_pull_up(STRAPS[bit]);
    }
    busy_wait_us(50);                   /* a pull-up and a wire: some microseconds */
    for (unsigned bit = 0; bit < sizeof STRAPS; bit++)
        straps |= gpio_get(STRAPS[bit]) ? 0 : 1u << bit;
    return straps == SHOE_STRAPS ? SHOE_ID : straps == 0 ? NO_ID : (uint8_t)straps;
}

static struct name named(const char *text)
{
    struct name name = {.length = (uint8_t)strlen(text)};
    memcpy(name.text, text, name.length);
    return name;
}

static struct about about(uint8_t kind, bool keeps_keys)
{
    const uint32_t seat_has = 1u << ABILITY_KEYS | 1u << ABILITY_WHEEL | 1u << ABILITY_HOLE_CARDS;
    const uint32_t shoe_has = 1u << ABILITY_MOTOR | 1u << ABILITY_GATE | 1u << ABILITY_BREAK_BEAM | 1u << ABILITY_LID;
    return (struct about){
        .minor = keeps_keys ? PAIRS_FROM : 1,
        .abilities = (kind == KIND_SHOE ? shoe_has : seat_has) | 1u << ABILITY_LAMP | 1u << ABILITY_BUZZER,
        .rates = {1, {READS_IN_TENTHS}},
        .board = named("rp2040"),
        .firmware = named(FIRMWARE),
    };
}

/* The eighth key is held down as it starts: somebody has a hand on it, and for this start it has no key. */
static bool is_to_be_paired(void)
{
    gpio_init(PIN_PAIRING);
    gpio_set_dir(PIN_PAIRING, GPIO_IN);
    gpio_pull_up(PIN_PAIRING);
    busy_wait_us(50);
    return !gpio_get(PIN_PAIRING);
}

static struct identity who_am_i(void)
{
    struct settings settings = {.node = NO_ID};
    struct identity who = {.reset_cause = watchdog_hw->reason ? RESET_WATCHDOG : RESET_POWER_ON};
    if (!store_settings(&settings))
        settings.node = id_of_straps();
    who.node = settings.node;
    who.kind = who.node == SHOE_ID ? KIND_SHOE : KIND_SEAT;
    who.has_key = store_link_key(who.key) && !is_to_be_paired();
    who.has_anchor = store_anchor(&who.anchor);
    who.about = about(who.kind, store_has_room_for_a_key());
    do
        who.epoch = get_rand_32();
    while (who.epoch == NO_EPOCH);
    return who;
}

static struct node *node(void)
{
    return is_shoe ? &shoe.node : &seat.node;
}

/* Whether the host has said anything. */
static bool listen(uint32_t now)
{
    uint8_t bytes[READ_BYTES];
    size_t length;
    bool has_heard = false;
    while ((length = wire_read(bytes, sizeof bytes)) > 0) {
        has_heard = true;
        if (is_shoe)
            shoe_receive(&shoe, bytes, length, now);
        else
            seat_receive(&seat, bytes, length, now);
    }
    return has_heard;
}

/* Whether it is time to sense and speak: at most once a millisecond, and soon after whatever comes. */
static bool is_due(bool has_heard, uint32_t now, uint32_t stepped_ms)
{
    static uint32_t moved_ms;
    static bool has_news;
    if (mechanics_have_moved())
        moved_ms = now;
    has_news = has_news || has_heard || mechanics_reader_speaks();
    if (now == stepped_ms || !(has_news || now - moved_ms < AWAKE_MS || now - stepped_ms >= QUIET_MS))
        return false;
    has_news = false;
    return true;
}

/* A new head of the host's journal goes to flash, where that is not too often. */
static void keep_anchor(uint32_t now)
{
    static uint64_t kept;
    static uint32_t kept_ms;
    const struct node_session *session = &node()->session;
    if (!session->has_anchor || session->anchor.count == kept || now - kept_ms < ANCHOR_MS)
        return;
    kept = session->anchor.count;
    kept_ms = now;
    store_keep_anchor(&session->anchor);
}

static void step(uint32_t now)
{
    static uint8_t output[MAX_OUTPUT_BYTES];
    mechanics_tick(&sensors, now);
    wire_write(output, is_shoe ? shoe_step(&shoe, now, output) : seat_step(&seat, now, output));
    keep_anchor(now);
    gpio_put(PIN_BUZZER, node()->is_buzzing);
    gpio_put(PIN_LED, !node_session_is_met(&node()->session) && now / 250 % 2);     /* blinks: no host speaks to it */
}

/* The ring is written when its picture has changed, and once a second, for whatever a spark has done to it. */
static void show(uint32_t now)
{
    static struct pixel shown[PIXELS];
    static uint32_t shown_ms;
    struct pixel ring[PIXELS];
    node_pixels(node(), now, ring);
    if (memcmp(ring, shown, sizeof ring) == 0 && now - shown_ms < RING_AGAIN_MS)
        return;
    memcpy(shown, ring, sizeof ring);
    shown_ms = now;
    ring_show(ring);
}

static void set_up(uint32_t now)
{
    const struct identity who = who_am_i();
    is_shoe = who.kind == KIND_SHOE;
    mechanics_set_up(&sensors, is_shoe ? NULL : &seat.asks, now);
    wire_set_up();
    ring_set_up();
    gpio_init(PIN_BUZZER);
    gpio_set_dir(PIN_BUZZER, GPIO_OUT);
    gpio_init(PIN_LED);
    gpio_set_dir(PIN_LED, GPIO_OUT);
    if (is_shoe)
        shoe_start(&shoe, &who, &sensors, now);
    else
        seat_start(&seat, &who, &sensors, now);
    watchdog_enable(WATCHDOG_MS, true);
}

static bool wake_up(repeating_timer_t *timer)
{
    (void)timer;
    return true;
}

int main(void)
{
    uint32_t stepped_ms = now_ms(), shown_ms = stepped_ms - RING_MS;
    set_up(stepped_ms);
    repeating_timer_t timer;
    add_repeating_timer_ms(-1, wake_up, NULL, &timer);
    for (;;) {
        const uint32_t now = now_ms();
        const bool has_heard = listen(now);
        wire_tick();
        if (is_due(has_heard, now, stepped_ms)) {
            stepped_ms = now;
            step(now);
            watchdog_update();
        }
        if (now - shown_ms >= RING_MS) {
            shown_ms = now;
            show(now);
        }
        __wfi();
    }
}
