"""The annotator: questions written and reviewed while their labels are proved."""
