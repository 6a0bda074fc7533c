"""Values to results, pure: compare, convert, add up. No model is asked what can be computed."""
