/* things: a board without hardware. What a node would sense is what stands in this struct; whoever holds it changes it. */
#ifndef THINGS_H
#define THINGS_H

#include "chips.h"

struct sensors {
    uint32_t keys, dialled;
    struct chips chips[AREAS];
    bool has_chips;                     /* whether the areas have sensors */
    const struct chip_field *field;     /* NULL, or where antennas read what lies in those areas that have one */
    struct tags tags;
    bool has_looked;                    /* a look at the antenna is finished; asking takes it away */
    bool keeps_looking;                 /* every look is finished when it is asked for */
    bool beam;
    unsigned shoe;
    bool is_gate_open, is_motor_on;
    bool (*keep_key)(const uint8_t *link_key);      /* NULL: it keeps none */
};

#endif
