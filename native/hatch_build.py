"""The build hook of the wheel: compiles the hand evaluator and puts it in."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NativeHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the module as an artifact: force_include makes a wheel fail that is built after
        an editable install.
        """
        root = Path(self.root)
        sys.path.insert(0, str(root / "native"))
        import build

        module = build.compile_into(root)
        build_data["artifacts"].append(str(module.relative_to(root)))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
