/* fuzz_by_chance.c: inputs for fuzz.c where there is no clang: fuzz INPUTS SEED, or fuzz FILE... to play some again.
 *
 * An input is random bytes, or a piece of one before it with a few bytes changed. The one being played lies in fuzz.last, so that
 * what a sanitizer stops at can be played again.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1024, TYPES = 24 };

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

/* One act of fuzz.c: mostly the frames that a host may send. */
static size_t add_act(uint8_t *input)
{
    static const uint8_t types[TYPES] = {0x20, 0x20, 0x21, 0x22, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x40, 0x14, 0x15, 0x20, 1, 2, 3, 4, 5, 6, 0x10, 0x13, 0x7f};
    static const uint8_t payloads[8] = {0, 40, 1, 4, 4, 5, 16, 104};
    const uint8_t what = (uint8_t)chance(256), much = what % 8 <= 3 && what % 8 > 0 ? payloads[chance(8)] : (uint8_t)chance(256);
    size_t length = 2;
    input[0] = what;
    input[1] = much;
    if (what % 8 <= 3 && what % 8 > 0) {
        const uint8_t header[5] = {types[chance(TYPES)], 3, (uint8_t)chance(8), 1, (uint8_t)chance(70)};
        memcpy(input + length, header, sizeof header);
        length += sizeof header;
    }
    for (uint32_t bytes = what % 8 <= 3 ? much : 40; bytes > 0; bytes--)
        input[length++] = (uint8_t)(chance(4) ? chance(5) : chance(256));
    return length;
}

static size_t make(uint8_t *input)
{
    size_t length = 0;
    const size_t wanted = 16 + chance(MOST_BYTES - 320);
    while (length < wanted)
        length += add_act(input + length);
    for (uint32_t struck = chance(8); struck > 0; struck--)
        input[chance((uint32_t)length)] = (uint8_t)chance(256);
    return length;
}

static void keep(const uint8_t *input, size_t length)
{
    FILE *last = fopen("fuzz.last", "wb");
    if (last != NULL) {
        fwrite(input, 1, length, last);
        fclose(last);
    }
}

static int play_again(const char *name)
{
    uint8_t input[MOST_BYTES];
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: %s\n", name, strerror(errno));
        return EXIT_FAILURE;
    }
    const size_t length = fread(input, 1, sizeof input, file);
    fclose(file);
    return LLVMFuzzerTestOneInput(input, length);
}

int main(int count, char **words)
{
    char *end = NULL;
    const long inputs = count == 3 ? strtol(words[1], &end, 10) : 0;
    if (end == NULL || *end != '\0') {
        int failed = 0;
        for (int word = 1; word < count; word++)
            failed |= play_again(words[word]);
        return failed;
    }
    state = strtoull(words[2], NULL, 10) * 2 + 1;
    for (long input = 0; input < inputs; input++) {
        uint8_t bytes[MOST_BYTES];
        const size_t length = make(bytes);
        keep(bytes, length);
        (void)LLVMFuzzerTestOneInput(bytes, length);
    }
    printf("%ld inputs\n", inputs);
    return EXIT_SUCCESS;
}
