-- The P-state that a task executes in; null is P-state 0.
ALTER TABLE task ADD COLUMN p_state INTEGER;
