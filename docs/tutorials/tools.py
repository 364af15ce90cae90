# %% [markdown]
# # Give tools to a model
#
# A language model that adds up distances in its head is often wrong. Give it tools instead. This
# tutorial has everything but the model: a script of two calls plays its part, so it runs without a key.

# %% [markdown]
# ## A world to ask about
#
# The tools know the places of one world: a map file, a context, or a list of places. Here it is an
# invented town.

# %%
# !geoeval world build town.osm -o town.world

# %%
from geoeval import World
from geoeval.tools import ToolSession, export_tools, toolset

town = World.open("town.world")
session = ToolSession(town, toolset("default"))
print(session.instructions)

# %% [markdown]
# ## Definitions for your provider
#
# `export_tools` writes the definitions as each provider wants them: `"openai"`, `"anthropic"`,
# `"gemini"`, `"ollama"`. LangChain takes objects instead: `as_structured_tools(session)`.

# %%
import json

definitions = export_tools("anthropic", session.tools)
nearby = next(each for each in definitions if each["name"] == "NearbySearch")
print(json.dumps(nearby, indent=1)[:900], "...")

# %% [markdown]
# ## The loop
#
# Your loop sends a message, runs the calls that come back, and sends the results. `answer_calls` does
# the middle part for every provider. The "model" below asks for a place that does not exist, reads the
# failure, and corrects itself.

# %%
from geoeval.tools import answer_calls


def call(number, name, **arguments):
    return {"type": "tool_use", "id": f"call-{number}", "name": name, "input": arguments}


script = [
    call(1, "NearbySearch", placeId="Bavaria Gate", type="pharmacy", rankby="distance"),
    call(2, "NearbySearch", placeId="Bavor", type="pharmacy", rankby="distance"),
]
for turn in script:
    print(">", turn["name"], turn["input"])
    for reply in answer_calls([turn], session):
        print("<", reply["content"][:300])

# %% [markdown]
# A failure names the argument and what is expected. It is an answer for the model, and your program
# goes on.
#
# ## Complete loops
#
# [Give the tools to your model](../tools.md) has the loop of each provider in full. Programs that
# speak the Model Context Protocol need no loop: [MCP server](../mcp.md).
