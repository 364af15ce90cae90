"""MapEval's three tasks for any model, on inspect-ai (extra ``eval``)."""
