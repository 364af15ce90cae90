"""The recorded outcome of every text in the corpora, and the claims that rest on the outcomes.

``outcomes`` holds a line per text: whether and how it is answered, the computed value, and the
verdict if the text has a label. Of third-party texts it holds ids, figures and verdicts only; names
and addresses are hashed. ``make outcomes`` rewrites the lines, and their difference shows text by
text what a change means.
"""
