package org.espalier.service.backend;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keeps what a back end tells. Safe for use by many threads. */
final class LaunchLog implements LaunchListener {
  private final List<LaunchId> begun = new ArrayList<>();
  private final List<LaunchEnd> ends = new ArrayList<>();

  @Override
  public void beganAtOnce(LaunchId launch) {
    began(launch, Duration.ZERO);
  }

  @Override
  public synchronized void began(LaunchId launch, Duration ago) {
    if (find(launch).isPresent()) {
      throw new AssertionError(launch + " began after its end");
    }
    begun.add(launch);
  }

  @Override
  public synchronized void ended(LaunchEnd end) {
    ends.add(end);
  }

  synchronized void forget(LaunchId launch) {
    ends.removeIf(end -> end.id().equals(launch));
  }

  synchronized boolean hasBegun(LaunchId launch) {
    return begun.contains(launch);
  }

  synchronized List<LaunchEnd> ends() {
    return List.copyOf(ends);
  }

  synchronized Optional<LaunchEnd> find(LaunchId launch) {
    return ends.stream().filter(end -> end.id().equals(launch)).findFirst();
  }
}
