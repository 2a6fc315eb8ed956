"""A simulated RDM6300, or ID-12LA: says what lies over it every 65 ms, and nothing when it goes."""

from firmware_io.kit.sim.readers.answering import AnswerFaults, SimReader
from firmware_io.kit.sim.readers.field import Field
from firmware_io.readers.rdm6300 import REPEAT_MS, frame


class SimRdm6300(SimReader):
    def __init__(
        self,
        field: Field,
        faults: AnswerFaults | None = None,
        *,
        antenna: int = 1,
        cr_lf: bool = False,
        repeats: bool = True,
    ) -> None:
        """`cr_lf`: as an ID-12LA. `repeats`: else a tag is reported once, when it comes."""
        super().__init__(field, faults)
        self._antenna = antenna
        self._cr_lf = cr_lf
        self._repeats = repeats
        self._look_ms = 0
        self._sent: set[bytes] = set()

    @property
    def next_at_ms(self) -> int:
        answer_ms = super().next_at_ms
        return self._look_ms if answer_ms is None else min(answer_ms, self._look_ms)

    def _receive_bytes(self, data: bytes, now_ms: int) -> None:
        """It cannot receive: its wire goes one way."""

    def _lose_memory(self, now_ms: int) -> None:
        self._look_ms = now_ms + REPEAT_MS
        self._sent.clear()

    def _run_due(self, now_ms: int) -> None:
        while self._look_ms <= now_ms:
            due_ms, self._look_ms = self._look_ms, self._look_ms + REPEAT_MS
            raw_ids = {tag.raw_id for tag in self.field.read_tags(self._antenna) if tag.is_125_khz}
            if len(raw_ids) == 1 and (self._repeats or not raw_ids <= self._sent):
                self._send_answer(frame(*raw_ids, cr_lf=self._cr_lf), due_ms)
            elif len(raw_ids) > 1:
                first, second, *_ = sorted(raw_ids)
                # digits of both tags, with a sum that fits neither
                self._send_answer(frame(first)[:7] + frame(second)[7:], due_ms)
            self._sent = raw_ids
