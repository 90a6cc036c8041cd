package org.espalier.core.pmf;

/** Which tasks leave a machine when their deadline passes (THESIS 3.1, JOURNAL 4). */
public enum DroppingScope {
  /** None: every mapped task runs to its end (scenario A). */
  NONE,
  /** A task that cannot start before its deadline is dropped (scenario B). */
  PENDING,
  /** As {@link #PENDING}, and a running task is evicted at its deadline (scenario C). */
  EXECUTING
}
