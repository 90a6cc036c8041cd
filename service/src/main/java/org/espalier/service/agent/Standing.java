package org.espalier.service.agent;

/**
 * A machine, for who starts its agent.
 *
 * @param holder who runs its launches, or did last
 * @param mayRun whether something may run there
 * @param left how many seconds ago its agent left last, at least
 * @param isDismissed whether it takes nothing more
 */
record Standing(boolean isThere, String holder, boolean mayRun, long left, boolean isDismissed) {
  boolean isGivenUp() {
    return isDismissed && !mayRun;
  }
}
