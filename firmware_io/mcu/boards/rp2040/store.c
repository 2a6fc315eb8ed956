/* store.c: three sectors at the end of flash: two of anchors, a page each, then that of the settings, whose first page uf2.py
 * writes; those behind it are of keys that were given over the wire. */
#include "store.h"

#include <stddef.h>
#include <string.h>

#include "framing.h"
#include "hardware/flash.h"
#include "hardware/sync.h"

enum {
    SETTINGS_AT = PICO_FLASH_SIZE_BYTES - FLASH_SECTOR_SIZE,
    ANCHORS_AT = SETTINGS_AT - 2 * FLASH_SECTOR_SIZE,
    PAGES_A_SECTOR = FLASH_SECTOR_SIZE / FLASH_PAGE_SIZE,
    PAGES = 2 * PAGES_A_SECTOR
};

/* As uf2.py writes it. */
struct settings_page { char magic[4]; uint8_t node, has_key, reserved[2]; uint8_t key[KEY_BYTES]; uint32_t sum; };

struct key_page { char magic[4]; uint8_t key[KEY_BYTES]; uint32_t sum; };

/* number: from 1 on, over all pages; the largest is the newest. */
struct anchor_page { struct anchor anchor; uint32_t number, sum; };

static const void *in_flash(uint32_t at)
{
    return (const void *)(XIP_BASE + at);
}

static const struct settings_page *settings_page(void)
{
    const struct settings_page *page = in_flash(SETTINGS_AT);
    const bool is_sound = memcmp(page->magic, "TCN1", 4) == 0
        && crc32_of((const uint8_t *)page, offsetof(struct settings_page, sum)) == page->sum;
    return is_sound ? page : NULL;
}

bool store_settings(struct settings *settings)
{
    const struct settings_page *page = settings_page();
    if (page != NULL)
        settings->node = page->node;
    return page != NULL;
}

static bool is_blank(uint32_t at)
{
    const uint8_t *bytes = in_flash(at);
    for (size_t i = 0; i < FLASH_PAGE_SIZE; i++)
        if (bytes[i] != 0xFF)
            return false;
    return true;
}

/* Code runs out of flash, which cannot be read meanwhile. */
static void program(uint32_t at, const uint8_t page[FLASH_PAGE_SIZE], bool is_erased_first)
{
    const uint32_t interrupts = save_and_disable_interrupts();
    if (is_erased_first)
        flash_range_erase(at, FLASH_SECTOR_SIZE);
    flash_range_program(at, page, FLASH_PAGE_SIZE);
    restore_interrupts(interrupts);
}

/* Link keys. */

static uint32_t key_at(uint32_t place)
{
    return SETTINGS_AT + place * FLASH_PAGE_SIZE;
}

static const struct key_page *key_page(uint32_t place)
{
    const struct key_page *page = in_flash(key_at(place));
    const bool is_sound = memcmp(page->magic, "TCK1", 4) == 0
        && crc32_of((const uint8_t *)page, offsetof(struct key_page, sum)) == page->sum;
    return is_sound ? page : NULL;
}

bool store_link_key(uint8_t key[KEY_BYTES])
{
    for (uint32_t place = PAGES_A_SECTOR - 1; place > 0; place--)
        if (key_page(place) != NULL) {
            memcpy(key, key_page(place)->key, KEY_BYTES);
            return true;
        }
    const struct settings_page *page = settings_page();
    if (page == NULL || page->has_key == 0)
        return false;
    memcpy(key, page->key, KEY_BYTES);
    return true;
}

/* The first behind the last that is not blank: one that a power cut left half written is passed over. PAGES_A_SECTOR: none. */
static uint32_t next_key_place(void)
{
    uint32_t place = PAGES_A_SECTOR;
    while (place > 1 && is_blank(key_at(place - 1)))
        place--;
    return place;
}

bool store_has_room_for_a_key(void)
{
    return next_key_place() < PAGES_A_SECTOR;
}

bool store_keep_link_key(const uint8_t *key)
{
    const uint32_t place = next_key_place();
    union { struct key_page page; uint8_t bytes[FLASH_PAGE_SIZE]; } written;
    if (place == PAGES_A_SECTOR)
        return false;
    memset(&written, 0xFF, sizeof written);
    memcpy(written.page.magic, "TCK1", 4);
    memcpy(written.page.key, key, KEY_BYTES);
    written.page.sum = crc32_of(written.bytes, offsetof(struct key_page, sum));
    program(key_at(place), written.bytes, false);
    return key_page(place) != NULL && memcmp(key_page(place)->key, key, KEY_BYTES) == 0;
}

/* Anchors. */

static const struct anchor_page *page_of(uint32_t place)
{
    return in_flash(ANCHORS_AT + place * FLASH_PAGE_SIZE);
}

static bool is_sound(const struct anchor_page *page)
{
    return page->number != 0 && page->number != UINT32_MAX
        && crc32_of((const uint8_t *)page, offsetof(struct anchor_page, sum)) == page->sum;
}

/* Where the newest lies; PAGES: nowhere. */
static uint32_t newest(void)
{
    uint32_t found = PAGES;
    for (uint32_t place = 0; place < PAGES; place++)
        if (is_sound(page_of(place)) && (found == PAGES || page_of(place)->number > page_of(found)->number))
            found = place;
    return found;
}

bool store_anchor(struct anchor *anchor)
{
    const uint32_t place = newest();
    if (place < PAGES)
        *anchor = page_of(place)->anchor;
    return place < PAGES;
}

/* The next page, erased with its sector or blank: one that a power cut left half written is passed over. */
static uint32_t next_place(uint32_t before)
{
    uint32_t place = before == PAGES ? 0 : (before + 1) % PAGES;
    while (place % PAGES_A_SECTOR != 0 && !is_blank(ANCHORS_AT + place * FLASH_PAGE_SIZE))
        place = (place + 1) % PAGES;
    return place;
}

void store_keep_anchor(const struct anchor *anchor)
{
    const uint32_t before = newest();
    const uint32_t place = next_place(before);
    union { struct anchor_page page; uint8_t bytes[FLASH_PAGE_SIZE]; } written;
    memset(&written, 0xFF, sizeof written);
    written.page.number = before == PAGES ? 1 : page_of(before)->number + 1;
    written.page.anchor = *anchor;
    written.page.sum = crc32_of(written.bytes, offsetof(struct anchor_page, sum));
    program(ANCHORS_AT + place * FLASH_PAGE_SIZE, written.bytes, place % PAGES_A_SECTOR == 0);
}
