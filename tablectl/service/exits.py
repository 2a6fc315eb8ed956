"""What a command's exit status says; 0 is that all went well."""

from typing import Final

FAILED: Final = 1                       # the requested check has failed
WRONG_USE: Final = 2                    # wrong words, or a wrong configuration, which a restart does not cure
JOURNAL_FAILED: Final = 3               # it could not be read, locked, written or synced; or a socket is taken
FAULT: Final = 70                       # of the program: EX_SOFTWARE of sysexits.h
