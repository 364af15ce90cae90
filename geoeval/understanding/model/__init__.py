"""A language model as front end: it fills the query, which is checked like one by hand."""
