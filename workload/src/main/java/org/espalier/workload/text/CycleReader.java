package org.espalier.workload.text;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.espalier.core.model.Cycle;
import org.espalier.core.model.DailyOff;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Problems;
import org.jspecify.annotations.Nullable;

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
  private static final String HOUR = "hour";

  private static final Pattern SPAN =
      Pattern.compile("([0-9]{1,2}):([0-5][0-9])-([0-9]{1,2}):([0-5][0-9])");

  private static final Map<String, Duration> STEPS =
      Map.of("minute", Duration.ofMinutes(1), "second", Duration.ofSeconds(1));

  /** Two times of a day, as {@code 22:00-06:00}; empty if the text is none. */
  public static Optional<DailyOff> span(String text) {
    Matcher times = SPAN.matcher(text);
    if (times.matches()) {
      try {
        return Optional.of(new DailyOff(ofDay(times, 1), ofDay(times, 3)));
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }
    return Optional.empty();
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
    Duration minute = Duration.ofMinutes(1);
    @Nullable Double[] ofMinutes = new Double[DAY];
    int step = DAY;
    boolean isWhole = true;
    for (String key : node.keys()) {
      Optional<Double> value = node.number(key, 0, most).find();
      Optional<DailyOff> span = span(key);
      for (int m = 0; m < DAY && span.isPresent(); m++) {
        boolean begins = m == span.get().from().toMinutes();
        if (span.get().isAt("", m, minute)) {
          isWhole &= ofMinutes[m] == null;
          ofMinutes[m] = value.orElse(0.0);
          step = begins ? gcd(step, m) : step;
        }
      }
      isWhole &= span.isPresent();
    }
    int each = step;
    if (!isWhole || Arrays.asList(ofMinutes).contains(null)) {
      node.report(
          "does not fit", "give each time of the day one %s: %s".formatted(name, example()));
      return Optional.empty();
    }
    return Optional.of(
        new Cycle(
            Duration.ofMinutes(each),
            IntStream.range(0, DAY / each).mapToObj(i -> ofMinutes[i * each]).toList()));
  }

  private static int gcd(int one, int other) {
    return other == 0 ? one : gcd(other, one % other);
  }

  private String example() {
    return "as {\"00:00-06:00\": 0.05, \"06:00-24:00\": 0.12}";
  }

  private Optional<Cycle> list(DocumentNode node) {
    List<Double> values =
        node.asList().orElse(List.of()).stream()
            .flatMap(item -> item.asNumber(0, most).find().stream())
            .toList();
    int count = values.size();
    if (count > 1 && DAY % count == 0) {
      return Optional.of(new Cycle(Duration.ofMinutes(DAY / count), values));
    }
    return hourly(
        values, message -> node.report(message, "give one %s for each hour".formatted(name)));
  }

  private static Optional<Cycle> hourly(List<Double> values, Consumer<String> problem) {
    try {
      return Optional.of(Cycle.hourly(values));
    } catch (IllegalArgumentException e) {
      problem.accept(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private Optional<Cycle> read(Path file, Problems problems) {
    FileProblems own = problems.in(file);
    List<Double> values = new ArrayList<>();
    AtomicReference<String> unit = new AtomicReference<>(HOUR);
    Function<List<String>, List<String>> needed =
        header -> {
          unit.set(
              STEPS.keySet().stream()
                  .filter(u -> mayBeShort && header.contains(u))
                  .findFirst()
                  .orElse(HOUR));
          return List.of(unit.get(), name);
        };
    new CsvTable(own, needed).read(row -> values.add(value(row, unit.get(), values.size())));
    if (!own.isEmpty()) {
      return Optional.empty();
    }
    return values.isEmpty() || unit.get().equals(HOUR)
        ? hourly(values, message -> own.report(message, "give a row for each"))
        : Optional.of(new Cycle(STEPS.getOrDefault(unit.get(), Duration.ZERO), values));
  }

  private double value(CsvRow row, String unit, int next) {
    row.number(unit, n -> n == next, "is not the next " + unit, "expected %s".formatted(next));
    return row.number(
            name,
            value -> value >= 0 && value <= most,
            "is no " + name,
            "expected a number of 0 or more")
        .orElse(0);
  }
}
