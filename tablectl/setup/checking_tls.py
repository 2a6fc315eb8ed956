"""Whether the certificate of pages can be used, by whoever asks."""

import os
import ssl
from collections.abc import Iterator

from tablectl.rules.bounds import Problem
from tablectl.service.config.values import FloorPageConfig, WebConfig


def tls_misfits(
    served: WebConfig | FloorPageConfig, section: tuple[str, ...], user: str
) -> Iterator[Problem]:
    """`section`: where it stands in the configuration. `user`: as whom it is served."""
    called = f"[{'.'.join(section)}]"
    for key in ("tls_cert", "tls_key"):
        path = getattr(served, key)
        if not path:
            continue
        try:
            os.close(os.open(path, os.O_RDONLY))
        except PermissionError:
            yield Problem(
                (*section, key),
                f"{called} {key} {path} may not be read by this user. The pages' user has to: sudo "
                f"chgrp {user} {path}; sudo chmod 640 {path}.",
            )
            return
        except OSError as error:
            yield Problem(
                (*section, key), f"{called} {key} {path} cannot be read: {error.strerror}."
            )
            return
    if served.tls_cert:
        try:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(served.tls_cert, served.tls_key or None, password="")
        except (OSError, ValueError) as error:  # of ssl, too
            where = served.tls_key or served.tls_cert
            why = getattr(error, "reason", None) or str(error)
            yield Problem(
                (*section, "tls_key" if served.tls_key else "tls_cert"),
                f"{called} tls_cert {served.tls_cert} cannot be used with the key of {where}: "
                f"{str(why).replace('_', ' ').lower()}.",
            )
