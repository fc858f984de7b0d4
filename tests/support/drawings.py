"""All drawings."""

from narrator.folders import folder

DRAWINGS = sorted(path.stem for path in (folder("templates") / "drawings").glob("*.svg"))
