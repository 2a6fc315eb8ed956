"""Notices stand at the seat they concern, neutral unless something was refused, and never over
what others are asked.
"""

import inspect
import re

import pytest
from msgspec.structs import replace

from tablectl.engine.state.why import Why
from tablectl.present.reasons import SENTENCES
from tablectl.screen.drawing.palette import FAULT, IVORY
from tablectl.screen.paint import Painter
from tablectl.screen.parts.strip import left_words
from tablectl.screen.parts.tabs import list_tabs
from tablectl.screen.presenter.bar_text import TELLS_MORE, make_bar
from tablectl.screen.presenter.notices import LASTING, LEAST_MS, NOTICES, TO_DO, Notices, life_ms
from tablectl.screen.presenter.seat_state import seat_state
from tablectl.screen.style import LAYOUTS, TEXTS, Style
from tablectl.screen.words import ENGLISH
from tablectl.text import T, Text
from tests.screen.proofs import VIEWS, faults, model_of, proofs_of, texts, view
from tests.tiers import tiered

REFUSED = {
    "text": "Luca may raise to at least 2,400, not 1,800.",
    "seat": 2,
    "code": "below_minimum",
    "is_refusal": True,
}
TOO_EARLY = {"text": "Hanna: not your turn. Take 5 back.", "seat": 1, "code": "chips_out_of_turn"}
RULED = {"text": "Ruled: Viktor's hand is dead.", "code": "ruled"}
BELOW = ("✕", "Below the minimum", FAULT)
EARLY = ("•", "Not your turn: take it back", IVORY)
CROWDS = ["betting-6", "betting-9", "side-pots-10"]


def model(*notices, name="three-seats"):
    return model_of(view(name, notices=notices))


def shown(*models):
    """A painter that has been shown these, one every ten milliseconds."""
    painter = Painter((640, 360))
    for number, one in enumerate(models):
        painter.show(one, 10 * number)
    return painter


def tabs(painter, seat, now_ms=100):
    look = seat_state(painter.model, seat, painter.model.seats[str(seat)], painter.moment(now_ms))
    return list_tabs(look, ENGLISH, (0, 0, 0))


def notices_at(painter, seat, now_ms=100):
    return [
        (tab.glyph, tab.full, tab.edge) for tab in tabs(painter, seat, now_ms) if tab.glyph in "✕✓•"
    ]


def left_of(painter, now_ms=100):
    """The left end of the strip."""
    return [word.text for word in left_words(painter.model, painter.moment(now_ms))[0]]


def sentence_of(painter):
    return make_bar(painter.model, painter.moment(100)).sentence


def test_all_that_one_event_brings_stand_each_at_its_seat_and_of_no_seat_in_the_strip():
    """Clauses: G-8. A refusal has the fault edge and a cross."""
    painter = shown(model(REFUSED, TOO_EARLY, RULED))
    assert (notices_at(painter, 2), notices_at(painter, 1), left_of(painter)) == (
        [BELOW],
        [EARLY],
        [RULED["text"]],
    )


def test_each_seat_has_its_own_and_a_newer_one_replaces_it():
    newer = {**TOO_EARLY, "text": "Hanna: time is up.", "code": "timed_out"}
    painter = shown(model(REFUSED), model(TOO_EARLY), model(newer))
    assert (notices_at(painter, 2), notices_at(painter, 1)) == (
        [BELOW],
        [("•", "Time is up", IVORY)],
    )


def test_a_view_that_comes_again_tells_nothing_anew_and_a_changed_one_only_what_it_brings():
    notices = Notices()
    for now_ms, told in (
        (0, (REFUSED, TOO_EARLY)),
        (1_000, (REFUSED, TOO_EARLY)),
        (2_000, (RULED,)),
    ):
        notices.hear(model(*told), now_ms)
    assert [notice.seat for notice in notices.live(2_001)] == [2, 1, None]
    assert [notice.seat for notice in notices.live(life_ms(TOO_EARLY["text"]))] == [2, None]


def test_it_goes_when_it_could_be_read():
    painter, stays_ms = shown(model(REFUSED), model()), life_ms(REFUSED["text"])
    assert [life_ms("x" * letters) for letters in (0, 40, 1_000)] == [LEAST_MS, 5_000, 8_000]
    assert (notices_at(painter, 2, stays_ms - 1), notices_at(painter, 2, stays_ms)) == ([BELOW], [])


def test_its_sentence_is_in_the_bar_only_where_the_bar_asks_that_seat():
    """Seat 3 is asked: a notice of seat 1 does not touch its prompt, and why a key was refused
    stands in the strip.
    """
    asked = model()
    number = asked.ask.seats[0]
    own, other = ({**REFUSED, "seat": seat} for seat in (number, number % 3 + 1))
    assert [sentence_of(shown(model(one))) for one in (own, other)] == [
        REFUSED["text"],
        asked.prompt,
    ]
    not_now = {"text": "Hanna has nothing to take back.", "code": "not_now"}
    assert [
        not_now["text"] in left_of(shown(model({**one, **not_now}))) for one in (own, other)
    ] == [False, True]


def test_that_it_is_not_a_seat_s_turn_goes_when_it_is():
    early = {"text": "Luca: not your turn. Take 5 back.", "seat": 2, "code": "chips_out_of_turn"}
    before, now = replace(model(early), to_act=1), replace(model(early), to_act=2)
    refused = replace(model({**early, "code": "bet_refused"}), to_act=2)
    painters = [shown(before), shown(before, now), shown(before, refused)]
    assert [[tab for tab, *_ in notices_at(painter, 2)] for painter in painters] == [
        ["•"],
        [],
        ["•"],
    ]


@pytest.mark.parametrize("name", ["halted-flop", "reload", "result-split", "due-back"])
def test_it_stands_over_no_instruction_of_the_floor_no_result_and_no_misdeal(name):
    assert TOO_EARLY["text"] not in sentence_of(shown(model(TOO_EARLY, name=name)))


@pytest.mark.parametrize("code", ["device_lost", "change_due", "clock_warning"])
def test_what_lasts_is_a_state_and_no_notice(code):
    notices = Notices()
    notices.hear(model({"text": "Seat 2.", "seat": 2, "code": code}), 0)
    assert notices.live(1) == ()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", tiered(CROWDS, CROWDS[:1]))
def test_a_notice_has_words_or_is_not_there(name, layout):
    """Where a seat has the button, a bet, chips due back and a hand besides, there is no room:
    no pill with a dot alone.
    """
    table, style = view(name), Style(layout=layout)
    for number, seat in table["seats"].items():
        crowded = {
            **seat,
            "bet": 125_000,
            "due_back": 118_500,
            "hand_name": "two pair, aces up",
            "hand_short": "two pair",
        }
        for notice in ({**TOO_EARLY, "seat": int(number)}, {**REFUSED, "seat": int(number)}):
            told = texts(
                {
                    **table,
                    "seats": {**table["seats"], number: crowded},
                    "button": int(number),
                    "notices": [notice],
                },
                style.display_px,
                style=style,
            )
            marked = [told[i + 1] for i, text in enumerate(told[:-1]) if text in "✕•"]
            assert all(words[:4] in ("Not ", "Belo", notice["text"][:4]) for words in marked), (
                number,
                marked,
            )


@pytest.mark.parametrize("name", tiered(["three-seats", *CROWDS], ["betting-9"]))
@pytest.mark.parametrize(
    "code", tiered(["string_raise", "oversized_chip", "chips_out_of_turn"], ["string_raise"])
)
def test_what_chips_count_as_is_read_by_all_while_some_are_to_be_taken_back(name, code):
    """Clauses: L-9. Beside a bet and what is due back the tab has room for a word or two: the
    sentence stands in the strip.
    """
    table = view(name)
    for number, seat in table["seats"].items():
        notice = {
            "text": f"Seat {number}: the first 1,200 counts. Take 400 back.",
            "seat": int(number),
            "code": code,
        }
        told = texts(
            {
                **table,
                "seats": {**table["seats"], number: {**seat, "bet": 1200, "due_back": 400}},
                "notices": [notice],
            }
        )
        is_asked = table["ask"]["seats"] == [int(number)]
        assert notice["text"] in told or NOTICES[code] in told or is_asked, (number, told)


LONGEST = (
    "Play cannot go on with it: The deck is fouled: the hand is void, every chip goes back. Before "
    "the next hand, count the deck and rule deck-checked. Maximiliana Wolfgang, you too."
)


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["betting-6", "side-pots-10", "casino-deciding", "pool-shooting"])
@pytest.mark.parametrize("badge", [False, True])
def test_a_notice_to_all_is_never_cut(name, layout, badge):
    """However long it is, up to the longest there is in any language: rather it is smaller, and
    what stands beside it waits.
    """
    words = LONGEST.split()
    for count in range(2, len(words) + 1):
        notice = {"text": " ".join(words[:count]), "code": "ruled"}
        style = Style(layout=layout, text=TEXTS[count % len(TEXTS)])
        proofs, surface = proofs_of(
            view(name, test=badge, notices=[notice]), style.display_px, style=style
        )
        assert notice["text"] in " ".join(one.text for one in proofs), (count, style.text)
        assert faults(proofs, surface) == [], (count, style.text)


# What lasts

SHORT = {
    "text": "7♦ is missing from the deck red: never come in 34 hands. Count the deck.",
    "code": "deck_short",
}


def test_what_is_wrong_with_the_deck_stands_for_as_long_as_the_view_has_it_and_behind_any_news():
    painter = shown(model(SHORT), model(SHORT, RULED))
    assert (left_of(painter), left_of(painter, 100_000)) == ([RULED["text"]], [SHORT["text"]])
    painter.show(model(), 100_000)
    assert SHORT["text"] not in left_of(painter, 100_000)


def test_a_call_for_the_floor_stands_at_its_seat_until_it_is_answered():
    told = {"text": "Luca calls the floor.", "seat": 2, "code": "floor_called"}
    painter, calls = shown(model_of(view("three-seats", notices=[told], called=[2]))), []
    assert left_of(painter) == [told["text"]]
    for notices, called in (([told], [2]), ([], [2]), ([], [])):
        painter.show(model_of(view("three-seats", notices=notices, called=called)), 0)
        calls.append([tab.full for tab in tabs(painter, 2, 100_000)].count("CALLS THE FLOOR"))
    assert calls == [1, 1, 0]


@pytest.mark.parametrize("name", tiered(["three-seats", *CROWDS, "halted-flop"], ["betting-9"]))
def test_a_call_for_the_floor_can_be_read_at_each_seat(name):
    for number, seat in view(name)["seats"].items():
        if seat["status"] != "empty":
            assert {"CALLS THE FLOOR", "FLOOR"} & {*texts(view(name, called=[int(number)]))}, number


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "code", tiered(["chips_out_of_turn", "oversized_chip", "string_raise"], ["string_raise"])
)
def test_news_of_a_seat_that_all_read_names_it_in_each_layout(layout, code):
    """The few words of a tab name nobody: in the strip they would be anybody's."""
    table = view("betting-6")
    number = next(number for number in table["seats"] if table["ask"]["seats"] != [int(number)])
    table["seats"][number].update(name="Noor", due_back=400)
    table["notices"] = [
        {"text": "Noor: the first 1,200 counts. Take 400 back.", "seat": int(number), "code": code}
    ]
    for text in TEXTS:
        told = " ".join(texts(table, style=Style(layout=layout, text=text)))
        assert ("Noor: the first" in told, "400 back." in told) == (True, True)


@pytest.mark.parametrize(
    "reason", [Why.BOXED_ASIDE, Why.JOKER_ASIDE, Why.RELOADED_UNASKED, Why.LEFT_IN_A_RELOAD]
)
@pytest.mark.parametrize(
    "asked",
    [{}, {"ask": {"kind": "deal", "headline": "Flop", "seats": [], "command": ""}, "keys": []}],
)
def test_what_somebody_must_do_with_cards_stands_in_the_bar_too_and_the_keys_stay_lit(
    reason, asked
):
    """Nobody reads the strip. It is read there as long as the notice is news."""
    said = {
        "text": "The 9 of clubs lay face up in the deck: put it aside.",
        "code": reason.code,
        "seat": None,
    }
    painter = shown(model_of(view("three-seats", notices=[said], **asked)))
    bar, before = (
        make_bar(painter.model, painter.moment(at_ms)) for at_ms in (100, life_ms(said["text"]) + 1)
    )
    assert (bar.sentence, bar.keys) == (said["text"], before.keys)
    assert before.sentence != said["text"]


NOT_HERE = {
    "text": "Noor: ante, bonus, or pass.",
    "seat": 4,
    "code": Why.ANTE_BONUS_OR_PASS.code,
    "is_refusal": True,
}


def test_where_all_are_asked_at_once_a_refused_key_stands_in_the_bar_and_at_the_seat():
    """Seven plates in a row are narrow, and no seat has the bar: the seat's keys make room, for
    the bar has them, too.
    """
    painter = shown(model(NOT_HERE, name="casino-bets"))
    assert [tab.glyph for tab in tabs(painter, 4)] == ["✕"]
    bar = make_bar(painter.model, painter.moment(100))
    assert (bar.sentence, bar.tone, [key.label for key in bar.keys]) == (
        NOT_HERE["text"],
        "refused",
        ["ANTE", "BONUS", "PASS"],
    )


def test_the_keys_of_all_stay_in_their_places_whoever_has_answered():
    """Seat 2 may still ante, or seat 3 may add a bonus: the last to be asked does not turn them
    round.
    """
    one = model(name="casino-bets")
    keys = [
        [
            key.label
            for key in make_bar(replace(one, keys=tuple(order)), shown(one).moment(100)).keys
        ]
        for order in (one.keys, one.keys[::-1], sorted(one.keys, key=lambda key: key.key != "pass"))
    ]
    assert keys == [["ANTE", "BONUS", "PASS"]] * 3


def test_whose_key_has_named_a_bet_is_told_at_its_seat_what_to_put_in_and_no_keys():
    one = model(name="casino-bets")
    one = replace(one, seats={**one.seats, "4": replace(one.seats["4"], missing=20)})
    assert [(tab.glyph, tab.full) for tab in tabs(shown(one), 4)] == [("↪", "PUT IN 20")]


# What a sentence begins with, or goes on with, where somebody has to do something.
BIDS = re.compile(
    r"(?:^|[.:,] )(?:then |floor, )?(?:[Tt]ake|[Pp]ut|[Pp]ull|[Tt]urn|[Ss]huffle|[Cc]heck|[Ll]ook"
    r"|[Cc]ount|[Pp]ress|[Ll]oad|[Cc]lose|[Ll]eave|[Gg]ive|[Mm]ove|[Nn]ame|[Pp]lug|[Ll]ay"
    r"|An operator types)\b"
)
NAMES_A_PLAYER = re.compile(r"{(seat|Seat|Other|other|at)}")
# a ruling that is refused is answered where it was typed, and a halt has its panel
ANSWERED = {"not_now", "unreadable_card"}


def bids(sentences):
    """The codes of those that tell somebody to do something, and no player by name: they stand at
    no seat.
    """
    found = {}
    for why, sentence in sentences.items():
        for text in written(sentence):
            if BIDS.search(text) and not NAMES_A_PLAYER.search(text):
                found.setdefault(why.code, text)
    return {code: text for code, text in found.items() if code not in ANSWERED}


def written(sentence):
    if isinstance(sentence, Text):
        return [sentence.text, sentence.many]
    inside = inspect.getclosurevars(sentence).nonlocals.values()
    own = [text for one in inside if isinstance(one, Text) for text in written(one)]
    return [*own, *(one for one in sentence.__code__.co_consts if isinstance(one, str))]


def test_what_somebody_has_to_do_never_stands_in_the_strip_alone():
    """The bar says it: as news to whoever is asked, and as long as it holds where nobody is."""
    assert set(bids(SENTENCES)) - TO_DO == set()
    for code in sorted(TO_DO):
        told = {"text": f"Do something about {code}.", "seat": None, "code": code}
        for name in VIEWS:
            shown_now = model(told, name=name)
            if shown_now.ask.kind in TELLS_MORE or shown_now.result:
                continue
            assert sentence_of(shown(shown_now)) == told["text"], (code, name)
        if code in LASTING:
            painter = shown(model(told, name="between-hands"))
            later = make_bar(painter.model, painter.moment(600_000)).sentence
            assert later == told["text"]


def test_control_a_sentence_that_stands_in_the_strip_alone_is_found():
    planted = {**SENTENCES, Why.PAUSED: T("The light flickers: pull its plug.")}
    assert set(bids(planted)) - TO_DO == {Why.PAUSED.code}
    assert {"second_device", "deck_short", "boxed_card"} <= set(bids(SENTENCES))
