package org.espalier.profiler.probe;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.profiler.host.Host;

/**
 * A cache of a core as sysfs describes it.
 *
 * @param index the name of its directory
 * @param type Data, Instruction or Unified
 */
record CpuCache(String index, String type, Topology.Cache cache) {
  private static final Pattern SIZE = Pattern.compile("(\\d+)([KMG]?)");
  private static final int USUAL_LINE_BYTES = 64;

  /** Reads the caches of a core, in order of level. */
  static List<CpuCache> read(Host host, int core) {
    String directory = directory(core);
    return host.list(directory).stream()
        .filter(name -> name.startsWith("index"))
        .flatMap(index -> readOne(host, directory, index).stream())
        .sorted((a, b) -> Integer.compare(a.cache.level(), b.cache.level()))
        .toList();
  }

  static String directory(int core) {
    return "%s/cpu%s/cache".formatted(TopologyReader.CPUS, core);
  }

  boolean holdsData() {
    return !type.equals("Instruction");
  }

  private static Optional<CpuCache> readOne(Host host, String directory, String index) {
    List<Optional<String>> texts =
        host.readAll(
            List.of("level", "type", "size", "coherency_line_size", "ways_of_associativity")
                .stream()
                .map(name -> "%s/%s/%s".formatted(directory, index, name))
                .toList());
    int level = number(texts.get(0), 0);
    long bytes = texts.get(2).map(CpuCache::bytes).orElse(0L);
    if (level < 1 || bytes < 1) {
      return Optional.empty();
    }
    return Optional.of(
        new CpuCache(
            index,
            texts.get(1).orElse("Unified"),
            new Topology.Cache(
                level, bytes, number(texts.get(3), USUAL_LINE_BYTES), number(texts.get(4), 0))));
  }

  private static int number(Optional<String> text, int otherwise) {
    return text.filter(digits -> digits.matches("\\d{1,9}"))
        .map(Integer::parseInt)
        .orElse(otherwise);
  }

  /** Returns a size in bytes, of which 1K is 1024; 0 if it is no size. */
  private static long bytes(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      return 0;
    }
    long unit =
        switch (size.group(2)) {
          case "K" -> 1L << 10;
          case "M" -> 1L << 20;
          case "G" -> 1L << 30;
          default -> 1;
        };
    return Long.parseLong(size.group(1)) * unit;
  }
}
