"""The image that is flashed, and the emulator that runs it: built and brought once, into a cache
of the user's.
"""

import hashlib
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = Path(__file__).with_name("emulator")
BUILD = ROOT / "firmware_io/mcu/boards/rp2040/build.sh"
RP2040JS = "rp2040js@1.4.1"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tablectl-firmware"
PACKAGES = CACHE / "emulator"
# of this tree: another may be of another time
EMULATOR = PACKAGES / hashlib.sha256(bytes(ROOT)).hexdigest()[:12]
IMAGE = EMULATOR / "tablectl-node.bin"


@cache
def missing() -> str | None:
    """Why no Pico can be emulated here; None: one can. The first call builds the image and
    brings the emulator.
    """
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            return (
                f"no emulated Pico here: {tool} is missing. deploy/prerequisites.sh firmware "
                "installs what it needs"
            )
    built = subprocess.run(["sh", BUILD, IMAGE.parent], capture_output=True, text=True, check=False)
    if built.returncode:
        return f"no emulated Pico here: {built.stderr.strip().splitlines()[-1]}"
    if not (PACKAGES / "node_modules/rp2040js").is_dir():
        npm = ["npm", "install", "--silent", "--no-save", "--prefix", PACKAGES, RP2040JS]
        if subprocess.run(npm, capture_output=True, check=False).returncode:
            return f"no emulated Pico here: npm brought no {RP2040JS}"
    # node looks for rp2040js from where these lie, and above
    for source in SOURCES.glob("*.mjs"):
        fresh = EMULATOR / f"{source.name}.{os.getpid()}"
        shutil.copy(source, fresh)
        fresh.replace(EMULATOR / source.name)  # in one step: another run may read it
    return None
