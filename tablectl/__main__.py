"""`python -m tablectl`: the same door as the `tablectl` command."""

from tablectl.cli import main

main()
