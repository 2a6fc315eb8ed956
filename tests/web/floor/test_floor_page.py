"""Who has the floor by its page, and what they may ask: the table decides it all."""

import asyncio

import msgspec
import pytest

from tablectl.engine.engine import handle
from tablectl.engine.floor import Exposed
from tablectl.web.guard import LONGEST_BODY
from tests.happened import ruled

from .served import ANN, IDLE_S, PIN, WRONG, floor_page


@pytest.fixture
def page():
    with floor_page() as served:
        yield served


def answer_of(response):
    return msgspec.json.decode(response.body)


# Signing in


def test_whoever_is_no_operator_or_has_another_pin_hears_the_same(page):
    wrong = page.sign_in(pin=WRONG)
    nobody = page.sign_in(name="Nobody")
    assert (wrong.status, wrong.body) == (nobody.status, nobody.body)
    assert answer_of(wrong)["text"] == "The name or the PIN is wrong."
    assert "set-cookie" not in wrong.headers


def test_an_address_tries_no_faster_than_a_hand_does(page):
    statuses = [page.post("in", {"name": f"N{n}", "pin": WRONG}).status for n in range(6)]
    assert statuses[-1] == 429


def test_the_cookie_is_for_no_script_and_no_other_site(page):
    cookie = page.sign_in().headers["set-cookie"].lower()
    assert all(part in cookie for part in ("httponly", "samesite=strict", "path=/floor"))
    assert "secure" not in cookie


def test_with_a_certificate_the_cookie_goes_over_https_alone():
    with floor_page(is_safe=True) as page:
        assert "secure" in page.sign_in().headers["set-cookie"].lower()


def test_no_token_is_kept_as_it_is(page):
    page.sign_in()
    kept = repr([vars(one) for one in page.site._sessions._open.values()])
    assert page.token not in kept
    assert page.cookie.partition("=")[2] not in kept


# Asking


def test_every_line_goes_on_behalf_of_whoever_has_signed_in(page):
    page.sign_in()
    assert page.line(floor="pause", on_behalf_of="Bob")["ok"]
    page.sign_in(name="Bob")
    assert page.line(floor="go_on")["ok"]
    assert page.table.rulings == [("pause", ANN), ("go_on", "Bob")]


def test_both_tokens_are_needed_and_of_one_session(page):
    page.sign_in()
    cookie, token = page.cookie, page.token
    page.sign_in(name="Bob", headers={"cookie": ""})
    for headers in (
        {"cookie": ""},
        {"x-tablectl": ""},
        {"cookie": cookie},
        {"x-tablectl": token},
        {"x-tablectl": "Ünicode"},
    ):
        answer = page.post("line", {"floor": "pause"}, headers=headers)
        assert (answer.status, answer_of(answer)["code"]) == (401, "signed_out"), headers
    assert page.table.rulings == []


def test_what_would_happen_is_told_and_nothing_happens(page):
    page.sign_in()
    told = page.line(floor="void", why="…", would=True)
    assert told["effect"].startswith("Hand 1 is void")
    assert [one["change"] for one in told["changes"]] == [2, 4]
    assert page.table.rulings == []


def test_a_refusal_is_the_table_s_sentence(page):
    page.sign_in()
    answer = page.post("line", {"floor": "go_on"})
    assert answer.status == 409
    assert answer_of(answer)["text"].endswith(".")
    assert answer_of(page.post("line", {"colour": "red"}))["code"] == "bad_line"


def test_the_same_ruling_twice_is_done_once(page):
    page.sign_in()
    assert page.line(floor="exposed", seat=1)["ok"]
    first, second = (page.line(floor="resume", number=1) for _ in range(2))
    assert (first["ok"], second["ok"]) == (True, False)
    assert page.table.rulings == [("exposed", ANN), ("resume", ANN)]


def test_a_ruling_on_a_case_that_is_closed_is_refused(page):
    page.sign_in()
    assert page.line(floor="exposed", seat=1)["ok"]
    assert page.line(floor="resume", number=1)["ok"]
    assert page.line(floor="exposed", seat=2)["ok"]
    assert not page.line(floor="resume", number=1)["ok"], "that case is closed; another is open"
    assert page.table.table.case == 2


def test_a_table_that_is_gone_is_said_to_be_gone(page):
    page.sign_in()
    page.table.vanish()
    assert page.line(floor="pause")["code"] == "table_lost"


# The end of a session


def test_a_session_ends_when_nothing_is_asked_for_a_while(page):
    page.sign_in()
    page.now_s += IDLE_S - 1
    assert page.line(floor="pause")["ok"]
    page.now_s += IDLE_S
    assert page.line(floor="go_on")["code"] == "signed_out"


def test_what_a_page_asks_by_itself_keeps_no_session(page):
    page.sign_in()
    page.now_s += IDLE_S - 1
    line = {"floor": "pause", "would": True}
    assert page.post("line?again", line).status == 200
    page.now_s += 1
    assert page.post("line?again", line).status == 401


def test_whoever_signs_out_asks_no_more(page):
    page.sign_in()
    assert page.post("out", {}).status == 200
    assert page.line(floor="pause")["code"] == "signed_out"


def test_whoever_signs_in_again_in_a_browser_has_one_session(page):
    page.sign_in()
    before = {"cookie": page.cookie, "x-tablectl": page.token}
    page.sign_in()
    assert page.post("line", {"floor": "pause"}, headers=before).status == 401


def test_an_operator_who_was_removed_rules_no_more(page):
    page.sign_in()
    page.table.remove(ANN)
    assert page.line(floor="pause")["code"] == "no_operator"
    assert page.line(floor="pause")["code"] == "signed_out"
    assert page.table.rulings == []


# Two floors, and starts

CASE = {"floor": "void", "number": 1, "why": "mixed"}, {"floor": "confirm", "number": 1}


def two_floors(page):
    """The tokens of Ann and of Bob, each on a page of their own, at a halt."""
    page.table.table, _ = handle(page.table.table, (ruled(Exposed(seat=1)),))
    found = []
    for name in (ANN, "Bob"):
        page.sign_in(name=name, headers={"cookie": ""})
        found.append({"cookie": page.cookie, "x-tablectl": page.token})
    return found


def test_two_floors_that_rule_otherwise_at_once_have_one_ruling(page):
    sessions = two_floors(page)
    asked = [page.asks("line", line, headers=who) for line, who in zip(CASE, sessions, strict=True)]
    answers = page.run(gathered(asked))
    assert sorted(answer.status for answer in answers) == [200, 409]
    (refused,) = [answer_of(one)["text"] for one in answers if one.status == 409]
    assert refused.endswith(".")
    assert len(page.table.rulings) == 1


def test_a_floor_that_rules_on_what_another_has_closed_changes_nothing(page):
    ann, bob = two_floors(page)
    assert page.post("line", CASE[1], headers=bob).status == 200
    after = page.table.table
    assert page.post("line", CASE[0], headers=ann).status == 409
    assert page.table.table == after
    assert page.table.rulings == [("confirm", "Bob")]


async def gathered(asked):
    return await asyncio.gather(*asked)


def test_an_open_page_outlasts_a_start_of_the_table(page):
    page.sign_in()
    stream = page.open_stream()
    page.wait_for(lambda: stream.of("status"))
    page.table.vanish()
    page.wait_for(lambda: stream.of("alive")[-1] == {"table": False})
    assert page.line(floor="pause")["text"].endswith(".")
    page.table.come_back()
    page.wait_for(lambda: stream.of("alive")[-1] == {"table": True})
    assert page.line(floor="pause")["ok"]
    page.wait_for(lambda: stream.of("status")[-1]["paused"])
    assert page.table.rulings == [("pause", ANN)]


def test_after_a_start_of_the_page_everybody_signs_in_again(page):
    page.sign_in()
    page.open_stream()
    page.close()
    page.start()
    assert page.line(floor="pause")["code"] == "signed_out"
    again = page.open_stream()
    page.wait_for(lambda: again.is_over)
    assert [kind for kind, _ in again.events] == ["hello", "ended"]
    page.sign_in()
    assert page.line(floor="pause")["ok"]


def test_what_the_table_may_have_done_is_said_not_to_be_known(page):
    """It hangs up before it answers."""
    page.sign_in()
    page.table.control.connections._answer = lambda who, line: page.table.vanish()
    answer = page.line(floor="pause")
    assert (answer["code"], answer["text"]) == (
        "not_known",
        "The table gave no answer: look at the last acts before you ask again.",
    )


# What open pages are sent


def test_a_page_has_words_before_anybody_signs_in_and_nothing_of_the_table(page):
    stream = page.open_stream(cookie="")
    page.wait_for(lambda: stream.is_over)
    assert [kind for kind, _ in stream.events] == ["hello", "ended"]
    assert stream.of("hello")[0]["words"]["nothing_wrong"] == "Nothing is wrong."


def test_whoever_has_signed_in_sees_how_the_table_stands(page):
    page.sign_in()
    stream = page.open_stream()
    page.wait_for(lambda: stream.of("status"))
    page.line(floor="exposed", seat=1)
    page.wait_for(lambda: stream.of("status")[-1]["wrong"])
    assert stream.of("status")[-1]["wrong"]["number"] == 1


@pytest.mark.parametrize("ends", ["removed", "signed out", "idle"])
def test_an_open_page_is_told_that_its_session_has_ended_and_sees_no_more(page, ends):
    page.sign_in()
    stream = page.open_stream()
    page.wait_for(lambda: stream.of("status"))
    if ends == "removed":
        page.table.remove(ANN)
    elif ends == "signed out":
        page.post("out", {})
    else:
        page.now_s += IDLE_S
    page.wait_for(lambda: stream.is_over)
    assert stream.events[-1][0] == "ended"
    assert len(page.site.streams) == 0


# Which requests are answered at all


def test_only_the_floor_s_page_and_its_files_are_served(page):
    assert page.get("/floor").status == 200
    assert page.get("/static/floor/main.js").status == 200
    for path in ("/", "/seat/1", "/watch", "/stream", "/api/press", "/floor.html", "/floor/"):
        assert page.get(path).status == 404, path
    assert page.get("/floor/line").status == 405


def test_a_page_of_another_site_asks_nothing(page):
    page.sign_in()
    for headers in ({"origin": "http://evil.example"}, {"origin": ""}):
        answer = page.post("line", {"floor": "pause"}, headers=headers)
        assert (answer.status, answer_of(answer)["code"]) == (403, "wrong_origin")
    for host in ("evil.example", ""):
        assert page.post("line", {"floor": "pause"}, host=host).status == 421
        assert page.get("/floor", host=host).status == 421
    assert page.table.rulings == []


def test_no_page_frames_this_one_and_nothing_is_kept(page):
    for answer in (page.get("/floor"), page.sign_in()):
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_line_is_json_and_short(page):
    page.sign_in()
    form = page.post("line", {"floor": "pause"}, headers={"content-type": "text/plain"})
    long = page.post("line", {"floor": "pause", "why": "x" * LONGEST_BODY})
    list_ = page.post("line", b"[1]")
    assert (form.status, long.status, list_.status) == (415, 413, 400)


def test_a_pin_that_is_no_text_is_refused(page):
    assert page.sign_in(pin=int(PIN)).status == 400
