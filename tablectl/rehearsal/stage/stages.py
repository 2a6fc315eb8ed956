"""Any stage: what people, a floor and a demo play on, whichever it is."""

from tablectl.rehearsal.stage.bare import BareStage
from tablectl.rehearsal.stage.live import LiveStage
from tablectl.rehearsal.stage.virtual import Stage

AnyStage = Stage | LiveStage | BareStage
