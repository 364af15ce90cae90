"""Maps and timelines as SVG: shapes in, markup out; nothing here knows trips or questions."""
