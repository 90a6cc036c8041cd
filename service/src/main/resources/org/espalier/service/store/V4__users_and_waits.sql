-- Who submitted a task, where users have tokens.
ALTER TABLE task ADD COLUMN submitted_by TEXT;
-- Arrivals never fall as ids rise, so a range of times is one of ids.
CREATE INDEX task_by_arrival ON task (arrival, id);
