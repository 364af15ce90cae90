"""The page of the annotator, served by NiceGUI."""
