"""Checkpoints as if they were made by the thread that appends: the calls to the disk then come
in one order, again and again.
"""

from tablectl.journal.checkpoints import Checkpoints


def wait_for_checkpoints(monkeypatch):
    begin = Checkpoints.begin

    def begin_and_wait(checkpoints: Checkpoints):
        begin(checkpoints)
        checkpoints.wait()

    monkeypatch.setattr(Checkpoints, "begin", begin_and_wait)
