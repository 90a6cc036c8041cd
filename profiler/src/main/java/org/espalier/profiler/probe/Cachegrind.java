package org.espalier.profiler.probe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.profiler.host.Host;
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
  private static final String MEASURES = "memory intensity by cache simulation";
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
    String words = "--tool=cachegrind --cache-sim=yes --trace-children=yes --log-file=/dev/null";
    this.script =
        SCRIPT.formatted(
            String.join(" ", ShellWord.quoted(valgrind), words, String.join(" ", options)).strip());
  }

  /** Finds valgrind, tries it on a program that does nothing, and tells it the machine's caches. */
  static Probed<CacheSimulation> find(Host host, Topology topology) throws InterruptedException {
    Optional<String> valgrind = host.find("valgrind");
    if (valgrind.isEmpty()) {
      return Probed.missing(MEASURES, "no valgrind", "apt install valgrind");
    }
    Map<String, Topology.Cache> caches = caches(host, topology);
    List<String> options = new ArrayList<>();
    caches.forEach((name, cache) ->
        options.add("--%s=%s".formatted(name, CacheGeometry.nearest(cache).option())));
    List<String> command = new ArrayList<>(List.of(valgrind.get(), "--tool=cachegrind"));
    command.addAll(List.of("--cache-sim=yes", "--cachegrind-out-file=/dev/null"));
    command.addAll(options);
    command.add("true");
    ProgramTrial trial = ProgramTrial.of(host, command);
    return trial.succeeded()
        ? Probed.of(new Cachegrind(valgrind.get(), options), capability(caches))
        : Probed.missing(
            MEASURES,
            "valgrind fails: " + trial.lastLine(),
            "a valgrind that fits the processor: apt install valgrind, or build a newer one");
  }

  private static Map<String, Topology.Cache> caches(Host host, Topology topology) {
    Map<String, Topology.Cache> caches = new LinkedHashMap<>();
    CpuCache.read(host, topology.cores().getFirst()).stream()
        .filter(cache -> cache.cache().level() == 1)
        .forEach(cache -> caches.put(cache.holdsData() ? "D1" : "I1", cache.cache()));
    if (!topology.caches().isEmpty()) {
      caches.put("LL", topology.caches().getLast());
    }
    return caches;
  }

  private static Capability capability(Map<String, Topology.Cache> caches) {
    if (caches.isEmpty()) {
      return Capability.replaced(
          MEASURES,
          "valgrind, which chooses the sizes of the caches itself",
          "a kernel that tells the caches");
    }
    List<String> inexact = new ArrayList<>();
    caches.forEach((name, cache) -> {
      CacheGeometry nearest = CacheGeometry.nearest(cache);
      if (!nearest.isExactly(cache)) {
        inexact.add(
            "%s simulated as %s of %s ways, where the machine has %s of %s ways"
                .formatted(
                    name,
                    CacheText.bytes(nearest.bytes()),
                    nearest.ways(),
                    CacheText.bytes(cache.bytes()),
                    cache.ways() == 0 ? "unknown" : cache.ways()));
      }
    });
    return inexact.isEmpty()
        ? Capability.available(MEASURES, "valgrind, with the caches of the machine")
        : Capability.replaced(
            MEASURES,
            "valgrind; " + String.join("; ", inexact),
            "nothing: valgrind simulates only numbers of sets that are powers of two");
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
