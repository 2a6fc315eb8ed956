/* fuzz_by_chance.c: inputs for fuzz.c where there is no clang: fuzz INPUTS SEED [FILE...], or fuzz FILE... to play some again.
 *
 * An input is made of acts at random or, every second one where files are given, is one of them; then a few of its bytes are
 * changed. The one being played lies in fuzz.last, so that what a sanitizer stops at can be played again.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1024, TYPES = 23 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t state;

/* xorshift64*, of Vigna's "An experimental exploration of Marsaglia's xorshift generators". */
static uint32_t chance(uint32_t below)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * UINT64_C(2685821657736338717)) >> 32) % below;
}

static size_t add_bytes(uint8_t *input, uint32_t count, uint32_t least)
{
    for (uint32_t byte = 0; byte < count; byte++)
        input[byte] = (uint8_t)(least + (chance(4) ? chance(20) : chance(255)));
    return count;
}

/* A frame that a host may send: its type, header and payload, mostly of the right length. */
static size_t add_framed(uint8_t *input)
{
    static const uint8_t types[TYPES][2] = {
        {0x20, 4}, {0x20, 4}, {0x21, 0}, {0x22, 4}, {0x23, 32}, {0x30, 5}, {0x31, 4}, {0x32, 1}, {0x33, 0}, {0x34, 16}, {0x35, 40}, {0x36, 1},
        {0x40, 0}, {0x01, 70}, {0x02, 1}, {0x03, 90}, {0x04, 5}, {0x05, 65}, {0x10, 58}, {0x13, 25}, {0x14, 4}, {0x15, 92}, {0x7f, 9},
    };
    const uint8_t *type = types[chance(TYPES)];
    const uint8_t length = chance(4) ? type[1] : (uint8_t)chance(104);
    const uint8_t act[7] = {(uint8_t)(1 + 8 * chance(32)), length, type[0], 3, (uint8_t)chance(8), 1, (uint8_t)chance(70)};
    memcpy(input, act, sizeof act);
    return sizeof act + add_bytes(input + sizeof act, length, 0);
}

/* Tags and chips: a count, and so many bytes, of each. */
static size_t add_things(uint8_t *input)
{
    size_t length = 2;
    input[0] = (uint8_t)(6 + 8 * chance(32));
    input[1] = 0;
    for (int row = 0; row < 3; row++) {
        const uint8_t count = (uint8_t)chance(9);
        input[length++] = count;
        length += add_bytes(input + length, count, 0);
    }
    return length;
}

/* One act of fuzz.c. */
static size_t add_act(uint8_t *input)
{
    const uint32_t what = chance(8);
    if (what < 4)
        return add_framed(input);
    if (what == 6)
        return add_things(input);
    input[0] = (uint8_t)((what == 4 ? 0 : what == 5 ? 4 : 7) + 8 * chance(32));
    input[1] = (uint8_t)chance(256);
    if (what == 5)
        return 2;
    return 2 + add_bytes(input + 2, what == 4 ? input[1] : 2, chance(2));   /* without a zero it is a frame that is too long */
}

static size_t make(uint8_t *input)
{
    size_t length = 0;
    const size_t wanted = 16 + chance(MOST_BYTES - 320);
    while (length < wanted)
        length += add_act(input + length);
    return length;
}

static void change(uint8_t *input, size_t length)
{
    for (uint32_t struck = chance(8); struck > 0; struck--)
        input[chance((uint32_t)length)] = (uint8_t)chance(256);
}

static void keep(const uint8_t *input, size_t length)
{
    FILE *last = fopen("fuzz.last", "wb");
    if (last != NULL) {
        fwrite(input, 1, length, last);
        fclose(last);
    }
}

/* How many bytes the file has; 0: none can be read, which is said. */
static size_t load(const char *name, uint8_t input[MOST_BYTES])
{
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: %s\n", name, strerror(errno));
        return 0;
    }
    const size_t length = fread(input, 1, MOST_BYTES, file);
    fclose(file);
    return length;
}

static int play_again(const char *name)
{
    uint8_t input[MOST_BYTES];
    const size_t length = load(name, input);
    return length == 0 ? EXIT_FAILURE : LLVMFuzzerTestOneInput(input, length);
}

static int play_by_chance(long inputs, char **files, uint32_t file_count)
{
    for (long input = 0; input < inputs; input++) {
        uint8_t bytes[MOST_BYTES];
        const bool is_file = file_count > 0 && input % 2 == 1;
        const size_t length = is_file ? load(files[chance(file_count)], bytes) : make(bytes);
        if (length == 0)
            return EXIT_FAILURE;
        change(bytes, length);
        keep(bytes, length);
        (void)LLVMFuzzerTestOneInput(bytes, length);
    }
    printf("%ld inputs\n", inputs);
    return EXIT_SUCCESS;
}

int main(int count, char **words)
{
    char *end = NULL;
    const long inputs = count >= 3 ? strtol(words[1], &end, 10) : 0;
    if (end == NULL || *end != '\0') {
        int failed = 0;
        for (int word = 1; word < count; word++)
            failed |= play_again(words[word]);
        return failed;
    }
    state = strtoull(words[2], NULL, 10) * 2 + 1;
    return play_by_chance(inputs, words + 3, (uint32_t)count - 3);
}
