/* changing SECONDS: hands are evaluated, checked, while another thread writes codes of any value over them. Built with
 * sanitizers it ends at the first step outside a table. Prints how many hands were taken and how often one was refused:
 * neither may be 0, or nothing was tried. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../batch.h"

enum { HANDS = 28, CARDS = 7, STRIDE = 97 };             /* so few go the scalar way, where sanitizers see each load */

static _Atomic unsigned char shared[HANDS * CARDS];    /* the evaluator reads it as plain bytes */
static atomic_int is_over;

static unsigned char right(size_t at)
{
    return (unsigned char)(at % CARDS * 7 + at / CARDS % 3);
}

static void *change(void *unused)
{
    (void)unused;
    for (size_t at = 0; !atomic_load(&is_over); at = (at + STRIDE) % sizeof shared) {
        atomic_store_explicit(&shared[at], 255, memory_order_relaxed);
        for (volatile int wait = 0; wait < 3; wait++) {
        }
        atomic_store_explicit(&shared[at], right(at), memory_order_relaxed);
    }
    return NULL;
}

int main(int count, char **words)
{
    static uint16_t strengths[HANDS];
    const double seconds = count > 1 ? atof(words[1]) : 1;
    unsigned long taken = 0, refused = 0;
    pthread_t writer;

    for (size_t at = 0; at < sizeof shared; at++)
        atomic_init(&shared[at], right(at));
    if (pthread_create(&writer, NULL, change, NULL))
        return 1;
    for (const clock_t began = clock(); (double)(clock() - began) < seconds * CLOCKS_PER_SEC;) {
        const size_t good = he_strengths_checked(HE_STANDARD, (const uint8_t *)shared, CARDS, HANDS, strengths);
        taken += good;
        refused += good < HANDS;
    }
    atomic_store(&is_over, 1);
    pthread_join(writer, NULL);
    printf("%lu %lu\n", taken, refused);
    return 0;
}
