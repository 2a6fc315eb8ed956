"""A journal that another user may not read says whose it is, and as whom to ask."""

import os
import pwd

import pytest

from tablectl.journal.record import BadJournal
from tablectl.journal.store import Journal
from tablectl.service.process import bind_to
from tests.journal.conftest import play

NOBODY = 65_534

pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="only root may become another user")


@pytest.fixture
def journal(tmp_path):
    (folder := tmp_path / "tablectl").mkdir()
    first = play(1, seed=1)[0][0]
    with Journal.create(folder / "table.db", first, wall_ms=1):
        pass
    for place in (tmp_path, *tmp_path.parents):
        if place.stat().st_uid == os.getuid() and not place.stat().st_mode & 0o001:
            place.chmod(place.stat().st_mode | 0o011)
    return folder / "table.db"


def said_to_nobody(path):
    parent = os.getpid()
    read, write = os.pipe()
    if (child := os.fork()) == 0:
        bind_to(parent)
        os.setgroups(())
        os.setresgid(*[NOBODY] * 3)
        os.setresuid(*[NOBODY] * 3)
        try:
            Journal.open(path, read_only=True)
        except BadJournal as refused:
            os.write(write, str(refused).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as said:
        answer = said.read()
    os.waitpid(child, 0)
    return answer


@pytest.mark.parametrize(("mode", "file_mode"), [(0o700, 0o644), (0o755, 0o600)])
def test_who_may_not_read_a_journal_is_told_whose_it_is(mode, file_mode, journal):
    os.chmod(journal, file_mode)
    os.chmod(journal.parent, mode)
    owner = pwd.getpwuid(os.getuid()).pw_name
    closed = journal.parent if mode == 0o700 else journal
    assert said_to_nobody(journal) == (
        f"{closed} is there for {owner} alone: run this as that user, sudo -u {owner} tablectl ..."
    )
