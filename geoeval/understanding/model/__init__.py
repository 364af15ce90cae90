"""A language model as front end: it fills a query, which is checked like one written by hand."""
