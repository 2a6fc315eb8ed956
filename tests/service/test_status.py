"""`rule status` at a running table: what is wrong and since when, what may be ruled, and that
each of it is taken when it is.
"""

from .staged import begin, folded_out, on_a_table


async def asked(stage):
    return (await stage.say({"status": True}))["status"]


def test_a_sound_table_says_so_and_what_may_be_ruled():
    """Clauses: F-6."""

    async def story(stage, people):
        await begin(stage, people)
        return await asked(stage)

    found = on_a_table(story)
    assert (found["wrong"], found["hand"], found["paused"]) == (None, 1, False)
    rulings = [one["ruling"] for one in found["open"]]
    assert set(rulings) >= {
        "misdeal",
        "pause",
        "dead",
        "act",
        "chips",
        "exposed",
        "wrong_count",
        "joker",
    }
    assert not {
        "confirm",
        "resume",
        "reshuffled",
        "go_on",
        "deck_checked",
        "award",
        "start",
        "void",
    } & set(rulings)
    assert all(
        one["effect"].endswith(".") and one["command"].startswith("rule ") for one in found["open"]
    )


def test_a_halted_table_names_its_case_since_when_and_the_rulebook_s_ruling_first():
    """Clauses: F-6, G-12, L-15."""

    async def story(stage, people):
        await begin(stage, people)
        await stage.say({"floor": "exposed", "seat": 2})
        await stage.loop.advance(4_000)
        halted = await asked(stage)
        await stage.say({"floor": "confirm", "number": 1})
        return halted, await asked(stage)

    halted, after = on_a_table(story)
    assert (halted["wrong"]["number"], halted["wrong"]["clause"]) == (1, "L-15")
    assert (halted["wrong"]["for_s"], halted["wrong"]["since"][:4]) == (4, "2023")
    assert [one["command"] for one in halted["open"][:2]] == ["rule confirm 1", "rule resume 1"]
    assert halted["open"][0]["effect"] == halted["wrong"]["remedy"]
    ruled = [one["ruling"] for one in halted["open"]]
    # undo would do what resume does
    assert ("misdeal" in ruled, {"void", "undo"} & set(ruled)) == (True, set())
    assert [(news["code"], news["text"]) for news in after["last"] if news["kind"] == "ruling"] == [
        ("exposed", 'Ruled: "exposed" (Seat 2).'),
        ("confirm", "Ruled: Seat 2's exposed card is replaced."),
    ]


def test_what_a_ruling_would_change_is_told_stack_by_stack_and_nothing_changes():
    """Clauses: F-6, G-4."""

    async def story(stage, people):
        await begin(stage, people)
        before = stage.view
        void = {"floor": "misdeal", "why": "a card fell", "would": True}
        told = [await stage.say(void), await stage.say({"floor": "pause", "would": True})]
        assert (stage.view.hand, stage.view.void) == (before.hand, None)
        return before, *told

    view, void, pause = on_a_table(story)
    posted = {int(number): seat for number, seat in view.seats.items() if seat.bet}
    assert len(posted) == 2
    assert void["changes"] == [
        {
            "seat": number,
            "before": seat.stack,
            "change": seat.bet,
            "after": seat.stack + seat.bet,
        }
        for number, seat in posted.items()
    ]
    assert pause["changes"] == []


def test_what_the_floor_was_refused_is_no_news_and_what_a_seat_was_is():
    """Clauses: G-12. The journal has both."""

    async def story(stage, people):
        await begin(stage, people)
        refused = await stage.say({"floor": "dead", "seat": 9, "why": "a test"})
        await stage.say(
            {
                "floor": "act",
                "seat": 1 if stage.view.to_act != 1 else 2,
                "act": "fold",
                "why": "a test",
            }
        )
        stage.seats[next(seat for seat in (1, 2, 3) if seat != stage.view.to_act)].press("fold")
        await stage.loop.advance(500)
        return refused, await asked(stage)

    refused, found = on_a_table(story)
    assert refused["ok"] is False
    told = [(one["kind"], one["code"]) for one in found["last"]]
    assert ("refusal", "out_of_turn") in told
    assert len([kind for kind, _ in told if kind == "refusal"]) == 1


def test_a_result_is_not_told_before_the_screen_has_told_it():
    async def story(stage, people):
        await begin(stage, people)
        await folded_out(stage, people)
        at_once = await asked(stage)
        await stage.loop.advance(20_000)
        return at_once, await asked(stage)

    at_once, later = on_a_table(story)
    assert (at_once["headline"], at_once["prompt"]) == (
        "",
        "Hand 1 is over: the screen tells how it ended.",
    )
    assert later["prompt"] != at_once["prompt"]
    assert "Seat" not in at_once["prompt"]


def test_no_card_that_lies_face_down_is_in_it():
    """Clauses: L-15."""

    async def story(stage, people):
        await begin(stage, people)
        await stage.say({"floor": "exposed", "seat": 2, "card": stage.view.seats["2"].cards[0]})
        holding = [card for seat in stage.view.seats.values() for card in seat.cards]
        return str(await asked(stage)), [
            card for card in holding if card not in stage.view.irregularity.cards
        ]

    told, holding = on_a_table(story)
    # all but the one that everybody has seen
    assert len(holding) == 5
    assert [card for card in holding if f"'{card}'" in told or f" {card} " in told] == []
