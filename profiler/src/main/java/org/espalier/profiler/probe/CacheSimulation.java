package org.espalier.profiler.probe;

import java.util.List;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.host.RunRequest;
import org.espalier.profiler.sample.Counts;

/**
 * Memory intensity without hardware counters: a run under {@code valgrind --tool=cachegrind} with
 * the cache sizes of the machine. Its numbers are marked as simulated wherever they go.
 */
public interface CacheSimulation {
  /** How many times as long as alone a run may take. */
  int SLOWER = 200;

  /** Returns the command to run in place of another, which takes some fifty times as long. */
  List<String> around(List<String> command, String file);

  /**
   * Returns what was counted, from the text of the file; reads and writes, of data and
   * instructions, are misses alike.
   */
  Counts read(String text);

  /**
   * Runs a command once in it; its time limit is made {@value #SLOWER} times as long.
   *
   * @throws MeasuringFailedException if it fails
   */
  default Counts run(Host host, RunRequest request)
      throws MeasuringFailedException, InterruptedException {
    String file = "%s/simulated-%s".formatted(host.scratch(), System.nanoTime());
    RunRequest simulated = request.withCommand(around(request.command(), file));
    RunOutcome outcome =
        host.run(
            request
                .limit()
                .map(most -> simulated.within(most.multipliedBy(SLOWER)))
                .orElse(simulated));
    if (outcome.end() != RunOutcome.End.EXITED) {
      throw new MeasuringFailedException("the run in a simulated cache", outcome);
    }
    return read(host.read(file).orElse(""));
  }
}
