/* antenna.c: the port of a reader, opened again when it went. */
#define _GNU_SOURCE
#include "antenna.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { LINE_BYTES = 128, READ_BYTES = 256 };

/* Which chip is worth what. */

static int by_tag(const void *one, const void *other)
{
    return memcmp(((const struct chip_worth *)one)->tag, ((const struct chip_worth *)other)->tag, TAG_BYTES);
}

static bool read_tag(const char *word, uint8_t tag[TAG_BYTES])
{
    if (strlen(word) != 2 * TAG_BYTES || strspn(word, "0123456789abcdefABCDEF") != 2 * TAG_BYTES)
        return false;
    for (size_t byte = 0; byte < TAG_BYTES; byte++)
        if (sscanf(word + 2 * byte, "%2hhx", &tag[byte]) != 1)
            return false;
    return true;
}

static bool stands_there(const struct antenna *antenna, const struct chip_worth *chip)
{
    for (size_t row = 0; row < antenna->book.tag_count; row++)
        if (memcmp(antenna->worths[row].tag, chip->tag, TAG_BYTES) == 0)
            return true;
    return false;
}

static bool read_line(struct antenna *antenna, const char *line)
{
    char word[LINE_BYTES];
    unsigned denomination, dsfid;
    struct chip_book *book = &antenna->book;
    if (sscanf(line, " dsfid %u %u", &dsfid, &denomination) == 2) {
        if (dsfid > UINT8_MAX || denomination == FOREIGN || book->dsfid_count == MAX_DSFIDS)
            return false;
        antenna->dsfids[book->dsfid_count++] = (struct dsfid_worth){(uint8_t)dsfid, denomination};
        return true;
    }
    if (sscanf(line, " %127s %u", word, &denomination) != 2)
        return sscanf(line, " %127s", word) != 1;       /* an empty line */
    struct chip_worth chip = {.denomination = denomination};
    if (denomination == FOREIGN || book->tag_count == MAX_WORTHS || !read_tag(word, chip.tag) || stands_there(antenna, &chip))
        return false;
    antenna->worths[book->tag_count++] = chip;
    return true;
}

static int read_book(struct antenna *antenna, const char *name)
{
    char line[LINE_BYTES];
    int number = 0, wrong = 0;
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return -1;
    while (wrong == 0 && fgets(line, sizeof line, file) != NULL) {
        number++;
        wrong = read_line(antenna, line) ? 0 : number;
    }
    fclose(file);
    qsort(antenna->worths, antenna->book.tag_count, sizeof antenna->worths[0], by_tag);
    antenna->book.tags = antenna->worths;
    antenna->book.dsfids = antenna->dsfids;
    return wrong;
}

/* The port: 38400 Bd, 8 bits, even parity, as these readers leave the factory. */

static void open_port(struct antenna *antenna, uint32_t now_ms)
{
    struct termios settings;
    antenna->tried_ms = now_ms;
    antenna->port = open(antenna->name, O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (antenna->port < 0 || tcgetattr(antenna->port, &settings) != 0)
        return;
    cfmakeraw(&settings);
    cfsetspeed(&settings, B38400);
    settings.c_cflag |= PARENB | CLOCAL | CREAD;
    (void)tcsetattr(antenna->port, TCSANOW, &settings);
}

static void close_port(struct antenna *antenna, uint32_t now_ms)
{
    close(antenna->port);
    antenna->port = -1;
    antenna->tried_ms = now_ms;
}

static void heed(struct antenna *antenna, enum feig_news news, uint32_t now_ms)
{
    if (news == FEIG_SEEN)
        chip_field_see(&antenna->field, AREA_BET, &antenna->reader.seen, now_ms);
    if (news == FEIG_GONE)
        chip_field_blind(&antenna->field, AREA_BET);
}

int antenna_start(struct antenna *antenna, const char *port, const char *chips, uint32_t now_ms)
{
    const int wrong = read_book(antenna, chips);
    antenna->name = port;
    open_port(antenna, now_ms);
    chip_field_start(&antenna->field, &antenna->book, 1u << AREA_BET, now_ms);
    feig_start(&antenna->reader, now_ms);
    return wrong;
}

static void listen(struct antenna *antenna, uint32_t now_ms)
{
    uint8_t data[READ_BYTES];
    const ssize_t got = read(antenna->port, data, sizeof data);
    for (ssize_t byte = 0; byte < got; byte++)
        heed(antenna, feig_feed(&antenna->reader, data[byte], now_ms), now_ms);
    if (got == 0 || (got < 0 && errno != EAGAIN))
        close_port(antenna, now_ms);
}

void antenna_step(struct antenna *antenna, uint32_t now_ms)
{
    uint8_t asked[FEIG_MAX_OUT_BYTES];
    if (antenna->port >= 0)
        listen(antenna, now_ms);
    else if (now_ms - antenna->tried_ms >= ANTENNA_AGAIN_MS)
        open_port(antenna, now_ms);
    heed(antenna, feig_tick(&antenna->reader, now_ms), now_ms);
    chip_field_tick(&antenna->field, now_ms);
    const size_t length = feig_take_output(&antenna->reader, asked);
    if (antenna->port >= 0 && length > 0 && write(antenna->port, asked, length) < 0)
        close_port(antenna, now_ms);
}
