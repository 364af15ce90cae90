# %% [markdown]
# # Annotate ten questions
#
# Write your own questions on a page that proves each label while you type. You need a map of your
# town; this tutorial uses an invented town.

# %%
# !geoeval world build town.osm -o town.world

# %% [markdown]
# ## Open the page
#
# This starts a server on your machine and prints its address. Nothing is sent to other machines.
#
# ```text
# $ geoeval annotate town.world --by Ann
# geoeval: drafts in drafts.sqlite, queries in drafts.queries.jsonl
# geoeval: open http://127.0.0.1:8070/ in a browser; Ctrl-C stops the server
# ```
#
# ![A question about an invented town whose label is contradicted](../assets/annotate-write.png)
#
# 1. *New question*. Search for a place, and choose *Add to context* to insert its facts from the
#    map.
# 2. Type the question. Below it the page shows how it is read, and the result.
# 3. Take the computed answer and wrong answers as options, and choose the right option.
# 4. *Export*.
#
# [Write and review questions](../annotate.md) describes every part of the page.

# %% [markdown]
# ## What the page does
#
# These are the same steps in Python. Facts from the map are written as a context:

# %%
from geoeval import World, ask, verify_dataset
from geoeval.world.writer import write_context

town = World.open("town.world")
context = write_context(
    town.excerpt(["Bavor", "Cassel", "Dorlan", "Eskel"])
)
print(context)

# %% [markdown]
# These are ten questions with their options and the letter that the author chose. One letter is
# wrong.

# %%
ten = [
    (
        "How far is it from Bavor to Cassel in a straight line?",
        ["120 m", "240 m", "1.2 km"],
        "A",
    ),
    (
        "How far is it from Dorlan to Eskel in a straight line?",
        ["450 m", "915 m", "1.6 km"],
        "B",
    ),
    (
        "In which direction is Dorlan from Bavor?",
        ["Northeast", "South", "West"],
        "A",
    ),
    (
        "In which direction is Bavor from Eskel?",
        ["South", "North", "East"],
        "A",
    ),
    (
        "Which is nearest to Bavor: Cassel, Dorlan or Eskel?",
        ["Cassel", "Dorlan", "Eskel"],
        "B",
    ),
    ("Is Cassel open on Sunday at 11:00?", ["Yes", "No"], "B"),
    ("When does Dorlan close on Monday?", ["2 PM", "5 PM", "10 PM"], "B"),
    (
        "What is the phone number of Eskel?",
        ["+1 555 0103", "+1 555 0102"],
        "A",
    ),
    (
        "How long is Bavor open on Saturday?",
        ["4 hours", "5.5 hours", "closed"],
        "B",
    ),
    (
        "Which is farther from Cassel, Dorlan or Eskel?",
        ["Dorlan", "Eskel"],
        "B",
    ),
]
for question, options, label in ten:
    print(label, ask(question, context, options))

# %% [markdown]
# ## Verify what you wrote
#
# The exported file is verified like any dataset. The fourth label is the opposite direction:

# %%
records = [
    {
        "question": question,
        "context": context,
        "options": options,
        "answer": label,
    }
    for question, options, label in ten
]
report = verify_dataset(records)
for item in report.items:
    for finding in item.findings:
        print(
            finding.code,
            finding.message,
            "\n".join(finding.evidence),
            sep="\n",
        )
report
