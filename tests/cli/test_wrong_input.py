"""Wrong input of any kind is answered with a sentence on stderr and exit 2, before anything is
played.
"""

import pytest


@pytest.mark.parametrize(
    "words", [("run",), ("screen",), ("demo", "--fast", "--headless")], ids=lambda words: words[0]
)
@pytest.mark.parametrize(
    ("name", "written", "sentence"),
    [
        (
            "nowhere.toml",
            None,
            " No such file or directory. tablectl config example > table.toml makes one.",
        ),
        (".", None, " Is a directory. Name the file in it."),
        (
            "table.toml",
            b"[table]\xff",
            " This is not text: byte 7 is not UTF-8. Save it anew as text in UTF-8.",
        ),
        ("table.json", b"\xff{}", " JSON is malformed: invalid character (byte 0)."),
        ("stray.toml", b"[tabel]\n", '1: The file has no key "tabel". Did you mean "table"?'),
    ],
)
def test_a_configuration_that_is_none_is_named(words, name, written, sentence, said, tmp_path):
    file = tmp_path / name
    if written is not None:
        file.write_bytes(written)
    assert said(*words, "--config", file) == (2, "", f"{file}:{sentence}")


@pytest.mark.parametrize("name", [".", "table.jpg", "table"])
def test_the_demo_s_picture_needs_the_name_of_a_png(name, said, tmp_path):
    picture = tmp_path / name
    assert said("demo", "--fast", "--screenshot", picture) == (
        2,
        "",
        f"The picture is a PNG; {picture} is no name for it, as demo.png is.",
    )


def test_a_journal_is_shown_forwards(said, tmp_path):
    assert said("journal", "show", "--from", 5, "--to", 3, tmp_path / "table.db") == (
        2,
        "",
        "Record 3 comes before record 5.",
    )


def test_a_journal_in_no_directory_says_so(said, tmp_path):
    config, gone = tmp_path / "table.toml", tmp_path / "gone"
    config.write_text(
        f"table = {{ seats = {{ 1 = 100, 2 = 100 }}, stakes.big_blind = 4 }}\njournal.path = "
        f'"{gone}/table.db"\n'
    )
    assert said("run", "--config", config) == (
        2,
        "",
        f"{gone}/table.db cannot be made: there is no directory {gone}: mkdir -p makes it.",
    )


def test_a_link_to_nothing_is_in_the_way_of_a_demo_s_journal(said, tmp_path):
    journal = tmp_path / "table.db"
    journal.symlink_to(tmp_path / "nowhere")
    assert said("demo", "--fast", "--hands", 1, "--journal", journal) == (
        2,
        "",
        f"{journal} is there already: name another with --journal.",
    )


@pytest.mark.parametrize(
    "letters", [300, 255 - len("-journal") + 1], ids=["by itself", "with the ends of its own files"]
)
def test_a_name_that_no_disk_takes_is_none_for_a_demo_s_journal(letters, said, tmp_path):
    journal = tmp_path / ("x" * letters)
    assert said("demo", "--fast", "--hands", 1, "--journal", journal) == (
        2,
        "",
        f"{journal} can be no journal: File name too long.",
    )


@pytest.mark.parametrize(
    ("words", "code"), [(("scenario",), 2), (("doctor", "--port"), 1)], ids=lambda words: str(words)
)
def test_a_link_in_a_circle_is_told_in_a_sentence(words, code, said, tmp_path):
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    ended, out, err = said(*words, circle)
    assert (ended, str(circle) in f"{out}{err}".replace("\n", "")) == (code, True)


def test_who_plays_at_a_configured_table_is_in_its_configuration(said, tmp_path):
    config = tmp_path / "table.toml"
    config.write_text("table = { seats = { 1 = 100, 2 = 100 }, stakes.big_blind = 4 }\n")
    assert said("demo", "--config", config, "--players", 3, "--fast") == (
        2,
        "",
        f"Who plays at {config}'s table is in it; --players is for a preset.",
    )


def test_a_history_of_one_hand_without_a_name_is_called_by_its_file(said, tmp_path):
    file = tmp_path / "one.phh"
    file.touch()
    code, out, _ = said("replay", file)
    assert (code, out.splitlines()[0]) == (1, f"{file}: The field variant is missing.")


@pytest.mark.parametrize("cards", [["AhAdKd"], ["Ah", "Ad", "Kd"], ["Ah Ad", "Kd"]], ids=" | ".join)
def test_the_cards_of_a_hand_may_stand_apart(cards, said):
    assert said("eval", *cards) == (0, "pair of aces  (Ah Ad Kd)", "")
