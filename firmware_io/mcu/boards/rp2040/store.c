/* store.c: three sectors at the end of flash: two of anchors, a page each, then that of the settings (uf2.py writes it). */
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

/* number: from 1 on, over all pages; the largest is the newest. */
struct anchor_page { struct anchor anchor; uint32_t number, sum; };

static const void *in_flash(uint32_t at)
{
    return (const void *)(XIP_BASE + at);
}

bool store_settings(struct settings *settings)
{
    const struct settings_page *page = in_flash(SETTINGS_AT);
    if (memcmp(page->magic, "TCN1", 4) != 0 || crc32_of((const uint8_t *)page, offsetof(struct settings_page, sum)) != page->sum)
        return false;
    settings->node = page->node;
    settings->has_key = page->has_key != 0;
    memcpy(settings->key, page->key, KEY_BYTES);
    return true;
}

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

static bool is_blank(uint32_t place)
{
    const uint8_t *bytes = (const uint8_t *)page_of(place);
    for (size_t i = 0; i < FLASH_PAGE_SIZE; i++)
        if (bytes[i] != 0xFF)
            return false;
    return true;
}

/* The next page, erased with its sector or blank: one that a power cut left half written is passed over. */
static uint32_t next_place(uint32_t before)
{
    uint32_t place = before == PAGES ? 0 : (before + 1) % PAGES;
    while (place % PAGES_A_SECTOR != 0 && !is_blank(place))
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
    const uint32_t interrupts = save_and_disable_interrupts();      /* code runs out of flash, which cannot be read meanwhile */
    if (place % PAGES_A_SECTOR == 0)
        flash_range_erase(ANCHORS_AT + place * FLASH_PAGE_SIZE, FLASH_SECTOR_SIZE);
    flash_range_program(ANCHORS_AT + place * FLASH_PAGE_SIZE, written.bytes, FLASH_PAGE_SIZE);
    restore_interrupts(interrupts);
}
