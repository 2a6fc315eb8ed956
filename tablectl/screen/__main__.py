"""`python -m tablectl.screen`: the screen as a process of its own."""

import gc

if __name__ == "__main__":
    # until the display is open (window.py): a start makes no garbage, and looking for it takes 50
    # ms
    gc.disable()
    from tablectl.screen.command import run  # here, for what it imports takes most of the start

    run()
