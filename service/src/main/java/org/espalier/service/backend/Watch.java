package org.espalier.service.backend;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Follows a run that no answer of a launcher will come for, by its files and {@code /proc}. The
 * service that asked for it is dead, or its launcher is, or the keeper of its exit status.
 */
record Watch(LocalRun run, BooleanSupplier cancelled) {
  private static final long SHORT_MILLIS = 2;
  private static final long LONG_MILLIS = 20;
  private static final int CLAIM_PATIENCE = 500;
  private static final long OUTPUT_PATIENCE_MILLIS = 1000;

  /** Waits until the run is over and its processes are gone; empty if that was cancelled. */
  Optional<LaunchEnd> await() throws InterruptedException {
    Optional<Claim> claim = awaitClaim();
    return claim.isPresent() ? await(claim.get()) : Optional.of(unclaimed());
  }

  private Optional<LaunchEnd> await(Claim claim) throws InterruptedException {
    if (!pollUntil(() -> !claim.isRunning())
        || !pollUntil(() -> run.directory().exit().isPresent() || !claim.isKept())
        || !pollUntil(() -> claim.clear() && run.clear())) {
      return Optional.empty();
    }
    if (run.launch().keepsOutput()) {
      awaitOutput(claim);
    }
    return Optional.of(
        run.directory()
            .exit()
            .map(run::exited)
            .orElseGet(() ->
                run.lost("it is gone, and so was the process that was to note its exit status")));
  }

  /** A claim that is just being written is complete in no time. */
  private Optional<Claim> awaitClaim() throws InterruptedException {
    for (int i = 0; i < CLAIM_PATIENCE; i++) {
      Optional<Claim> claim = run.claim();
      if (claim.isPresent() || isRefused()) {
        return claim;
      }
      Thread.sleep(SHORT_MILLIS);
    }
    return Optional.empty();
  }

  private boolean isRefused() {
    String text = run.directory().claim();
    return text.equals(Claim.REVOKED) || text.equals(Claim.UNKNOWN);
  }

  private LaunchEnd unclaimed() {
    return switch (run.directory().claim()) {
      case Claim.REVOKED ->
          run.neverBegan(LaunchEnd.Kind.NEVER_BEGAN, "the service ended before it began");
      case Claim.UNKNOWN ->
          run.lost("the computer was started anew, or files of the service were removed");
      default -> run.lost("its claim was not written in full");
    };
  }

  /** The launcher of a dead service ends when all output is written. */
  private void awaitOutput(Claim claim) throws InterruptedException {
    long end = System.nanoTime() + OUTPUT_PATIENCE_MILLIS * 1_000_000;
    while (claim.isLaunched() && System.nanoTime() < end) {
      Thread.sleep(SHORT_MILLIS);
    }
  }

  private boolean pollUntil(BooleanSupplier condition) throws InterruptedException {
    for (long pause = SHORT_MILLIS; !condition.getAsBoolean(); pause = LONG_MILLIS) {
      if (cancelled.getAsBoolean()) {
        return false;
      }
      Thread.sleep(pause);
    }
    return !cancelled.getAsBoolean();
  }
}
