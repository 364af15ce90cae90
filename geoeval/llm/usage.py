"""What a model was asked in a run, and what it took."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUsage:
    """What a model was asked: requests sent, replies taken from the cache, failures, tokens.

    Tokens are those that the endpoint counted for the requests that were sent; ``last_error``
    says why the latest failure was one.
    """

    model: str
    requests: int = 0
    cached: int = 0
    failed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    last_error: str = ""

    @property
    def never_worked(self) -> bool:
        """Whether the model was asked and never replied."""
        return bool(self.failed) and not self.requests and not self.cached
