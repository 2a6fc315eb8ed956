"""A passive shoe, a showing spot and a bet area over simulated readers: what they tell when
cards and chips are handled.
"""

import pytest

from firmware_io.kit.sim.readers.field import Field
from firmware_io.messages import NO_PULL, AreaChanged, CardOff, CardPresented, HoleCardsSeen
from firmware_io.readers.bet_area import BetArea
from firmware_io.readers.debounce import ForeignTags, TimedMessage, TooMany, UnsureTags
from firmware_io.readers.passive_shoe import TOGETHER_MS, PassiveShoe
from firmware_io.readers.presence import COUNT_MS, Presence
from firmware_io.readers.reader import Seen
from firmware_io.readers.showing_spot import ShowingSpot

from .reading import ACE, BADGE, KING, OTHER_BADGE, QUEEN, chip, mux, pn532, rdm6300, tag


class Shoe:
    """A passive shoe on a simulated reader, already found."""

    def __init__(self, make=pn532, presence=None, together_ms=TOGETHER_MS, **field):
        self.shoe = PassiveShoe(presence=presence, together_ms=together_ms)
        self.reading = make(Field(**field))
        self.told = []
        self.reading.listeners.append(
            lambda report, now_ms: self.told.extend(self.shoe.take_report(report, now_ms))
        )
        self.reading.ticking.append(lambda now_ms: self.told.extend(self.shoe.tick(now_ms)))
        self.reading.dues.append(lambda: self.shoe.next_at_ms)
        self.reading.run(200)

    def passes(self, *cards, for_ms=150):
        """These cards slide over the antenna, together."""
        self.reading.field.put(*cards)
        self.reading.run(for_ms)
        self.reading.field.take(*cards)

    def run(self, ms):
        self.reading.run(ms)

    @property
    def messages(self):
        return [told.message for told in self.told]


def off(pull, *cards):
    return CardOff(pull, tuple(tag(card) for card in cards), "unknown")


# The shoe -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase_ms", range(0, 50, 7))
def test_a_card_that_passes_in_150_ms_is_read_once_for_the_pull_that_asked(phase_ms):
    shoe = Shoe()
    shoe.run(phase_ms)
    shoe.shoe.set_gate(17)
    assert shoe.shoe.is_lit
    shoe.passes(ACE)
    shoe.run(3_000)
    assert (shoe.messages, shoe.shoe.is_lit) == ([off(17, ACE)], False)


def test_it_is_told_when_no_second_card_can_be_with_it_any_more_and_then_nothing_is_due():
    shoe = PassiveShoe()
    assert shoe.take_report(Seen(1, (tag(ACE),)), 1_000) == []
    assert (shoe.tick(1_149), shoe.next_at_ms) == ([], 1_150)
    assert (shoe.tick(1_150), shoe.next_at_ms) == ([TimedMessage(1_000, off(NO_PULL, ACE))], None)


def test_what_another_antenna_of_the_same_reader_reads_is_no_card_of_the_shoe():
    shoe = Shoe(mux)
    shoe.run(2_000)
    shoe.reading.field.put(KING, antenna=2)
    shoe.run(2_000)
    shoe.passes(ACE, for_ms=400)
    shoe.run(3_000)
    assert shoe.messages == [off(NO_PULL, ACE)]


def sticking(together_ms):
    """Two cards that stick together, the second 70 ms behind."""
    shoe = Shoe(together_ms=together_ms)
    shoe.shoe.set_gate(4)
    shoe.reading.field.put(ACE)
    shoe.run(70)
    shoe.passes(KING, for_ms=80)
    shoe.reading.field.take(ACE)
    shoe.run(3_000)
    return shoe.messages


def test_two_cards_that_stick_together_are_one_turn_and_without_that_time_they_are_two():
    assert sticking(TOGETHER_MS) == [off(4, ACE, KING)]
    assert sticking(0) == [off(4, ACE), off(NO_PULL, KING)]


def test_a_card_that_stays_is_the_same_card_and_the_next_one_is_another():
    shoe = Shoe()
    shoe.shoe.set_gate(1)
    shoe.reading.field.put(ACE)
    shoe.run(10_000)
    shoe.shoe.set_gate(2)
    shoe.run(10_000)
    assert (shoe.messages, shoe.shoe.is_lit) == ([off(1, ACE)], True)
    shoe.passes(KING)
    shoe.run(500)
    assert shoe.messages == [off(1, ACE), off(2, KING)]


def test_a_card_that_flickers_is_one_card():
    """The control: without the filter it is many."""
    for filters, at_least, at_most in ({}, 1, 1), ({"presence": Presence(gone_ms=0)}, 15, 400):
        shoe = Shoe(**filters, flicker=0.6, seed=3)
        shoe.reading.field.put(ACE)
        shoe.run(20_000)
        assert shoe.messages[0] == off(NO_PULL, ACE)
        assert at_least <= len(shoe.messages) <= at_most


def test_a_card_nobody_asked_for_and_a_second_one_for_a_pull_are_told_as_that():
    shoe = Shoe()
    shoe.passes(ACE)
    shoe.run(400)
    shoe.shoe.set_gate(1)
    shoe.passes(KING)
    shoe.run(400)
    shoe.shoe.set_gate(1)  # as the host sends its states again
    shoe.passes(QUEEN)
    shoe.run(400)
    assert shoe.messages == [off(NO_PULL, ACE), off(1, KING), off(NO_PULL, QUEEN)]


def test_a_card_that_is_held_to_the_reader_again_was_not_dealt():
    shoe = Shoe()
    shoe.shoe.set_gate(3)
    shoe.shoe.is_presenting = True
    shoe.passes(ACE, for_ms=100)
    shoe.shoe.is_presenting = False  # the table takes no more, while the card is still passing
    shoe.run(400)
    assert (shoe.messages, shoe.shoe.is_lit) == ([CardPresented((tag(ACE),))], True)


class NeverBlind(Presence):
    """The control: while its reader is gone, an antenna counts as empty."""

    def note_blind(self, antenna):
        """Ignores that antennas are blind."""


@pytest.mark.parametrize(("presence", "times"), [(Presence, 1), (NeverBlind, 2)])
def test_a_card_lies_there_while_the_reader_is_gone_and_is_still_the_same(presence, times):
    shoe = Shoe(presence=presence())
    shoe.reading.field.put(ACE)
    shoe.run(1_000)
    shoe.reading.field.take(ACE)
    shoe.run(50)  # the card is gone for a moment, then the reader is lost
    shoe.reading.sim.vanish()
    shoe.run(30_000)
    shoe.reading.field.put(ACE)
    shoe.reading.sim.come_back(shoe.reading.now_ms)
    shoe.run(5_000)
    assert shoe.messages == [off(NO_PULL, ACE)] * times


def test_a_125_khz_shoe_tells_a_card_once_however_long_it_is_near():
    shoe = Shoe(rdm6300)
    shoe.shoe.set_gate(1)
    shoe.passes(BADGE, for_ms=5_000)
    shoe.run(400)
    shoe.shoe.set_gate(2)
    shoe.passes(OTHER_BADGE)
    shoe.run(5_000)
    assert shoe.messages == [off(1, BADGE), off(2, OTHER_BADGE)]


# Spots and areas ----------------------------------------------------------------------------------

SEAT_3, SEAT_4 = 3, 4
CHIPS = {tag(chip(number)): (5, 25, 100)[number % 3] for number in range(60)}


class Seats:
    """Uses on the antennas of one MUX, already found."""

    def __init__(self, *uses, inventory=False, **field):
        self.uses = uses
        self.presence = Presence(settle_ms=COUNT_MS)
        self.reading = mux(Field(**field), inventory=inventory)
        self.reports = []
        self.reading.listeners.append(self.presence.take_report)
        self.reading.ticking.append(self._tick)
        self.reading.dues.append(lambda: self.presence.next_at_ms)
        self.reading.dues += [lambda use=use: use.next_at_ms for use in uses]
        self.reading.run(3_000)

    def run(self, ms):
        self.reading.run(ms)

    def put(self, *things, antenna=SEAT_3):
        self.reading.field.put(*things, antenna=antenna)

    def take(self, *things, antenna=SEAT_3):
        self.reading.field.take(*things, antenna=antenna)

    @property
    def news(self):
        """What has been reported since the last call; of a TimedMessage its message."""
        said, self.reports = (
            [
                report.message if isinstance(report, TimedMessage) else report
                for report in self.reports
            ],
            [],
        )
        return said

    def _tick(self, now_ms):
        self.presence.tick(now_ms)
        for use in self.uses:
            self.reports += use.update_level(self.presence, now_ms)


def up(*cards):
    return HoleCardsSeen(tuple(tag(card) for card in cards))


def bet(*chips):
    return AreaChanged("bet", chips)


def test_two_cards_tabled_one_after_the_other_are_told_whole_and_once():
    seats = Seats(ShowingSpot(SEAT_3))
    assert seats.news == [up()]
    seats.put(ACE)
    seats.run(400)
    seats.put(KING)
    seats.run(5_000)
    assert seats.news == [up(ACE, KING)]
    seats.take(ACE, KING)
    seats.run(5_000)
    assert seats.news == [up()]


def test_a_card_is_shown_at_one_seat_though_the_neighbour_reads_it_too():
    seats = Seats(ShowingSpot(SEAT_3), ShowingSpot(SEAT_4), cross=0.3, flicker=0.1, seed=1)
    seats.put(ACE, antenna=SEAT_4)
    seats.run(20_000)
    assert seats.news == [up(), up(), up(ACE)]
    assert seats.presence.tags_at(SEAT_4) == (tag(ACE),)


def test_levels_are_told_again_when_they_are_asked_for():
    spot, area = ShowingSpot(SEAT_3), BetArea(SEAT_4, CHIPS)
    seats = Seats(spot, area)
    assert seats.news == [up(), bet()]
    spot.tell_again()
    area.tell_again()
    seats.run(1_000)
    assert seats.news == [up(), bet()]


def test_more_cards_than_a_message_holds_are_said_to_be_too_many():
    presence, spot = Presence(), ShowingSpot(SEAT_3)
    presence.note_look(
        Seen(SEAT_3, tuple(bytes([0, 0, 0, 0, 1, 1, 1, number]) for number in range(9))), 0
    )
    assert spot.update_level(presence, 0) == [TooMany(SEAT_3, 9, 8)]
    assert spot.update_level(presence, 1_000) == []


def test_chips_are_told_by_denomination_when_they_lie_still():
    seats = Seats(BetArea(SEAT_3, CHIPS), inventory=True)
    seats.put(chip(0), chip(3), chip(1))
    seats.run(1_000)
    assert seats.news == [bet()]
    seats.run(1_000)
    assert seats.news == [bet((5, 2), (25, 1))]
    seats.put(chip(2))
    seats.run(3_000)
    assert seats.news == [bet((5, 2), (25, 1), (100, 1))]
    seats.take(chip(0), chip(3), chip(1), chip(2))
    seats.run(3_000)
    assert seats.news == [bet()]


def test_twenty_chips_in_two_areas_are_counted_where_they_lie():
    seats = Seats(
        BetArea(SEAT_3, CHIPS),
        BetArea(SEAT_4, CHIPS),
        inventory=True,
        cross=0.2,
        flicker=0.2,
        seed=5,
    )
    seats.put(*(chip(number) for number in range(12)), antenna=SEAT_3)
    seats.put(*(chip(number) for number in range(12, 20)), antenna=SEAT_4)
    seats.run(10_000)
    seats.reports.clear()
    seats.run(5_000)
    assert seats.news == []
    for use in seats.uses:
        use.tell_again()
    seats.run(1_000)
    assert seats.news == [bet((5, 4), (25, 4), (100, 4)), bet((5, 3), (25, 3), (100, 2))]


def test_chips_that_a_hand_carries_over_the_area_are_no_bet():
    seats = Seats(BetArea(SEAT_3, CHIPS), inventory=True)
    assert seats.news == [bet()]
    seats.put(chip(1))
    seats.run(200)
    seats.take(chip(1))
    seats.run(5_000)
    assert seats.news == []


def passing(same_ms):
    """Chips that come and go within 200 ms, on an antenna that is alone."""
    presence, area, said = Presence(gone_ms=0), BetArea(SEAT_3, CHIPS, same_ms=same_ms), []
    for now_ms in range(0, 2_000, 50):
        presence.note_look(Seen(SEAT_3, (tag(chip(1)),) if 1_000 <= now_ms < 1_200 else ()), now_ms)
        said += area.update_level(presence, now_ms)
    return [told.message for told in said]


def test_control_without_the_time_of_being_the_same_a_hand_over_the_area_is_a_bet():
    assert passing(300) == [bet()]
    assert passing(0) == [bet(), bet((25, 1)), bet()]


def test_a_foreign_tag_is_named_and_counts_for_nothing():
    seats = Seats(BetArea(SEAT_3, CHIPS))
    seats.put(chip(1), ACE)
    seats.run(3_000)
    assert seats.news == [bet(), ForeignTags(SEAT_3, (tag(ACE),)), bet((25, 1))]
    seats.take(ACE)
    seats.run(3_000)
    assert seats.news == [ForeignTags(SEAT_3, ())]


def test_a_chip_between_two_seats_is_nobodys_and_nothing_is_told_until_it_is_moved():
    presence, areas = Presence(settle_ms=COUNT_MS), [BetArea(SEAT_3, CHIPS), BetArea(SEAT_4, CHIPS)]
    said = []
    for now_ms in range(0, 8_000, 50):
        right = (tag(chip(1)),) if now_ms >= 500 else ()
        left = right if now_ms < 4_000 else ()
        for antenna, tags in ((SEAT_3, left), (SEAT_4, right)):
            presence.note_look(Seen(antenna, tags), now_ms)
        said += [report for area in areas for report in area.update_level(presence, now_ms)]
    unsure = (tag(chip(1)),)
    assert [report.message if isinstance(report, TimedMessage) else report for report in said] == [
        bet(),
        bet(),
        UnsureTags(SEAT_3, unsure),
        UnsureTags(SEAT_4, unsure),
        UnsureTags(SEAT_3, ()),
        UnsureTags(SEAT_4, ()),
        bet((25, 1)),
    ]


@pytest.mark.parametrize("use", [BetArea(SEAT_3, CHIPS), ShowingSpot(SEAT_3)], ids=["area", "spot"])
def test_a_level_is_the_same_again_only_from_the_moment_at_which_all_of_it_is_known(use):
    presence, told, dues = Presence(settle_ms=COUNT_MS), [], {}
    for now_ms in range(0, 4_000, 50):
        lying = [tag(chip(1))] * (now_ms >= 500) + [tag(chip(2))] * (now_ms >= 1_700)
        presence.note_look(Seen(SEAT_3, tuple(lying)), now_ms)
        told += [
            report.at_ms
            for report in use.update_level(presence, now_ms)
            if isinstance(report, TimedMessage)
        ]
        dues[now_ms] = use.next_at_ms
    assert told == [0, 2_700]
    assert (dues[1_600], dues[1_700], dues[2_650], dues[2_700], dues[3_000]) == (
        1_800,
        None,
        None,
        3_000,
        None,
    )


def test_more_denominations_than_a_message_holds_are_said_to_be_too_many():
    presence, area = (
        Presence(),
        BetArea(SEAT_3, {tag(chip(number)): number + 1 for number in range(13)}),
    )
    presence.note_look(Seen(SEAT_3, tuple(tag(chip(number)) for number in range(13))), 0)
    assert area.update_level(presence, 0) == [TooMany(SEAT_3, 13, 12)]
    assert area.update_level(presence, 1_000) == []


def test_a_reader_that_is_gone_for_a_while_takes_no_bet_away():
    seats = Seats(BetArea(SEAT_3, CHIPS))
    seats.put(chip(1))
    seats.run(3_000)
    assert seats.news == [bet(), bet((25, 1))]
    seats.reading.sim.vanish()
    seats.run(30_000)
    seats.reading.sim.come_back(seats.reading.now_ms)
    seats.run(10_000)
    assert seats.news == []
