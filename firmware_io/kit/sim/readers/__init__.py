"""sim/readers: simulated RFID readers, which speak the bytes of real ones, over fields into which
tags are put.

    field = Field(seed=7)
    field.put(SimTag(bytes.fromhex("DEADBEEF")), antenna=1)
    reader = SimPn532(field)            # or SimPepper, SimRdm6300, SimFeig
    reader.receive(bytes_of_the_host, now_ms)
    reader.take(now_ms)                 # its output up to now; `next_at_ms` when it sends more

Start with field.py, then answering.py (time, faults), then a reader. They are pure and take the
time that readers take; pty.py puts one behind a pty. They do what is documented, with the known
faults: a PN532 sleeps until it is woken and waits for a card for ever unless it is configured, a
card of two stays silent until the field was off, a Pepper sends events until it is configured.
Nobody has compared them with hardware.
"""
