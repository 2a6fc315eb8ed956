"""facts: the results of every decision, and how each changes the table.

Each fact is defined next to the function that applies it, in the file of its subject. Applying a fact runs no rule, so recovery
does not depend on the rules. Nothing else changes a table. Start with hand.py.
"""

from collections.abc import Callable
from typing import Any

from tablectl.engine.facts import back, betting, clocks, coming, dealing, halts, hand, house, points, stacks, standstill
from tablectl.engine.facts.back import (
    ActTakenBack as ActTakenBack,
)
from tablectl.engine.facts.back import (
    Ruled as Ruled,
)
from tablectl.engine.facts.back import (
    RulingTakenBack as RulingTakenBack,
)
from tablectl.engine.facts.back import (
    UndoEnded as UndoEnded,
)
from tablectl.engine.facts.betting import (
    BetRaised as BetRaised,
)
from tablectl.engine.facts.betting import (
    BetReturned as BetReturned,
)
from tablectl.engine.facts.betting import (
    BetsCollected as BetsCollected,
)
from tablectl.engine.facts.betting import (
    Called as Called,
)
from tablectl.engine.facts.betting import (
    CalledShort as CalledShort,
)
from tablectl.engine.facts.betting import (
    Checked as Checked,
)
from tablectl.engine.facts.betting import (
    ChipsSensed as ChipsSensed,
)
from tablectl.engine.facts.betting import (
    CollectionAwaited as CollectionAwaited,
)
from tablectl.engine.facts.betting import (
    Declared as Declared,
)
from tablectl.engine.facts.betting import (
    Folded as Folded,
)
from tablectl.engine.facts.betting import (
    RoundBegan as RoundBegan,
)
from tablectl.engine.facts.betting import (
    RoundEnded as RoundEnded,
)
from tablectl.engine.facts.betting import (
    TurnGiven as TurnGiven,
)
from tablectl.engine.facts.betting import (
    TurnWithdrawn as TurnWithdrawn,
)
from tablectl.engine.facts.betting import (
    WagerChanged as WagerChanged,
)
from tablectl.engine.facts.clocks import (
    AreaInDoubt as AreaInDoubt,
)
from tablectl.engine.facts.clocks import (
    AreaReadAgain as AreaReadAgain,
)
from tablectl.engine.facts.clocks import (
    AreaReadWhileLost as AreaReadWhileLost,
)
from tablectl.engine.facts.clocks import (
    ClockStopped as ClockStopped,
)
from tablectl.engine.facts.clocks import (
    ClockWarned as ClockWarned,
)
from tablectl.engine.facts.clocks import (
    ClockWentOn as ClockWentOn,
)
from tablectl.engine.facts.clocks import (
    DeviceGone as DeviceGone,
)
from tablectl.engine.facts.clocks import (
    DeviceReturned as DeviceReturned,
)
from tablectl.engine.facts.clocks import (
    LevelClockStopped as LevelClockStopped,
)
from tablectl.engine.facts.clocks import (
    LevelClockWentOn as LevelClockWentOn,
)
from tablectl.engine.facts.clocks import (
    TimeBankDrawn as TimeBankDrawn,
)
from tablectl.engine.facts.coming import (
    BreakBegan as BreakBegan,
)
from tablectl.engine.facts.coming import (
    BreakSet as BreakSet,
)
from tablectl.engine.facts.coming import (
    ButtonCardDealt as ButtonCardDealt,
)
from tablectl.engine.facts.coming import (
    ButtonPlaced as ButtonPlaced,
)
from tablectl.engine.facts.coming import (
    ChipsAdded as ChipsAdded,
)
from tablectl.engine.facts.coming import (
    ChipsPromised as ChipsPromised,
)
from tablectl.engine.facts.coming import (
    DeckInPlay as DeckInPlay,
)
from tablectl.engine.facts.coming import (
    DrawBegan as DrawBegan,
)
from tablectl.engine.facts.coming import (
    DrawTied as DrawTied,
)
from tablectl.engine.facts.coming import (
    EntryChosen as EntryChosen,
)
from tablectl.engine.facts.coming import (
    LeaveAnnounced as LeaveAnnounced,
)
from tablectl.engine.facts.coming import (
    LevelBegan as LevelBegan,
)
from tablectl.engine.facts.coming import (
    LevelLengthened as LevelLengthened,
)
from tablectl.engine.facts.coming import (
    LevelSet as LevelSet,
)
from tablectl.engine.facts.coming import (
    NodeNumbered as NodeNumbered,
)
from tablectl.engine.facts.coming import (
    PlacesReopened as PlacesReopened,
)
from tablectl.engine.facts.coming import (
    PlayerLeft as PlayerLeft,
)
from tablectl.engine.facts.coming import (
    PlayerOut as PlayerOut,
)
from tablectl.engine.facts.coming import (
    PlayerSat as PlayerSat,
)
from tablectl.engine.facts.coming import (
    RulesChanged as RulesChanged,
)
from tablectl.engine.facts.coming import (
    SatIn as SatIn,
)
from tablectl.engine.facts.coming import (
    SatOut as SatOut,
)
from tablectl.engine.facts.coming import (
    TableConfigured as TableConfigured,
)
from tablectl.engine.facts.coming import (
    TableOpened as TableOpened,
)
from tablectl.engine.facts.coming import (
    WinnerPlaced as WinnerPlaced,
)
from tablectl.engine.facts.coming import (
    opened as opened,
)
from tablectl.engine.facts.dealing import (
    BoardDealt as BoardDealt,
)
from tablectl.engine.facts.dealing import (
    BoardTakenBack as BoardTakenBack,
)
from tablectl.engine.facts.dealing import (
    BurnSkipped as BurnSkipped,
)
from tablectl.engine.facts.dealing import (
    CardBurned as CardBurned,
)
from tablectl.engine.facts.dealing import (
    CardCameLoose as CardCameLoose,
)
from tablectl.engine.facts.dealing import (
    CardDealt as CardDealt,
)
from tablectl.engine.facts.dealing import (
    CardPutAside as CardPutAside,
)
from tablectl.engine.facts.dealing import (
    CardSetAsideUnread as CardSetAsideUnread,
)
from tablectl.engine.facts.dealing import (
    CardsExchanged as CardsExchanged,
)
from tablectl.engine.facts.dealing import (
    CardSwapped as CardSwapped,
)
from tablectl.engine.facts.dealing import (
    CardWanted as CardWanted,
)
from tablectl.engine.facts.dealing import (
    DealerDealt as DealerDealt,
)
from tablectl.engine.facts.dealing import (
    DeckChecked as DeckChecked,
)
from tablectl.engine.facts.dealing import (
    DeckFouled as DeckFouled,
)
from tablectl.engine.facts.dealing import (
    EarlyCardBurned as EarlyCardBurned,
)
from tablectl.engine.facts.dealing import (
    EarlyCardDealt as EarlyCardDealt,
)
from tablectl.engine.facts.dealing import (
    EarlyCardKept as EarlyCardKept,
)
from tablectl.engine.facts.dealing import (
    ExposedCardBurned as ExposedCardBurned,
)
from tablectl.engine.facts.dealing import (
    JokerCovered as JokerCovered,
)
from tablectl.engine.facts.dealing import (
    LooseCardDealt as LooseCardDealt,
)
from tablectl.engine.facts.dealing import (
    LooseCardsLaidAside as LooseCardsLaidAside,
)
from tablectl.engine.facts.dealing import (
    LooseCardsPutBack as LooseCardsPutBack,
)
from tablectl.engine.facts.dealing import (
    ReloadAsked as ReloadAsked,
)
from tablectl.engine.facts.dealing import (
    Reshuffled as Reshuffled,
)
from tablectl.engine.facts.dealing import (
    ShoeRanEmpty as ShoeRanEmpty,
)
from tablectl.engine.facts.fact import Fact as Fact
from tablectl.engine.facts.fact import Noticed as Noticed
from tablectl.engine.facts.fact import Refused as Refused
from tablectl.engine.facts.halts import (
    ColouredUp as ColouredUp,
)
from tablectl.engine.facts.halts import (
    Halted as Halted,
)
from tablectl.engine.facts.halts import (
    HandFouled as HandFouled,
)
from tablectl.engine.facts.halts import (
    PotGivenAnew as PotGivenAnew,
)
from tablectl.engine.facts.halts import (
    Reported as Reported,
)
from tablectl.engine.facts.halts import (
    Resumed as Resumed,
)
from tablectl.engine.facts.halts import (
    StackSet as StackSet,
)
from tablectl.engine.facts.hand import (
    BlindMissed as BlindMissed,
)
from tablectl.engine.facts.hand import (
    CardsShown as CardsShown,
)
from tablectl.engine.facts.hand import (
    HandBegan as HandBegan,
)
from tablectl.engine.facts.hand import (
    HandEnded as HandEnded,
)
from tablectl.engine.facts.hand import (
    HandVoided as HandVoided,
)
from tablectl.engine.facts.hand import (
    Mucked as Mucked,
)
from tablectl.engine.facts.hand import (
    Posted as Posted,
)
from tablectl.engine.facts.hand import (
    PotPushed as PotPushed,
)
from tablectl.engine.facts.hand import (
    ShowdownBegan as ShowdownBegan,
)
from tablectl.engine.facts.hand import (
    ShowdownEnded as ShowdownEnded,
)
from tablectl.engine.facts.hand import (
    StreetBegan as StreetBegan,
)
from tablectl.engine.facts.house import (
    BetBegun as BetBegun,
)
from tablectl.engine.facts.house import (
    BetPassed as BetPassed,
)
from tablectl.engine.facts.house import (
    BetPlaced as BetPlaced,
)
from tablectl.engine.facts.house import (
    BetsClosed as BetsClosed,
)
from tablectl.engine.facts.house import (
    DealerShown as DealerShown,
)
from tablectl.engine.facts.house import (
    HouseCalled as HouseCalled,
)
from tablectl.engine.facts.house import (
    HousePaid as HousePaid,
)
from tablectl.engine.facts.house import (
    NobodyBet as NobodyBet,
)
from tablectl.engine.facts.house import (
    PassTakenBack as PassTakenBack,
)
from tablectl.engine.facts.house import (
    PaysVoided as PaysVoided,
)
from tablectl.engine.facts.points import (
    AnswerTakenBack as AnswerTakenBack,
)
from tablectl.engine.facts.points import (
    GameBegan as GameBegan,
)
from tablectl.engine.facts.points import (
    GameEnded as GameEnded,
)
from tablectl.engine.facts.points import (
    HandScored as HandScored,
)
from tablectl.engine.facts.points import (
    Passed as Passed,
)
from tablectl.engine.facts.points import (
    PointsBet as PointsBet,
)
from tablectl.engine.facts.points import (
    PointsSet as PointsSet,
)
from tablectl.engine.facts.points import (
    ShotTakenBack as ShotTakenBack,
)
from tablectl.engine.facts.points import (
    ShotTried as ShotTried,
)
from tablectl.engine.facts.stacks import (
    ComparisonDue as ComparisonDue,
)
from tablectl.engine.facts.stacks import (
    DifferenceOver as DifferenceOver,
)
from tablectl.engine.facts.stacks import (
    DifferenceRuled as DifferenceRuled,
)
from tablectl.engine.facts.stacks import (
    StackDiffers as StackDiffers,
)
from tablectl.engine.facts.stacks import (
    StackSensed as StackSensed,
)
from tablectl.engine.facts.standstill import (
    EventDeferred as EventDeferred,
)
from tablectl.engine.facts.standstill import (
    FloorAnswered as FloorAnswered,
)
from tablectl.engine.facts.standstill import (
    FloorCalled as FloorCalled,
)
from tablectl.engine.facts.standstill import (
    PlayHeld as PlayHeld,
)
from tablectl.engine.facts.standstill import (
    PlayPaused as PlayPaused,
)
from tablectl.engine.facts.standstill import (
    PlayReleased as PlayReleased,
)
from tablectl.engine.facts.standstill import (
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
