"""`rule status` at a running table: what is wrong and since when, what may be ruled, and that each of it is taken when it is."""


from .staged import begin, on_a_table


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
    assert set(rulings) >= {"misdeal", "void", "pause", "dead", "act", "chips", "exposed", "wrong_count", "joker"}
    assert not {"confirm", "resume", "reshuffled", "go_on", "deck_checked", "award", "start"} & set(rulings)
    assert all(one["effect"].endswith(".") and one["command"].startswith("rule ") for one in found["open"])


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
    assert [(news["code"], news["text"]) for news in after["last"] if news["kind"] == "ruling"] == [
        ("exposed", "Ruled: exposed."), ("confirm", "Ruled: Seat 2's exposed card is replaced.")]


def test_no_card_that_lies_face_down_is_in_it():
    """Clauses: L-15."""
    async def story(stage, people):
        await begin(stage, people)
        await stage.say({"floor": "exposed", "seat": 2, "card": stage.view.seats["2"].cards[0]})
        holding = [card for seat in stage.view.seats.values() for card in seat.cards]
        return str(await asked(stage)), [card for card in holding if card not in stage.view.irregularity.cards]

    told, holding = on_a_table(story)
    assert len(holding) == 5                                # all but the one that everybody has seen
    assert [card for card in holding if f"'{card}'" in told or f" {card} " in told] == []
