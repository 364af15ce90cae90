"""The annotator: questions are written and reviewed while their labels are proved."""
