"""A fault of ours that nobody catches: its traceback on stderr has no value of any variable in
it.
"""

import subprocess
import sys

SECRET = "Ah-Kd-face-down"  # as a value only: the lines of the program do not have it
PLANTED = """
import sys
from tablectl.cli import main
from tablectl.cli.app import app

def breaks() -> None:
    holding = "-".join(("Ah", "Kd", "face", "down"))
    raise KeyError("planted")

app.command("breaks")(breaks)
sys.argv = ["tablectl", "breaks"]
main()
"""


def test_an_uncaught_exception_shows_no_local_value(tmp_path):
    program = tmp_path / "breaks.py"
    program.write_text(PLANTED)
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "KeyError" in done.stderr
    assert SECRET not in done.stderr
    assert "locals" not in done.stderr
