package org.espalier.profiler.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.host.RunRequest;
import org.espalier.profiler.host.Running;

/** Commands that go before a run. What they leave running lives until this is closed. */
final class Before implements AutoCloseable {
  private final Host host;
  private final List<Running> all = new ArrayList<>();

  Before(Host host) {
    this.host = host;
  }

  /** Runs one to its own end. To be ended by the machine's closing is no failure of its own. */
  void run(Optional<RunRequest> request, String which)
      throws MeasuringFailedException, InterruptedException {
    if (request.isEmpty()) {
      return;
    }
    Running running = host.start(request.get().leaving());
    all.add(running);
    RunOutcome outcome = running.await();
    if (!outcome.succeeded() && outcome.end() != RunOutcome.End.CLOSED) {
      throw new MeasuringFailedException(which, outcome);
    }
  }

  @Override
  public void close() {
    all.forEach(Running::close);
  }
}
