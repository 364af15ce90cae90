# %% [markdown]
# # Evaluate a model
#
# `geoeval evaluate` asks a model every question of a dataset and scores the replies. MapEval
# belongs to its authors and is not shipped: `geoeval datasets mapeval-textual` downloads it. This
# tutorial uses the sample dataset, and two baselines that need no key in place of a model. For a
# real model, pass its name and your dataset, such as `--model openai/gpt-4o --dataset FILE`; it
# needs the library and the key of its provider.

# %%
# !geoeval evaluate textual --model geoeval/solver > solver.txt
# !geoeval evaluate textual --model geoeval/random > random.txt

# %% [markdown]
# ## Compare the runs
#
# Each share has an interval, and each difference is marked as significant or not significant.
# *Corrected* uses our computed answers in place of labels that are proven wrong; for our own solver
# this is meaningless. The row for people is about MapEval, for comparison. Each run has its log in
# `logs`.

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
# `geoeval evaluate api` gives the model a map as tools instead of the context:
#
# ```text
# $ geoeval world build FILE -o questions.world
# $ geoeval evaluate api --model openai/gpt-4o --dataset FILE -T world=questions.world
# ```
#
# [Evaluate a model](../evaluation.md) explains the agents, the numbers, and the differences from
# the published scripts.
