package org.espalier.workload.trace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.Priority;
import org.espalier.core.utility.Urgency;
import org.espalier.core.utility.UtilityClass;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Names;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.Ticks;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a workload file that say what tasks are worth: {@code
 * priority,urgency,utility_class} and, where wanted, {@code first_interval_min} (DISSERTATION
 * equation 1), or {@code utility}, which are points such as {@code 0:8 600:4}: seconds after the
 * arrival and the utility then. A task whose fields are all empty is worth 1 until its deadline.
 */
final class UtilityColumns {
  private static final String PRIORITY = "priority";
  private static final String URGENCY = "urgency";
  private static final String CLASS = "utility_class";
  private static final String FIRST_INTERVAL = "first_interval_min";
  private static final String POINTS = "utility";
  private static final List<String> ALL = List.of(PRIORITY, URGENCY, CLASS, FIRST_INTERVAL, POINTS);

  private final FileProblems problems;
  private final @Nullable HcSystem system;
  private final Duration tick;
  private final List<String> columns;

  /** Place of the first of its columns in a row. */
  private final int from;

  private UtilityColumns(
      FileProblems problems,
      @Nullable HcSystem system,
      Duration tick,
      List<String> columns,
      int from) {
    this.problems = problems;
    this.system = system;
    this.tick = tick;
    this.columns = columns;
    this.from = from;
  }

  /**
   * Those of a file.
   *
   * @param system whose execution times first intervals follow; null if it is not known
   * @param header the columns that it has
   * @param from place of the first of these columns in a row
   */
  static UtilityColumns of(
      FileProblems problems,
      @Nullable HcSystem system,
      Duration tick,
      List<String> header,
      int from) {
    List<String> columns = ALL.stream().filter(header::contains).toList();
    return new UtilityColumns(problems, system, tick, columns, from);
  }

  /** Those that the file has, by their order in a row. */
  List<String> columns() {
    return columns;
  }

  private String field(CsvRow row, String column) {
    int place = columns.indexOf(column);
    return place < 0 ? "" : row.get(from + place);
  }

  /** What the task of a row is worth, or empty if something is wrong with it. */
  Optional<UtilityFunction> read(CsvRow row, int taskType) {
    String points = field(row, POINTS);
    boolean decays = columns.stream().anyMatch(c -> !c.equals(POINTS) && !field(row, c).isEmpty());
    if (!decays) {
      return points.isEmpty() ? Optional.of(UtilityFunction.OF_DEADLINE) : points(row, points);
    }
    if (!points.isEmpty()) {
      return wrong(row, POINTS, points, "stands beside a priority", "give one of the two");
    }
    return decaying(row, taskType);
  }

  private Optional<UtilityFunction> wrong(
      CsvRow row, String column, String value, String message, String remedy) {
    problems.report(row.line(), column, value, message, remedy);
    return Optional.empty();
  }

  private Optional<UtilityFunction> points(CsvRow row, String text) {
    try {
      List<Point> points = new ArrayList<>();
      for (String point : text.split(" +")) {
        String[] parts = point.split(":", -1);
        if (parts.length != 2) {
          throw new IllegalArgumentException("\"%s\" is no point".formatted(point));
        }
        long ticks = Ticks.perSecond(tick).parse(parts[0]).orElseThrow(() -> noTime(parts[0]));
        points.add(new Point(ticks, Double.parseDouble(parts[1])));
      }
      return Optional.of(new UtilityPoints(points));
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      return wrong(row, POINTS, text, message, "expected points as 0:8 600:4, which never rise");
    }
  }

  private static IllegalArgumentException noTime(String text) {
    return new IllegalArgumentException("\"%s\" is no time in seconds".formatted(text));
  }

  private Optional<UtilityFunction> decaying(CsvRow row, int taskType) {
    Optional<Double> priority = priority(row);
    Optional<Double> decay = decay(row);
    Optional<UtilityClass> utilityClass = utilityClass(row);
    Optional<Double> firstMinutes = firstMinutes(row, taskType);
    if (priority.isEmpty() || decay.isEmpty() || utilityClass.isEmpty() || firstMinutes.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new DecayingUtility(
            priority.get(),
            decay.get(),
            utilityClass.get(),
            firstMinutes.get(),
            DecayingUtility.ticksPerMinute(tick)));
  }

  private Optional<Double> priority(CsvRow row) {
    String text = field(row, PRIORITY);
    Optional<Double> word = word(Priority.class, text).map(Priority.Scale.EIGHT::of);
    return word.or(() -> number(row, PRIORITY, text, Priority.class));
  }

  private Optional<Double> decay(CsvRow row) {
    String text = field(row, URGENCY);
    Optional<Double> word = word(Urgency.class, text).map(Urgency::decayPerMinute);
    return word.or(() -> number(row, URGENCY, text, Urgency.class));
  }

  private static <E extends Enum<E>> Optional<E> word(Class<E> type, String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(value -> Names.word(value).equals(text.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  private <E extends Enum<E>> Optional<Double> number(
      CsvRow row, String column, String text, Class<E> words) {
    try {
      double number = Double.parseDouble(text);
      if (number >= 0 && Double.isFinite(number)) {
        return Optional.of(number);
      }
    } catch (NumberFormatException e) {
      // told below
    }
    String expected =
        Arrays.stream(words.getEnumConstants())
            .map(Names::word)
            .collect(Collectors.joining(", ", "expected ", " or a number that is not negative"));
    problems.report(row.line(), column, text, "is no " + column, expected);
    return Optional.empty();
  }

  private Optional<UtilityClass> utilityClass(CsvRow row) {
    String name = field(row, CLASS);
    Optional<UtilityClass> found =
        UtilityClass.twenty().stream().filter(c -> c.name().equals(name)).findFirst();
    if (found.isEmpty()) {
      List<String> names = UtilityClass.twenty().stream().map(UtilityClass::name).toList();
      problems.report(row.line(), CLASS, name, "unknown utility class", Names.remedy(name, names));
    }
    return found;
  }

  private Optional<Double> firstMinutes(CsvRow row, int taskType) {
    String text = field(row, FIRST_INTERVAL);
    if (!text.isEmpty()) {
      try {
        double minutes = Double.parseDouble(text);
        if (minutes >= 0 && Double.isFinite(minutes)) {
          return Optional.of(minutes);
        }
      } catch (NumberFormatException e) {
        // told below
      }
      problems.report(
          row.line(),
          FIRST_INTERVAL,
          text,
          "is not a time in minutes",
          "expected a number that is not negative, or nothing");
      return Optional.empty();
    }
    Optional<Urgency> urgency = word(Urgency.class, field(row, URGENCY));
    HcSystem known = system;
    if (urgency.isEmpty() || known == null) {
      problems.report(
          row.line(),
          FIRST_INTERVAL,
          "",
          known == null ? "is needed where no system is known" : "is needed for such an urgency",
          "give the minutes for which the task is worth all of it");
      return Optional.empty();
    }
    return Optional.of(urgency.get().firstIntervalMinutes(known, taskType));
  }

  /** All columns of it, as they are written. */
  static List<String> written() {
    return ALL;
  }

  /** The fields of a task, by {@link #written}. */
  static List<String> fields(UtilityFunction utility, Duration tick) {
    return switch (utility) {
      case DecayingUtility decaying ->
          List.of(
              Double.toString(decaying.priority()),
              Double.toString(decaying.decayPerMinute()),
              decaying.utilityClass().name(),
              Double.toString(decaying.firstIntervalMinutes()),
              "");
      case UtilityPoints points ->
          List.of(
              "",
              "",
              "",
              "",
              points.points().stream()
                  .map(p -> Ticks.seconds(p.ticks(), tick) + ":" + p.utility())
                  .collect(Collectors.joining(" ")));
      default -> List.of("", "", "", "", "");
    };
  }
}
