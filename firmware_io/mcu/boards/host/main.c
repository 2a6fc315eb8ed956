/* main.c: a node on a pty, for whoever has no board: node seat 3 /run/seat-3 [KEY_FILE [ANCHOR_FILE [READER CHIPS_FILE]]]
 *
 * The key file has the key of the link, 64 hex digits; one that is not there is written once a host gives the node its key, and to
 * take it away is to have a hand on the node. The anchor is kept in the other file, from one start to the next. READER is the
 * serial port of a Feig reader over the bet area of a seat, real or simulated, and antenna.h says what the chips' file holds.
 * - in the place of a file is none.
 * The link names the pty, as /dev/serial/by-id names a port. What happens to the node is said on its standard input, a line each:
 *
 *     dial 60                      the wheel is turned to this
 *     press raise 60               a key goes down and up, with what the wheel shows
 *     chips bet 5x2 25x1           all that lies in the area
 *     tags e004015012345678        all tags in the antenna's field; without any: none
 *     beam 1                       a card is in the light of the shoe's mouth; 0: no more
 *     shoe lid jam empty           what the shoe senses of itself; without any: nothing
 *
 * It says on its output when the gate opens and shuts, and which lamp is shown. Where its input ends, or is none, it goes on as a
 * node at which nobody types. SIGTERM or SIGINT ends it.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "antenna.h"
#include "seat.h"
#include "shoe.h"
#include "things.h"

enum { STEP_MS = 1, PRESSED_MS = 3 * KEY_SETTLES_MS, LINE_BYTES = 512, READ_BYTES = 256, NAME_BYTES = 4096 };

static const char USAGE[] = "usage: node seat|shoe ID LINK [KEY_FILE [ANCHOR_FILE [READER CHIPS_FILE]]], with an id from 1 to 254"
    " and a reader at a seat alone\n";

static const char *const KEY_WORDS[KEYS] = {
    "fold", "check", "call", "bet", "raise", "all_in", "confirm", "show", "muck", "sit_out", "sit_in", "post", "wait", "buy_button",
    "report_joker", "made", "missed", "undo", "ante", "bonus", "pass", "check_call", "call_floor",
};

struct bench {
    bool is_seat, was_open;
    struct seat seat;
    struct shoe shoe;
    struct sensors things;
    bool has_antenna;
    struct antenna antenna;
    uint32_t release_ms;                /* when the key that is pressed comes up */
    struct lamp said;
    const char *anchor_file;            /* NULL: the anchor is kept as long as the node runs */
    struct anchor kept;                 /* what stands in it */
    int master, input;                  /* input: -1 once it has ended */
    char line[LINE_BYTES];
    size_t line_length;
};

static uint32_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint32_t)((uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000);
}

static int failed(const char *what)
{
    perror(what);
    return EXIT_FAILURE;
}

/* Verbs. */

static bool press(struct bench *bench, const char *word, const char *amount)
{
    for (uint8_t key = 0; word != NULL && key < KEYS; key++) {
        if (strcmp(word, KEY_WORDS[key]) != 0)
            continue;
        bench->things.dialled = amount == NULL ? 0 : (uint32_t)strtoul(amount, NULL, 10);
        bench->things.keys = UINT32_C(1) << key;
        bench->release_ms = now_ms() + PRESSED_MS;
        return true;
    }
    return false;
}

static bool lay_chips(struct bench *bench, const char *area)
{
    struct chips chips = {0};
    if (area == NULL || (strcmp(area, "bet") != 0 && strcmp(area, "stack") != 0))
        return false;
    for (const char *word = strtok(NULL, " "); word != NULL; word = strtok(NULL, " ")) {
        struct chip *chip = &chips.lying[chips.count];
        if (chips.count == MAX_DENOMINATIONS || sscanf(word, "%ux%hu", &chip->denomination, &chip->count) != 2)
            return false;
        chips.count++;
    }
    bench->things.chips[strcmp(area, "bet") == 0 ? AREA_BET : AREA_STACK] = chips;
    return true;
}

static bool lay_tags(struct bench *bench)
{
    struct tags tags = {0};
    for (const char *word = strtok(NULL, " "); word != NULL; word = strtok(NULL, " ")) {
        if (tags.count == MAX_TAGS || strlen(word) != 2 * TAG_BYTES)
            return false;
        for (size_t byte = 0; byte < TAG_BYTES; byte++)
            if (sscanf(word + 2 * byte, "%2hhx", &tags.tag[tags.count][byte]) != 1)
                return false;
        tags.count++;
    }
    bench->things.tags = tags;
    return true;
}

static bool sense_shoe(struct bench *bench)
{
    unsigned sensed = 0;
    for (const char *word = strtok(NULL, " "); word != NULL; word = strtok(NULL, " ")) {
        const unsigned bit = strcmp(word, "lid") == 0 ? SHOE_SENSES_LID_OPEN
            : strcmp(word, "jam") == 0 ? SHOE_SENSES_JAM : strcmp(word, "empty") == 0 ? SHOE_SENSES_EMPTY : 0;
        if (bit == 0)
            return false;
        sensed |= bit;
    }
    bench->things.shoe = sensed;
    return true;
}

static bool obey(struct bench *bench, const char *verb)
{
    if (strcmp(verb, "tags") == 0)
        return lay_tags(bench);
    if (strcmp(verb, "shoe") == 0)
        return sense_shoe(bench);
    const char *word = strtok(NULL, " ");
    if (strcmp(verb, "chips") == 0)
        return lay_chips(bench, word);
    if (strcmp(verb, "press") == 0)
        return press(bench, word, strtok(NULL, " "));
    if (strcmp(verb, "dial") == 0 && word != NULL) {
        bench->things.dialled = (uint32_t)strtoul(word, NULL, 10);
        return true;
    }
    if (strcmp(verb, "beam") != 0 || word == NULL)
        return false;
    bench->things.beam = strcmp(word, "1") == 0;
    return true;
}

static void read_verbs(struct bench *bench)
{
    const ssize_t got = read(bench->input, bench->line + bench->line_length, LINE_BYTES - 1 - bench->line_length);
    if (got <= 0) {
        bench->input = -1;
        return;
    }
    bench->line_length += (size_t)got;
    for (char *end; (end = memchr(bench->line, '\n', bench->line_length)) != NULL;) {
        const size_t taken = (size_t)(end - bench->line) + 1;
        *end = '\0';
        const char *verb = strtok(bench->line, " ");
        if (verb != NULL && !obey(bench, verb))
            printf("not understood: %s\n", verb);
        bench->line_length -= taken;
        memmove(bench->line, end + 1, bench->line_length);
    }
    if (bench->line_length == LINE_BYTES - 1) {
        printf("not understood: a line of more than %d bytes\n", LINE_BYTES - 2);
        bench->line_length = 0;
    }
}

/* What it is told at its start, and keeps. */

/* So many bytes, two hex digits each, and whitespace at the most behind them. */
static bool read_hex(FILE *file, uint8_t *bytes, size_t count)
{
    for (size_t byte = 0; byte < count; byte++)
        if (fscanf(file, "%2hhx", &bytes[byte]) != 1)
            return false;
    char more;
    return fscanf(file, " %c", &more) == EOF;
}

static bool read_key(const char *name, struct identity *who)
{
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return false;
    who->has_key = read_hex(file, who->key, KEY_BYTES);
    fclose(file);
    return who->has_key;
}

static const char *key_file;            /* NULL: the node has no key, and is given none */

/* Beside it, and then in its place, as the anchor is: the host is told of nothing that could be lost. */
static bool keep_key(const uint8_t *link_key)
{
    char fresh[NAME_BYTES];
    const bool has_room = snprintf(fresh, sizeof fresh, "%s.new", key_file) < NAME_BYTES;
    const int end = has_room ? open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0600) : -1;
    FILE *file = end < 0 ? NULL : fdopen(end, "w");
    if (file == NULL)
        return false;
    for (size_t byte = 0; byte < KEY_BYTES; byte++)
        fprintf(file, "%02x", link_key[byte]);
    fputc('\n', file);
    const bool is_written = fflush(file) == 0 && fsync(fileno(file)) == 0;
    return fclose(file) == 0 && is_written && rename(fresh, key_file) == 0;
}

/* A file that is not there, or holds something else, is no anchor. */
static void read_anchor(const char *name, struct identity *who)
{
    unsigned long long count;
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return;
    who->has_anchor = fscanf(file, "%llu ", &count) == 1 && read_hex(file, who->anchor.hash, ANCHOR_BYTES);
    who->anchor.count = who->has_anchor ? count : 0;
    fclose(file);
}

/* Beside it, and then in its place: a file that is cut off half written is never read. */
static bool write_anchor(const char *name, const struct anchor *anchor)
{
    char fresh[NAME_BYTES];
    FILE *file = snprintf(fresh, sizeof fresh, "%s.new", name) < NAME_BYTES ? fopen(fresh, "w") : NULL;
    if (file == NULL)
        return false;
    fprintf(file, "%llu ", (unsigned long long)anchor->count);
    for (size_t byte = 0; byte < ANCHOR_BYTES; byte++)
        fprintf(file, "%02x", anchor->hash[byte]);
    fputc('\n', file);
    const bool is_written = fflush(file) == 0 && fsync(fileno(file)) == 0;
    return fclose(file) == 0 && is_written && rename(fresh, name) == 0;
}

static void keep_anchor(struct bench *bench)
{
    const struct node_session *session = bench->is_seat ? &bench->seat.node.session : &bench->shoe.node.session;
    const struct anchor *newest = &session->anchor;
    const bool is_kept = newest->count == bench->kept.count && memcmp(newest->hash, bench->kept.hash, ANCHOR_BYTES) == 0;
    if (bench->anchor_file == NULL || !session->has_anchor || is_kept)
        return;
    bench->kept = *newest;
    if (!write_anchor(bench->anchor_file, newest))
        printf("%s cannot be written\n", bench->anchor_file);
}

static struct name named(const char *text)
{
    struct name name = {.length = (uint8_t)strlen(text)};
    memcpy(name.text, text, name.length);
    return name;
}

static struct about about(bool is_seat)
{
    const uint32_t both = 1u << ABILITY_LAMP | 1u << ABILITY_BUZZER;
    const uint32_t seat = 1u << ABILITY_KEYS | 1u << ABILITY_WHEEL | 1u << ABILITY_BET_AREA | 1u << ABILITY_STACK_AREA
        | 1u << ABILITY_HOLE_CARDS;
    const uint32_t shoe = 1u << ABILITY_GATE | 1u << ABILITY_BREAK_BEAM | 1u << ABILITY_LID;
    return (struct about){
        .minor = key_file != NULL ? PAIRS_FROM : 1, .abilities = both | (is_seat ? seat : shoe), .board = named("host"), .firmware = named("1.1")};
}

/* The node. */

static void start(struct bench *bench, struct identity who)
{
    who.kind = bench->is_seat ? KIND_SEAT : KIND_SHOE;
    who.reset_cause = RESET_POWER_ON;
    who.about = about(bench->is_seat);
    bench->kept = who.anchor;
    while (who.epoch == NO_EPOCH)
        if (getrandom(&who.epoch, sizeof who.epoch, 0) != sizeof who.epoch)
            who.epoch = now_ms();
    bench->things.has_chips = bench->things.keeps_looking = true;
    bench->things.keep_key = key_file != NULL ? keep_key : NULL;
    if (bench->is_seat)
        seat_start(&bench->seat, &who, &bench->things, now_ms());
    else
        shoe_start(&bench->shoe, &who, &bench->things, now_ms());
}

static void listen(struct bench *bench)
{
    uint8_t data[READ_BYTES];
    const ssize_t got = read(bench->master, data, sizeof data);
    if (got <= 0)
        return;
    if (bench->is_seat)
        seat_receive(&bench->seat, data, (size_t)got, now_ms());
    else
        shoe_receive(&bench->shoe, data, (size_t)got, now_ms());
}

static void say(struct bench *bench)
{
    const struct lamp *lamp = &(bench->is_seat ? &bench->seat.node : &bench->shoe.node)->lamp;
    if (bench->things.is_gate_open != bench->was_open)
        puts(bench->things.is_gate_open ? "gate open" : "gate shut");
    bench->was_open = bench->things.is_gate_open;
    if (memcmp(lamp, &bench->said, sizeof *lamp) != 0)
        printf("lamp %u %u %u, pattern %u, level %u\n", lamp->red, lamp->green, lamp->blue, lamp->pattern, lamp->level);
    bench->said = *lamp;
    fflush(stdout);
}

static void step(struct bench *bench)
{
    uint8_t output[MAX_OUTPUT_BYTES];
    const uint32_t now = now_ms();
    if (bench->has_antenna)
        antenna_step(&bench->antenna, now);
    if (bench->things.keys != 0 && (int32_t)(now - bench->release_ms) >= 0)
        bench->things.keys = 0;
    const size_t length = bench->is_seat ? seat_step(&bench->seat, now, output) : shoe_step(&bench->shoe, now, output);
    if (length > 0 && write(bench->master, output, length) < 0)
        puts("the wire is full");           /* nobody reads: what was lost is sent again */
    keep_anchor(bench);
    say(bench);
}

static bool put_antenna(struct bench *bench, const char *port, const char *chips)
{
    const int wrong = antenna_start(&bench->antenna, port, chips, now_ms());
    bench->has_antenna = true;
    bench->things.field = &bench->antenna.field;
    if (wrong < 0)
        perror(chips);
    if (wrong > 0)
        fprintf(stderr, "%s, line %d: a chip is TAG DENOMINATION or dsfid NUMBER DENOMINATION, each once\n", chips, wrong);
    return wrong == 0;
}

/* A pty whose slave end is kept open, so that it outlives whoever reads it. Returns the master's end, or -1. */
static int open_pty(const char *link)
{
    struct termios raw;
    const int master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
        return -1;
    const char *name = ptsname(master);
    const int slave = name == NULL ? -1 : open(name, O_RDWR | O_NOCTTY);
    if (slave < 0 || tcgetattr(slave, &raw) != 0)
        return -1;
    cfmakeraw(&raw);
    (void)unlink(link);
    return tcsetattr(slave, TCSANOW, &raw) == 0 && symlink(name, link) == 0 ? master : -1;
}

static volatile sig_atomic_t is_over;

static void end(int number)
{
    (void)number;
    is_over = true;
}

/* Where there is no standard input at all its number would be the pty's. */
static bool has_input(void)
{
    return fcntl(STDIN_FILENO, F_GETFD) >= 0 || open("/dev/null", O_RDONLY) == STDIN_FILENO;
}

static void step_until_ended(struct bench *bench)
{
    while (!is_over) {
        struct pollfd ready[2] = {{.fd = bench->master, .events = POLLIN}, {.fd = bench->input, .events = POLLIN}};
        if (poll(ready, 2, STEP_MS) < 0)
            continue;                       /* a signal */
        if (ready[0].revents & POLLIN)
            listen(bench);
        if (ready[1].revents)
            read_verbs(bench);
        step(bench);
    }
}

int main(int count, char **words)
{
    static struct bench bench;
    if (!has_input())
        return failed("/dev/null");
    const bool is_counted = count >= 4 && count <= 8 && count != 7;
    const long node = is_counted ? strtol(words[2], NULL, 10) : 0;
    struct identity who = {.node = (uint8_t)node};
    bench.is_seat = is_counted && strcmp(words[1], "seat") == 0;
    if (node < 1 || node > 254 || (!bench.is_seat && (strcmp(words[1], "shoe") != 0 || count == 8))) {
        fputs(USAGE, stderr);
        return 2;
    }
    key_file = count > 4 && strcmp(words[4], "-") != 0 ? words[4] : NULL;
    if (key_file != NULL && access(key_file, F_OK) == 0 && !read_key(key_file, &who)) {
        fprintf(stderr, "%s holds no key of %d hex digits\n", words[4], 2 * KEY_BYTES);
        return 2;
    }
    if (count == 8 && !put_antenna(&bench, words[6], words[7]))
        return 2;
    bench.anchor_file = count > 5 && strcmp(words[5], "-") != 0 ? words[5] : NULL;
    if (bench.anchor_file != NULL)
        read_anchor(bench.anchor_file, &who);
    bench.master = open_pty(words[3]);
    if (bench.master < 0)
        return failed(words[3]);
    start(&bench, who);
    bench.input = STDIN_FILENO;
    signal(SIGTERM, end);
    signal(SIGINT, end);
    step_until_ended(&bench);
    (void)unlink(words[3]);
    return EXIT_SUCCESS;
}
