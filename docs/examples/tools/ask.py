"""Ask a model about a map: ``python ask.py openai MODEL WORLD "How …?"``.

The provider is openai, responses, anthropic, gemini or ollama; the key is
taken from the environment, as each provider's own library does.
"""

import json
import sys
from importlib import import_module
from pathlib import Path

from geoeval import world_from_json
from geoeval.tools import ToolSession, toolset

CLIENTS = {
    "openai": "openai.OpenAI",
    "responses": "openai.OpenAI",
    "anthropic": "anthropic.Anthropic",
    "gemini": "google.genai.Client",
    "ollama": "ollama.Client",
}


def main(provider: str, model: str, file: str, question: str) -> None:
    """Print what the model says."""
    library, _, name = CLIENTS[provider].rpartition(".")
    client = getattr(import_module(library), name)()
    world = world_from_json(
        json.loads(Path(file).read_text(encoding="utf-8"))
    )
    session = ToolSession(world, toolset("default"))
    print(
        import_module(f"with_{provider}").converse(
            client, model, session, question
        )
    )


if __name__ == "__main__":
    if len(sys.argv) != 5 or sys.argv[1] not in CLIENTS:
        sys.exit(
            f"usage: python ask.py {'|'.join(CLIENTS)} MODEL WORLD QUESTION"
        )
    main(*sys.argv[1:])
