"""``overload`` without the import time of ``typing``, for modules that must load fast."""

from __future__ import annotations

__all__ = ["overload"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import overload
else:

    def overload(signature: object) -> object:
        """Return a signature that only the type checker uses."""
        return signature
