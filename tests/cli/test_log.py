"""Where the log goes: sentences on stderr, with a level where systemd's journal reads them, and
nowhere where nobody asked.
"""

import os
import subprocess
import sys

import pytest

SAYS = (
    "import logging, tablectl.service; from tablectl.cli.systemd import log_to_stderr; {first}; "
    "logger = logging.getLogger('tablectl.a'); {then}"
)
ALL = (
    "logger.debug('0 %s'); logger.info('1 %s'); logger.warning('2 %s'); logger.error('3 %s'); "
    "logger.critical('4 %s')"
)


def said(first, then=ALL, **environment):
    """Exit status, and what came through a pipe that is stderr."""
    done = subprocess.run(
        [sys.executable, "-c", SAYS.format(first=first, then=then)],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    return done.returncode, done.stderr


def test_each_sentence_is_a_line_as_it_is():
    assert said("log_to_stderr()") == (0, "1 %s\n2 %s\n3 %s\n4 %s\n")


def test_once_more_is_not_twice():
    assert said("log_to_stderr(); log_to_stderr()", "logger.info('once')") == (0, "once\n")


def test_control_without_it_nothing_is_written():
    """A rehearsal has the service in its own process, and says nothing of it."""
    assert said("pass") == (0, "")


def test_another_stream_than_the_journal_s_gets_no_levels():
    assert said("log_to_stderr()", "logger.info('news')", JOURNAL_STREAM="8:12345") == (0, "news\n")


def test_the_journal_is_told_how_serious_each_line_is():
    as_the_journal_s = (
        "import os; there = os.fstat(2); os.environ['JOURNAL_STREAM'] = "
        "f'{there.st_dev}:{there.st_ino}'; log_to_stderr()"
    )
    assert said(as_the_journal_s) == (0, "<6>1 %s\n<4>2 %s\n<3>3 %s\n<2>4 %s\n")


@pytest.mark.parametrize("stream", ["os.open('/dev/full', os.O_WRONLY)", "gone()"])
def test_a_line_that_cannot_be_written_ends_nothing(stream):
    """The disk of a log is full, or its reader has gone: the hand goes on."""
    gone = "import os; gone = lambda: (lambda ends: (os.close(ends[0]), ends[1])[1])(os.pipe()); "
    first = f"{gone} kept = os.dup(2); os.dup2({stream}, 2); log_to_stderr()"
    assert said(first, "logger.warning('lost'); os.dup2(kept, 2); logger.warning('heard')") == (
        0,
        "heard\n",
    )
