"""Nothing slides under a finger: whatever comes from the table while a finger is down, another key
than the one it went down on is never pressed, and no key moves.
"""

import itertools

import pytest

from tests.web.browser.chromium import SIZES
from tests.web.browser.fingers import Finger, heed_views, show_at_once
from tests.web.browser.opening import IS_STILL, measure
from tests.web.browser.processes import wait_until
from tests.web.browser.seats import (
    GUARD_MS,
    SEAT,
    TABLE,
    betting,
    call,
    checked_to,
    fold,
    key,
    of_seat,
    open_seat,
    others_turn,
    player,
    presses,
    raise_to,
    refuse,
)

pytestmark = pytest.mark.system

AT_SHOWDOWN = [
    {"seat": SEAT, "key": "show", "word": "SHOW"},
    {"seat": SEAT, "key": "muck", "word": "MUCK"},
]
MISDEAL = {"kind": "misdeal", "number": 14, "what": "Two cards came at once."}
# Other questions than betting() asks; each has other keys, or none.
OTHERS = {
    "the price goes up": of_seat(
        betting(keys=[fold(), call(2_400), raise_to(4_800, 8_350)], to_call=2_400), keys_id="up"
    ),
    "nobody has bet": checked_to(),
    "a call takes the whole stack": of_seat(
        betting(keys=[fold(), call(8_350, all_in=True)], to_call=9_000), keys_id="all"
    ),
    "cards are shown": of_seat(betting(keys=AT_SHOWDOWN, phase="showdown"), keys_id="show"),
    "somebody else is asked": others_turn(),
    "a fold may be taken back": of_seat(
        others_turn(), status="folded", any_time=[{"key": "undo", "word": "UNDO"}]
    ),
    "who sits out may sit in": of_seat(
        others_turn(), status="sitting_out", any_time=[{"key": "sit_in", "word": "SIT IN"}]
    ),
    "play is halted": betting(phase="halted", irregularity=MISDEAL),
    "play pauses": betting(paused=True),
}
# The same question, with something else about it.
SAME = {
    "a second goes by": betting(clock_left_ms=23_000),
    "another phone asks for the seat": of_seat(betting(), phone={"mark": "KT", "asked": True}),
    "others have other chips": of_seat(betting(), 5, stack=400, name="Viktoria-Alexandra"),
    "more people sit down": betting(
        seats=betting()["seats"]
        | {str(n): player(f"Guest {n}", 2_000, status="waiting") for n in (7, 8, 9)}
    ),
}
TOUCHES_TWICE = """() => {
    document.getElementById('menu-key').click();
    const line = document.querySelector('#menu .line');
    line.click();
    return line.querySelector('b').textContent;
}"""
HAS_PASSED_A_FRAME = "() => new Promise((done) => requestAnimationFrame(() => done()))"
MAKES_ROOM = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':root:has(.second-phone) #deck { padding-bottom: 60px; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
# The deck as it would be if it sent whatever lies where a finger is lifted.
GUARDED = "if (this.shown.get(place)?.button === button && isOver(button, event)) {"
UNGUARDED = "if (this.shown.has(place)) {"


@pytest.fixture(autouse=True)
def start_over(shown):
    shown.start_over()


def open_page(shown, phone, view):
    """Its time goes on as ever, and by leaps."""
    heed_views(phone)
    phone.clock.install()
    page = open_seat(shown, phone, view)
    pass_guard(page)
    return page


def pass_guard(page):
    """Every key that is drawn takes a finger from now on."""
    page.clock.run_for(GUARD_MS)


def kept(page):
    """What the phone has of its presses: it is in its storage before anything is sent."""
    name = f"tablectl.{TABLE}.seat.{SEAT}"
    return page.evaluate("(name) => JSON.parse(localStorage.getItem(name))", name)


def pressed_under_finger(shown, page, place, view):
    """The key and the amount that are sent if the view comes while a finger is down; None: nothing
    is.
    """
    show_at_once(shown, page, betting())
    pass_guard(page)
    number, finger = kept(page)["next"], Finger(page)
    finger.down_on(page.locator(f"#deck .place-{place}"))
    show_at_once(shown, page, view)
    pass_guard(page)
    finger.lift()
    if kept(page)["next"] == number:
        return None
    wait_until(lambda: not kept(page)["waiting"], "It is answered")
    return presses(shown)[-1][1:]


def is_opened(page):
    """Whether an amount or a whole stack is asked about."""
    return page.locator("#chooser").is_visible() or page.locator(".sure").count() > 0


def test_another_question_takes_nothing_from_a_finger_that_was_down_before(shown, a_phone):
    page = open_page(shown, a_phone(), betting())
    for (name, view), place in itertools.product(OTHERS.items(), ("out", "stay", "up")):
        assert pressed_under_finger(shown, page, place, view) is None, (name, place)
        assert not is_opened(page), (name, place)


def test_the_same_question_takes_the_key_that_the_finger_went_down_on(shown, a_phone):
    page = open_page(shown, a_phone(), betting())
    for name, view in SAME.items():
        assert pressed_under_finger(shown, page, "out", view) == ("fold", 0), name
        assert pressed_under_finger(shown, page, "stay", view) == ("call", 1_200), name
        assert pressed_under_finger(shown, page, "up", view) is None, name
        assert is_opened(page), name
        show_at_once(shown, page, others_turn())


def test_control_a_deck_that_takes_whatever_lies_there_presses_another_key(shown, a_phone):
    phone = a_phone()

    def serve_unguarded(route):
        answer = route.fetch()
        assert answer.text().count(GUARDED) == 1
        route.fulfill(response=answer, body=answer.text().replace(GUARDED, UNGUARDED))

    phone.route("**/seat/deck.js", serve_unguarded)
    page = open_page(shown, phone, betting())
    view = OTHERS["nobody has bet"]
    assert pressed_under_finger(shown, page, "stay", view) == ("check", 0)


QUESTION = of_seat(others_turn(), phone={"mark": "KT", "asked": True})


@pytest.mark.parametrize("name", ["KEEP IT", "GIVE IT AWAY"])
def test_a_question_that_appears_under_a_finger_is_not_answered_by_it(shown, a_phone, name):
    page = open_page(shown, a_phone(), QUESTION)
    box = page.get_by_role("button", name=name).bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    show_at_once(shown, page, others_turn())
    finger = Finger(page)
    finger.down(*middle)
    show_at_once(shown, page, QUESTION)
    pass_guard(page)
    finger.lift()
    page.evaluate(HAS_PASSED_A_FRAME)
    assert page.get_by_role("button", name="BACK").count() == 0
    assert not [one for one in shown.asked if one["do"] in ("keep", "give_up")]
    page.get_by_role("button", name=name).tap()
    wait_until(
        lambda: (
            [one for one in shown.asked if one["do"] == "keep"]
            or page.get_by_role("button", name="BACK").count()
        ),
        "A finger that went down on it answers it",
    )


# Where the keys lie


def boxes(page):
    """Where each key lies: by its place, and whether BACK is cut from the place above."""
    found = measure(page, "keys")
    is_split = any(key["place"] == "place-back" for key in found)
    return {(key["place"], is_split): key["at"] for key in found}


def moved(shown, page):
    """The keys that lie elsewhere with some of the views, and with which."""
    first, wrong = {}, []
    for name, view in {"the first": betting(), **SAME, **OTHERS}.items():
        show_at_once(shown, page, view)
        for place, at in boxes(page).items():
            if first.setdefault(place, at) != at:
                wrong.append(f"{name}: {place} lies at {at}, not {first[place]}")
    return wrong


@pytest.mark.parametrize("size", SIZES)
def test_no_key_moves_whatever_comes_from_the_table(shown, a_phone, size):
    page = open_page(shown, a_phone(size), betting())
    assert moved(shown, page) == []


def test_no_key_moves_for_a_menu_an_amount_or_a_press_that_did_not_count(shown, a_phone):
    page = open_page(shown, a_phone(), betting())
    first = boxes(page)
    page.get_by_role("button", name="Menu").tap()
    page.locator("#menu").wait_for()
    assert boxes(page) == first
    page.keyboard.press("Escape")
    refuse(shown, "It is not your turn.")
    key(page, "Call 1,200").tap()
    page.locator(".refused").wait_for()
    page.wait_for_function(IS_STILL)
    assert boxes(page) == first
    key(page, "Raise to 2,400 – 8,350").tap()
    page.locator("#chooser").wait_for()
    now = boxes(page)
    assert {place: now[place, True] for place in ("place-out", "place-stay")} == {
        place: first[place, False] for place in ("place-out", "place-stay")
    }


def test_a_second_touch_on_the_menu_s_key_touches_no_line_of_the_menu(shown, a_phone):
    page = open_page(shown, a_phone(), others_turn())
    number = kept(page)["next"]
    assert page.evaluate(TOUCHES_TWICE) == "CALL THE FLOOR"
    assert page.locator("#menu").is_visible()
    assert kept(page)["next"] == number
    pass_guard(page)
    page.get_by_role("button", name="CALL THE FLOOR").tap()
    assert kept(page)["next"] == number + 1


def test_control_a_deck_that_makes_room_for_a_question_is_found(shown, a_phone):
    page = open_page(shown, a_phone(), betting())
    page.evaluate(MAKES_ROOM)
    assert [line for line in moved(shown, page) if line.startswith("another phone asks")]
