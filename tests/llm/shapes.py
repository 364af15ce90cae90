"""Models that the tests of schemas share."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class Circle(BaseModel):
    """A round shape."""

    radius: float = Field(gt=0, description="In metres")
    shape: Literal["circle"] = "circle"


class Square(BaseModel):
    """A shape of four sides."""

    side: float | None = None
    shape: Literal["square"] = "square"


class Tree(BaseModel):
    """A model that refers to itself."""

    branches: list[Tree] = []
