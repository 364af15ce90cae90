"""The outcome of every text that we hold, one by one, and the claims that rest on them.

``recorded`` holds a line for each text: whether it is answered and how, the value that was
computed, and the verdict where there is a label. Of texts of others it holds ids, figures and
verdicts; names and addresses stand there as a hash. ``make outcomes`` writes the lines anew:
what a change of them means is seen in the difference, text by text.
"""
