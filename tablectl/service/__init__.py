"""service: the thin shell around the engine: asyncio, the clock, ports, sockets.

serve.py puts a table together; table_loop.py is its main loop: reading -> events -> facts ->
journal -> table -> outputs -> acknowledgement, in that order. Everything it decides it asks the
engine. Its rooms stand on one another: books, config, journals, devices, outputs, control beside
decks. May import: engine, intake, journal, present, firmware_io. Absent on purpose: threads.
"""

import logging

logger = logging.getLogger(__name__)
# a command that wants the log says where it goes
logging.getLogger("tablectl").addHandler(logging.NullHandler())
