"""A bench elsewhere: a device's pty, served over TCP on this machine."""

import contextlib
import os
import select
import socket
import threading

LOOK_S = 0.2


class Bridge:
    """Serves a pty over TCP to one at a time, as ser2net does, in a thread."""

    def __init__(self, pty: str):
        self._pty = pty
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(LOOK_S)
        self.port = self._listening.getsockname()[1]
        self.connections = 0
        self._is_up, self._is_over = threading.Event(), False
        self._is_up.set()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def drop(self):
        """Whoever is connected is thrown out, as is who comes meanwhile."""
        self._is_up.clear()

    def come_back(self):
        self._is_up.set()

    def close(self):
        self._is_over = True
        self._thread.join()
        self._listening.close()

    def _serve(self):
        while not self._is_over:
            with contextlib.suppress(TimeoutError):
                there, _ = self._listening.accept()
                with there:
                    self.connections += self._is_up.is_set()
                    self._carry(there)

    def _carry(self, there: socket.socket):
        pty = os.open(self._pty, os.O_RDWR | os.O_NOCTTY)
        try:
            while self._is_up.is_set() and not self._is_over:
                for ready in select.select([there, pty], [], [], LOOK_S)[0]:
                    if ready is pty:
                        there.sendall(os.read(pty, 4_096))
                    elif data := there.recv(4_096):
                        os.write(pty, data)
                    else:
                        return
        except ConnectionError:
            return
        finally:
            os.close(pty)
