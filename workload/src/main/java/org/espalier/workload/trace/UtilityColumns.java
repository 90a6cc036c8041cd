package org.espalier.workload.trace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityClass;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.environment.Environment;
import org.espalier.workload.environment.Environment.Urgency;
import org.espalier.workload.environment.EnvironmentReader;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.Ticks;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a workload file that say what tasks are worth. They are {@code
 * priority,urgency,utility_class} and, where wanted, {@code first_interval_min} (DISSERTATION
 * equation 1), or {@code utility}: what it is worth until its deadline, as {@code 8} or, where it
 * must be completed, {@code must 8}, or points such as {@code 0:8 600:4}, which are seconds after
 * the arrival and the utility then. A task whose fields are all empty is worth 1 until its
 * deadline.
 *
 * @param system whose execution times first intervals follow; null if it is not known
 */
record UtilityColumns(@Nullable HcSystem system, Duration tick) {
  private static final String PRIORITY = "priority";
  private static final String URGENCY = "urgency";
  private static final String CLASS = "utility_class";
  private static final String FIRST_INTERVAL = "first_interval_min";
  private static final String POINTS = "utility";

  /** Whose words and classes are known by name. */
  private static final Environment SOURCE = EnvironmentReader.source("chapter-4");

  /** Stands before the worth of a task that must be completed. */
  private static final String MUST = "must ";

  /** All columns, in the order in which they are written. */
  static final List<String> ALL = List.of(PRIORITY, URGENCY, CLASS, FIRST_INTERVAL, POINTS);

  /** What the task of a row is worth, or empty if something is wrong with it. */
  Optional<UtilityFunction> read(CsvRow row, int taskType) {
    String points = row.get(POINTS);
    boolean decays = ALL.stream().anyMatch(c -> !c.equals(POINTS) && !row.get(c).isEmpty());
    if (!decays) {
      return points.isEmpty() ? Optional.of(UtilityFunction.OF_DEADLINE) : points(row, points);
    }
    if (!points.isEmpty()) {
      return row.report(POINTS, "stands beside a priority", "give one of the two");
    }
    return decaying(row, taskType);
  }

  private Optional<UtilityFunction> points(CsvRow row, String text) {
    try {
      boolean must = text.startsWith(MUST);
      OptionalDouble worth = Numbers.real(must ? text.substring(MUST.length()) : text);
      if (worth.isPresent()) {
        return Optional.of(new DeadlineUtility(worth.getAsDouble(), must));
      }
      List<Point> points = new ArrayList<>();
      for (String point : text.split(" +")) {
        String[] parts = point.split(":", -1);
        Arguments.refuse(parts.length != 2, "\"%s\" is no point", point);
        long ticks =
            Ticks.perSecond(tick)
                .parse(parts[0])
                .orElseThrow(() -> isNo(parts[0], "time in seconds"));
        points.add(
            new Point(ticks, Numbers.real(parts[1]).orElseThrow(() -> isNo(parts[1], "number"))));
      }
      for (int i = 2; i < points.size(); i++) {
        Arguments.refuse(
            points.get(i - 2).ticks() == points.get(i).ticks(),
            "point %s is the third at one time, where two are a step and the rest is lost",
            i + 1);
      }
      return Optional.of(new UtilityPoints(points));
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      return row.report(
          POINTS, message, "expected a worth until the deadline, as 8, or points as 0:8 600:4");
    }
  }

  private static IllegalArgumentException isNo(String text, String what) {
    return new IllegalArgumentException("\"%s\" is no %s".formatted(text, what));
  }

  private Optional<UtilityFunction> decaying(CsvRow row, int taskType) {
    OptionalDouble priority = priority(row);
    OptionalDouble decay = decay(row);
    Optional<UtilityClass> utilityClass = utilityClass(row);
    OptionalDouble firstMinutes = firstMinutes(row, taskType);
    if (priority.isEmpty() || decay.isEmpty() || utilityClass.isEmpty() || firstMinutes.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new DecayingUtility(
            priority.getAsDouble(),
            decay.getAsDouble(),
            utilityClass.get(),
            firstMinutes.getAsDouble(),
            DecayingUtility.ticksPerMinute(tick)));
  }

  private static OptionalDouble priority(CsvRow row) {
    return wordOrNumber(row, PRIORITY, SOURCE.priorities(), priority -> priority);
  }

  private static OptionalDouble decay(CsvRow row) {
    return wordOrNumber(row, URGENCY, SOURCE.urgencies(), Urgency::decay);
  }

  private static <T> Optional<T> word(Map<String, T> words, String text) {
    return Optional.ofNullable(words.get(text.toLowerCase(Locale.ROOT)));
  }

  private static <T> OptionalDouble wordOrNumber(
      CsvRow row, String column, Map<String, T> words, ToDoubleFunction<T> meaning) {
    Optional<T> word = word(words, row.get(column));
    return word.isPresent()
        ? OptionalDouble.of(meaning.applyAsDouble(word.get()))
        : row.number(
            column,
            number -> number >= 0,
            "is no " + column,
            "expected %s or a number that is not negative"
                .formatted(String.join(", ", words.keySet())));
  }

  private static Optional<UtilityClass> utilityClass(CsvRow row) {
    String text = row.get(CLASS);
    Optional<UtilityClass> known =
        SOURCE.classes().stream().filter(c -> c.name().equals(text)).findFirst();
    if (known.isPresent() || !text.contains(" ")) {
      List<String> names = SOURCE.classes().stream().map(UtilityClass::name).toList();
      return known.or(() -> row.report(CLASS, "unknown utility class", Names.remedy(text, names)));
    }
    try {
      return Optional.of(written(text));
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      return row.report(CLASS, message, "expected a name and intervals, as mine 0:1:1.1 5:0:1");
    }
  }

  /** A class of a user's own: its name, then {@code minutes:share:modifier} of each interval. */
  private static UtilityClass written(String text) {
    String[] words = text.split(" +");
    List<UtilityClass.Interval> intervals = new ArrayList<>();
    for (String word : List.of(words).subList(1, words.length)) {
      double[] numbers =
          Stream.of(word.split(":", -1))
              .mapToDouble(n -> Numbers.real(n).orElseThrow(() -> isNo(n, "number")))
              .toArray();
      Arguments.refuse(numbers.length != 3, "\"%s\" is no interval", word);
      intervals.add(new UtilityClass.Interval(numbers[0], numbers[1], numbers[2]));
    }
    return new UtilityClass(words[0], intervals);
  }

  private static String text(UtilityClass utilityClass) {
    return SOURCE.classes().contains(utilityClass)
        ? utilityClass.name()
        : utilityClass.intervals().stream()
            .map(i -> " %s:%s:%s".formatted(i.offsetMinutes(), i.share(), i.decayModifier()))
            .collect(Collectors.joining("", utilityClass.name(), ""));
  }

  private OptionalDouble firstMinutes(CsvRow row, int taskType) {
    if (!row.get(FIRST_INTERVAL).isEmpty()) {
      return row.number(
          FIRST_INTERVAL,
          minutes -> minutes >= 0,
          "is not a time in minutes",
          "expected a number that is not negative, or nothing");
    }
    Optional<Urgency> urgency = word(SOURCE.urgencies(), row.get(URGENCY));
    HcSystem known = system;
    if (urgency.isEmpty() || known == null) {
      row.report(
          FIRST_INTERVAL,
          known == null ? "is needed where no system is known" : "is needed for such an urgency",
          "give the minutes for which the task is worth all of it");
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(urgency.get().firstMinutes(known, taskType));
  }

  /** The fields of a task, by {@link #ALL}. */
  static List<String> fields(UtilityFunction utility, Duration tick) {
    return switch (utility) {
      case DecayingUtility decaying ->
          List.of(
              Double.toString(decaying.priority()),
              Double.toString(decaying.decayPerMinute()),
              text(decaying.utilityClass()),
              Double.toString(decaying.firstIntervalMinutes()),
              "");
      case UtilityPoints points ->
          last(
              points.points().stream()
                  .map(p -> Ticks.seconds(p.ticks(), tick) + ":" + p.utility())
                  .collect(Collectors.joining(" ")));
      case DeadlineUtility(var worth, var must) when worth != 1 || must ->
          last((must ? MUST : "") + worth);
      default -> last("");
    };
  }

  private static List<String> last(String field) {
    return List.of("", "", "", "", field);
  }
}
