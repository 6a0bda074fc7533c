"""What makes an answer provable to somebody who trusts neither us nor the model."""
