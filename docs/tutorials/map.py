# %% [markdown]
# # Build a map of your town
#
# A map file contains the places and roads of an extract of OpenStreetMap. It answers searches and
# computes routes offline, with the same result every time. This tutorial uses an invented town in
# [town.osm](../examples/town.osm); for your own, download an extract (`.osm.pbf`) that contains it
# from [Geofabrik](https://download.geofabrik.de).

# %%
# !geoeval world build town.osm -o town.world
# !geoeval world check town.world

# %% [markdown]
# The check lists no routes, because a map with a road network computes them on demand.
#
# ## Search

# %%
from geoeval import MapFile

town = MapFile("town.world")
for found in town.search("museum", limit=3):
    print(found.place.name, found.place.address, found.place.location)

# %%
museum = town.search("museum")[0].place
cafes = town.nearby(museum.id, place_type="cafe", rank_by="distance")
for found in cafes[:3]:
    print(found.place.name)

# %% [markdown]
# ## Routes with steps

# %%
cafe = town.search("cafe", near=museum.location)[-1].place
(walk,) = town.routes(museum.id, cafe.id, "walking")
print(
    walk.route.name, walk.route.duration_s, "s", walk.route.distance_m, "m"
)
for step in walk.route.steps:
    print("-", step.instruction)

# %% [markdown]
# ## Draw it

# %% Places and roads of the town
# %matplotlib inline
from geoeval import World

axes = World.open("town.world").plot()
axes.figure.set_size_inches(7, 7)
axes.figure

# %% [markdown]
# `geoeval world show` writes a page on which you can zoom and click. [The map of this
# town](map.html) is on this site.

# %%
# !geoeval world show town.world -o map.html --from Bavor --to Umber

# %% [markdown]
# ## Use it
#
# Use the map as tools for a model, through Google's interface, or as a source of questions.
# [Maps](../maps.md) explains what a map contains and what it does not.

# %%
# !geoeval call Directions originId=Bavor destinationId=Umber \
#     travelMode=driving --world town.world
