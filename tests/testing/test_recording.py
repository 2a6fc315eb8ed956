"""What goes over the ports is recorded byte by byte, read back as frames, and played once more."""

import asyncio
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_io.framing import Deframer
from firmware_io.kit.recording import BadRecording, Passed, Recorder, read_frames, read_recording
from firmware_io.kit.replay import replay_recording
from firmware_io.kit.table.sim_table import SimTable
from firmware_io.kit.table.verbs import do_verb
from firmware_io.link import Link
from firmware_io.messages import CardOff, HostHello, KeyPressed, Lamp
from tablectl.service.config.loading import load_config
from tablectl.service.journals.open_table import open_journal
from tablectl.service.serve import Service


@pytest.fixture
def recording(loop, tmp_path, monkeypatch):
    """Some seconds of a table at which a key was pressed and a card pulled."""
    file = tmp_path / "wire.jsonl"
    recorder = Recorder(file, lambda: round(loop.time() * 1_000), pytest.fail)
    monkeypatch.setattr(Link, "tap", recorder)
    with SimTable(loop, tmp_path, {1: 500, 2: 500}) as table:
        config = load_config(table.write_config())
        service = Service(config, loop, open_journal(config, 0), epoch=1, wall_ms=lambda: 0)
        service.start()
        loop.run_for(1_000)
        do_verb(table, "seat 1 press call_floor")
        do_verb(table, "shoe pull")
        loop.run_for(1_500)
        service.stop()
        service.journal.close()
    recorder.close()
    return file


def test_every_frame_of_every_port_is_in_it_each_way_and_for_its_owner_alone(recording, tmp_path):
    assert stat.S_IMODE(recording.stat().st_mode) == 0o600
    said = list(read_frames(read_recording(recording)))
    assert {one.port for one in said} == {
        str(tmp_path / name) for name in ("shoe", "seat-1", "seat-2")
    }
    kinds = {(one.to, type(one.frame.message)) for one in said if one.frame is not None}
    assert kinds >= {("node", HostHello), ("node", Lamp), ("host", KeyPressed), ("host", CardOff)}
    assert [one.why for one in said if one.frame is None] == []
    pressed = [
        one.ms
        for one in said
        if one.frame is not None and isinstance(one.frame.message, KeyPressed)
    ]
    assert 1_000 <= pressed[0] <= 1_020


def test_what_the_nodes_said_is_played_once_more_at_its_times(loop, recording, tmp_path):
    passed = list(read_recording(recording))
    place, heard = tmp_path / "again", bytearray()
    place.mkdir()
    link = Link(str(place / "seat-1"))

    async def listens():
        playing = asyncio.ensure_future(replay_recording(passed, place))
        await asyncio.sleep(0)
        assert link.open(loop, heard.extend, lambda why: None) is None
        link.write(b"\x00")
        began = loop.time()
        await playing
        return loop.time() - began

    lasted = loop.run_until_complete(listens())
    link.close()
    theirs = [one for one in passed if one.to == "host" and one.port.endswith("seat-1")]
    assert bytes(heard) == b"".join(one.data for one in theirs)
    assert round(lasted * 1_000) == max(one.ms for one in passed if one.to == "host") + 200
    assert list(place.iterdir()) == []
    assert len(Deframer().feed(bytes(heard))) > 5


def test_a_recording_is_never_written_over(recording):
    with pytest.raises(FileExistsError):
        Recorder(recording, lambda: 0, lambda why: None)


def test_a_full_disk_ends_the_recording_and_not_the_table(tmp_path, monkeypatch):
    said = []
    recorder = Recorder(tmp_path / "wire.jsonl", lambda: 0, said.append)

    def full(fd, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    recorder("a", "host", b"\x01")
    recorder("a", "host", b"\x02")
    assert said == [f"The recording {tmp_path}/wire.jsonl ends here: No space left on device."]


@pytest.mark.parametrize(
    "text", ['{"ms": 1}', "", '{"ms": 1, "port": "a", "to": "host", "hex": "0"}', '{"to": "moon"}']
)
def test_a_line_that_is_none_is_named(tmp_path, text):
    file = tmp_path / "wire.jsonl"
    file.write_text('{"ms": 1, "port": "a", "to": "host", "hex": "00"}\n' + text + "\n")
    with pytest.raises(BadRecording, match=r"wire\.jsonl:2: "):
        list(read_recording(file))


def test_a_file_without_an_end_of_a_line_is_no_recording_and_not_read_on():
    with pytest.raises(
        BadRecording, match=r"/dev/zero:1: This line is longer than any of a recording\."
    ):
        list(read_recording(Path("/dev/zero")))


def test_garbage_in_a_recording_is_shown_as_none(tmp_path):
    assert [
        (one.frame, one.why) for one in read_frames([Passed(5, "a", "host", "0501020300")])
    ] == [(None, "no frame")]


@pytest.mark.slow
def test_a_recording_is_shown_frame_by_frame(recording):
    command = [sys.executable, "-m", "tablectl", "sim", "replay", str(recording)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "KeyPressed(key='call_floor', amount=0)" in shown
    first = json.loads(
        subprocess.run(
            [*command, "--json"], capture_output=True, text=True, check=True
        ).stdout.splitlines()[0]
    )
    assert (first["to"], first["frame"]["message"]) == ("node", {"token": 1})
