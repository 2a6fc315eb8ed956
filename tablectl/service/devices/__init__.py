"""devices: what hangs at the table, whatever stands behind it, as two small protocols
(protocols.py).

attaching.py puts a device to each port, link_health.py judges how well each is heard; panel.py has
the switches and keys on the Pi's own pins.
"""
