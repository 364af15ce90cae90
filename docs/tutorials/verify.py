# %% [markdown]
# # Verify your dataset and guard it in CI
#
# A dataset of map questions has contexts, options and labels. Some labels are wrong, and nobody
# knows which. This tutorial finds them in the sample dataset of the package. For your own dataset,
# replace its path with yours.

# %% [markdown]
# ## What it contains

# %%
import shutil

from geoeval.datasets.load import sample_path

shutil.copy(sample_path(), "sample.json")

# %%
# !geoeval results stats sample.json

# %% [markdown]
# ## Which labels are wrong?
#
# `geoeval verify` computes each answer without looking at the label, and then compares the two.

# %%
# !geoeval verify sample.json --statistics

# %% [markdown]
# Each finding has a code, which `geoeval rule` explains, and evidence. These are the findings about
# distances:

# %%
# !geoeval verify sample.json --select GEO301

# %% [markdown]
# ## In a table
#
# In Python the report is an object. Convert it to a data frame to filter and count.

# %%
from geoeval import verify_dataset

report = verify_dataset("sample.json")
table = report.to_dataframe()
table["verdict"].value_counts()

# %%
wrong = table[table["verdict"] == "contradicted"]
wrong[["id", "label", "answer", "value", "codes"]].head()

# %% [markdown]
# ## A page for the authors
#
# `--format html` writes an HTML file with every finding, its proof and its map. It needs no server.
# [The audit of the sample](report.html) is on this site.

# %%
# !geoeval verify sample.json --format html --fail-on never -o report.html

# %% [markdown]
# ## Guard it
#
# Suppose your dataset has findings that you want to look at later. Accept them with a reason, so
# that only new findings fail. The file has 26 entries: 23 findings, and three causes that several
# of the findings share.

# %%
# !geoeval verify sample.json --write-baseline accepted.jsonl \
#     --reason "being reviewed" > first.txt

# %%
# !geoeval verify sample.json --baseline accepted.jsonl; \
#     echo "exit code $?"

# %% [markdown]
# Commit `accepted.jsonl` next to the dataset, and run the second command in CI: [workflows for
# GitHub and GitLab, a pre-commit hook, a pytest plugin](../ci.md). It exits with 1 as soon as there
# is a new finding.
#
# How your questions are read should not depend on the version of geoeval. Keep the queries next to
# the dataset, and review them once: [Queries kept with the dataset](../concepts/kept-queries.md).
