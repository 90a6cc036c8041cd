// How tasks leave the system: in words, and as colours of the palette.
(function (page) {
  'use strict';

  const FATES = {
    ON_TIME: { label: 'on time', colour: 2 },
    LATE: { label: 'late', colour: 1 },
    EVICTED: { label: 'evicted at deadline', colour: 5 },
    DROPPED_RUNNING: { label: 'dropped while running', colour: 3 },
    DROPPED_PENDING: { label: 'dropped while pending', colour: 0 },
    DROPPED_PROACTIVELY: { label: 'dropped proactively', colour: 4 },
    DISCARDED: { label: 'discarded', colour: 8 },
    EXPIRED_IN_QUEUE: { label: 'expired in machine queue', colour: 7 },
    EXPIRED_IN_BATCH: { label: 'expired in batch queue', colour: 6 },
    FAILED: { label: 'failed', colour: 13 },
    CANCELLED: { label: 'cancelled', colour: 14 },
  };

  page.fates = { FATES };
})((window.espalier = window.espalier || {}));
