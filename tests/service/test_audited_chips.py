"""The whole service is asked for its chips: over the wire, in mid-hand, with stacks that are
wrong, and over a power cut.
"""

from tablectl.engine.between.comparing import AT_REST_MS
from tablectl.service.control.accounts import audit_file

from .staged import begin, folded_out, on_a_table


async def audited(stage):
    reply = await stage.say({"audit": True})
    assert reply["ok"]
    return reply["audit"]


def test_what_was_slipped_in_is_named_between_hands_and_stops_none(tmp_path):
    """Clauses: F-5, G-1."""

    async def story(stage, people):
        before = await audited(stage)
        await begin(stage, people)
        people.change_stack(2, [25], are_added=True)
        await stage.rest()
        in_hand = await audited(stage)
        await folded_out(stage, people)
        after = await audited(stage)
        await people.let_time_pass(AT_REST_MS)
        status = await stage.say({"status": True})
        await stage.restart()
        again = await audited(stage)
        return before, in_hand, after, again, status["status"]

    before, in_hand, after, again, status = on_a_table(story, journal=tmp_path / "table.db")
    assert (before["is_right"], [seat["found"] for seat in before["seats"]]) == (
        True,
        ["right"] * 3,
    )
    assert (in_hand["is_right"], [seat["found"] for seat in in_hand["seats"]]) == (
        True,
        ["moving"] * 3,
    )
    assert (
        sum(in_hand["sums"][of] for of in ("stacks", "bets", "pots"))
        == in_hand["sums"]["total"]
        == 3_000
    )
    assert [(seat["found"], seat["difference"]) for seat in after["seats"]] == [
        ("right", 0),
        ("differs", 25),
        ("right", 0),
    ]
    assert (after["is_right"], after["journal"]["holds"], after["sums"]["sensed"]) == (
        False,
        True,
        3_025,
    )
    assert (again["seats"], again["journal"]["holds"]) == (after["seats"], True)
    assert status["stacks"] == [{"seat": 2, "sensed": 1_015, "ledger": after["seats"][1]["stack"]}]
    assert audit_file(tmp_path / "table.db").seats[1].difference == 25
