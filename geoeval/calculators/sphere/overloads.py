"""``overload`` without the import time of ``typing``, for the modules that must load fast."""

from __future__ import annotations

__all__ = ["overload"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import overload
else:

    def overload(signature: object) -> object:
        """Leave a signature to the type checker."""
        return signature
