"""Settings that the house has changed: from the next game on, and shown until its first hand has
begun.
"""

from msgspec.structs import replace

from tablectl.engine import events, floor
from tablectl.engine.engine import handle, open_table
from tablectl.engine.facts import GameBegan, GameChanged
from tablectl.engine.play.wanted import next_place
from tablectl.games.catalog import preset
from tablectl.games.game import as_played
from tablectl.games.ruleset import Rules
from tablectl.present.changed import rule_notices
from tablectl.present.reasons import say_notice, table_names
from tablectl.rules.deck import STANDARD_52, fixed_order
from tablectl.rules.forced import Stakes
from tablectl.service.books.books import load_shots

OPTIONS = {"hands": 3}
CHANGED = {"hands": 2, "jokers": 2, "cut": "ask", "action_clock_s": 0.5}


def rules(options):
    game = as_played(preset("pool"), options)
    table, _ = open_table(preset("pool"), {1: 0, 2: 0}, options=options, shots=load_shots())
    return Rules(game, table.settings, table.score.shots)


def a_table():
    return open_table(preset("pool"), {1: 0, 2: 0}, button=2, options=OPTIONS, shots=load_shots())[
        0
    ]


def set_anew(table, options):
    return handle(table, (events.TableSetAnew(at_ms=0, rules=rules(options)),))[0]


def ruled(table, ruling):
    return handle(table, (events.FloorRuled(at_ms=0, ruling=ruling),))[0]


def begun(table):
    return handle(table, (events.StartAsked(at_ms=0),))[0]


def told(table):
    return [say_notice(one, table_names(table)) for one in rule_notices(table)]


def test_a_changed_setting_counts_from_a_new_game_and_is_shown_until_its_first_hand_has_begun():
    """Clauses: L-36."""
    before = a_table()
    table = set_anew(begun(before), CHANGED)
    to_come = ['From the next game on: cut = "ask", action_clock_s = 0.5, jokers = 2, ….']
    assert (table.settings, table.game, told(table)) == (before.settings, before.game, to_come)
    table = ruled(table, floor.Void(why="seen"))
    assert (begun(table).settings, told(begun(table))) == (before.settings, to_come)
    table = ruled(table, floor.NewGame())
    assert (table.settings, table.game) == (rules(CHANGED).settings, rules(CHANGED).game)
    assert told(table) == ['New in this game: cut = "ask", action_clock_s = 0.5, jokers = 2, ….']
    table = begun(table)
    assert (table.in_hand, table.settings.jokers, told(table)) == (True, 2, [])


def test_a_setting_changed_twice_or_put_back_counts_as_it_was_left():
    """Clauses: L-36."""
    table = set_anew(a_table(), CHANGED)
    assert told(set_anew(table, {"hands": 7})) == ["From the next game on: hands = 7."]
    assert ruled(set_anew(table, {"hands": 7}), floor.NewGame()).settings.hands == 7
    put_back = set_anew(table, OPTIONS)
    assert told(put_back) == []
    assert ruled(put_back, floor.NewGame()).settings == a_table().settings


def test_a_new_game_without_changed_settings_has_nothing_new():
    table, rows = handle(a_table(), (events.FloorRuled(at_ms=0, ruling=floor.NewGame()),))
    assert any(isinstance(fact, GameBegan) for row in rows for fact in row.facts)
    assert (told(table), table.settings) == ([], a_table().settings)


def test_points_of_the_house_that_are_changed_count_from_a_new_game():
    """Clauses: L-36, M-11."""
    table = set_anew(a_table(), {**OPTIONS, "points": {"9c": 50}})
    assert table.score.shots["9c"].points != 50
    assert told(table) == ["From the next game on: points = …."]
    table = ruled(table, floor.NewGame())
    assert table.score.shots["9c"].points == 50


def test_another_game_is_dealt_from_the_next_hand_on():
    """Clauses: L-36."""
    table, _ = open_table(
        preset("tournament"),
        {1: 500, 2: 500},
        stakes=Stakes(5, 10),
        chips=(5,),
        button=1,
        options={"chips_sensed": False},
    )
    first, *later = table.game.streets
    four = replace(table.game, hand="two_and_three", streets=(replace(first, hole=4), *later))
    for game, cards in ((four, 8), (table.game, 4)):
        table = GameChanged(rules=Rules(game, table.settings)).apply_to(table)
        dealt, deck = begun(table), iter(fixed_order(STANDARD_52))
        while next_place(dealt) is not None:
            dealt, _ = handle(dealt, (events.CardOff(at_ms=0, cards=(next(deck),)),))
        assert sum(len(player.cards) for player in dealt.live) == cards
