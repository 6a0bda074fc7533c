"""Words, stems, capitals, and the wordings that limit a value or lead to one."""
