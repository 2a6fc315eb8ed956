"""firmware_io: bytes, volts and ports. Knows no poker and never imports tablectl.

Start with PROTOCOL.md (the wire on two pages), then messages.py and session.py. Only link.py opens a serial port.
"""
