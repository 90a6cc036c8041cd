package org.espalier.profiler.probe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.profiler.sample.Counts;
import org.espalier.workload.process.ShellWord;

/**
 * Cache misses as cachegrind simulates them, of a command with all processes it starts.
 *
 * <p>Each process leaves a file of its own; a shell around them puts the lines that count into one
 * file, and exits as the command did. A child that only forked, and executed no other program,
 * counts once more what its parent had counted before: valgrind copies the counters too.
 */
final class Cachegrind implements CacheSimulation {
  private static final Set<String> LAST_LEVEL_MISSES = Set.of("ILmr", "DLmr", "DLmw");
  private static final String INSTRUCTIONS = "Ir";

  /** Its arguments: the file, the file with each percent sign twice, the command. */
  private static final String SCRIPT =
      """
      file=$1; pattern=$2; shift 2
      %s "--cachegrind-out-file=$pattern.%%p" "$@"
      code=$?
      for part in "$file".*; do
        [ -f "$part" ] && grep -E '^(events|summary):' "$part"
      done > "$file"
      rm -f "$file".*
      exit $code
      """;

  private final String script;

  /**
   * @param valgrind where it is
   * @param options the caches to simulate, as cachegrind wants them
   */
  Cachegrind(String valgrind, List<String> options) {
    List<String> words = new ArrayList<>(List.of(ShellWord.quoted(valgrind)));
    words.addAll(
        List.of(
            "--tool=cachegrind",
            "--cache-sim=yes",
            "--trace-children=yes",
            "--log-file=/dev/null"));
    words.addAll(options);
    this.script = SCRIPT.formatted(String.join(" ", words));
  }

  @Override
  public List<String> around(List<String> command, String file) {
    List<String> words =
        new ArrayList<>(List.of("sh", "-c", script, "sh", file, file.replace("%", "%%")));
    words.addAll(command);
    return List.copyOf(words);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the text holds no counts, since the command could not be
   *     simulated
   */
  @Override
  public Counts read(String text) {
    List<String> events = List.of();
    double instructions = 0;
    double misses = 0;
    for (String line : text.lines().toList()) {
      if (line.startsWith("events:")) {
        events = words(line);
      } else if (line.startsWith("summary:")) {
        List<String> counts = words(line);
        instructions += sum(events, counts, Set.of(INSTRUCTIONS));
        misses += sum(events, counts, LAST_LEVEL_MISSES);
      }
    }
    if (instructions == 0) {
      throw new IllegalArgumentException(
          "valgrind counted no instructions: the command ended before it ran under valgrind");
    }
    return Counts.simulated(instructions, misses);
  }

  private static List<String> words(String line) {
    return Arrays.asList(line.substring(line.indexOf(':') + 1).strip().split("\\s+"));
  }

  private static double sum(List<String> events, List<String> counts, Set<String> wanted) {
    return IntStream.range(0, Math.min(events.size(), counts.size()))
        .filter(i -> wanted.contains(events.get(i)))
        .mapToDouble(i -> Double.parseDouble(counts.get(i)))
        .sum();
  }
}
