-- Models read a passage under the title of its section, so its hash now covers both. Passages from before keep the
-- hash of their text alone until their document is embedded again (stores/sqlite.py, `hold_passages`).
-- Vectors of passages without a section are as they would be made today, and stay.

DELETE FROM vector WHERE content_hash IN (SELECT content_hash FROM passage WHERE section IS NOT NULL);
DELETE FROM vector_model WHERE NOT EXISTS (SELECT 1 FROM vector WHERE vector.model = vector_model.id);
