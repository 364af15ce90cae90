"""Questions about pictures of maps; answers are computed from the drawing."""
