"""What a command says in this process, where `main` puts the commands together once a run: typer
takes 25 ms for it.
"""

import sys
from functools import cache

import pytest
import typer

from tablectl.cli import main

typer.main.get_command = cache(typer.main.get_command)


@pytest.fixture
def said(monkeypatch, capsys, tmp_path):
    """Of `tablectl` and these words, in a folder of its own: exit status, stdout and stderr,
    each without its last newline.
    """
    monkeypatch.chdir(tmp_path)

    def of(*words):
        monkeypatch.setattr(sys, "argv", ["tablectl", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return ended.value.code, out.rstrip("\n"), err.rstrip("\n")

    return of
