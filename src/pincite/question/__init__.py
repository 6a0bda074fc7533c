"""A string to what finds passages and what the answer must look like; concepts and the plan."""
