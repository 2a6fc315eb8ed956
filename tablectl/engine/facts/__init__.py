"""facts: the results of every decision, and how each changes the table.

Each fact says how it is applied, in the file of its subject. Applying one runs no rule, so recovery does not depend on the rules.
Nothing else changes a table. Start with hand.py.
"""

from functools import reduce
from operator import or_
from typing import Any

from tablectl.engine.facts.back import (
    ActTakenBack,
    Ruled,
    RulingTakenBack,
    UndoEnded,
)
from tablectl.engine.facts.betting import (
    BetRaised,
    BetReturned,
    BetsCollected,
    Called,
    CalledShort,
    Checked,
    ChipsSensed,
    CollectionAwaited,
    Declared,
    Folded,
    RoundBegan,
    RoundEnded,
    TurnGiven,
    TurnWithdrawn,
    WagerChanged,
)
from tablectl.engine.facts.clocks import (
    AreaInDoubt,
    AreaReadAgain,
    AreaReadWhileLost,
    ClockStopped,
    ClockWarned,
    ClockWentOn,
    DeviceGone,
    DeviceReturned,
    LevelClockStopped,
    LevelClockWentOn,
    TimeBankDrawn,
)
from tablectl.engine.facts.coming import (
    BreakBegan,
    BreakSet,
    ButtonCardDealt,
    ButtonPlaced,
    ChipsAdded,
    ChipsPromised,
    DeckInPlay,
    DrawBegan,
    DrawTied,
    EntryChosen,
    LeaveAnnounced,
    LevelBegan,
    LevelLengthened,
    LevelSet,
    NodeNumbered,
    PinsCounted,
    PlacesReopened,
    PlayerLeft,
    PlayerOut,
    PlayerSat,
    PowerSwitched,
    RulesChanged,
    SatIn,
    SatOut,
    TableConfigured,
    TableOpened,
    WinnerPlaced,
    opened,
)
from tablectl.engine.facts.dealing import (
    BoardDealt,
    BoardTakenBack,
    BurnSkipped,
    CardBurned,
    CardCameLoose,
    CardDealt,
    CardPutAside,
    CardSetAsideUnread,
    CardsExchanged,
    CardSwapped,
    CardWanted,
    DealerDealt,
    DeckChecked,
    DeckCut,
    DeckFouled,
    EarlyCardBurned,
    EarlyCardDealt,
    EarlyCardKept,
    ExposedCardBurned,
    JokerCovered,
    LooseCardDealt,
    LooseCardsLaidAside,
    LooseCardsPutBack,
    ReloadAsked,
    Reshuffled,
    ShoeRanEmpty,
)
from tablectl.engine.facts.fact import Fact, Noticed, OfSeat, OutOfShoe, Refused, noticed
from tablectl.engine.facts.halts import (
    ColouredUp,
    Halted,
    HandFouled,
    PotGivenAnew,
    Reported,
    Resumed,
    StackSet,
)
from tablectl.engine.facts.hand import (
    BlindMissed,
    CardsShown,
    HandBegan,
    HandEnded,
    HandVoided,
    Mucked,
    Posted,
    PotPushed,
    ShowdownBegan,
    ShowdownEnded,
    StreetBegan,
)
from tablectl.engine.facts.house import (
    BetBegun,
    BetPassed,
    BetPlaced,
    BetsClosed,
    DealerShown,
    HouseCalled,
    HousePaid,
    NobodyBet,
    PassTakenBack,
    PaysVoided,
)
from tablectl.engine.facts.points import (
    AnswerTakenBack,
    GameBegan,
    GameEnded,
    HandScored,
    Passed,
    PointsBet,
    PointsSet,
    ShotTakenBack,
    ShotTried,
)
from tablectl.engine.facts.stacks import (
    ComparisonDue,
    DifferenceOver,
    DifferenceRuled,
    StackDiffers,
    StackSensed,
)
from tablectl.engine.facts.standstill import (
    EventDeferred,
    FloorAnswered,
    FloorCalled,
    PlayHeld,
    PlayPaused,
    PlayReleased,
    PlayWentOn,
)

BASES = (Fact, OfSeat, OutOfShoe)
# The union of all of them, for whoever reads some.
ANY_FACT: Any = reduce(or_, [kind for base in BASES for kind in base.__subclasses__() if kind not in BASES])
