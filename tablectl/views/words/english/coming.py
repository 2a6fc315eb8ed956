"""What is asked between two hands, and what is in the way of the next one."""

from collections.abc import Callable

from tablectl.locale import Translator
from tablectl.locale.translator import Texts, marked, started
from tablectl.views.says import Says
from tablectl.views.words.english.fields import started_name
from tablectl.views.words.template import Names, Sentence

WAITING: Texts = {1: "Waiting for a player", 2: "Waiting for a second player"}


def group(does: str) -> Callable[..., str]:
    """"To your stack: Hanna 5, Luca 20."; many are not all named. `does`: the text, with {players}."""
    def told(*, named: tuple[str, ...], more: int, tr: Translator) -> str:
        players = ", ".join(named)
        return tr(does, players=tr("{players} and {count} more", players=players, count=more) if more else players)

    return told


def amount_of(*, at: int, Seat: str, amount: int, names: Names, tr: Translator) -> str:      # at, Seat: fields of sentences
    """"Luca 25"; of a player without a name "Seat 3 (25)", where two numbers would run into one."""
    if at in names.known:
        return tr("{Seat} {amount:,}", Seat=Seat, amount=amount)
    return tr("{Seat} ({amount:,})", Seat=Seat, amount=amount)


def cleared(*, groups: tuple[str, ...]) -> str:
    return " ".join(groups)


def come_in(*, Seat: str, choices: tuple[str, ...], tr: Translator) -> str:     # a field of sentences
    return tr("{Seat}: {choices}.", Seat=Seat, choices=tr.either(choices))


def post_to_come(*, total: int, live: int, tr: Translator) -> str:
    if total <= live:
        return tr("post {total:,} to be dealt in", total=total)
    return tr("post {total:,} to be dealt in ({live:,} plays as your bet, {dead:,} goes to the pot)",
              total=total, live=live, dead=total - live)


def waiting_for(*, fewest: int, tr: Translator) -> str:
    return tr(WAITING[fewest]) if fewest in WAITING else tr("Waiting for {count} players", count=tr.counted(fewest))


def cut(*, shuffles: int | None, cuts: int, is_awaited: bool, names: Names, tr: Translator) -> str:
    told = [tr("{Seat} shuffles.", Seat=started_name(names, shuffles))] if shuffles else []
    cutter = started_name(names, cuts)
    told.append(tr("{Seat}: cut the deck, then press CONFIRM.", Seat=cutter) if is_awaited else tr("{Seat} cuts.", Seat=cutter))
    return " ".join(told)


def positions(*, button: int, small: int | None, big: int | None, cut: str | None, names: Names, tr: Translator) -> str:
    """`cut`: who shuffles, which is the button, and who cuts."""
    blinds = [tr("small blind {Seat}", Seat=started_name(names, small))] if small else []
    blinds += [tr("big blind {Seat}", Seat=started_name(names, big))] if big else []
    told = tr("Button: {Seat}.", Seat=started_name(names, button)) if cut is None else cut
    return f"{told} {started(', '.join(blinds))}." if blinds else told


def won_by(*, Seats: tuple[str, ...], contest: str, tr: Translator) -> str:     # a field of sentences
    return tr.plural("{players} wins the {contest}", "{players} share the {contest}", len(Seats),
                     players=tr.listed(Seats), contest=tr.text(contest))


def places(
    *, places: tuple[int, ...], Seats: tuple[str, ...], points: tuple[int | None, ...], tr: Translator,   # a field of sentences
) -> str:
    told = [f"{tr.ordinal(place)} {seat}{'' if scored is None else f' {tr.number(scored)}'}"
            for place, seat, scored in zip(places, Seats, points, strict=True)]
    return f"{', '.join(told)}."


SENTENCES: dict[str, Sentence] = {
    Says.CLEAR: "Clear the bet areas",
    Says.CLEARED: cleared,
    Says.TO_TAKE_BACK: group(marked("Take back: {players}.")),
    Says.TO_PUT_IN: group(marked("Put in: {players}.")),
    Says.UNSEEN: group(marked("No connection: {players}.")),
    Says.TO_HOUSE: group(marked("To the house: {players}.")),
    Says.TO_POT: group(marked("Push into the pot: {players}.")),
    Says.TO_WINNER: group(marked("To the pot's winner: {players}.")),
    Says.TO_WINNERS: group(marked("To the winners: {players}.")),
    Says.TO_STACK: group(marked("To your stack: {players}.")),
    Says.STILL_TO_DO: group(marked("Still to do: {players}.")),
    Says.AMOUNT_OF: amount_of,
    Says.PLACE: "Seat {at}",
    Says.CHIPS_BACK: "Take your chips back",
    Says.THEN_DEALT: "Then hand {hand} is dealt. {left}",
    Says.THEN_DECK_CHECKED: "Then the floor checks the deck. {left}",
    Says.MOVE_TO_STACK: "{Seat}: move {amount:,} to your stack",
    Says.LEAVE_TO_HOUSE: "{Seat}: leave {amount:,} for the house",
    Says.PUSH_TO_WINNER: "{Seat}: push {amount:,} to the pot's winner",
    Says.PUSH_TO_WINNERS: "{Seat}: push {amount:,} to the winners",
    Says.NEXT_HAND_WAITS: "The next hand waits for it.",
    Says.STACK_HOLDS_MORE: "{Seat}: {amount:,} too much",
    Says.STACK_HOLDS_FOREIGN: "{Seat}: foreign chips",
    Says.TAKE_IN_THE_POT: "{Seat}: take in the pot, {amount:,}",
    Says.STACK_TAKES_IN: "{Seat}: put {amount:,} on your stack",
    Says.STACK_IS_COUNTED: "{sensed:,} lie there; the table counts {ledger:,}.",
    Says.STACKS_DIFFER: "Correct the stacks",
    Says.TAKE_IN_THE_POTS: "Take in what you have won",
    Says.TO_TAKE_OUT: group(marked("Too much: {players}.")),
    Says.TO_CHANGE: group(marked("Foreign chips: {players}.")),
    Says.TO_TAKE_IN: group(marked("Still to take in: {players}.")),
    Says.STACK_AS_RULED: "{Seat}'s stack is sensed as {sensed:,} and counts as {ledger:,}: the floor has ruled so.",
    Says.STACK_UNSENSED: "{Seat} does not sense its stack.",
    Says.STACK_UNHEARD: "{Seat} is not heard: nobody knows what lies on its stack.",
    Says.COME_IN: come_in,
    Says.WAIT_FOR_BLIND: "wait for the big blind",
    Says.POST_TO_COME: post_to_come,
    Says.BUY_BUTTON: "buy the button for {total:,}",
    Says.CHECK_DECK: "Floor: check the deck",
    Says.COUNT_DECK: "Count the deck ({count}). Look for a card that is there twice, and at the backs.",
    Says.HAS_BUTTON: "{Seat} has the button",
    Says.DRAW_FIRST: "First the button is drawn for: one card each.",
    Says.SHUFFLE: "Shuffle for the first hand.",
    Says.DRAWN_HIGHEST: "{Card} is highest. {then}",
    Says.CUT: cut,
    Says.WAITING_FOR: waiting_for,
    Says.SIT_DOWN: "Sit down at any free seat.",
    Says.READY: "Ready for hand {hand}",
    Says.MAY_BEGIN: "The next hand can begin.",
    Says.NEXT_HAND_IN: "Next hand in {seconds}",
    Says.NEXT_HAND: "Hand {hand}.",
    Says.POSITIONS: positions,
    Says.WON_BY: won_by,
    Says.PLACES: places,
    Says.DEMO_TABLE: "Table 1",
}
