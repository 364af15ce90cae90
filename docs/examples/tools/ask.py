"""Ask a model about a map: ``python ask.py anthropic MODEL world.json "How far is it …?"``.

The key is taken from the environment, as each provider's own library does.
"""

import json
import sys
from importlib import import_module
from pathlib import Path

from geoeval.tools import ToolSession, toolset
from geoeval.world.serial import world_from_json


def client_of(provider: str) -> object:
    """Return the provider's own client."""
    if provider in ("openai", "responses"):
        from openai import OpenAI

        return OpenAI()
    if provider == "anthropic":
        from anthropic import Anthropic

        return Anthropic()
    if provider == "gemini":
        from google.genai import Client

        return Client()
    from ollama import Client as LocalClient

    return LocalClient()


def main(provider: str, model: str, file: str, question: str) -> None:
    """Print what the model says."""
    world = world_from_json(json.loads(Path(file).read_text(encoding="utf-8")))
    session = ToolSession(world, toolset("default"))
    converse = import_module(f"with_{provider}").converse
    print(converse(client_of(provider), model, session, question))


if __name__ == "__main__":
    main(*sys.argv[1:])
