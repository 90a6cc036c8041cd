package org.espalier.profiler.measure;

import java.util.concurrent.atomic.AtomicLong;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.host.RunRequest;
import org.espalier.profiler.probe.CacheSimulation;
import org.espalier.profiler.sample.Counts;

/** One run of a command in a simulated cache, in place of hardware counters. */
public final class SimulatedCacheRun {
  /** How many times as long as alone it may take. */
  private static final int SLOWER = 200;

  private static final AtomicLong FILES = new AtomicLong();

  private final Host host;
  private final CacheSimulation simulation;
  private final String countsFile;

  /** On a host. */
  public SimulatedCacheRun(Host host, CacheSimulation simulation) {
    this.host = host;
    this.simulation = simulation;
    this.countsFile = "%s/simulated-%s".formatted(host.scratch(), FILES.incrementAndGet());
  }

  /**
   * Runs a command once; its time limit is made two hundred times as long.
   *
   * @throws MeasuringFailedException if it fails
   */
  public Counts run(RunRequest request) throws MeasuringFailedException, InterruptedException {
    RunRequest simulated = request.withCommand(simulation.around(request.command(), countsFile));
    RunOutcome outcome =
        host.run(
            request
                .limit()
                .map(most -> simulated.within(most.multipliedBy(SLOWER)))
                .orElse(simulated));
    if (outcome.end() != RunOutcome.End.EXITED) {
      throw new MeasuringFailedException("the run in a simulated cache", outcome);
    }
    return simulation.read(host.read(countsFile).orElse(""));
  }
}
