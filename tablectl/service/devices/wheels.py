"""What the wheels of the seats show while they turn. Kept in memory alone: it is a key that says what is meant."""

from collections.abc import Mapping


class Wheels:
    def __init__(self) -> None:
        self._amounts: dict[int, int] = {}

    def turned(self, seat: int, amount: int) -> None:
        """0: it shows nothing."""
        self._amounts[seat] = amount

    def forget(self, seat: int | None) -> None:
        """A key went down there, or the seat is not heard."""
        if seat is not None:
            self._amounts.pop(seat, None)

    def of_turn(self, seat: int | None) -> Mapping[int, int]:
        """Of the seat whose turn it is; what others show is forgotten, for it meant nothing."""
        self._amounts = {number: amount for number, amount in self._amounts.items() if number == seat}
        return self._amounts
