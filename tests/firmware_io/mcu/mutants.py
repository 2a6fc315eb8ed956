"""The index of what the node's C must do, place by place: a piece of text, what it is broken into, and the test that notices.

`text` stands once in its file; where the code has moved on, put here what does the same now.
"""

from typing import NamedTuple

ALIKE = "mcu/test_sessions_alike.py::test_two_sessions_answer_alike_over_any_wire"
REPLAYED = "test_keyed.py::test_whatever_was_recorded_changes_nothing_at_any_moment[c]"
PAIRED = "test_pairing.py::"
SESSION, WIRE, BOARD = "test_session.py::", "mcu/test_wire_in_c.py::", "mcu/test_seat_and_shoe.py::"
CHIPS, SENSED = "mcu/test_chips_in_c.py::", "mcu/test_sensed_seat.py::"


class Mutant(NamedTuple):
    file: str                   # below firmware_io/mcu/
    text: str
    broken: str
    test: str                   # below tests/firmware_io/


MUTANTS = (
    Mutant("framing.c", "return ~crc;", "return crc;", WIRE + "test_a_body_is_framed_alike"),
    Mutant("framing.c", "if (deframer->length == MAX_STUFFED_BYTES)", "if (deframer->length == MAX_STUFFED_BYTES - 1)",
           WIRE + "test_noise_is_read_and_counted_alike"),
    Mutant("framing.c", "if (end > length)", "if (end > length && end > MAX_STUFFED_BYTES)",
           WIRE + "test_noise_is_read_and_counted_alike"),
    Mutant("blake2s.c", "if (is_last)", "if (!is_last)", WIRE + "test_a_mac_is_that_of_hashlib_for_every_length[16]"),
    Mutant("encoding.c", "r->bad == DECODED && r->at != r->length", "r->bad == DECODED && r->at > r->length",
           WIRE + "test_what_is_wrong_with_a_body_is_said_alike"),
    Mutant("encoding.c", "{U32_AT(pong.token), U32_AT(pong.last_number)}", "{U32_AT(pong.last_number), U32_AT(pong.token)}",
           WIRE + "test_the_worked_frames_of_the_protocol_are_what_c_sends"),
    Mutant("lamps.c", "t_ms % period_ms < period_ms / 2", "t_ms % period_ms <= period_ms / 2",
           WIRE + "test_a_ring_looks_alike_in_every_pattern[blink_1hz]"),
    Mutant("lamps.c", "(PIXELS - 1 - pixel) * FULL", "(PIXELS - pixel) * FULL", WIRE + "test_a_ring_drains_alike_at_every_level"),
    Mutant("session.c", "s->sent_ms = -HEARTBEAT_MS;", "s->sent_ms = 0;", ALIKE),
    Mutant("session.c", "if (s->kept_count >= MAX_KEPT_EDGES)", "if (s->kept_count >= MAX_KEPT_EDGES - 1)",
           SESSION + "test_a_node_that_keeps_64_edges_refuses_the_next_and_says_so[c]"),
    Mutant("session.c", "s->kept_count : WINDOW_EDGES;", "s->kept_count : WINDOW_EDGES - 1;",
           SESSION + "test_the_node_sends_again_ever_more_slowly_and_never_more_than_eight[wire 1.1 in C]"),
    Mutant("session.c", "s->retry_ms = 2 * s->retry_ms <", "s->retry_ms = 3 * s->retry_ms <",
           SESSION + "test_the_node_sends_again_ever_more_slowly_and_never_more_than_eight[wire 1.1 in C]"),
    Mutant("session.c", "s->timed_number = 0;            /* sent twice", ";            /* sent twice", ALIKE),
    Mutant("session.c", "(7 * known_ms + sample_ms) / 8", "(known_ms + sample_ms) / 2", ALIKE),
    Mutant("session.c", "if (epoch != s->host_epoch) {", "if (s->host_epoch == NO_EPOCH) {",
           SESSION + "test_after_a_restart_of_either_every_state_is_said_again[wire 1.1 in C-restart_host]"),
    Mutant("session.c", "s->sent_number = 0;                 /* a new host", ";                 /* a new host", ALIKE),
    Mutant("session.c", "arrived->acknowledged_epoch == s->who.epoch", "arrived->acknowledged_epoch != NO_EPOCH", ALIKE),
    Mutant("session.c", "arrived->sequence <= s->last_state", "arrived->sequence < s->last_state",
           SESSION + "test_a_repeated_question_for_levels_is_answered_once[wire 1.0 in C]"),
    Mutant("session.c", "s->heard_ms >= LOST_AFTER_MS)", "s->heard_ms >= 2 * LOST_AFTER_MS)", ALIKE),
    Mutant("session.c", "arrived->node == s->who.node || arrived->node == ANY_NODE", "arrived->node == s->who.node", ALIKE),
    Mutant("session.c", "&& !is_hello_waiting(s)", "|| is_hello_waiting(s)", ALIKE),
    Mutant("session.c", "(s->oldest + forgotten) % MAX_KEPT_EDGES", "(s->oldest + 1) % MAX_KEPT_EDGES", ALIKE),
    Mutant("session.c", "window_end(s) > s->sent_number)", "window_end(s) > s->last_number)", ALIKE),
    Mutant("session.c", "if (saying_of(state->type) & IS_OF_11)", "if (saying_of(state->type) & IS_STATE)", ALIKE),
    Mutant("session.c", "arrived->sequence <= s->host_count", "arrived->sequence < s->host_count", REPLAYED),
    Mutant("session.c", "if (!s->who.has_key || !is_repeat)", "if (s->who.has_key || !is_repeat)", REPLAYED),
    Mutant("session.c", "age_ms >= MAX_ECHO_MS", "age_ms >= 8 * MAX_ECHO_MS", ALIKE),
    Mutant("session.c", "(from <= end && !s->who.has_key)", "from <= end", ALIKE),
    Mutant("session.c", "if (s->who.has_key || arrived->node != s->who.node)", "if (arrived->node != s->who.node)",
           PAIRED + "test_over_a_live_wire_no_key_is_replaced_and_with_a_hand_on_the_node_it_is[c]"),
    Mutant("session.c", "if (s->who.has_key || arrived->node != s->who.node)", "if (s->who.has_key)",
           PAIRED + "test_a_key_is_taken_from_the_host_that_is_met_and_by_the_node_that_is_meant[c]"),
    Mutant("session.c", "saying & IS_OF_12 ? PAIRS_FROM", "saying & IS_OF_12 ? 1",
           PAIRED + "test_a_node_of_an_earlier_wire_is_told_so_and_is_sent_no_key[c-1]"),
    Mutant("session.c", "s->sent_ms = moved_on(s, now_ms) - HEARTBEAT_MS;", "s->sent_ms = moved_on(s, now_ms);",
           BOARD + "test_a_key_that_the_board_has_kept_is_proven_and_shuts_the_gate_and_another_is_not[seat]"),
    Mutant("node.c", "!sensors_keep_key(node->sensors, link_key)", "(sensors_keep_key(node->sensors, link_key), false)",
           BOARD + "test_a_key_that_the_board_has_kept_is_proven_and_shuts_the_gate_and_another_is_not[seat]"),
    Mutant("encoding.c", "wrong |= mac[byte]", "wrong = mac[byte]", WIRE + "test_a_mac_is_made_and_judged_alike"),
    Mutant("seat.c", "seat->keys_read_ms[key] = now_ms;", "seat->keys_read_ms[key] = 0;",
           BOARD + "test_a_key_is_told_once_it_has_settled_with_what_the_wheel_shows"),
    Mutant("seat.c", "now_ms - sensed->read_ms >= AREA_SETTLES_MS", "now_ms != sensed->read_ms",
           BOARD + "test_a_hand_over_the_area_is_no_bet"),
    Mutant("seat.c", "area == AREA_STACK && !is_bet_settled(seat)", "area == AREAS && !is_bet_settled(seat)",
           BOARD + "test_chips_are_told_when_they_have_lain_still_the_bet_first"),
    Mutant("seat.c", ">= CARD_GONE_MS", "> 0", BOARD + "test_a_card_that_lies_face_up_is_there_at_once_and_gone_after_a_while"),
    Mutant("shoe.c", "shoe->served = shoe->gate;", "shoe->served = NO_PULL;",
           BOARD + "test_one_card_a_pull_and_the_same_gate_again_gives_no_second"),
    Mutant("shoe.c", "if (report->kind == HOST_LOST)", "if (report->kind == HOST_FOUND)",
           BOARD + "test_what_must_shut_the_gate_does[a host that is lost]"),
    Mutant("shoe.c", "node_has_room(&shoe->node, ROOM_FOR_EDGES)", "node_has_room(&shoe->node, 0)",
           BOARD + "test_a_shoe_without_room_for_what_it_must_tell_gives_no_card_and_keeps_one_that_is_pulled"),
    Mutant("seat.c", "sensed->is_awaited || (area", "(area",
           SENSED + "test_a_seat_that_starts_anew_tells_no_empty_bet_before_it_has_read"),
    Mutant("chips.c", "now_ms - sight->first_ms >= new_for_ms", "now_ms - sight->first_ms + new_for_ms > 0",
           SENSED + "test_chips_that_a_hand_carries_past_are_no_bet"),
    Mutant("feig.c", "crc >> 1 ^ 0x8408", "crc >> 1 ^ 0x1021",
           CHIPS + "test_every_look_sees_all_tags_for_as_long_as_they_lie_there[2-False]"),
    Mutant("feig.c", "ask(reader, RF_RESET, now_ms);", "ask(reader, INVENTORY, now_ms);",
           CHIPS + "test_every_look_sees_all_tags_for_as_long_as_they_lie_there[2-True]"),
    Mutant("feig.c", "is_told && status == MORE_DATA && !reader", "is_told && status == UID_FIRST && !reader",
           CHIPS + "test_every_look_sees_all_tags_for_as_long_as_they_lie_there[25-False]"),
    Mutant("feig.c", "&& reader->seen.count > before", "&& reader->seen.count >= before",
           CHIPS + "test_a_reader_that_has_always_more_to_tell_is_not_asked_for_ever"),
    Mutant("feig.c", "row[0] != ISO15693 || row[2] != UID_FIRST", "row[0] != ISO15693",
           CHIPS + "test_rows_that_make_no_sense_are_no_look[an id that does not begin as one]"),
    Mutant("feig.c", "return is_told || status == NO_TRANSPONDER ?", "return status != MORE ?",
           CHIPS + "test_tags_that_answer_all_at_once_make_a_look_that_says_nothing"),
    Mutant("feig.c", "reader->fails < FEIG_FAILS || !reader->is_there", "reader->fails < FEIG_FAILS",
           CHIPS + "test_a_reader_that_falls_silent_is_gone_once_and_found_again"),
    Mutant("feig.c", "(int32_t)(now_ms - reader->due_ms) < 0", "now_ms < reader->due_ms",
           CHIPS + "test_a_reader_is_asked_in_its_time_where_the_clock_wraps"),
    Mutant("chips.c", "now_ms - sight->missed_ms[area] < CHIP_GONE_MS", "now_ms - sight->missed_ms[area] < 1",
           CHIPS + "test_a_chip_that_flickers_is_not_gone_and_one_that_is_taken_is_after_a_while"),
    Mutant("chips.c", "lead < CHIP_LEAD", "lead > CHIP_LEAD",
           CHIPS + "test_a_chip_that_both_read_alike_is_in_no_place_until_one_reads_it_more"),
    Mutant("chips.c", "field->has_looked[area] && !field->has_more[area]", "field->has_looked[area]",
           CHIPS + "test_more_chips_than_can_be_counted_are_not_told_until_there_are_fewer"),
    Mutant("chips.c", "is_known &= count_in(", "count_in(", CHIPS + "test_more_denominations_than_can_be_told_are_not_told"),
    Mutant("chips.c", "return book->dsfids[row].denomination;", "return FOREIGN;",
           CHIPS + "test_chips_are_counted_by_the_table_of_tags_and_by_what_their_makers_wrote"),
    Mutant("chips.c", "field->has_looked[area] = field->is_known[area] = false;", "field->is_known[area] = false;",
           CHIPS + "test_where_the_reader_is_gone_nothing_is_known_and_nothing_is_missed"),
)
