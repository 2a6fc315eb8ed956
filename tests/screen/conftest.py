"""Pictures are drawn without a display, whatever machine the tests run on."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
