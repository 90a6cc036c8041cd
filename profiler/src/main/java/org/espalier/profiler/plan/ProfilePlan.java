package org.espalier.profiler.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.espalier.profiler.statistics.StoppingRule;

/**
 * What to measure where; {@code docs/profile-reference.yaml} shows every option.
 *
 * @param applications one for each task type
 * @param colocations each measured application with what runs beside it, without those of the
 *     prediction
 * @param intensityCuts where the next class of memory intensity begins, misses per instruction,
 *     rising, at most two; found from what is measured if empty
 */
public record ProfilePlan(
    About about,
    long seed,
    Repeats repeats,
    Measures measures,
    List<Application> applications,
    List<PlannedMachine> machines,
    List<Colocation> colocations,
    Optional<PredictionPlan> prediction,
    Optional<List<Double>> intensityCuts) {

  /**
   * What a plan says of itself.
   *
   * @param text the whole file
   */
  public record About(Path file, String text, String name, String title, String description) {}

  /**
   * How often a command runs.
   *
   * @param warmUps runs of each task type before its first that counts
   * @param rule when it is enough; its time is that of one cell
   * @param settle time from the start of co-runners to that of the measured application
   */
  public record Repeats(int warmUps, StoppingRule rule, Duration settle) {}

  /**
   * What is measured.
   *
   * @param demanded what has to be
   * @param allowed what is measured where it can be; a simulated cache only in place of counters
   */
  public record Measures(Set<Measurement> demanded, Set<Measurement> allowed) {}

  /** Whether anything runs beside anything. */
  public boolean hasColocation() {
    return !colocations.isEmpty() || prediction.isPresent();
  }
}
