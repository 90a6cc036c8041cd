package org.espalier.service.cpufreq;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.espalier.service.files.PrivateFiles;
import org.espalier.workload.cpufreq.Frequencies;
import org.espalier.workload.process.MachineFiles;
import org.espalier.workload.process.ProcessStat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has machines run in the P-state that was decided, by cpufreq, as long as a task runs. What was
 * set before is noted first: for each file a line with the file and one with its text. It is put
 * back when no task follows; if this service dies, by the launcher that runs the task; and if both
 * die, by a later service that finds the machine idle. Safe for use by several threads.
 */
public final class PStates {
  private static final Logger LOG = LoggerFactory.getLogger(PStates.class);
  private static final String NOTE = "cpufreq-";

  private final CpufreqSettings settings;
  private final MachineFiles files;
  private final String ofThisBoot = NOTE + ProcessStat.boot().strip();
  private final String own = "%s-%s".formatted(ofThisBoot, UUID.randomUUID());
  private final Map<Path, Frequencies> set = new ConcurrentHashMap<>();

  public PStates(CpufreqSettings settings) {
    this.settings = settings;
    this.files = new MachineFiles(settings.root());
  }

  /**
   * Where the launcher of a machine finds what it is to put back in the end.
   *
   * @param machine its directory
   */
  public Path note(Path machine) {
    return machine.resolve(own);
  }

  /**
   * Sets the frequency of a P-state.
   *
   * @param machine the directory of the machine
   * @return why that is not possible, or empty; also where cpufreq does not carry P-states out
   */
  public Optional<String> set(String name, Path machine, int pState) {
    CpufreqSettings.Cores cores = settings.machines().get(name);
    if (cores == null) {
      return Optional.empty();
    }
    try {
      return frequencies(machine, cores.numbers())
          .map(found -> found.set(cores.numbers(), cores.hertz().get(pState)))
          .orElse(Optional.of("cpufreq is gone"))
          .map(why -> "its P-state cannot be set (%s); start the service again".formatted(why));
    } catch (IOException e) {
      return Optional.of("its P-state cannot be set (%s); make room".formatted(e.getMessage()));
    }
  }

  private Optional<Frequencies> frequencies(Path machine, List<Integer> cores) throws IOException {
    Frequencies present = set.get(machine);
    if (present != null) {
      return Optional.of(present);
    }
    Optional<Frequencies> found = Frequencies.of(files, cores);
    if (found.isPresent()) {
      PrivateFiles.replace(note(machine), before(found.get()));
      set.put(machine, found.get());
    }
    return found;
  }

  private String before(Frequencies found) {
    return found.policies().stream()
        .flatMap(policy -> policy.before().stream())
        .map(entry -> "%s\n%s\n".formatted(files.resolve(entry.file()), entry.text()))
        .collect(Collectors.joining());
  }

  /** Puts back what was set before on a machine on which nothing runs, if anything was set. */
  public void restore(Path machine) {
    if (set.remove(machine) != null) {
      restoreNoted(machine);
    }
  }

  /** Whether something is noted to be put back. */
  public boolean isNoted(Path machine) {
    return !notes(machine).isEmpty();
  }

  private List<String> notes(Path machine) {
    return files.list(machine.toString()).stream().filter(name -> name.startsWith(NOTE)).toList();
  }

  /** Puts back what any service has set on a machine on which nothing runs. */
  public void restoreNoted(Path machine) {
    for (String name : notes(machine)) {
      Path note = machine.resolve(name);
      try {
        if (name.startsWith(ofThisBoot) && !name.endsWith(PrivateFiles.NEXT)) {
          write(Files.readAllLines(note));
        } // else the computer has started since and set what it does then, or nothing was set yet
        Files.delete(note);
      } catch (IOException e) {
        LOG.warn("{} cannot be put back; start the service again", note, e);
      }
    }
  }

  /** Twice: a limit may be refused while the other is in its way. */
  private void write(List<String> lines) {
    for (int time = 0; time < 2; time++) {
      for (int i = 0; i + 1 < lines.size(); i += 2) {
        Optional<String> why = files.write(lines.get(i), lines.get(i + 1));
        if (time == 1 && why.isPresent()) {
          LOG.warn("a frequency is not put back: {}", why.get());
        }
      }
    }
  }
}
