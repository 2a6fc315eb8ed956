"""facts: the results of every decision, and how each changes the table.

Each fact is defined next to the function that applies it, in the file of its subject. Applying a fact runs no rule, so recovery
does not depend on the rules. Nothing else changes a table. Start with hand.py.
"""

from collections.abc import Callable
from typing import Any

from tablectl.engine.facts import back, betting, clocks, coming, dealing, halts, hand, house, points, stacks, standstill
from tablectl.engine.facts.back import (
    ActTakenBack as ActTakenBack,
    Ruled as Ruled,
    RulingTakenBack as RulingTakenBack,
    UndoEnded as UndoEnded,
)
from tablectl.engine.facts.betting import (
    BetRaised as BetRaised,
    BetReturned as BetReturned,
    BetsCollected as BetsCollected,
    Called as Called,
    CalledShort as CalledShort,
    Checked as Checked,
    ChipsSensed as ChipsSensed,
    CollectionAwaited as CollectionAwaited,
    Declared as Declared,
    Folded as Folded,
    RoundBegan as RoundBegan,
    RoundEnded as RoundEnded,
    TurnGiven as TurnGiven,
    TurnWithdrawn as TurnWithdrawn,
    WagerChanged as WagerChanged,
)
from tablectl.engine.facts.clocks import (
    AreaInDoubt as AreaInDoubt,
    AreaReadAgain as AreaReadAgain,
    AreaReadWhileLost as AreaReadWhileLost,
    ClockStopped as ClockStopped,
    ClockWarned as ClockWarned,
    ClockWentOn as ClockWentOn,
    DeviceGone as DeviceGone,
    DeviceReturned as DeviceReturned,
    LevelClockStopped as LevelClockStopped,
    LevelClockWentOn as LevelClockWentOn,
    TimeBankDrawn as TimeBankDrawn,
)
from tablectl.engine.facts.coming import (
    BreakBegan as BreakBegan,
    BreakSet as BreakSet,
    ButtonCardDealt as ButtonCardDealt,
    ButtonPlaced as ButtonPlaced,
    ChipsAdded as ChipsAdded,
    ChipsPromised as ChipsPromised,
    DeckInPlay as DeckInPlay,
    DrawBegan as DrawBegan,
    DrawTied as DrawTied,
    EntryChosen as EntryChosen,
    LeaveAnnounced as LeaveAnnounced,
    LevelBegan as LevelBegan,
    LevelLengthened as LevelLengthened,
    LevelSet as LevelSet,
    NodeNumbered as NodeNumbered,
    PinsCounted as PinsCounted,
    PlacesReopened as PlacesReopened,
    PlayerLeft as PlayerLeft,
    PlayerOut as PlayerOut,
    PlayerSat as PlayerSat,
    PowerSwitched as PowerSwitched,
    RulesChanged as RulesChanged,
    SatIn as SatIn,
    SatOut as SatOut,
    TableConfigured as TableConfigured,
    TableOpened as TableOpened,
    WinnerPlaced as WinnerPlaced,
    opened as opened,
)
from tablectl.engine.facts.dealing import (
    BoardDealt as BoardDealt,
    BoardTakenBack as BoardTakenBack,
    BurnSkipped as BurnSkipped,
    CardBurned as CardBurned,
    CardCameLoose as CardCameLoose,
    CardDealt as CardDealt,
    CardPutAside as CardPutAside,
    CardSetAsideUnread as CardSetAsideUnread,
    CardsExchanged as CardsExchanged,
    CardSwapped as CardSwapped,
    CardWanted as CardWanted,
    DealerDealt as DealerDealt,
    DeckChecked as DeckChecked,
    DeckCut as DeckCut,
    DeckFouled as DeckFouled,
    EarlyCardBurned as EarlyCardBurned,
    EarlyCardDealt as EarlyCardDealt,
    EarlyCardKept as EarlyCardKept,
    ExposedCardBurned as ExposedCardBurned,
    JokerCovered as JokerCovered,
    LooseCardDealt as LooseCardDealt,
    LooseCardsLaidAside as LooseCardsLaidAside,
    LooseCardsPutBack as LooseCardsPutBack,
    ReloadAsked as ReloadAsked,
    Reshuffled as Reshuffled,
    ShoeRanEmpty as ShoeRanEmpty,
)
from tablectl.engine.facts.fact import Fact as Fact, Noticed as Noticed, Refused as Refused
from tablectl.engine.facts.halts import (
    ColouredUp as ColouredUp,
    Halted as Halted,
    HandFouled as HandFouled,
    PotGivenAnew as PotGivenAnew,
    Reported as Reported,
    Resumed as Resumed,
    StackSet as StackSet,
)
from tablectl.engine.facts.hand import (
    BlindMissed as BlindMissed,
    CardsShown as CardsShown,
    HandBegan as HandBegan,
    HandEnded as HandEnded,
    HandVoided as HandVoided,
    Mucked as Mucked,
    Posted as Posted,
    PotPushed as PotPushed,
    ShowdownBegan as ShowdownBegan,
    ShowdownEnded as ShowdownEnded,
    StreetBegan as StreetBegan,
)
from tablectl.engine.facts.house import (
    BetBegun as BetBegun,
    BetPassed as BetPassed,
    BetPlaced as BetPlaced,
    BetsClosed as BetsClosed,
    DealerShown as DealerShown,
    HouseCalled as HouseCalled,
    HousePaid as HousePaid,
    NobodyBet as NobodyBet,
    PassTakenBack as PassTakenBack,
    PaysVoided as PaysVoided,
)
from tablectl.engine.facts.points import (
    AnswerTakenBack as AnswerTakenBack,
    GameBegan as GameBegan,
    GameEnded as GameEnded,
    HandScored as HandScored,
    Passed as Passed,
    PointsBet as PointsBet,
    PointsSet as PointsSet,
    ShotTakenBack as ShotTakenBack,
    ShotTried as ShotTried,
)
from tablectl.engine.facts.stacks import (
    ComparisonDue as ComparisonDue,
    DifferenceOver as DifferenceOver,
    DifferenceRuled as DifferenceRuled,
    StackDiffers as StackDiffers,
    StackSensed as StackSensed,
)
from tablectl.engine.facts.standstill import (
    EventDeferred as EventDeferred,
    FloorAnswered as FloorAnswered,
    FloorCalled as FloorCalled,
    PlayHeld as PlayHeld,
    PlayPaused as PlayPaused,
    PlayReleased as PlayReleased,
    PlayWentOn as PlayWentOn,
)
from tablectl.engine.state.table import Table

AnyFact = (
    coming.AnyFact | hand.AnyFact | dealing.AnyFact | betting.AnyFact | house.AnyFact | points.AnyFact | halts.AnyFact
    | clocks.AnyFact | stacks.AnyFact | standstill.AnyFact | back.AnyFact | Refused | Noticed
)


def _same(t: Table, fact: Fact) -> Table:
    return t


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    **coming.APPLY, **hand.APPLY, **dealing.APPLY, **betting.APPLY, **house.APPLY, **points.APPLY, **halts.APPLY,
    **clocks.APPLY, **stacks.APPLY, **standstill.APPLY, **back.APPLY, Refused: _same, Noticed: _same,
}


def apply(table: Table, fact: Fact) -> Table:
    """The table after `fact`. Refusals and notices change nothing."""
    return APPLY[type(fact)](table, fact)
