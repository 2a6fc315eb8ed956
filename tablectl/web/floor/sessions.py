"""Who has signed in at the floor's page. The table has proven each name; here are the tokens.

A session has two: one is a cookie, which no script reads; the other is in the page's memory, and
comes in a header, which no other site can send. Both are kept hashed. A session ends when nothing
was asked in it for a while, at signing out, and when the table knows the operator no more.
"""

import hmac
import secrets
from collections.abc import Callable
from hashlib import sha256

TOKEN_BYTES = 16
MOST_SESSIONS = 16  # the one that asked least lately makes room


class Session:
    def __init__(self, name: str, cookie: str, header: str, now_s: float) -> None:
        self.name = name
        self.cookie_hash, self._header_hash = _digest(cookie), _digest(header)
        self.used_s = now_s

    def has_header(self, token: str) -> bool:
        return hmac.compare_digest(self._header_hash, _digest(token))


class Sessions:
    """All that are open. `on_end` is called with each that ends."""

    def __init__(
        self, idle_s: float, now_s: Callable[[], float], on_end: Callable[[Session], None]
    ) -> None:
        self._idle_s, self._now_s, self._on_end = idle_s, now_s, on_end
        self._open: dict[bytes, Session] = {}

    def open(self, name: str) -> tuple[str, str]:
        """Of somebody whose name was proven: the two tokens, of the cookie and of the header."""
        self.end_idle()
        if len(self._open) >= MOST_SESSIONS:
            self.end(min(self._open.values(), key=lambda one: one.used_s))
        cookie, header = secrets.token_hex(TOKEN_BYTES), secrets.token_hex(TOKEN_BYTES)
        session = Session(name, cookie, header, self._now_s())
        self._open[session.cookie_hash] = session
        return cookie, header

    def find(self, cookie: str) -> Session | None:
        """The session of a cookie: enough to look, and not to ask."""
        self.end_idle()
        return self._open.get(_digest(cookie))

    def prove(self, cookie: str, header: str, *, is_used: bool = True) -> Session | None:
        """The session of both tokens. `is_used`: its operator has asked now."""
        session = self.find(cookie)
        if session is None or not session.has_header(header):
            return None
        if is_used:
            session.used_s = self._now_s()
        return session

    def end(self, session: Session) -> None:
        if self._open.pop(session.cookie_hash, None) is not None:
            self._on_end(session)

    def end_of(self, name: str) -> None:
        """Whoever is no operator any more has no session."""
        for session in [one for one in self._open.values() if one.name == name]:
            self.end(session)

    def end_idle(self) -> None:
        now = self._now_s()
        for session in [one for one in self._open.values() if now - one.used_s >= self._idle_s]:
            self.end(session)


def _digest(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
