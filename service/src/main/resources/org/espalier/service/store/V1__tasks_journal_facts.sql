-- One script for both engines; ${long} is their word for a 64-bit integer.

CREATE TABLE task (
  id INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  parameters TEXT NOT NULL,
  submission_key TEXT,
  -- The key and the values of the parameters in lower case, for searches.
  search_text TEXT NOT NULL,
  arrival ${long} NOT NULL,
  deadline ${long} NOT NULL,
  -- queued, assigned, running, or the fate of a task that has left.
  standing TEXT NOT NULL,
  machine TEXT,
  chance DOUBLE PRECISION,
  started ${long},
  attempts INTEGER NOT NULL,
  ended ${long},
  exit_code INTEGER,
  detail TEXT
);

CREATE UNIQUE INDEX task_by_key ON task (submission_key) WHERE submission_key IS NOT NULL;
CREATE INDEX task_by_standing ON task (standing, id);
CREATE INDEX task_by_end ON task (ended, id) WHERE ended IS NOT NULL;

CREATE TABLE journal (
  sequence ${long} PRIMARY KEY,
  tick ${long} NOT NULL,
  task INTEGER,
  -- Whether it says only that a mapping event was held; such entries are forgotten by their age.
  held BOOLEAN NOT NULL,
  line TEXT NOT NULL
);

CREATE INDEX journal_by_task ON journal (task, sequence) WHERE task IS NOT NULL;
CREATE INDEX journal_of_events ON journal (tick, sequence) WHERE held;

CREATE TABLE fact (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- One row: how often the store was opened, and the highest numbers among what was forgotten.
CREATE TABLE mark (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  tenure ${long} NOT NULL,
  last_task INTEGER NOT NULL,
  last_sequence ${long} NOT NULL,
  last_tick ${long} NOT NULL
);

INSERT INTO mark (one, tenure, last_task, last_sequence, last_tick) VALUES (1, 0, -1, 0, 0);
