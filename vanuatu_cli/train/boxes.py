"""When each position is practised again, kept in the state folder.

A right answer moves a position to the next box, a wrong one back to the first. Each box has its waiting time.
If py-fsrs is installed, it chooses the waiting times of right answers instead.
"""

import datetime
import json
from pathlib import Path
from typing import Any, Final

from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import folders, writing
from vanuatu.cli.train import memory

DAYS: Final = (0, 1, 3, 7, 21, 60)  # the waiting time of each box
_FILE: Final = "training.json"
_LARGEST: Final = 16 << 20


class Boxes:
    """The boxes of all positions that were practised. Raise InputFault if the file is not one of these."""

    def __init__(
        self,
        place: Path | None = None,
        today: datetime.date | None = None,
        *,
        every: bool = False,
        models_memory: bool | None = None,
    ) -> None:
        self._models_memory = memory.is_installed() if models_memory is None else models_memory
        self._every = every  # whether all positions count as due
        self.place = folders.state_folder() / _FILE if place is None else place
        self.today = datetime.date.today() if today is None else today
        self._positions: dict[str, dict[str, Any]] = self._read()

    def _read(self) -> dict[str, dict[str, Any]]:
        try:
            with open(self.place, "rb") as stream:
                raw = stream.read(_LARGEST + 1)
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise InputFault(f"{self.place}: {error.strerror or error}") from None
        try:
            positions = json.loads(raw)["positions"]
            for entry in positions.values():
                datetime.date.fromisoformat(entry["due"])
                if not 0 <= int(entry["box"]) < len(DAYS):
                    raise ValueError
            return dict(positions)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise InputFault(
                f"{self.place}: this is not a file of `vanuatu train`. Remove it to start again"
            ) from None

    def is_due(self, position: str) -> bool:
        """Return whether a position is new, or its waiting time is over."""
        entry = self._positions.get(position)
        return self._every or entry is None or datetime.date.fromisoformat(entry["due"]) <= self.today

    def record_answer(self, position: str, *, right: bool) -> int:
        """Move a position to its next box, save all boxes, and return the days until it is due again."""
        entry = self._positions.get(position, {"box": 0, "seen": 0, "right": 0})
        box = min(int(entry["box"]) + 1, len(DAYS) - 1) if right else 0
        due = self.today + datetime.timedelta(days=DAYS[box])
        self._positions[position] = {
            "box": box,
            "due": due.isoformat(),
            "seen": int(entry.get("seen", 0)) + 1,
            "right": int(entry.get("right", 0)) + int(right),
        }
        if self._models_memory:
            card, remembered = memory.review(entry.get("card"), self.today, right=right)
            due = remembered if right else due
            self._positions[position] |= {"due": due.isoformat(), "card": card}
        self._save()
        return (due - self.today).days

    def _save(self) -> None:
        text = json.dumps({"positions": self._positions}, indent=1) + "\n"
        try:
            self.place.parent.mkdir(parents=True, exist_ok=True)
            file = writing.LockedFile(self.place)
        except OSError as error:
            raise InputFault(f"{self.place}: {error.strerror or error}") from None
        try:
            file.write(text)
        except OSError as error:
            raise InputFault(f"{self.place}: {error.strerror or error}") from None
        finally:
            file.release()
