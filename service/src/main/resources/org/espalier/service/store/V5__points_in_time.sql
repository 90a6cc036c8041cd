-- When a task must be finished, where its user gave a point in time, as in "2026-01-31T12:00:00Z".
ALTER TABLE task ADD COLUMN due TEXT;
