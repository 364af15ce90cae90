# %% [markdown]
# # Give tools to a model
#
# A language model that estimates distances without tools is often wrong. This tutorial gives it
# tools. A script with two calls replaces the model, so no key is needed.

# %% [markdown]
# ## A world to ask about
#
# The tools know the places of one world: a map file, a context, or a list of places. This tutorial
# uses an invented town.

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
# `export_tools` returns the definitions in the format of each provider: `"openai"`, `"anthropic"`,
# `"gemini"`, `"ollama"`. For LangChain use `"langchain"`, or `as_structured_tools(session)` for its
# own tool objects.

# %%
import json

definitions = export_tools("anthropic", session.tools)
nearby = next(
    each for each in definitions if each["name"] == "NearbySearch"
)
print(json.dumps(nearby, indent=1)[:900], "...")

# %% [markdown]
# ## The loop
#
# Your loop sends a message, runs the calls that come back, and sends the results. `answer_calls`
# runs the calls and returns the results in the format of the provider. The "model" below asks for a
# place that does not exist, reads the failure, and corrects itself.

# %%
from geoeval.tools import answer_calls


def call(number, name, **arguments):
    return {
        "type": "tool_use",
        "id": f"call-{number}",
        "name": name,
        "input": arguments,
    }


script = [
    call(
        1,
        "NearbySearch",
        placeId="Bavaria Gate",
        type="pharmacy",
        rankby="distance",
    ),
    call(
        2,
        "NearbySearch",
        placeId="Bavor",
        type="pharmacy",
        rankby="distance",
    ),
]
for turn in script:
    print(">", turn["name"], turn["input"])
    for reply in answer_calls([turn], session):
        print("<", reply["content"][:300])

# %% [markdown]
# A failure names the argument and the expected value. It is a result for the model, so your program
# continues.
#
# ## Complete loops
#
# [Give the tools to your model](../tools.md) has the complete loop for each provider. Programs that
# use the Model Context Protocol need no loop: [MCP server](../mcp.md).
