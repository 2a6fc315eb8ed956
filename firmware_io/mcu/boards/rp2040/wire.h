/* wire: the host at USB serial or at RS-485, whichever it last spoke by. */
#ifndef WIRE_H
#define WIRE_H

#include <stddef.h>
#include <stdint.h>

void wire_set_up(void);

/* Up to `room` bytes that have come. */
size_t wire_read(uint8_t *bytes, size_t room);

/* All of them; what a host that does not read leaves no room for is dropped, as a wire drops it. */
void wire_write(const uint8_t *bytes, size_t length);

/* Once a millisecond: a transceiver is let go of when the last bit has left. */
void wire_tick(void);

#endif
