"""The status has what the floor's page draws: each seat with what is counted and sensed, the clock,
who may rule, and what may be done, by group.
"""

from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware_io.finder import Unused
from tablectl.engine.between.comparing import AT_REST_MS
from tablectl.locale import ENGLISH, get_translator
from tablectl.rules.forced import Stakes
from tablectl.service.control.status import status_report
from tablectl.service.control.status_parts import Surroundings
from tablectl.service.devices.machine import Reading, find_machine_troubles
from tablectl.service.troubles import WIRES, Trouble
from tablectl.text import T
from tests.happened import three_dealt
from tests.service.phoned import phones_at_a_table
from tests.service.staged import TABLE, begin, folded_out

from .paged import FREE, on_a_paged_table, open_row

LEVELS = replace(
    TABLE,
    options={
        "levels": [
            {"small_blind": 10, "big_blind": 20, "minutes": 10, "break_minutes": 5},
            {"small_blind": 15, "big_blind": 30, "ante": 5, "minutes": 10},
        ]
    },
)


SPANISH = get_translator("es")
TWO = {"nodes": (1, 2), "path": "/dev/d"}


def seat_of(status, number):
    return next(row for row in status["seats"] if row["number"] == number)


def test_each_configured_seat_has_a_row_an_empty_one_too():
    async def story(stage, people):
        await begin(stage, people)
        return await stage.told(), stage.view

    status, view = on_a_paged_table(story)
    assert [row["number"] for row in status["seats"]] == [1, 2, 3, FREE]
    for row in status["seats"][:3]:
        shown = view.seats[str(row["number"])]
        assert (row["status"], row["stack"], row["bet"], row["is_present"]) == (
            "in",
            shown.stack,
            shown.bet,
            True,
        )
        # chips are on their way in a hand: what differs then says nothing
        assert (row["found"], row["difference"], row["device"]) == ("moving", None, None)
    free = seat_of(status, FREE)
    assert (free["status"], free["stack"], free["is_present"], free["sensed"]) == (
        "empty",
        0,
        False,
        None,
    )


def test_a_stack_that_differs_is_counted_beside_what_is_sensed():
    """Clauses: F-5."""

    async def story(stage, people):
        people.change_stack(2, [25], are_added=True)
        await people.let_time_pass(AT_REST_MS)
        return await stage.told()

    rows = on_a_paged_table(story)["seats"]
    assert [(row["stack"], row["sensed"], row["difference"], row["found"]) for row in rows[:3]] == [
        (1_000, 1_000, 0, "right"),
        (1_000, 1_025, 25, "differs"),
        (1_000, 1_000, 0, "right"),
    ]
    assert rows[1]["says"].startswith("Seat 2")
    assert [row["natural"] for row in rows] == [
        None,
        "First look whose the 25 are that lie with Seat 2's.",
        None,
        None,
    ]


def test_a_seat_whose_device_is_lost_says_so_and_nobody_knows_its_stack():
    async def story(stage, people):
        stage.seats[3].unplug()
        await people.let_time_pass(3_000)
        return await stage.told()

    status = on_a_paged_table(story)
    row, device = seat_of(status, 3), next(one for one in status["devices"] if one["seat"] == 3)
    assert row["device"] == device["finding"]
    assert device["finding"].startswith("Seat 3 (sim at ")
    assert device["remedy"] == "Look at its plug, its power and its port."
    assert [one["finding"] for one in status["devices"] if one["seat"] != 3] == [None] * 4
    assert (row["sensed"], row["difference"], row["found"]) == (None, None, "unheard")


def test_the_clock_runs_stands_while_the_table_is_paused_and_counts_a_break():
    """Clauses: T-4, F-14."""

    async def story(stage, people):
        before = await stage.told()
        await begin(stage, people)
        begun = await stage.told()
        await stage.asks(floor="pause")
        paused = await stage.told()
        await people.let_time_pass(60_000)
        later = await stage.told()
        await stage.asks(floor="go_on")
        await folded_out(stage, people)
        await stage.asks(floor="break", minutes=3, why="food")
        return before, begun, paused, later, await stage.told()

    before, begun, paused, later, resting = [
        one["clock"] for one in on_a_paged_table(story, LEVELS)
    ]
    assert (before["level"], before["blinds"], before["next"]) == (1, "10 / 20", "15 / 30, ante 5")
    assert [one["blinds"] for one in begun["levels"]] == ["10 / 20", "15 / 30, ante 5"]
    assert [one["break_minutes"] for one in begun["levels"]] == [5, 0]
    assert (before["is_running"], begun["is_running"], paused["is_running"]) == (False, True, False)
    assert 0 < begun["left_ms"] <= 600_000
    assert later["left_ms"] == paused["left_ms"]
    assert (resting["left_ms"], resting["break_left_ms"]) == (None, 180_000)


def test_a_table_without_levels_has_no_clock():
    async def story(stage, people):
        return await stage.told()

    assert on_a_paged_table(story)["clock"] is None


def test_operators_are_told_by_name_alone():
    async def story(stage, people):
        return await stage.told()

    status = on_a_paged_table(story)
    assert (status["operators"], "key" in str(status["operators"])) == (["Ann", "Bob"], False)


def test_who_may_sit_down_buy_and_leave_stands_with_what_may_be_ruled():
    """Clauses: F-4, F-7."""

    async def story(stage, people):
        return await stage.told()

    status = on_a_paged_table(story)
    seats = {name: open_row(status, name)["fields"][0]["choices"] for name in ("sits", "leaves")}
    assert seats == {"sits": [FREE], "leaves": [1, 2, 3]}
    # in a tournament without rebuys nobody buys chips (F-10)
    assert [one for one in status["open"] if one["ruling"] == "buys"] == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_may_be_done_has_its_group_a_sentence_and_its_clause(language):
    async def story(stage, people):
        await begin(stage, people)
        running = await stage.told()
        await stage.asks(floor="exposed", seat=2)
        return running, await stage.told()

    running, halted = on_a_paged_table(story, replace(TABLE, language=language))
    tr = get_translator(language)
    groups = {one["group"]: one["title"] for one in running["groups"]}
    assert groups["people"] == tr.text("Who plays")
    for one in (*running["open"], *halted["open"]):
        assert one["group"] in groups
        assert one["help"].endswith(".")
        assert one["clause"]
    assert open_row(running, "pause")["help"] == tr.text(
        "Hold the table: all clocks stand, nobody acts, until go-on."
    )
    assert open_row(halted, "confirm")["clause"] == "L-15"


def test_whoever_sits_down_by_their_line_is_told_before_and_sits_there():
    """Clauses: F-4, G-12."""

    async def story(stage, people):
        row = open_row(await stage.told(), "sits")
        line = {**row["line"], "seat": FREE, "sits": 500, "name": "Dee"}
        would = await stage.asks(**line, would=True)
        assert seat_of(await stage.told(), FREE)["status"] == "empty"
        done = await stage.asks(**line)
        leaving = {**open_row(await stage.told(), "leaves")["line"], "seat": FREE}
        goes = await stage.asks(**leaving, would=True)
        seated = seat_of(await stage.told(), FREE)
        await stage.asks(**leaving)
        return would, done, seated, goes, seat_of(await stage.told(), FREE)

    would, done, seated, goes, gone = on_a_paged_table(story)
    assert (would["effect"], done["ok"]) == ("Dee sits down at seat 4 with 500.", True)
    assert would["changes"] == [{"seat": FREE, "before": 0, "change": 500, "after": 500}]
    assert (seated["name"], seated["stack"]) == ("Dee", 500)
    assert goes["effect"] == "Dee leaves with 500."
    assert gone["status"] == "empty"


def test_who_leaves_in_mid_hand_is_told_what_becomes_of_the_hand():
    """Clauses: F-7."""

    async def story(stage, people):
        await begin(stage, people)
        waiting = next(seat for seat in (1, 2, 3) if seat != stage.view.to_act)
        line = {"leaves": True, "seat": waiting}
        would = await stage.asks(**line, would=True)
        await stage.asks(**line)
        status = await stage.told()
        return waiting, would, status

    waiting, would, status = on_a_paged_table(story)
    assert would["effect"].startswith(
        f"Seat {waiting} leaves: the hand folds at its turn. Then pay out "
    )
    assert would["changes"] == []
    assert seat_of(status, waiting)["is_leaving"]
    assert waiting not in open_row(status, "leaves")["fields"][0]["choices"]


def test_a_phone_that_shows_no_page_is_told_with_how_long():
    with phones_at_a_table() as ask:
        woken = seat_of(ask.say(status=True)["status"], 1)
        ask.phones[1].show_page(is_open=False)
        ask.wait(31_000)
        asleep = seat_of(ask.say(status=True)["status"], 1)
        assert (woken["driver"], woken["phone"]["away_s"]) == ("phone", None)
        assert len(woken["phone"]["mark"]) == 2
        assert 30 <= asleep["phone"]["away_s"] <= 31
        ask.say(frees=1)
        freed = seat_of(ask.say(status=True)["status"], 1)
        assert (freed["phone"], freed["wants_phone"]) == (None, True)


def test_the_smallest_chip_is_offered_to_be_coloured_up_where_no_level_needs_it():
    """Clauses: F-10."""

    async def story(stage, people):
        return await stage.told()

    needed = on_a_paged_table(story)
    without = replace(TABLE, stakes=Stakes(25, 50), seats={"1": 1_005, "2": 1_000, "3": 1_000})
    free = open_row(on_a_paged_table(story, without), "colour_up")
    assert [one for one in needed["open"] if one["ruling"] == "colour_up"] == []
    assert (free["fields"][0]["name"], free["fields"][0]["choices"]) == ("chip", [5])
    assert free["line"] == {"floor": "colour_up"}


def test_what_the_pi_itself_lacks_stands_among_the_devices_with_what_to_do():
    """In the table's language; a table whose Pi is well has no such row."""

    async def story(stage, people):
        before = await stage.told()
        read = Reading(bits=0x10001, celsius=84, folder=Path("/j"), free_bytes=5 << 20)
        stage._running.machine.troubles = find_machine_troubles(read)
        return before, await stage.told()

    before, after = on_a_paged_table(story)
    assert [row for row in before["devices"] if "part" in row] == []
    rows = [row for row in after["devices"] if "part" in row]
    assert [(row["part"], row["finding"]) for row in rows] == [
        ("supply", "The Pi's voltage is too low."),
        ("temperature", "The processor has 84 degrees Celsius."),
        ("disk", "5 MiB are free in /j."),
    ]
    assert all(row["remedy"] and row["seat"] is None and row["ports"] == [] for row in rows)


def test_what_is_not_well_is_told_in_the_table_s_language_with_what_to_do():
    around = Surroundings(
        troubles=[Trouble(T("The pins are not open: {why}.", why="busy"), WIRES)],
        unused={"/dev/d": Unused("Nodes {nodes} answer at {path}: neither is used.", **TWO)},
        mirror_trouble=T(
            "The mirror {path} is not written: {why}",
            path="/m",
            why=T("There is no room left on its disk."),
        ),
        machine=find_machine_troubles(Reading(bits=1)),
    )
    told = [status_report(three_dealt(), (), 0, tr, around) for tr in (ENGLISH, SPANISH)]
    english, spanish = [
        [*one["troubles"], one["mirror"], *one["unused"], *one["devices"]] for one in told
    ]
    assert [one["finding"] for one in spanish] == [
        "Los pines no están abiertos: busy.",
        "El espejo /m no se escribe: No queda sitio en su disco.",
        "Los nodos 1 y 2 responden en /dev/d: no se usa ninguno.",
        "La tensión de la Pi es demasiado baja.",
    ]
    for here, there in zip(english, spanish, strict=True):
        assert here["remedy"]
        assert here["remedy"] != there["remedy"]
