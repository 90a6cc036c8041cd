package org.espalier.service.agent;

/**
 * A machine, for who starts its agent.
 *
 * @param holder who runs its launches, or did last
 * @param mayRun whether something may run there
 * @param left when its agent left last, in seconds since 1970
 * @param isDismissed whether it takes nothing more
 */
record Standing(boolean isThere, String holder, boolean mayRun, long left, boolean isDismissed) {
  boolean isGivenUp() {
    return isDismissed && !mayRun;
  }
}
