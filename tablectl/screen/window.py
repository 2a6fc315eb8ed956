"""The loop: takes the newest view from a socket, draws it, says `next`, and keeps the clock running
between views.

The screen sends `next` only when it has taken a view, and the service sends one view for each
`next`. Views that come while something flies wait for it to land, but few and not for long
(flying/view_queue.py). While the service is away the screen says so, and tries to connect every 250
ms.
"""

import gc
import io
import os
import signal
import socket
import time
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
import pygame

from tablectl.screen.flying.overlay import Overlay
from tablectl.screen.flying.playback import Playback
from tablectl.screen.layout.arrangement import arrangement
from tablectl.screen.layout.places import Size
from tablectl.screen.paint import Painter
from tablectl.screen.player_names import NameChecker, to_stderr
from tablectl.screen.rotation import RotatedDisplay
from tablectl.screen.sound.cues import SoundCues
from tablectl.screen.sound.player import Player
from tablectl.screen.sound.sounds import Name
from tablectl.screen.sound.voice import MISSING, Voice, is_installed
from tablectl.screen.style import USUAL, Style
from tablectl.screen.wakeup import Sleeper, open_sockets
from tablectl.view import View
from tablectl.view.codes import SeatCode, codes_decoder

NEXT = b"next"
KNOCK_EVERY_MS = 250
# a full view is about 4 KB; of a larger one the end is lost, and it is refused
VIEW_BYTES_MAX = 1 << 16
REASON_LETTERS = 200  # of why a view is refused: it quotes what stands there
DEFAULT_SIZE = (1920, 1080)
# a window that has no room, of what a desktop has: title and panels take theirs
OF_A_DESKTOP = 0.9
# Under X11 SDL would lay each picture as a texture. With a processor that draws for the graphics
# card that costs 60 MiB and a second at the start; without it only what has changed goes to the
# server.
UNACCELERATED = ("SDL_FRAMEBUFFER_ACCELERATION", "0")
UNSEEN = ("offscreen", "dummy")  # SDL falls back on these silently, and nobody would see a picture


def render(view_json: bytes, size: Size = DEFAULT_SIZE, style: Style = USUAL) -> pygame.Surface:
    """The picture of one view as it would go to a display of this size, without a window."""
    turned = RotatedDisplay(pygame.Surface(size, 0, 32), style.rotate)
    painter = Painter(turned.picture.get_size(), style=style)
    painter.show(NameChecker().decode(view_json), 0)
    turned.put(painter.paint(turned.picture, 0))
    return turned.display


def screenshot(
    view_json: bytes, path: str | Path, size: Size | None = None, style: Style = USUAL
) -> None:
    """The picture of one view as a PNG file, without a size as large as a display that suits."""
    save(render(view_json, size or style.display_px, style), path)


def save(surface: pygame.Surface, path: str | Path) -> None:
    """Writes the file under another name and renames it: nobody reads half a picture. Raises
    OSError, which names `path`.
    """
    target = Path(path)
    buffer = io.BytesIO()
    pygame.image.save(surface, buffer, "screen.png")
    part = target.with_name(f".{target.name}.part")
    try:
        part.write_bytes(buffer.getvalue())
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(target)) from None


def now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class ViewSource:
    """The connection to the service: the newest view, if one has come, and whether the service
    is there.
    """

    def __init__(self, path: str | None = None, connected: socket.socket | None = None) -> None:
        self._path = path
        self._socket = connected
        self._knocked_ms = -KNOCK_EVERY_MS
        # nobody listens there, and nobody has died there: that would have left the socket
        self.is_stopped = False
        if connected is not None:
            connected.setblocking(False)
            self.ask()

    @property
    def is_there(self) -> bool:
        return self._socket is not None

    def fileno(self) -> int | None:
        return self._socket.fileno() if self._socket is not None else None

    def knock(self, at_ms: int) -> None:
        """Tries to connect, at most every 250 ms."""
        if (
            self._socket is not None
            or self._path is None
            or at_ms - self._knocked_ms < KNOCK_EVERY_MS
        ):
            return
        self._knocked_ms = at_ms
        door = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            door.connect(self._path)
        except OSError as error:
            self.is_stopped = isinstance(error, FileNotFoundError)
            door.close()
            return
        self.is_stopped = False
        door.setblocking(False)
        self._socket = door
        self.ask()

    def take(self) -> bytes | None:
        """The view that has come, if one has. An empty packet means that the service has closed
        the connection.
        """
        if self._socket is None:
            return None
        try:
            packet = self._socket.recv(VIEW_BYTES_MAX)
        except BlockingIOError:
            return None
        except OSError:
            packet = b""
        if not packet:
            self.close()
            return None
        return packet

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def ask(self) -> None:
        """Tells the service that its view is on the screen and the next may come."""
        if self._socket is None:
            return
        try:
            self._socket.send(NEXT)
        except OSError:
            self.close()


class Window:
    """One display, one painter, one source; `turn` is one pass of the loop."""

    def __init__(
        self,
        display: pygame.Surface,
        source: ViewSource,
        reduced_motion: bool = False,
        on_drawn: Callable[[], None] = lambda: None,
        language: str = "en",
        style: Style = USUAL,
        tell: Callable[[str], None] = to_stderr,
        codes: ViewSource | None = None,
    ) -> None:
        """`tell` is called with a sentence for a name that cannot be written, and for a view
        that is refused. `codes`: where the codes of seats come from; None: not to this screen.
        """
        self.display = display
        # called when a view's picture is on the display
        self.on_drawn = on_drawn
        self.source, self.codes = source, codes
        self.named = NameChecker(tell)
        self._tell = tell
        self._refused = ""  # why, the last time
        self.turned = RotatedDisplay(display, style.rotate)
        self.picture = self.turned.picture
        self.painter = Painter(self.picture.get_size(), language=language, style=style)
        self.painter.is_still = reduced_motion
        self.course = Playback(
            reduced_motion, partial(arrangement, first_seat=style.first_seat, shape=style.layout)
        )
        self.packets_drawn = 0
        self._overlay = Overlay()
        # called with each sound of what is shown
        self.play: Callable[[Name], None] = lambda _name: None
        # called with what is shown
        self.speak: Callable[[View | None], None] = lambda _shown: None
        self._ears = SoundCues()
        self._was_there = False
        # until when the painted picture is right, if nothing is shown anew
        self._stays_ms = 0

    def turn(self, at_ms: int) -> None:
        """Takes a view if one has come, draws what has changed, and only then asks for the next."""
        self.source.knock(at_ms)
        packet = self.source.take()
        if self._was_there and not self.source.is_there:
            self.course.clear()
            self._show(None, at_ms)
        if self.source.is_stopped != self.painter.is_stopped:
            self.painter.is_stopped = self.source.is_stopped
            self._stays_ms = at_ms
        self._was_there = self.source.is_there
        if packet is not None:
            self._hear(packet, at_ms)
        if self.codes is not None:
            self._take_codes(self.codes, at_ms)
        self._paint(at_ms)
        if packet is not None:
            self.packets_drawn += 1
            self.on_drawn()
            self.source.ask()

    def wait_ms(self, at_ms: int) -> int:
        waits = [
            self.painter.next_change_ms(at_ms),
            self.course.next_change_ms(at_ms),
            self._ears.due_in_ms(at_ms),
            None if self.source.is_there else KNOCK_EVERY_MS,
            None if self.codes is None or self.codes.is_there else KNOCK_EVERY_MS,
        ]
        return min(wait for wait in waits if wait is not None)

    def _take_codes(self, source: ViewSource, at_ms: int) -> None:
        """None is shown that the service may have changed meanwhile."""
        source.knock(at_ms)
        packet = source.take()
        if packet is not None:
            try:
                self._show_codes(codes_decoder.decode(packet), at_ms)
            except msgspec.DecodeError:
                self._show_codes((), at_ms)
            source.ask()
        elif not source.is_there:
            self.hide_codes(at_ms)

    def hide_codes(self, at_ms: int) -> None:
        if self.painter.has_codes:
            self._show_codes((), at_ms)

    def close_codes(self, at_ms: int) -> None:
        """Whoever takes a picture of this screen takes none of a code."""
        if self.codes is not None:
            self.codes.close()
            self.codes = None
        self.hide_codes(at_ms)
        self._paint(at_ms)

    def _show_codes(self, codes: tuple[SeatCode, ...], at_ms: int) -> None:
        self.painter.show_codes(codes, at_ms)
        self._stays_ms = at_ms

    def _hear(self, packet: bytes, at_ms: int) -> None:
        try:
            model = self.named.decode(packet)
        except msgspec.DecodeError as why:
            if str(why) != self._refused:
                self._refused = str(why)
                self._tell(
                    "This is no view of a table, so the screen keeps what it shows: "
                    f"{self._refused[:REASON_LETTERS]}."
                )
            return
        self.course.come(model, at_ms)

    def _show(self, model: View | None, at_ms: int) -> None:
        came_ms, step_ms = (
            (self.course.came_ms, self.course.step_ms) if model is not None else (at_ms, at_ms)
        )
        self.painter.show(model, came_ms, step_ms)
        self._stays_ms = at_ms

    def _paint(self, at_ms: int) -> None:
        changed = self._overlay.lift(self.picture)
        model = self.course.at(at_ms)
        if model is not None and model is not self.painter.model and model != self.painter.model:
            if self.course.turned_ms == at_ms:
                self._overlay.remember(self.painter.canvas(self.picture, at_ms), self.course.turned)
            self._show(model, at_ms)
        if at_ms >= self._stays_ms:
            changed += self.painter.paint(self.picture, at_ms)
            self._stays_ms = at_ms + self.painter.next_change_ms(at_ms)
        for name in self._ears.hear(self.painter.model, self.painter.moment(at_ms).clock_s, at_ms):
            self.play(name)
        self.speak(self.painter.model)
        if self.course.is_moving(at_ms):
            canvas = self.painter.canvas(self.picture, at_ms)
            changed += self._overlay.lay(canvas, self.course.poses(at_ms), self.course.fade(at_ms))
            self._overlay.make_ready(canvas, self.course.leaving(at_ms))
        shown = self.turned.put(changed)
        if shown and pygame.display.get_surface() is self.display:
            pygame.display.update(shown)


def open_display(
    size: Size | None,
    fullscreen: bool,
    driver: str | None,
    number: int = 0,
    usual: Size = DEFAULT_SIZE,
) -> pygame.Surface:
    """`usual`: of a window without a size."""
    if driver:
        os.environ["SDL_VIDEODRIVER"] = driver
    pygame.display.init()
    if "SDL_VIDEODRIVER" not in os.environ and pygame.display.get_driver() in UNSEEN:
        raise pygame.error("SDL finds neither X11 nor Wayland nor a display of its own")
    if pygame.display.get_driver() == "x11":
        os.environ.setdefault(*UNACCELERATED)
    pygame.mouse.set_visible(False)
    flags = pygame.FULLSCREEN if fullscreen else 0
    wanted = size or ((0, 0) if fullscreen else _that_fits(usual, number))
    display = pygame.display.set_mode(wanted, flags, 32, display=number)
    pygame.display.set_caption("tablectl")
    return display


def _that_fits(usual: Size, number: int) -> Size:
    desktops = (
        pygame.display.get_desktop_sizes() if pygame.display.get_driver() not in UNSEEN else []
    )
    return fitted(usual, desktops[number]) if number < len(desktops) else usual


def fitted(size: Size, desktop: Size) -> Size:
    """A window that its desktop has no room for is smaller, of the same form, and leaves some
    room for what a desktop needs.
    """
    scale = min(room / side for room, side in zip(desktop, size, strict=True))
    if scale >= 1:
        return size
    wide, high = size
    return int(wide * scale * OF_A_DESKTOP), int(high * scale * OF_A_DESKTOP)


def run(window: Window, is_over: Callable[[], bool], sleeper: Sleeper) -> None:
    """Runs until the process is to end, or the window is closed.

    SDL takes a window's events after the picture is laid: then none is left with it that the sleep
    would not see.
    """
    while not is_over():
        at_ms = now_ms()
        window.turn(at_ms)
        events = {event.type for event in pygame.event.get()}
        if pygame.QUIT in events:
            return
        if pygame.WINDOWEXPOSED in events and pygame.display.get_surface() is window.display:
            pygame.display.flip()  # what lay over the window is gone
        wait_ms = max(0, window.wait_ms(at_ms) - (now_ms() - at_ms))
        codes = window.codes.fileno() if window.codes is not None else None
        sleeper.sleep(window.source.fileno(), wait_ms, codes)


def tracer(path: str | None) -> Callable[[], None]:
    """Writes a line for each view drawn, the monotonic clock's nanoseconds: what a bench
    measures a screen by.
    """
    if path is None:
        return lambda: None
    trace = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def drawn() -> None:
        os.write(trace, b"%d\n" % time.monotonic_ns())

    return drawn


def main(given: Namespace, style: Style) -> None:
    """`given`: as command.py has it."""
    stopped: list[int] = []
    for ends in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ends, lambda number, _frame: stopped.append(number))
    source = ViewSource(given.socket)
    # the first view comes while the display is opened
    source.knock(now_ms())
    before = open_sockets()
    display = open_display(
        given.size, given.fullscreen, given.driver, given.display, style.display_px
    )
    sleeper = Sleeper(open_sockets() - before)
    sleeper.by_signals()
    window = Window(
        display,
        source,
        given.reduced_motion,
        tracer(given.trace),
        given.language,
        style,
        codes=ViewSource(given.codes) if given.codes else None,
    )
    player = Player(given.sound) if given.sound else None
    voice = (
        Voice(given.speech, player.speak)
        if player is not None and given.speech and is_installed()
        else None
    )
    if player is not None:
        window.play = player.play
    if voice is not None:
        window.speak = voice.show
    elif given.speech:
        to_stderr(MISSING)
    # what a start has made lives as long as the process
    gc.freeze()
    gc.enable()
    try:
        run(window, lambda: bool(stopped), sleeper)
    finally:
        if given.screenshot is not None:
            window.close_codes(now_ms())
            save(window.display, given.screenshot)
        window.source.close()
        if voice is not None:
            voice.close()
        if player is not None:
            player.close()
        sleeper.close()
        pygame.quit()
