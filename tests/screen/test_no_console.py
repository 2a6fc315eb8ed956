"""What a screen says that should take a console's display and cannot."""

import pytest

from tablectl.screen.command import LIBRARIES, why_no_console


@pytest.mark.parametrize(
    ("files", "missing", "told"),
    [
        ({}, (), "there is no /dev/dri/card0"),
        ({"dev/dri/card1": 0o000}, (), "this user may not open /dev/dri/card1"),
        ({"dev/dri/card0": 0o600}, ("libgbm.so.1",), "sudo apt install libgbm1"),
        ({"dev/dri/card0": 0o600}, (), "no display is connected"),
        (
            {"dev/dri/card0": 0o600, "sys/class/drm/card0-HDMI-A-1/status": 0o600},
            (),
            "another program may have the display",
        ),
    ],
    ids=["no card", "no rights", "no libraries", "no plug", "taken"],
)
def test_the_sentence_says_what_kmsdrm_does_not(files, missing, told, tmp_path, monkeypatch):
    for name, mode in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text("connected\n")
        path.chmod(mode)
    monkeypatch.setattr("os.access", lambda path, _: path.stat().st_mode & 0o600)  # root may all
    assert {*missing} <= {*LIBRARIES}
    assert told in why_no_console(tmp_path, lambda library: library not in missing)
