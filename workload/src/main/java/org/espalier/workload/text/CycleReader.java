package org.espalier.workload.text;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.model.Cycle;
import org.espalier.core.model.DailyOff;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Problems;

/**
 * Reads what changes by the time of the day. It may be spans, {@code {"00:00-06:00": 0.05,
 * "06:00-24:00": 0.12}}, a list of values for equal parts of a day or for the hours of a week, or a
 * CSV file. Its header is {@code hour,NAME}, and it has a row for each of the 24 hours of a day or
 * the 168 of a week, from hour 0 on.
 *
 * @param name what the values are, and their column
 * @param most no value is greater
 * @param mayBeShort whether a file may have rows for {@code minute} or {@code second} in place of
 *     {@code hour}, of any number, after which it begins again
 */
public record CycleReader(String name, double most, boolean mayBeShort) {
  private static final int DAY = 24 * 60;
  private static final int WEEK = 7 * 24;
  private static final String HOUR = "hour";
  private static final String ALL_DAY = "00:00-24:00";

  private static final Pattern SPAN =
      Pattern.compile("([0-9]{1,2}):([0-5][0-9])-([0-9]{1,2}):([0-5][0-9])");

  private static final Map<String, Duration> SHORT =
      Map.of("minute", Duration.ofMinutes(1), "second", Duration.ofSeconds(1));

  /** Two times of a day, as {@code 22:00-06:00}; empty if the text is none. */
  public static Optional<DailyOff> span(String text) {
    Matcher times = SPAN.matcher(text);
    try {
      return times.matches()
          ? Optional.of(new DailyOff(ofDay(times, 1), ofDay(times, 3)))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Duration ofDay(Matcher times, int group) {
    return Duration.ofHours(Integer.parseInt(times.group(group)))
        .plusMinutes(Integer.parseInt(times.group(group + 1)));
  }

  /** Whether a node is a mapping, or names a CSV file. */
  public static boolean isMappingOrFile(DocumentNode node) {
    return node.isMapping() || (node.isScalar() && node.asString().orElse("").endsWith(".csv"));
  }

  /**
   * What a node says; empty if it is wrong, which is reported.
   *
   * @param file where the file is that it names, if it names one
   */
  public Optional<Cycle> read(DocumentNode node, Function<DocumentNode, Optional<Path>> file) {
    if (node.isMapping()) {
      return spans(node);
    }
    return node.isList() ? list(node) : file.apply(node).flatMap(f -> read(f, node.problems()));
  }

  private Optional<Cycle> spans(DocumentNode node) {
    if (node.keys().equals(List.of(ALL_DAY))) {
      return node.number(ALL_DAY, 0, most).find().map(Cycle::constant);
    }
    Map<DailyOff, Double> spans = new LinkedHashMap<>();
    for (String key : node.keys()) {
      double value = node.number(key, 0, most).orElse(0.0);
      span(key).ifPresent(span -> spans.put(span, value));
    }
    int step =
        spans.keySet().stream()
            .flatMap(span -> Stream.of(span.from(), span.until()))
            .mapToInt(time -> (int) time.toMinutes())
            .reduce(DAY, CycleReader::gcd);
    List<List<Double>> values =
        IntStream.range(0, DAY / step)
            .mapToObj(i ->
                spans.entrySet().stream()
                    .filter(span -> span.getKey().isAt("", i, Duration.ofMinutes(step)))
                    .map(Map.Entry::getValue)
                    .toList())
            .toList();
    if (spans.size() == node.keys().size() && values.stream().allMatch(its -> its.size() == 1)) {
      return Optional.of(
          new Cycle(Duration.ofMinutes(step), values.stream().map(List::getFirst).toList()));
    }
    return node.report(
        "does not fit",
        "give each time of the day one %s, as {\"00:00-06:00\": 0.05, \"06:00-24:00\": 0.12}"
            .formatted(name));
  }

  private static int gcd(int one, int other) {
    return other == 0 ? one : gcd(other, one % other);
  }

  private Optional<Cycle> list(DocumentNode node) {
    List<Double> values =
        node.asList().orElse(List.of()).stream()
            .flatMap(item -> item.asNumber(0, most).find().stream())
            .toList();
    return Optional.of(values)
        .filter(found -> found.size() > 1)
        .flatMap(Cycle::ofDayOrWeek)
        .or(() -> node.report(values.size() + " values", remedy()));
  }

  private String remedy() {
    return "give one %s for each hour of a day or a week".formatted(name);
  }

  private Optional<Cycle> read(Path file, Problems problems) {
    FileProblems own = problems.in(file);
    List<Double> values = new ArrayList<>();
    AtomicReference<String> unit = new AtomicReference<>(HOUR);
    Function<List<String>, List<String>> needed =
        header -> {
          SHORT.keySet().stream().filter(u -> mayBeShort && header.contains(u)).forEach(unit::set);
          return List.of(unit.get(), name);
        };
    CsvTable table = new CsvTable(own, needed);
    table.read(row -> values.add(value(row, unit.get(), values.size())));
    table.refuseUnread();
    if (!own.isEmpty()) {
      return Optional.empty();
    }
    int count = values.size();
    return count > 0 && (count == 24 || count == WEEK || !unit.get().equals(HOUR))
        ? Optional.of(new Cycle(SHORT.getOrDefault(unit.get(), Duration.ofHours(1)), values))
        : own.report(count + " rows", remedy());
  }

  private double value(CsvRow row, String unit, int next) {
    row.number(unit, n -> n == next, "is not the next " + unit, "expected %s".formatted(next));
    return row.number(
            name, v -> v >= 0 && v <= most, "is no " + name, "expected a number of 0 or more")
        .orElse(0);
  }
}
