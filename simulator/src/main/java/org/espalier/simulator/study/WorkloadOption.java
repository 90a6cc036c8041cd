package org.espalier.simulator.study;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.espalier.core.utility.Priority;
import org.espalier.core.utility.UtilityClass;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.generator.ArrivalPattern;
import org.espalier.workload.generator.DaySpec;
import org.espalier.workload.generator.WorkloadModel;
import org.espalier.workload.generator.WorkloadSpec;
import org.espalier.workload.policy.OptionText;

/**
 * A setting of workloads, as studies write it: one word or number. May be an axis. All but {@link
 * #LOAD} are of generated workloads; {@link #ARRIVAL_INTENSITY} and {@link #PATTERN} also choose
 * among workload files.
 */
public enum WorkloadOption implements InputOption {
  PATTERN(
      "Arrivals",
      "how tasks arrive over time (JOURNAL 8.2, 9.4), or daily: a day of tasks with utility"
          + " functions (DISSERTATION 2.6), or diurnal: one whose load rises and falls",
      "steady, spiky, poisson, daily or diurnal",
      "steady",
      text -> text.choice(Kind.class)),
  TASKS(
      "Tasks",
      "tasks in a trial; 800 in THESIS, 1200 in JOURNAL; daily and diurnal: about so many in a"
          + " day",
      "a whole number from 1 to 10000000",
      "800",
      text -> text.integer(1, 10_000_000)),
  ARRIVAL_INTENSITY(
      "Arrival intensity (tasks per period)",
      "tasks that arrive in a period, all types together",
      "a number above 0, as 15000 or 15k",
      "15k",
      WorkloadOption::intensity),
  PERIOD(
      "Period",
      "the period of the arrival intensity",
      "a duration above 0",
      "86400 ms",
      OptionText::duration),
  UNIT(
      "Unit",
      "the unit of time in which the variance of inter-arrival times is counted",
      "a duration above 0",
      "1 ms",
      OptionText::duration),
  SLACK(
      "Slack",
      "gamma of the deadline rule arrival + mean(type) + gamma * mean(all) (JOURNAL 8.2)",
      "a number from 0 to 1000000",
      "1",
      text -> text.number(0, 1e6)),
  VARIANCE_SHARE(
      "Variance share",
      "variance of inter-arrival times as a share of their mean; steady and spiky",
      "a number above 0",
      "0.1",
      text -> text.number(1e-9, 1e9)),
  CYCLES(
      "Cycles",
      "on-peak periods in a trial; spiky",
      "a whole number from 1 on",
      "8",
      text -> text.integer(1, 1_000_000)),
  ON_PEAK_SHARE(
      "On-peak share",
      "share of a cycle that is on-peak; spiky",
      "a number between 0 and 1",
      "0.5",
      text -> text.number(1e-6, 1 - 1e-6)),
  ON_PEAK_FACTOR(
      "On-peak factor",
      "arrival rate on-peak over that off-peak; spiky",
      "a number from 1 on",
      "2",
      text -> text.number(1, 1e6)),
  UTILITY_SCALE(
      "Utility scale",
      "what tasks of the highest priority are worth: 8 of 8, 4, 2, 1 (DISSERTATION 2.6.2), or 1000 of"
          + " 1000, 100, 10, 1; daily and diurnal",
      "8 or 1000",
      "8",
      WorkloadOption::scale),
  UTILITY_CLASSES(
      "Utility classes",
      "among how many utility classes those of tasks are drawn (DISSERTATION 2.6.2, 4.4.2); daily"
          + " and diurnal",
      "4 or 20",
      "4",
      WorkloadOption::classes),
  WARM_UP(
      "Warm-up",
      "how long tasks arrive before the day begins (DISSERTATION 2.6.4); daily and diurnal",
      "a duration from 0 s to 24 h",
      "2 h",
      WorkloadOption::warmUp),
  LONGEST_GAP(
      "Longest gap",
      "the longest time between two tasks of a type (DISSERTATION appendix F); daily and diurnal",
      "a duration above 0, up to 24 h",
      "28.8 min",
      WorkloadOption::longestGap),
  AMPLITUDE(
      "Amplitude",
      "how far the load rises above its mean and falls below it, as a share of that; diurnal",
      "a number from 0 to 0.99",
      "0.8",
      text -> text.number(0, 0.99)),
  LOAD(
      "Load",
      "how much faster the tasks of workload files arrive: arrival times are divided by it, and"
          + " deadlines stay as long after arrivals",
      "a number from 0.001 to 1000",
      "1",
      WorkloadOption::load);

  private enum Kind {
    STEADY,
    SPIKY,
    POISSON,
    DAILY,
    DIURNAL;

    boolean isDay() {
      return this == DAILY || this == DIURNAL;
    }
  }

  /** Those that say nothing of days. */
  private static final Set<WorkloadOption> NOT_OF_DAYS =
      EnumSet.of(
          ARRIVAL_INTENSITY,
          PERIOD,
          UNIT,
          SLACK,
          VARIANCE_SHARE,
          CYCLES,
          ON_PEAK_SHARE,
          ON_PEAK_FACTOR);

  /** Those of days alone. */
  private static final Set<WorkloadOption> OF_DAYS =
      EnumSet.of(UTILITY_SCALE, UTILITY_CLASSES, WARM_UP, LONGEST_GAP, AMPLITUDE);

  /** Those of on-peak periods. */
  private static final Set<WorkloadOption> OF_PEAKS =
      EnumSet.of(CYCLES, ON_PEAK_SHARE, ON_PEAK_FACTOR);

  /** All of them. */
  static final List<WorkloadOption> ALL = List.of(values());

  /** Those of workload files: two choose among them, one changes what they say. */
  static final List<WorkloadOption> OF_FILES = List.of(PATTERN, ARRIVAL_INTENSITY, LOAD);

  /** Those of generated workloads. */
  public static final List<WorkloadOption> OF_GENERATED =
      ALL.stream().filter(option -> option != LOAD).toList();

  /** How many tasks a day has where a study does not say it (DISSERTATION 2.6.4). */
  private static final String TASKS_OF_DAYS = "33000";

  private static final Duration DAY = Duration.ofDays(1);

  private final Entry entry;

  WorkloadOption(
      String label, String summary, String expected, String byDefault, Consumer<OptionText> check) {
    this.entry = new Entry(label, summary, expected, byDefault, check);
  }

  @Override
  public Entry entry() {
    return entry;
  }

  /** Its value where none is given beside the given ones. */
  private String byDefault(Map<WorkloadOption, String> given) {
    return this == TASKS && isDay(given) ? TASKS_OF_DAYS : byDefault();
  }

  /** The option of a key. */
  public static Optional<WorkloadOption> find(String key) {
    return Arrays.stream(values()).filter(option -> option.key().equals(key)).findFirst();
  }

  /** All keys. */
  public static List<String> keys() {
    return Arrays.stream(values()).map(WorkloadOption::key).toList();
  }

  /** All options with a value each: that which is given or else the default. */
  static Map<WorkloadOption, String> complete(Map<WorkloadOption, String> given) {
    Map<WorkloadOption, String> all = new EnumMap<>(WorkloadOption.class);
    for (WorkloadOption option : values()) {
      all.put(option, given.getOrDefault(option, option.byDefault(given)));
    }
    return all;
  }

  /** What to generate by options that are good; those that are not given have their defaults. */
  public static WorkloadModel model(Map<WorkloadOption, String> complete) {
    return isDay(complete) ? day(complete) : spec(complete);
  }

  private static boolean isDay(Map<WorkloadOption, String> options) {
    return PATTERN.in(options).choice(Kind.class).isDay();
  }

  /**
   * The options that are asked for in vain: they are varied, or differ from their defaults, and
   * have no effect on the pattern, which is one.
   */
  public static List<WorkloadOption> withoutEffect(
      Map<WorkloadOption, String> given, Predicate<WorkloadOption> isVaried) {
    if (isVaried.test(PATTERN)) {
      return List.of();
    }
    Kind kind = PATTERN.in(given).choice(Kind.class);
    return OF_GENERATED.stream()
        .filter(option -> !option.isOf(kind))
        .filter(option -> isVaried.test(option) || !option.isByDefault(given))
        .toList();
  }

  /** By what the arrival times of workload files are divided. */
  static double load(Map<WorkloadOption, String> complete) {
    return load(LOAD.in(complete));
  }

  /** Arrival intensity with the length of its period. */
  static String intensityLabel(Map<WorkloadOption, String> given) {
    String period = Quantities.text(PERIOD.in(complete(given)).duration());
    return ARRIVAL_INTENSITY.label().replace("period", period);
  }

  /** The pattern, in a word. */
  public static String patternWord(Map<WorkloadOption, String> given) {
    return PATTERN.in(given).word();
  }

  /** Whether it has an effect on a pattern. */
  private boolean isOf(Kind kind) {
    return switch (kind) {
      case STEADY -> !OF_DAYS.contains(this) && !OF_PEAKS.contains(this);
      case SPIKY -> !OF_DAYS.contains(this);
      case POISSON ->
          !OF_DAYS.contains(this)
              && !OF_PEAKS.contains(this)
              && this != UNIT
              && this != VARIANCE_SHARE;
      case DAILY -> !NOT_OF_DAYS.contains(this) && this != AMPLITUDE;
      case DIURNAL -> !NOT_OF_DAYS.contains(this);
    };
  }

  private boolean isByDefault(Map<WorkloadOption, String> given) {
    return given.getOrDefault(this, byDefault()).equals(byDefault());
  }

  private static DaySpec day(Map<WorkloadOption, String> complete) {
    DaySpec day =
        new DaySpec(
            TASKS.in(complete).integer(1, 10_000_000),
            warmUp(WARM_UP.in(complete)),
            longestGap(LONGEST_GAP.in(complete)),
            scale(UTILITY_SCALE.in(complete)),
            classes(UTILITY_CLASSES.in(complete)));
    return PATTERN.in(complete).choice(Kind.class) == Kind.DIURNAL
        ? day.withAmplitude(AMPLITUDE.in(complete).number(0, 0.99))
        : day;
  }

  private static WorkloadSpec spec(Map<WorkloadOption, String> complete) {
    return new WorkloadSpec(
        TASKS.in(complete).integer(1, 10_000_000),
        intensity(ARRIVAL_INTENSITY.in(complete)),
        PERIOD.in(complete).duration(),
        UNIT.in(complete).duration(),
        pattern(complete),
        SLACK.in(complete).number(0, 1e6));
  }

  private static ArrivalPattern pattern(Map<WorkloadOption, String> complete) {
    double variance = VARIANCE_SHARE.in(complete).number(1e-9, 1e9);
    OptionText pattern = PATTERN.in(complete);
    return switch (pattern.choice(Kind.class)) {
      case STEADY -> new ArrivalPattern.Steady(variance);
      case SPIKY ->
          new ArrivalPattern.Spiky(
              variance,
              CYCLES.in(complete).integer(1, 1_000_000),
              ON_PEAK_SHARE.in(complete).number(1e-6, 1 - 1e-6),
              ON_PEAK_FACTOR.in(complete).number(1, 1e6));
      case POISSON -> new ArrivalPattern.Poisson();
      case DAILY, DIURNAL -> throw pattern.unfit();
    };
  }

  private OptionText in(Map<WorkloadOption, String> complete) {
    return InputOption.text(complete.getOrDefault(this, byDefault(complete)));
  }

  /** A number, where {@code k} and {@code M} stand for a thousand and a million. */
  private static double intensity(OptionText text) {
    String word = text.word();
    double factor = word.endsWith("k") ? 1e3 : word.endsWith("M") ? 1e6 : 1;
    String digits = factor == 1 ? word : word.substring(0, word.length() - 1);
    return factor * InputOption.text(digits).number(1e-6, 1e12);
  }

  private static double load(OptionText text) {
    return text.number(1e-3, 1e3);
  }

  private static Duration warmUp(OptionText text) {
    return Quantities.duration(text.word())
        .filter(time -> time.compareTo(DAY) <= 0)
        .orElseThrow(text::unfit);
  }

  private static Duration longestGap(OptionText text) {
    Duration gap = text.duration();
    if (gap.compareTo(DAY) > 0) {
      throw text.unfit();
    }
    return gap;
  }

  private static Priority.Scale scale(OptionText text) {
    return switch (text.word()) {
      case "8" -> Priority.Scale.EIGHT;
      case "1000" -> Priority.Scale.THOUSAND;
      default -> throw text.unfit();
    };
  }

  private static List<UtilityClass> classes(OptionText text) {
    return switch (text.word()) {
      case "4" -> UtilityClass.four();
      case "20" -> UtilityClass.twenty();
      default -> throw text.unfit();
    };
  }
}
