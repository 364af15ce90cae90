"""The entry point of inspect-ai: the tasks and the baselines."""

from __future__ import annotations

from inspect_ai.model import ModelAPI, modelapi

from geoeval.evaluation.tasks.mapeval import mapeval_api, mapeval_textual, mapeval_visual

__all__ = ["geoeval_baselines", "mapeval_api", "mapeval_textual", "mapeval_visual"]


@modelapi(name="geoeval")
def geoeval_baselines() -> type[ModelAPI]:
    """Return the class of the models ``geoeval/NAME``."""
    from geoeval.evaluation.tasks.models import BaselineAPI

    return BaselineAPI
