"""Where other users cannot read the checkout, the gate of the users says which folder is closed,
and what to do.
"""

import tempfile
from pathlib import Path

from .of_users import closed_to_others


def test_a_folder_that_is_closed_to_others_is_named():
    # not tmp_path, which lies in a closed folder itself
    with tempfile.TemporaryDirectory(dir="/tmp") as place:
        Path(place).chmod(0o755)
        home = Path(place) / "home"
        checkout = home / "tablectl"
        checkout.mkdir(parents=True)
        home.chmod(0o700)
        why = closed_to_others(checkout)
        assert why is not None
        assert why.startswith(f"{home} has mode 0700, so other users cannot read {checkout}: ")
        assert why.endswith(f"`chmod o+x {home}`")
        home.chmod(0o701)
        assert closed_to_others(checkout) is None
