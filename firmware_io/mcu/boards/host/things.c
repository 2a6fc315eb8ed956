/* things.c: sensors.h over a struct. */
#include "things.h"

uint32_t sensors_keys(struct sensors *sensors)
{
    return sensors->keys;
}

uint32_t sensors_dialled(struct sensors *sensors)
{
    return sensors->dialled;
}

enum chips_sensed sensors_chips(struct sensors *sensors, enum area area, struct chips *lying)
{
    if (sensors->field != NULL && chip_field_lying(sensors->field, area, lying) != CHIPS_NOT_SENSED)
        return chip_field_lying(sensors->field, area, lying);
    *lying = sensors->chips[area];
    return sensors->has_chips ? CHIPS_KNOWN : CHIPS_NOT_SENSED;
}

bool sensors_tags(struct sensors *sensors, struct tags *seen)
{
    const bool has_looked = sensors->has_looked || sensors->keeps_looking;
    *seen = sensors->tags;
    sensors->has_looked = false;
    return has_looked;
}

bool sensors_beam(struct sensors *sensors)
{
    return sensors->beam;
}

unsigned sensors_shoe(struct sensors *sensors)
{
    return sensors->shoe;
}

bool sensors_keep_key(struct sensors *sensors, const uint8_t *link_key)
{
    return sensors->keep_key != NULL && sensors->keep_key(link_key);
}

void sensors_gate(struct sensors *sensors, bool is_open, bool is_motor_on)
{
    sensors->is_gate_open = is_open;
    sensors->is_motor_on = is_motor_on;
}
