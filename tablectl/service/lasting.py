"""What is made when the service starts lasts as long as it does, and is not gone through again for garbage."""

import gc


def set_lasting_aside() -> None:
    """All that there is by now is passed over by later collections of garbage: modules, rows of games, sentences, devices.

    Without this each full collection goes through tens of thousands of objects, at any moment, an emergency stop's too; with it,
    through those of the hand that is played. bench_pins.py measures it.
    """
    gc.collect()
    gc.freeze()
