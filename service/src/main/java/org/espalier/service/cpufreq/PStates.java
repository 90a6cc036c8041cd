package org.espalier.service.cpufreq;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.espalier.workload.cpufreq.Frequencies;
import org.espalier.workload.process.ProcessStat;

/**
 * Has machines run in the P-state that was decided, by cpufreq, as long as a task runs. What was
 * set before is noted first. It is put back when no task follows; if this service dies, by the
 * launcher of the machine when the task ends; and if both die, by the service that comes next. Safe
 * for use by several threads.
 */
public final class PStates {
  private static final String NOTE = "cpufreq-";

  private final CpufreqSettings settings;
  private final String own =
      NOTE
          + ProcessStat.boot().strip()
          + "-"
          + ProcessHandle.current().pid()
          + "-"
          + System.nanoTime();
  private final Map<String, Frequencies> known = new ConcurrentHashMap<>();

  private PStates(CpufreqSettings settings) {
    this.settings = settings;
  }

  /**
   * Puts back what services before have left.
   *
   * @param runs has a directory for each machine
   */
  public static PStates open(CpufreqSettings settings, Path runs) throws IOException {
    try (Stream<Path> files = Files.walk(runs, 2)) {
      for (Path left : files.filter(PStates::isNote).toList()) {
        if (left.getFileName().toString().startsWith(NOTE + ProcessStat.boot().strip())) {
          new NotedFiles(Path.of("/"), left).restore();
        } else {
          Files.delete(left); // the computer has started since, and set what it does then
        }
      }
    }
    return new PStates(settings);
  }

  private static boolean isNote(Path file) {
    return file.getFileName().toString().startsWith(NOTE);
  }

  /** Where the launcher of a machine finds what it is to put back in the end. */
  public Path note(Path ofMachine) {
    return ofMachine.resolve(own);
  }

  /**
   * Sets the frequency of a P-state.
   *
   * @param ofMachine the directory of the machine
   * @return why that is not possible, or empty; also where cpufreq does not carry P-states out
   */
  public Optional<String> set(String machine, Path ofMachine, int pState) {
    CpufreqSettings.Cores cores = settings.machines().get(machine);
    if (cores == null) {
      return Optional.empty();
    }
    try {
      return frequencies(machine, ofMachine, cores.numbers())
          .map(found -> found.set(cores.numbers(), cores.hertz().get(pState)))
          .orElse(Optional.of("cpufreq is gone"))
          .map(why -> "its P-state cannot be set (%s); start the service again".formatted(why));
    } catch (IllegalStateException e) {
      return Optional.of("its P-state cannot be set (%s); make room".formatted(e.getMessage()));
    }
  }

  private Optional<Frequencies> frequencies(String machine, Path ofMachine, List<Integer> cores) {
    if (!known.containsKey(machine)) {
      NotedFiles files = new NotedFiles(settings.root(), note(ofMachine));
      Frequencies.of(files, cores).ifPresent(found -> known.put(machine, found));
    }
    return Optional.ofNullable(known.get(machine));
  }

  /** Puts back what was set before, if anything was set. */
  public void restore(String machine) {
    Optional.ofNullable(known.get(machine)).ifPresent(Frequencies::restore);
  }
}
