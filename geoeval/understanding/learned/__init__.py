"""The learned reader: candidate queries from the algebra, ranked by a trained model."""
