-- Where the journal can be replayed from: its entries that say all that was known.
CREATE TABLE beginning (
  sequence ${long} PRIMARY KEY,
  tick ${long} NOT NULL
);

INSERT INTO beginning (sequence, tick)
  SELECT sequence, tick FROM journal WHERE task IS NULL AND line LIKE '{"event":"began"%';

-- Entries about no task are forgotten up to a beginning, whatever they say.
DROP INDEX journal_of_events;
ALTER TABLE journal DROP COLUMN held;
CREATE INDEX journal_of_no_task ON journal (sequence) WHERE task IS NULL;
