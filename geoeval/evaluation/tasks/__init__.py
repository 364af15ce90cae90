"""MapEval's three tasks for any model, with inspect-ai (extra ``eval``)."""
