-- One script for both engines; ${long} is their word for a 64-bit integer.

CREATE TABLE task (
  id ${long} PRIMARY KEY,
  type TEXT NOT NULL,
  submission_key TEXT,
  -- Who submitted it, where users have tokens.
  submitted_by TEXT,
  -- The key and the values of the parameters in lower case, for searches.
  search_text TEXT NOT NULL,
  arrival ${long} NOT NULL,
  -- queued, assigned, running, or the fate of a task that has left.
  standing TEXT NOT NULL,
  machine TEXT,
  ended ${long},
  -- All of it as JSON.
  content TEXT NOT NULL
);

CREATE UNIQUE INDEX task_by_key ON task (submission_key) WHERE submission_key IS NOT NULL;
CREATE INDEX task_by_standing ON task (standing, id);
-- Those with a key are forgotten later.
CREATE INDEX task_by_end ON task (ended, id) WHERE ended IS NOT NULL AND submission_key IS NULL;
CREATE INDEX task_with_key_by_end ON task (ended, id)
  WHERE ended IS NOT NULL AND submission_key IS NOT NULL;
-- Arrivals never fall as ids rise, so a range of times is one of ids.
CREATE INDEX task_by_arrival ON task (arrival, id);

CREATE TABLE journal (
  sequence ${long} PRIMARY KEY,
  tick ${long} NOT NULL,
  task ${long},
  line TEXT NOT NULL
);

CREATE INDEX journal_by_task ON journal (task, sequence) WHERE task IS NOT NULL;
-- Entries about no task are forgotten up to a beginning, whatever they say.
CREATE INDEX journal_of_no_task ON journal (sequence) WHERE task IS NULL;

-- Where the journal can be replayed from: its entries that say all that was known.
CREATE TABLE beginning (
  sequence ${long} PRIMARY KEY,
  tick ${long} NOT NULL
);

CREATE TABLE fact (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- One row: how often the store was opened, where it was then, and whether it was closed, so that a copy is told from the
-- store itself, and one without its log from a whole one; and the highest numbers among what was forgotten.
CREATE TABLE mark (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  tenure ${long} NOT NULL,
  place TEXT,
  closed INTEGER NOT NULL,
  last_task ${long} NOT NULL,
  last_sequence ${long} NOT NULL,
  last_tick ${long} NOT NULL
);

INSERT INTO mark (one, tenure, closed, last_task, last_sequence, last_tick) VALUES (1, 0, 1, -1, 0, 0);

-- On a server, the services that share the store: the one whose connection holds the lock decides, others stand by. Each
-- renews its row by the server's clock. A row whose connection is gone means nothing. Times are seconds since 1970.
CREATE TABLE service (
  pid INTEGER PRIMARY KEY,
  address TEXT NOT NULL,
  since DOUBLE PRECISION NOT NULL,
  renewed DOUBLE PRECISION NOT NULL,
  -- By how many seconds the clock of its computer is ahead of the server's.
  ahead DOUBLE PRECISION NOT NULL
);
