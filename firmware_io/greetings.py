"""The host's greetings by their tokens, and what an answer to one is."""

from enum import StrEnum, auto

MAX_GREETINGS = 16  # whose answer is waited for: at one each 25 ms, 400 ms of delay


class Answer(StrEnum):
    NEW = auto()
    OLD = auto()  # a repeat, one that was overtaken, or one to a token that was never sent
    SECOND = auto()  # of a token that another epoch has answered


class Greetings:
    def __init__(self) -> None:
        self._token = self._answered = 0
        self._by: dict[int, int] = {}  # the epoch that answered each of the last tokens

    def next_token(self) -> int:
        """The token of the next."""
        self._token += 1
        return self._token

    def judge_answer(self, token: int, epoch: int) -> Answer:
        if token > self._token:
            return Answer.OLD
        if self._by.setdefault(token, epoch) != epoch:
            return Answer.SECOND
        if len(self._by) > MAX_GREETINGS:
            del self._by[min(self._by)]
        if token <= self._answered:
            return Answer.OLD
        self._answered = token
        return Answer.NEW
