# %% [markdown]
# # Evaluate a model
#
# `geoeval evaluate` asks a model every question of a dataset and scores what it replies. MapEval
# belongs to its authors and is not shipped: `geoeval datasets mapeval-textual` downloads it. Here
# the sample dataset stands in, and two baselines that need no key stand in for the model. For yours,
# write `--model openai/gpt-4o --dataset FILE`; it needs the library and the key of its provider.

# %%
# !geoeval evaluate textual --model geoeval/solver > solver.txt
# !geoeval evaluate textual --model geoeval/random > random.txt

# %% [markdown]
# ## Compare the runs
#
# Shares come with an interval, and differences say whether they may be chance. *Corrected* counts
# against our computed answers where the label is proven wrong; for our own solver that says nothing. The
# row of people is about MapEval, for comparison. Each run has its log in `logs`.

# %%
# !geoeval results logs

# %% [markdown]
# ## As a page
#
# [The page of these two runs](runs.html) is on this site.

# %%
# !geoeval results logs --format html -o runs.html

# %% [markdown]
# ## With tools
#
# `geoeval evaluate api` gives the model the map as tools in place of the context:
#
# ```text
# $ geoeval world build FILE -o questions.world
# $ geoeval evaluate api --model openai/gpt-4o --dataset FILE -T world=questions.world
# ```
#
# [Evaluate a model](../evaluation.md) has the agents, what each number means, and how this differs from
# the published scripts.
