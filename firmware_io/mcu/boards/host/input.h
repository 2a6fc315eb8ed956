/* input: what a fuzzer has made up, taken from front to back; whoever takes more than there is gets zeros. */
#ifndef INPUT_H
#define INPUT_H

#include <stddef.h>
#include <stdint.h>

struct input { const uint8_t *data; size_t left; };

static inline uint8_t take(struct input *input)
{
    if (input->left == 0)
        return 0;
    input->left--;
    return *input->data++;
}

#endif
