/* chips.c: tags seen become chips that lie in an area. */
#include "chips.h"

#include <string.h>

enum { SLOT_MS = CHIP_COUNT_MS / CHIP_SLOTS };

/* What a tag is worth. */

static uint32_t worth_of(const struct chip_book *book, const struct chip_tag *seen)
{
    for (size_t low = 0, high = book->tag_count; low < high;) {
        const size_t middle = low + (high - low) / 2;
        const int order = memcmp(seen->tag, book->tags[middle].tag, TAG_BYTES);
        if (order == 0)
            return book->tags[middle].denomination;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    for (size_t row = 0; row < book->dsfid_count; row++)
        if (book->dsfids[row].dsfid == seen->dsfid)
            return book->dsfids[row].denomination;
    return FOREIGN;
}

/* Sights. */

static struct chip_sight *sight_of(struct chip_field *field, const struct chip_tag *seen, uint32_t now_ms)
{
    for (uint8_t place = 0; place < field->count; place++)
        if (memcmp(field->sights[place].tag, seen->tag, TAG_BYTES) == 0)
            return &field->sights[place];
    if (field->count == MAX_CHIPS)
        return NULL;
    struct chip_sight *fresh = &field->sights[field->count++];
    *fresh = (struct chip_sight){.first_ms = now_ms, .place = NO_PLACE};
    memcpy(fresh->tag, seen->tag, TAG_BYTES);
    fresh->denomination = worth_of(field->book, seen);
    return fresh;
}

static bool is_near_any(const struct chip_sight *sight)
{
    for (uint8_t area = 0; area < AREAS; area++)
        if (sight->is_near[area])
            return true;
    return false;
}

static void forget(struct chip_field *field, uint8_t place)
{
    field->count--;
    if (place < field->count)
        field->sights[place] = field->sights[field->count];
}

static void leave_what_is_gone(struct chip_sight *sight, uint32_t now_ms)
{
    for (uint8_t area = 0; area < AREAS; area++) {
        if (!sight->is_missed[area] || now_ms - sight->missed_ms[area] < CHIP_GONE_MS)
            continue;
        sight->is_near[area] = sight->is_missed[area] = false;
        sight->slots[area] = 0;
        if (sight->place == area)
            sight->place = NO_PLACE;
    }
}

/* Where it lies. */

static unsigned reads(uint8_t slots)
{
    unsigned count = 0;
    for (; slots != 0; slots &= (uint8_t)(slots - 1))
        count++;
    return count;
}

/* The area whose antenna has read it most, and in its last look. */
static uint8_t most_read(const struct chip_sight *sight)
{
    const unsigned bet = reads(sight->slots[AREA_BET]), stack = reads(sight->slots[AREA_STACK]);
    const uint8_t most = stack > bet ? AREA_STACK : AREA_BET;
    const unsigned lead = stack > bet ? stack - bet : bet - stack;
    const bool is_alone = bet == 0 || stack == 0;
    if ((!is_alone && lead < CHIP_LEAD) || !sight->is_near[most] || sight->is_missed[most])
        return NO_PLACE;
    return most;
}

static void give_place(const struct chip_field *field, struct chip_sight *sight, uint32_t now_ms)
{
    const bool has_two = (field->antennas & (field->antennas - 1)) != 0;
    const uint32_t new_for_ms = has_two ? CHIP_COUNT_MS : CHIP_NEW_MS;
    sight->is_old |= now_ms - sight->first_ms >= new_for_ms;
    if (sight->is_old && sight->place == NO_PLACE)
        sight->place = most_read(sight);
}

/* What lies in an area. */

static bool count_in(struct chips *lying, uint32_t denomination)
{
    uint8_t row = lying->count;
    while (row > 0 && lying->lying[row - 1].denomination > denomination)
        row--;
    if (row > 0 && lying->lying[row - 1].denomination == denomination) {
        lying->lying[row - 1].count++;
        return true;
    }
    if (lying->count == MAX_DENOMINATIONS)
        return false;
    memmove(&lying->lying[row + 1], &lying->lying[row], (size_t)(lying->count - row) * sizeof lying->lying[0]);
    lying->lying[row] = (struct chip){denomination, 1};
    lying->count++;
    return true;
}

static void add_up(struct chip_field *field, enum area area)
{
    struct chips lying = {0};
    bool is_known = field->has_looked[area] && !field->has_more[area];
    field->foreign[area] = 0;
    for (uint8_t place = 0; place < field->count; place++) {
        const struct chip_sight *sight = &field->sights[place];
        if (sight->place == NO_PLACE && sight->is_near[area])
            is_known = false;
        else if (sight->place == area && sight->denomination == FOREIGN)
            field->foreign[area]++;
        else if (sight->place == area)
            is_known &= count_in(&lying, sight->denomination);
    }
    field->is_known[area] = is_known;
    if (is_known)
        field->lying[area] = lying;
}

static void judge(struct chip_field *field, uint32_t now_ms)
{
    for (uint8_t place = field->count; place > 0; place--) {
        struct chip_sight *sight = &field->sights[place - 1];
        leave_what_is_gone(sight, now_ms);
        if (is_near_any(sight))
            give_place(field, sight, now_ms);
        else
            forget(field, (uint8_t)(place - 1));
    }
    for (uint8_t area = 0; area < AREAS; area++)
        add_up(field, (enum area)area);
}

/* What a board calls. */

void chip_field_start(struct chip_field *field, const struct chip_book *book, unsigned antennas, uint32_t now_ms)
{
    memset(field, 0, sizeof *field);
    field->book = book;
    field->antennas = antennas;
    field->slot_ms = now_ms;
}

static void miss_all(struct chip_field *field, enum area area, uint32_t now_ms)
{
    for (uint8_t place = 0; place < field->count; place++) {
        struct chip_sight *sight = &field->sights[place];
        if (!sight->is_near[area] || sight->is_missed[area])
            continue;
        sight->is_missed[area] = true;
        sight->missed_ms[area] = now_ms;
    }
}

void chip_field_see(struct chip_field *field, enum area area, const struct chip_tags *seen, uint32_t now_ms)
{
    field->has_looked[area] = true;
    field->has_more[area] = seen->has_more;
    miss_all(field, area, now_ms);
    for (uint8_t place = 0; place < seen->count; place++) {
        struct chip_sight *sight = sight_of(field, &seen->of[place], now_ms);
        if (sight == NULL) {
            field->has_more[area] = true;
            continue;
        }
        sight->is_near[area] = true;
        sight->is_missed[area] = false;
        sight->slots[area] |= 1u;
    }
    judge(field, now_ms);
}

void chip_field_blind(struct chip_field *field, enum area area)
{
    field->has_looked[area] = field->is_known[area] = false;
    for (uint8_t place = 0; place < field->count; place++)
        field->sights[place].is_missed[area] = false;
}

void chip_field_tick(struct chip_field *field, uint32_t now_ms)
{
    if (now_ms - field->slot_ms < SLOT_MS)
        return;
    const uint32_t passed = (now_ms - field->slot_ms) / SLOT_MS;
    field->slot_ms += passed * SLOT_MS;
    for (uint8_t place = 0; place < field->count; place++)
        for (uint8_t area = 0; area < AREAS; area++) {
            uint8_t *slots = &field->sights[place].slots[area];
            *slots = (uint8_t)(passed >= CHIP_SLOTS ? 0u : (unsigned)*slots << passed);
        }
    judge(field, now_ms);
}

enum chips_sensed chip_field_lying(const struct chip_field *field, enum area area, struct chips *lying)
{
    if (!(field->antennas >> area & 1u))
        return CHIPS_NOT_SENSED;
    if (!field->is_known[area])
        return CHIPS_NOT_KNOWN;
    *lying = field->lying[area];
    return CHIPS_KNOWN;
}

uint8_t chip_field_foreign(const struct chip_field *field, enum area area)
{
    return field->foreign[area];
}
