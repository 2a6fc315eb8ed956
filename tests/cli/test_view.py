"""`tablectl view --schema`: what a view holds, for whoever draws one."""

from importlib.resources import files

import pytest

from tablectl.cli import main


def test_the_schema_that_is_delivered_is_the_one_of_this_view(monkeypatch, capsys):
    """Else write it anew: `tablectl view --schema >tablectl/view/schema.json`."""
    monkeypatch.setattr("sys.argv", ["tablectl", "view", "--schema"])
    with pytest.raises(SystemExit):
        main()
    assert capsys.readouterr().out == files("tablectl.view").joinpath("schema.json").read_text()
