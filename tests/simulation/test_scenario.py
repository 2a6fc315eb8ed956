"""The scenario runner: what a file says wrongly, and what a table did otherwise than the file
says.
"""

import re

import pytest

from tablectl.simulation.scenario.runner import run_script
from tablectl.simulation.scenario.script import BadScript, read_script

TABLE = (
    '{"table": {"preset": "tournament", "seats": {"1": 1000, "4": 1000, "6": 1000}, "button": 6,'
    ' "stakes": {"small_blind": 25, "big_blind": 50}, "chips": [5, 25, 100, 500]}}\n'
)


def script(directory, *lines, table=TABLE):
    file = directory / "s.jsonl"
    file.write_text(table + "\n".join(lines))
    return file


def failures(directory, *lines):
    """What is said after "file:" of a script that was played."""
    file = script(directory, *lines)
    return [said.removeprefix(f"{file}:") for said in run_script(read_script(file))]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"dance": true}', "Object contains unknown field `dance`"),
        ('{"start": true', "The line ends too early"),
        ('{"seat": 4}', "this is no step"),
        ('{"seat": 4, "act": "dance"}', 'There is no act "dance".'),
        ('{"seat": 4, "act": "bet"}', '"bet" needs an amount.'),
        ('{"seat": 2, "act": "fold"}', "Nobody sits at seat 2."),
        ('{"act": "fold"}', '"act" needs a seat.'),
        ('{"seat": 4, "key": "dance"}', 'There is no key "dance".'),
        ('{"floor": "dance"}', 'There is no ruling "dance".'),
        (
            '{"floor": "act", "seat": 4, "act": "dance", "why": "it did"}',
            'There is no act "dance".',
        ),
        ('{"seat": 4, "act": "bet", "amount": -5}', "No amount is less than nothing."),
        ('{"seat": 4, "chips": [25, -5]}', "A chip is worth 1 or more."),
        ('{"seat": 4, "take": [0]}', "A chip is worth 1 or more."),
        ('{"pull": 1, "face": "left"}', 'A card lies up or down, not "left".'),
        ('{"deck": ["As**"]}', '"As**" is no card.'),
        ('{"start": false}', "A step that does not happen is none"),
        ('{"seat": 11, "sits": 200}', "tournament has seats 1 to 10; there is no seat 11."),
        ('{"deck": ["Ah", "1h"]}', '"1h" is no card.'),
        ('{"seat": 4, "reveals": ["Xx"]}', '"Xx" is no card.'),
        ('{"floor": "card", "card": "zz"}', '"zz" is no card.'),
        ('{"pull": 0}', "Less than nothing cannot happen."),
        ('{"wait_ms": -1}', "Less than nothing cannot happen."),
        (
            '{"device": "seat-2", "fault": "unplug"}',
            'There is no device "seat-2"; there is shoe, screen, emergency_stop, key_switch, lid, '
            "logic_door, seat-1, seat-4, seat-6.",
        ),
        (
            '{"device": "shoe", "fault": "burn"}',
            'A device cannot "burn"; shoe can unplug, replug, reset, lid_open, lid_closed, jam, '
            "cleared, reloaded.",
        ),
        ('{"auto": {"think": true}}', 'The simulation does not do "think" by itself'),
        ('{"start": true, "amount": 5}', '"amount" does not go with "start".'),
    ],
)
def test_a_line_that_is_no_step_is_a_fault_of_the_file(line, sentence, tmp_path):
    file = script(tmp_path, "# a comment, and a blank line", "", line)
    with pytest.raises(BadScript) as wrong:
        read_script(file)
    assert str(wrong.value).startswith(f"{file}:4: ")
    assert sentence in str(wrong.value)


@pytest.mark.parametrize(
    "table",
    [
        '{"start": true}\n',
        '{"table": {"preset": "snap"}}\n',
        '{"table": {"preset": "tournament", "seats": {"11": 5}}}\n',
        '{"table": {"preset": "tournament", "chairs": 3}}\n',
        "[1]\n",
    ],
)
def test_a_first_line_that_is_no_table_is_a_fault_of_the_file(table, tmp_path):
    file = script(tmp_path, table=table)
    with pytest.raises(BadScript, match=re.escape(f"{file}:1: ")):
        read_script(file)


def test_a_file_that_is_not_there_or_empty_is_a_fault_of_the_file(tmp_path):
    with pytest.raises(BadScript, match="there is no table in it"):
        read_script(script(tmp_path, "# nothing", table=""))
    with pytest.raises(BadScript, match="No such file"):
        read_script(tmp_path / "nowhere.jsonl")


def test_an_expectation_that_fails_is_named_by_file_and_line_with_both_values(tmp_path):
    assert failures(
        tmp_path, '{"start": true}', "", '{"expect": {"to_act": 4, "seats": {"1": {"bet": 5}}}}'
    ) == ["4: to_act is 6, not 4", "4: seats.1.bet is 25, not 5"]


def test_objects_are_subsets_and_lists_are_equal(tmp_path):
    assert failures(
        tmp_path,
        '{"start": true}',
        '{"expect": {"seats": {}, "legal": ["fold", "call"], "chairs": 1}}',
    ) == [
        "3: legal is ['fold', 'call', 'raise'], not ['fold', 'call']",
        "3: chairs is 'not there', not 1",
    ]


def test_an_accepted_step_fails_the_expectation_of_a_refusal_and_the_other_way_round(tmp_path):
    assert failures(
        tmp_path,
        '{"start": true}',
        '{"expect_refused": true}',
        '{"start": true}',
        '{"expect_refused": false}',
    ) == ["3: the last step was accepted", "5: the last step was refused: hand_running"]


def test_a_refused_step_fails_no_scenario_by_itself(tmp_path):
    assert (
        failures(
            tmp_path,
            '{"seat": 4, "act": "fold"}',
            '{"floor": "confirm"}',
            '{"start": true}',
            '{"start": true}',
        )
        == []
    )


def test_a_notice_is_heard_by_all_expectations_in_a_row_and_by_none_after_the_next_step(tmp_path):
    assert failures(
        tmp_path,
        '{"start": true}',
        '{"seat": 1, "act": "fold"}',
        '{"expect_notice": "out_of_turn"}',
        '{"expect_notice": "out_of_turn", "seat": 1}',
        '{"expect_notice": "out_of_turn", "seat": 4}',
        '{"wait_ms": 1}',
        '{"expect_notice": "out_of_turn"}',
    ) == [
        "6: no out_of_turn for seat 4 was said, but [('out_of_turn', 1)]",
        "8: no out_of_turn was said, but []",
    ]


def test_a_refused_act_leaves_no_chips_in_front(tmp_path):
    assert (
        failures(
            tmp_path,
            '{"start": true}',
            '{"seat": 6, "act": "raise_to", "amount": 60}',
            '{"expect_refused": true}',
            '{"expect": {"seats": {"6": {"stack": 1000, "bet": 0, "due_back": 0}}}}',
        )
        == []
    )
