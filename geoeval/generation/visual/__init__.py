"""Questions about pictures of maps, their keys computed from what is drawn."""
