# %% [markdown]
# # Generate a benchmark
#
# Make new questions about a town, each with the proof of its answer.

# %%
# !geoeval world build town.osm -o town.world
# !geoeval generate town.world -n 30 --seed 7 -o questions.json

# %% [markdown]
# ## What a question contains

# %%
import json
from pathlib import Path

questions = json.loads(Path("questions.json").read_text())
first = questions[0]
print(first["question"])
for number, option in enumerate(first["answer"]["options"]):
    print("*" if number == first["answer"]["correct"] else " ", option)
print(json.dumps(first["proof"], indent=1, ensure_ascii=False)[:900])

# %% [markdown]
# ## Every label is proven
#
# The verifier takes the query of each record, computes the answer again, and compares:

# %%
# !geoeval verify questions.json --statistics

# %% [markdown]
# ## Is it balanced?
#
# Thirty questions are few; in larger sets, among questions with the same number of options, the
# right option is equally often in each position. The country is that of the nearest city; the
# invented town is at 0° N, 0° E.

# %%
# !geoeval results stats questions.json

# %% [markdown]
# ## Questions about pictures

# %%
# !geoeval generate town.world --visual -n 2 --seed 5 -o pictures

# %% A picture of the town to ask about
from IPython.display import Image

picture = sorted(Path("pictures").rglob("*.png"))[0]
Image(picture)

# %% [markdown]
# [Generate a benchmark](../generation.md) explains the margins, the kinds and the measurements.
# Next: [evaluate a model](evaluate.md) on it.
