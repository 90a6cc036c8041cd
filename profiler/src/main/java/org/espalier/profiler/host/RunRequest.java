package org.espalier.profiler.host;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command to run.
 *
 * @param command the program and its arguments; no shell splits or expands them
 * @param environment variables set in addition to those of this process
 * @param directory where it runs; where this process runs (over ssh: the home directory) if empty
 * @param cores the cores it is pinned to; all if empty
 * @param niceness added to the niceness of this process, 0 to 19
 * @param limit after which it is killed; none if empty
 * @param outputBytes how much of the end of its output is kept; the rest is thrown away
 * @param isLeaving whether what it leaves running in its group lives until the run is closed, and
 *     not only until its own end; then nothing is told of what it took
 */
public record RunRequest(
    List<String> command,
    Map<String, String> environment,
    Optional<String> directory,
    List<Integer> cores,
    int niceness,
    Optional<Duration> limit,
    int outputBytes,
    boolean isLeaving) {

  /** The same, and what it leaves running lives until the run is closed. */
  public RunRequest leaving() {
    return new RunRequest(
        command, environment, directory, cores, niceness, limit, outputBytes, true);
  }

  /** A command on any core, without limit, whose output is thrown away. */
  public static RunRequest of(List<String> command) {
    return new RunRequest(
        command, Map.of(), Optional.empty(), List.of(), 0, Optional.empty(), 0, false);
  }

  /** The same with another command. */
  public RunRequest withCommand(List<String> other) {
    return new RunRequest(
        other, environment, directory, cores, niceness, limit, outputBytes, isLeaving);
  }

  /** The same, pinned to cores. */
  public RunRequest on(List<Integer> others) {
    return new RunRequest(
        command, environment, directory, others, niceness, limit, outputBytes, isLeaving);
  }

  /** The same with a time limit. */
  public RunRequest within(Duration most) {
    return new RunRequest(
        command,
        environment,
        directory,
        cores,
        niceness,
        Optional.of(most),
        outputBytes,
        isLeaving);
  }

  /** The same, keeping the end of its output. */
  public RunRequest keeping(int bytes) {
    return new RunRequest(
        command, environment, directory, cores, niceness, limit, bytes, isLeaving);
  }
}
