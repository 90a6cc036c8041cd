package org.espalier.profiler.plan;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command to measure: an application of a plan with one value for each of its parameters. Words
 * may hold {@link #SCRATCH}.
 *
 * @param place where the application stands
 * @param name of the application
 * @param taskType of the application with these parameters
 * @param command the program and its arguments
 */
public record Application(
    Place place, String name, String taskType, List<String> command, Around around) {

  /** Stands for a directory on the machine that is kept until the measurements end. */
  public static final String SCRATCH = "{scratch}";

  /**
   * Stands for a number that no other command has that runs at the same time. It is 0 for the
   * measured one, 1 and so on for those beside it.
   */
  public static final String COPY = "{copy}";

  /**
   * What goes around a run.
   *
   * @param directory where it runs; where this process runs (over ssh: the home directory) if empty
   * @param prepare a command before its first run on a machine
   * @param beforeEach a command before each of its runs
   * @param check a command after each of its runs, which has to exit with 0
   * @param outputContains a text that the end of its output has to hold
   * @param limit after which a run is killed and counts as failed; none if empty
   * @param anyExit whether runs with an exit code other than 0 count
   */
  public record Around(
      Map<String, String> environment,
      Optional<String> directory,
      Optional<List<String>> prepare,
      Optional<List<String>> beforeEach,
      Optional<List<String>> check,
      Optional<String> outputContains,
      Optional<Duration> limit,
      boolean anyExit) {}
}
