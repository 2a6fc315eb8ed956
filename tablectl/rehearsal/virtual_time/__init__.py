"""virtual_time: a clock that moves only when runner and service have nothing left to do, over real ptys.

clock.py is the runner's side, stepped.py the service's; instant.py, wire.py and channel.py are what both stand on. Start with
clock.py. Absent on purpose: poker, devices, what a table is.
"""
