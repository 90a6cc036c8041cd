package org.espalier.service.scheduling;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.LaunchListener;

/**
 * A back end whose commands only take their time: the first argument says how many milliseconds,
 * the second, if any, the exit status.
 */
final class TimedBackend implements Backend {
  private final LaunchListener listener;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final Map<LaunchId, ScheduledFuture<?>> running = new HashMap<>();
  private final Set<LaunchId> launched = new HashSet<>();

  TimedBackend(LaunchListener listener) {
    this.listener = listener;
  }

  @Override
  public synchronized void launch(Launch launch) {
    if (!launched.add(launch.id())) {
      throw new AssertionError(launch + " ran twice");
    }
    long millis = Long.parseLong(launch.command().getFirst());
    int exit = launch.command().size() > 1 ? Integer.parseInt(launch.command().get(1)) : 0;
    running.put(
        launch.id(),
        timer.schedule(() -> exit(launch.id(), exit, millis), millis, TimeUnit.MILLISECONDS));
  }

  private synchronized void exit(LaunchId id, int exitCode, long millis) {
    if (running.remove(id) != null) {
      listener.ended(new LaunchEnd(id, LaunchEnd.Kind.EXITED, exitCode, millis, ""));
    }
  }

  @Override
  public synchronized void stop(LaunchId launch) {
    ScheduledFuture<?> future = running.remove(launch);
    if (future != null) {
      future.cancel(false);
      listener.ended(new LaunchEnd(launch, LaunchEnd.Kind.STOPPED, -1, 0, ""));
    }
  }

  @Override
  public synchronized void adopt(List<Launch> launches) {
    for (Launch launch : launches) {
      listener.ended(new LaunchEnd(launch.id(), LaunchEnd.Kind.LOST, -1, 0, "the machine is new"));
    }
  }

  @Override
  public synchronized void close() {
    timer.shutdownNow();
  }
}
