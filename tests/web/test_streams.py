"""What open pages are sent, and how many may be open."""

from msgspec.structs import replace

from tablectl.view import Phone, Seat
from tablectl.web import streams
from tablectl.web.streams import MOST_OF_ADDRESS, MOST_OF_SEAT, MOST_WATCHERS, Stream

from .serving import pages


def address(number):
    return f"10.1.{number // 200}.{number % 200}"


def test_a_page_is_greeted_and_then_follows_the_table():
    with pages() as served:
        served.wait_for(lambda: served.web._view)
        page = served.open_stream()
        served.wait_for(lambda: page.of("view"))
        assert [kind for kind, _ in page.events[:3]] == ["hello", "alive", "view"]
        hello = page.of("hello")[0]
        assert (hello["table"], hello["language"], hello["phones"]) == ("Table 1", "en", [2, 3])
        assert hello["digits"] is True
        assert hello["words"]["lost"] == "The table does not answer."
        served.table.show(replace(served.table.view, prompt="Seat 3: check."))
        served.wait_for(lambda: len(page.of("view")) == 2)
        assert page.of("view")[1]["prompt"] == "Seat 3: check."


def test_a_page_is_greeted_anew_where_the_table_speaks_another_language():
    with pages() as served:
        page = served.open_stream()
        served.wait_for(lambda: page.of("view"))
        served.table.show(replace(served.table.view, language="es"))
        served.wait_for(lambda: len(page.of("hello")) == 2)
        assert page.of("hello")[1]["words"]["lost"] == "La mesa no responde."


def test_a_page_that_comes_late_is_told_how_long_the_clocks_of_its_view_have_run():
    with pages() as served:
        first = served.open_stream()
        served.wait_for(lambda: first.of("view"))
        served.rest(0.3)
        late = served.open_stream()
        served.wait_for(lambda: late.of("view"))
        assert first.of("hello")[0]["age_ms"] < 250 <= late.of("hello")[0]["age_ms"]


def test_a_page_hears_each_second_whether_the_table_is_there():
    with pages(starts=False) as served:
        page = served.open_stream()
        served.wait_for(lambda: page.of("alive"))
        assert page.of("alive") == [{"table": False}]
        served.table.start()
        served.wait_for(lambda: page.of("alive")[-1] == {"table": True})
        served.table.stop()
        served.wait_for(lambda: page.of("alive")[-1] == {"table": False})
        served.table.start()
        served.wait_for(lambda: page.of("alive")[-1] == {"table": True})
        count = len(page.of("alive"))
        served.wait_for(lambda: len(page.of("alive")) >= count + 2)


def test_a_table_that_hangs_is_lost(monkeypatch):
    monkeypatch.setattr("tablectl.web.seats.DEAD_S", 0.1)
    with pages() as served:
        page = served.open_stream()
        served.wait_for(lambda: page.of("alive")[-1:] == [{"table": True}])
        served.table.answers["alive"] = lambda _: None
        served.wait_for(lambda: page.of("alive")[-1] == {"table": False})


def test_a_view_that_nobody_can_read_changes_nothing(caplog):
    with pages() as served:
        page = served.open_stream()
        served.wait_for(lambda: page.of("view"))
        served.web._take_view(b"{")
        served.web._take_view(b"[]")
        served.rest()
        assert len(page.of("view")) == 1
        assert "cannot be read" in caplog.text


def test_an_address_has_so_many_pages_and_others_have_theirs():
    with pages() as served:
        opened = [served.open_stream() for _ in range(MOST_OF_ADDRESS)]
        refused = served.open_stream()
        assert refused.status == 429
        assert served.open_stream(address="10.0.0.99").status == 200
        opened[0].close()
        served.run(opened[0].task)
        assert served.open_stream().status == 200


def test_a_network_of_ipv6_counts_as_one_address():
    with pages() as served:
        for n in range(MOST_OF_ADDRESS):
            assert served.open_stream(address=f"2001:db8::{n + 1:x}").status == 200
        assert served.open_stream(address="2001:db8::ffff").status == 429


def test_watchers_cannot_take_the_places_of_seats():
    with pages() as served:
        for n in range(MOST_WATCHERS):
            assert served.open_stream(address=address(n)).status == 200
        assert served.open_stream(address="10.9.9.9").status == 503
        phone = served.open_seat(2)
        assert phone.status == 200
        served.wait_for(lambda: phone.of("seat"))
        assert phone.of("seat") == [{"ok": True, "seat": 2, "number": 4, "mark": "KT"}]
        assert phone.events[0][0] == "hello"


def test_a_phone_that_was_away_for_long_shows_its_seat_whoever_asks_without_end():
    """By what its page has proven before, though its address is nobody's any more."""
    with pages() as served:
        first = served.open_seat(2)
        served.wait_for(lambda: first.of("seat"))
        first.close()
        served.run(first.task)
        served.web._seats._known.clear()
        while served.post("digits", {"digits": "4711"}).status != 429:
            pass
        other, again = served.open_seat(3), served.open_seat(2)
        served.wait_for(lambda: again.of("seat") and other.of("seat"))
        assert other.of("seat")[0]["code"] == "too_many"
        assert again.of("seat")[0]["ok"]


def test_a_page_that_is_not_of_the_phone_is_told_so_and_watches():
    with pages() as served:
        page = served.open_seat(2, mac="f" * 16)
        served.wait_for(lambda: page.of("seat"))
        assert page.of("seat")[0]["code"] == "not_paired"
        assert [stream.seat for stream in served.web.streams] == [None]
        for query in ("?seat=2", "?seat=2&epoch=x&mac=0", "?seat=2&epoch=1&mac=zz"):
            assert served.open_stream(query).status == 400


def test_a_phone_has_some_pages_and_another_closes_the_first():
    with pages() as served:
        opened = [served.open_seat(2) for _ in range(MOST_OF_SEAT + 1)]
        served.wait_for(lambda: opened[0].is_over)
        assert not any(page.is_over for page in opened[1:])


def test_the_table_hears_when_a_phone_shows_its_last_page_no_more():
    with pages() as served:
        first, second = served.open_seat(2), served.open_seat(2)
        first.close()
        served.run(first.task)
        second.close()
        served.run(second.task)
        served.wait_for(lambda: len(served.table.asked) == 3)
        assert [request["is_open"] for request in served.table.asked] == [True, True, False]


def test_a_phone_is_shown_again_to_a_table_that_was_started_anew():
    with pages() as served:
        phone = served.open_seat(2)
        served.table.stop()
        served.wait_for(lambda: phone.of("alive")[-1] == {"table": False})
        served.table.asked.clear()
        served.table.start()
        served.wait_for(lambda: served.table.asked)
        assert served.table.asked[0]["is_open"] is True


def test_a_page_is_told_where_its_seat_has_another_phone():
    with pages() as served:
        phone = served.open_seat(2)
        served.wait_for(lambda: phone.of("seat"))
        served.table.marks = {}
        seats = {"2": Seat(phone=Phone(mark="QA"))}
        served.table.show(replace(served.table.view, seats=seats))
        served.wait_for(lambda: len(phone.of("seat")) == 2)
        assert phone.of("seat")[1]["code"] == "not_paired"
        assert [stream.seat for stream in served.web.streams] == [None]


def test_who_reads_nothing_is_dropped_and_holds_up_nobody(monkeypatch):
    monkeypatch.setattr(streams, "SLOW_S", 0.2)
    with pages() as served:
        slow = served.open_stream(reads=False)
        page = served.open_stream()
        for n in range(30):
            served.table.show(replace(served.table.view, hand=n))
            served.rest(0.04)
        served.wait_for(lambda: page.of("view")[-1]["hand"] == 29)
        served.wait_for(slow.task.done)
        assert len(served.dropped) == 1


def test_of_each_kind_the_newest_waits_alone():
    with pages() as served:
        stream = Stream("10.0.0.7")
        for n in range(1_000):
            stream.put("view", b"%d" % n)
            stream.put("alive", b"+%d" % n)
        assert served.run(stream.take()) == b"999+999"


def test_pages_end_with_the_process():
    with pages() as served:
        page = served.open_stream()
        served.web.streams.close()
        served.wait_for(lambda: page.is_over)
