"""The files of deploy/, wherever tablectl was installed from: a checkout has them beside the
package, a wheel within it.
"""

from pathlib import Path

import tablectl

PACKAGE = Path(tablectl.__file__).parent
WITHIN = PACKAGE / "deploy"  # of a wheel
BESIDE = PACKAGE.parent / "deploy"
SAMPLE = "table.toml"
UNITS = {  # file -> where the system wants it
    "tablectl.service": "/etc/systemd/system/",
    "tablectl-screen.service": "/etc/systemd/system/",
    "tablectl-screen@.service": "/etc/systemd/system/",  # of several screens
    "tablectl-web.service": "/etc/systemd/system/",  # pages for phones
    "tablectl-console.service": "/etc/systemd/system/",  # the floor's page
    "tablectl-story.service": "/etc/systemd/system/",  # public events, for the pages
    "tablectl.sysusers": "/usr/lib/sysusers.d/tablectl.conf",
    "tablectl.tmpfiles": "/usr/lib/tmpfiles.d/tablectl.conf",
    "60-tablectl.rules": "/etc/udev/rules.d/",
}


def deploy_folder() -> Path:
    return WITHIN if WITHIN.is_dir() else BESIDE


def deploy_text(name: str) -> str:
    return (deploy_folder() / name).read_text()
