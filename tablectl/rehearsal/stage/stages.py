"""The type of any stage: what people, the floor and the demo use of it."""

from tablectl.rehearsal.stage.live import LiveStage
from tablectl.rehearsal.stage.memory import Stage

AnyStage = Stage | LiveStage
