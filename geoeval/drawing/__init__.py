"""Maps and timelines as SVG, from shapes to markup, independent of trips and questions."""
