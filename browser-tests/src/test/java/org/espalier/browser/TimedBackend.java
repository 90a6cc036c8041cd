package org.espalier.browser;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.LaunchListener;
import org.espalier.service.backend.OutputChannel;
import org.espalier.service.backend.OutputPart;

/**
 * A back end of any number of machines that starts no process: the last word of a command is how
 * many seconds it takes. Some machines begin nothing.
 */
final class TimedBackend implements Backend {
  private final LaunchListener listener;
  private final Set<String> broken;
  private final Set<LaunchId> running = new HashSet<>();

  TimedBackend(LaunchListener listener, Set<String> broken) {
    this.listener = listener;
    this.broken = Set.copyOf(broken);
  }

  @Override
  public void launch(Launch launch) {
    if (broken.contains(launch.machine())) {
      tell(new LaunchEnd(launch.id(), LaunchEnd.Kind.MACHINE_FAILED, -1, 0, "it is broken"));
      return;
    }
    synchronized (running) {
      running.add(launch.id());
    }
    listener.beganAtOnce(launch.id());
    Duration time =
        Duration.ofMillis(Math.round(1e3 * Double.parseDouble(launch.command().getLast())));
    CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS)
        .execute(() -> end(launch.id(), LaunchEnd.Kind.EXITED, 0, time));
  }

  private void end(LaunchId id, LaunchEnd.Kind kind, int exitCode, Duration time) {
    synchronized (running) {
      if (!running.remove(id)) {
        return;
      }
    }
    tell(new LaunchEnd(id, kind, exitCode, time.toMillis(), ""));
  }

  private void tell(LaunchEnd end) {
    CompletableFuture.runAsync(() -> listener.ended(end));
  }

  @Override
  public void stop(LaunchId launch) {
    end(launch, LaunchEnd.Kind.STOPPED, -1, Duration.ZERO);
  }

  @Override
  public void adopt(List<Launch> launches) {
    launches.forEach(launch -> tell(new LaunchEnd(launch.id(), LaunchEnd.Kind.LOST, -1, 0, "")));
  }

  @Override
  public Optional<OutputPart> output(LaunchId launch, OutputChannel channel, long from, int most) {
    return Optional.empty();
  }

  @Override
  public void close() {}
}
