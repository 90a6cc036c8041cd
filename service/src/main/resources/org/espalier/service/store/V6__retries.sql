-- How often an execution of it was lost or failed and it was to run again; null is never.
ALTER TABLE task ADD COLUMN retries INTEGER;
-- Until when it is held back before that, in ticks.
ALTER TABLE task ADD COLUMN held_until ${long};
