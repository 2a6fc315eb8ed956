"""Where tags lie: one that two antennas read is at one place. What of that is told is in
test_reader_uses.
"""

from hypothesis import given, settings, strategies as st

from firmware_io.readers.presence import COUNT_MS, GONE_MS, MAX_TAGS, Presence
from firmware_io.readers.reader import Seen

A, B = bytes.fromhex("0004A1B2C3D4E580"), bytes.fromhex("00000000DEADBEEF")
LEFT, RIGHT = 1, 2


def looks(presence, now_ms, *seen):
    for antenna, tags in seen:
        presence.note_look(Seen(antenna, tags), now_ms)


def beside_one_another():
    return Presence(settle_ms=COUNT_MS)


# Antennas beside one another ----------------------------------------------------------------------


class MovesAtOnce(Presence):
    """The control: whoever has read it most in the last second has it."""

    def tick(self, now_ms):
        for sight in self._sights.values():
            sight.place = None
        super().tick(now_ms)


def test_a_move_needs_silence_at_the_old_place():
    presence = beside_one_another()
    badly_read(presence)
    assert (presence.tags_at(LEFT), presence.tags_at(RIGHT)) == ((A,), ())
    for now_ms in range(6_000, 6_000 + GONE_MS, 50):
        looks(presence, now_ms, (LEFT, ()), (RIGHT, (A,)))
    assert (presence.tags_at(LEFT), presence.tags_at(RIGHT)) == ((), (A,))


def test_control_without_the_silence_it_has_moved_while_it_lies_there():
    presence = MovesAtOnce(settle_ms=COUNT_MS)
    badly_read(presence)
    assert presence.tags_at(RIGHT) == (A,)


def badly_read(presence):
    """A card on the left, which is stacked after two seconds so that the right reads it better."""
    for now_ms in range(0, 2_000, 50):
        looks(presence, now_ms, (LEFT, (A,)), (RIGHT, ()))
    for now_ms in range(2_000, 6_000, 50):
        looks(presence, now_ms, (LEFT, (A,) if now_ms % 1_000 == 0 else ()), (RIGHT, (A,)))


def test_a_card_that_flickers_when_its_time_comes_has_its_place_at_the_next_read():
    presence = beside_one_another()
    for now_ms in range(0, 1_100, 50):
        looks(presence, now_ms, (LEFT, (A,) if now_ms != 1_000 else ()))
        assert presence.tags_at(LEFT) == ((A,) if now_ms > 1_000 else ())


acts = st.lists(
    st.tuples(
        st.integers(1, 400),
        st.sampled_from([LEFT, RIGHT]),
        st.sets(st.sampled_from([A, B, bytes(8)])),
    ),
    max_size=60,
)


@settings(max_examples=80)
@given(acts, st.sampled_from([0, COUNT_MS]))
def test_a_tag_is_at_one_place_at_most_whatever_is_seen(acts, settle_ms):
    presence, now_ms = Presence(settle_ms=settle_ms), 0
    for later_ms, antenna, tags in acts:
        now_ms += later_ms
        presence.note_look(Seen(antenna, tuple(sorted(tags))), now_ms)
        placed = [*presence.tags_at(LEFT), *presence.tags_at(RIGHT)]
        assert len(placed) == len(set(placed))
        assert not set(placed) & {*presence.unsure_tags(LEFT), *presence.unsure_tags(RIGHT)}
        assert presence.next_at_ms is None or presence.next_at_ms > now_ms
    for antenna in (LEFT, RIGHT):
        presence.note_look(Seen(antenna, ()), now_ms + 1)
    presence.tick(now_ms + 1 + GONE_MS)
    assert (presence.tags_at(LEFT), presence.tags_at(RIGHT), presence.next_at_ms) == ((), (), None)


def test_no_more_tags_are_kept_than_a_table_has():
    presence = Presence()
    for number in range(MAX_TAGS + 20):
        looks(presence, number, (LEFT, (number.to_bytes(8, "big"),)))
    assert len(presence.tags_at(LEFT)) == MAX_TAGS
