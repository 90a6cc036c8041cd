package org.espalier.profiler.host;

import java.util.List;
import java.util.Optional;
import org.espalier.workload.cpufreq.KernelFiles;

/**
 * A machine on which commands run and whose files can be read: this one, or another over ssh. All
 * that is known of a machine comes through here, so that probes need not know where it is.
 *
 * <p>Whatever was started ends, and whatever is to be put back is put back, when the host is closed
 * or this process ends, however it ends.
 *
 * <p>Safe for use by several threads.
 */
public interface Host extends KernelFiles, AutoCloseable {
  /** Returns the name of the machine in messages. */
  String name();

  /**
   * Returns the texts of several files as {@link #read} does; on a machine that is far away this
   * takes as long as one.
   */
  default List<Optional<String>> readAll(List<String> files) {
    return files.stream().map(this::read).toList();
  }

  /** Returns the names in a directory in their order; empty if it cannot be listed. */
  List<String> list(String directory);

  /** Returns where a program is, sought as a shell does; empty if there is none to execute. */
  Optional<String> find(String program);

  /**
   * Returns a directory on the machine for files of measurements; it is gone when the host is
   * closed.
   */
  String scratch();

  /** Returns which processes of a run its processor time, memory and switches are of. */
  default String counted() {
    return "of the processes of a run that are waited for";
  }

  /** Returns what may disturb measurements on it, one sentence each. */
  default List<String> notes() {
    return List.of();
  }

  /**
   * Starts a command.
   *
   * @throws MeasuringFailedException if it cannot be started, with the reason
   */
  Running start(RunRequest request) throws MeasuringFailedException;

  /** Runs a command to its end. */
  default RunOutcome run(RunRequest request) throws MeasuringFailedException, InterruptedException {
    try (Running running = start(request)) {
      return running.await();
    }
  }

  /** Ends what still runs, puts back what is to be put back. */
  @Override
  void close();
}
