"""The ways on while the table waits for the floor: a title and an effect of at most two lines each."""


from tablectl.locale import Translator
from tablectl.locale.translator import Texts, started
from tablectl.views.says import Says
from tablectl.views.words.english.fields import started_name
from tablectl.views.words.template import Names, Sentence

TITLES: Texts = {
    "confirm": "CONFIRM", "card": "NAME THE CARD", "award": "GIVE THE POT", "reshuffled": "THE SHOE IS LOADED",
    "go_on": "PLAY GOES ON", "deck_checked": "THE DECK IS RIGHT", "resume": "LEAVE IT AS IT IS", "resume_without": "LAY IT ASIDE",
    "resume_chips": "LEAVE IT AS IT IS", "resume_early": "BACK INTO THE SHOE", "dead": "A HAND IS DEAD",
    "chips": "COUNT THE CHIPS", "misdeal": "MISDEAL", "void": "VOID THE HAND",
}
EFFECTS: Texts = {
    "act": "Enter what it did. It counts.", "dead": "That hand is out. Its chips stay in the pot.",
    "chips": "A stack becomes what you counted. It is recorded.", "award": "The pot goes to the seats that you name.",
    "card": "The card is the one that you name. Play goes on.", "resume": "Nothing is done about it. Play goes on.",
    "resume_without": "The card is laid aside. The next one counts.", "resume_chips": "The chips stay as they lie. Play goes on.",
    "resume_early": "The cards go back unseen. Play goes on.",
}


def title(*, ruling: str, seat: str | int | None, tr: Translator) -> str:
    if ruling == "act":
        return tr("ACT FOR {SEAT}", SEAT=str(seat).upper())
    return tr(TITLES[ruling]) if ruling in TITLES else ruling.replace("_", " ").upper()


def steps_count(*, values: dict[str, object], names: Names, tr: Translator) -> str:
    seat = values.get("seat")
    counts = tr("What stands above counts.") if values.get("steps") == 1 else tr("The steps above count.")
    return counts if not isinstance(seat, int) else f"{counts} {tr('{Seat} is next.', Seat=started_name(names, seat))}"


def all_goes_back(*, back: str, hand: int, is_deck_foul: bool, tr: Translator) -> str:
    if is_deck_foul:
        return tr("{Back}. Then the deck is checked.", Back=started(back))
    return tr("{Back}. Hand {hand} is dealt.", Back=started(back), hand=hand)


def in_short(*, ruling: str, tr: Translator) -> str:
    return tr(EFFECTS[ruling])


SENTENCES: dict[str, Sentence] = {
    Says.ALTERNATIVE: title,
    Says.STEPS_COUNT: steps_count,
    Says.ALL_GOES_BACK: all_goes_back,
    Says.IN_SHORT: in_short,
    Says.WAIT: "WAIT",
    Says.GOES_ON_WHEN_BACK: "Play goes on by itself when the seat is back.",
    Says.ASK_AND_ENTER: "Ask what it is to be, and enter it. It counts.",
    Says.DEAD_FOR_A_NEW_DEVICE: "A new device knows nothing of its wager: that hand is out.",
    Says.AFTER_LOADING: "Load the shoe first. Then the floor rules that it is loaded.",
    Says.GOES_ON_WHEN_RIGHT: "Play goes on by itself when it is right.",
    Says.CLEAR_LOCK: "CLEAR THE LOCK",
}
