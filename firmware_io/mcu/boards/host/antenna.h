/* antenna: a reader by Feig at a serial port of this machine, over the bet area of the node that this process is. */
#ifndef ANTENNA_H
#define ANTENNA_H

#include "feig.h"

enum { MAX_WORTHS = 2000, MAX_DSFIDS = 32, ANTENNA_AGAIN_MS = 1000 };

struct antenna {
    const char *name;                   /* of the port */
    int port;                           /* -1: it cannot be opened, and is tried again */
    uint32_t tried_ms;
    struct feig reader;
    struct chip_field field;
    struct chip_book book;
    struct chip_worth worths[MAX_WORTHS];
    struct dsfid_worth dsfids[MAX_DSFIDS];
};

/* `chips` has a line for each chip, its tag in 16 hex digits and its denomination: e004015012345678 25; or dsfid 7 25 for all
 * tags with that DSFID which have no line. Returns the first line that makes no sense or stands there twice; 0: none; -1: the
 * file cannot be read. */
int antenna_start(struct antenna *antenna, const char *port, const char *chips, uint32_t now_ms);

/* Reads and writes what is to be read and written now, and does not wait. */
void antenna_step(struct antenna *antenna, uint32_t now_ms);

#endif
