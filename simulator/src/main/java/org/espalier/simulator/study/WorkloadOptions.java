package org.espalier.simulator.study;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.espalier.core.model.Cycle;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.environment.Environment;
import org.espalier.workload.environment.EnvironmentReader;
import org.espalier.workload.generator.ArrivalPattern;
import org.espalier.workload.generator.DaySpec;
import org.espalier.workload.generator.TaskMix;
import org.espalier.workload.generator.WorkloadModel;
import org.espalier.workload.generator.WorkloadSpec;
import org.espalier.workload.policy.OptionText;
import org.espalier.workload.text.CycleReader;

/**
 * The options of workloads, as studies write them. All may be axes. All but {@link #ONLY_OF_FILES}
 * are of generated workloads; {@link #ARRIVAL_INTENSITY} and {@link #PATTERN} also choose among
 * workload files.
 */
public final class WorkloadOptions {
  private static final String FILES = "files";

  /** The key of the mix of task types. */
  public static final String TYPES = "types";

  private static final String FIRST_ARRIVAL = "first-arrival";

  /** Each is for some patterns of generated workloads, or for files. */
  private static final OptionTable TABLE =
      new OptionTable(
          """
          pattern | Arrivals | steady | \
              steady, spiky, poisson, bursty, weekly, daily, diurnal, or the rates of 24 or 168 \
              hours, or spans as {"22:00-06:00": 1, "06:00-22:00": 5} | \
              steady spiky poisson bursty hourly daily diurnal files | \
              how tasks arrive over time (JOURNAL 8.2, 9.4), or daily: a day of tasks with \
              utility functions (DISSERTATION 2.6), or diurnal: one whose load rises and falls; \
              beside types, diurnal and weekly are rates by the hour
          tasks | Tasks | 800 | | steady spiky poisson bursty hourly daily diurnal | \
              tasks in a trial; 800 in THESIS, 1200 in JOURNAL; daily and diurnal: about so \
              many in a day, 33000 if left out
          duration | Duration | none | a duration above 0, or none | \
              steady spiky poisson bursty hourly | \
              for how long tasks arrive in a trial, in place of a number of tasks
          arrival_intensity | Arrival intensity (tasks per period) | 15k | \
              a number above 0, as 15000 or 15k | steady spiky poisson bursty hourly files | \
              tasks that arrive in a period, all types together
          period | Period | 86400 ms | | steady spiky poisson bursty hourly | \
              the period of the arrival intensity
          unit | Unit | 1 ms | | steady spiky | \
              the unit of time in which the variance of inter-arrival times is counted
          slack | Slack | 1 | | steady spiky poisson bursty hourly | \
              gamma of the deadline rule arrival + mean(type) + gamma * mean(all) (JOURNAL \
              8.2)
          variance_share | Variance share | 0.1 | a number above 0 | steady spiky | \
              variance of inter-arrival times as a share of their mean; steady and spiky
          cycles | Cycles | 8 | a whole number from 1 on | spiky bursty | \
              on-peak periods in a trial; spiky and bursty
          on_peak_share | On-peak share | 0.5 | a number between 0 and 1 | spiky bursty | \
              share of a cycle that is on-peak; spiky and bursty
          on_peak_factor | On-peak factor | 2 | a number from 1 on | spiky bursty | \
              arrival rate on-peak over that off-peak; spiky and bursty
          environment | Environment | chapter-2 | \
              chapter-2, chapter-4, appendix-h, a YAML file, or what stands in one | \
              daily diurnal | \
              what tasks are worth and the curves of their rates (DISSERTATION 2.6, 4.4.2, \
              appendix H); daily and diurnal
          warm_up | Warm-up | 2 h | a duration from 0 s to 24 h | daily diurnal | \
              how long tasks arrive before the day begins (DISSERTATION 2.6.4); daily and \
              diurnal
          longest_gap | Longest gap | 28.8 min | a duration above 0, up to 24 h | daily diurnal | \
              the longest time between two tasks of a type (DISSERTATION appendix F); daily \
              and diurnal
          amplitude | Amplitude | 0.8 | | diurnal weekly | \
              how far the load rises above its mean and falls below it, as a share of that; \
              diurnal and weekly
          load | Load | 1 | | files types | \
              how much faster the tasks of workload files or types arrive: arrival times are \
              divided by it, and deadlines stay as long after arrivals
          execution_times | Execution times | drawn | drawn or recorded | files | \
              what tasks of workload files take: times drawn from the PET, or those that were \
              recorded (column execution_time_s)
          begin | Begin | first-arrival | a time as 0 s, or first-arrival | files | \
              when trials begin, by the clock of workload files; all times of a study count \
              from there
          """);

  static final InputOption<Pattern> PATTERN =
      TABLE.option(
          "pattern",
          WorkloadOptions::pattern,
          new InputOption.Longer(
              CycleReader::isMappingOrFile,
              node ->
                  new CycleReader("rate", WorkloadOptions.MOST_RATE, true)
                      .read(node, Origin::file)
                      .map(WorkloadOptions::text)));
  static final InputOption<Integer> TASKS = TABLE.whole("tasks", 1, 10_000_000);
  static final InputOption<Optional<Duration>> DURATION =
      TABLE.optional("duration", "none", OptionText::duration);
  static final InputOption<Double> ARRIVAL_INTENSITY =
      TABLE.option("arrival_intensity", WorkloadOptions::intensity);
  static final InputOption<Duration> PERIOD = TABLE.duration("period");
  private static final InputOption<Duration> UNIT = TABLE.duration("unit");
  private static final InputOption<Double> SLACK = TABLE.number("slack", 0, 1e6);
  private static final InputOption<Double> VARIANCE_SHARE =
      TABLE.number("variance_share", 1e-9, 1e9);
  private static final InputOption<Integer> CYCLES = TABLE.whole("cycles", 1, 1_000_000);
  private static final InputOption<Double> ON_PEAK_SHARE =
      TABLE.number("on_peak_share", 1e-6, 1 - 1e-6);
  private static final InputOption<Double> ON_PEAK_FACTOR = TABLE.number("on_peak_factor", 1, 1e6);
  static final InputOption<Environment> ENVIRONMENT =
      TABLE.option(
          "environment",
          text -> EnvironmentReader.find(text.word()).orElseThrow(text::unfit),
          new InputOption.Longer(
              EnvironmentReader::isMappingOrFile,
              node -> EnvironmentReader.text(node, Origin::file)));
  private static final InputOption<Duration> WARM_UP =
      TABLE.option("warm_up", text -> ofDay(text, text.time()));
  private static final InputOption<Duration> LONGEST_GAP =
      TABLE.option("longest_gap", text -> ofDay(text, text.duration()));
  private static final InputOption<Double> AMPLITUDE = TABLE.number("amplitude", 0, 0.99);
  static final InputOption<Double> LOAD = TABLE.number("load", 1e-3, 1e3);
  static final InputOption<Boolean> EXECUTION_TIMES = // whether those recorded
      TABLE.pick("execution_times", Map.of("drawn", false, "recorded", true));
  static final InputOption<Optional<Duration>> BEGIN =
      TABLE.optional("begin", FIRST_ARRIVAL, OptionText::time);

  /** All options of workloads. */
  public static final List<InputOption<?>> ALL = TABLE.all();

  /** The options that have no effect on generated workloads, but for those of types. */
  static final List<InputOption<?>> ONLY_OF_FILES = TABLE.allFor(WorkloadOptions::isOnlyOfFiles);

  /** The options of workload files: two choose among them. */
  static final List<InputOption<?>> OF_FILES = TABLE.allFor(words -> words.contains(FILES));

  /** The options of generated workloads. */
  public static final List<InputOption<?>> OF_GENERATED =
      TABLE.allFor(words -> !isOnlyOfFiles(words));

  /** Those of workloads of which types are named, too. */
  static List<InputOption<?>> ofGenerated(Optional<TaskMix> mix) {
    return mix.isEmpty()
        ? OF_GENERATED
        : TABLE.allFor(words -> !isOnlyOfFiles(words) || words.contains(TYPES));
  }

  /** How many tasks a day has where a study does not say it (DISSERTATION 2.6.4). */
  private static final String TASKS_OF_DAYS = "33000";

  private static final Duration DAY = Duration.ofDays(1);

  /** The greatest rate of a pattern. */
  static final double MOST_RATE = 1e12;

  private WorkloadOptions() {}

  private static boolean isOnlyOfFiles(List<String> words) {
    return words.getFirst().equals(FILES);
  }

  /** How tasks arrive. */
  enum Kind {
    STEADY,
    SPIKY,
    POISSON,
    BURSTY,
    WEEKLY,
    DAILY,
    DIURNAL
  }

  /**
   * A pattern, as it is written.
   *
   * @param kind empty where rates by the hour are written
   * @param rates these
   */
  record Pattern(Optional<Kind> kind, Optional<ArrivalPattern.Cyclic> rates) {
    private boolean is(Kind other) {
      return kind.equals(Optional.of(other));
    }

    /** Whether it makes days of tasks with utility functions, where types are not named. */
    private boolean isDay() {
      return is(Kind.DAILY) || is(Kind.DIURNAL);
    }
  }

  /**
   * The rates of a pattern as a value of its option: where they are not by the hour, their step
   * first.
   */
  static String text(Cycle rates) {
    String step = rates.step().equals(Duration.ofHours(1)) ? "" : rates.step().toMillis() + "ms ";
    return step + rates.values().stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  private static Pattern pattern(OptionText text) {
    List<String> words = List.of(text.word().split("[ ,]+"));
    if (words.size() == 1) {
      return new Pattern(Optional.of(text.choice(Kind.class)), Optional.empty());
    }
    Optional<Duration> step = Quantities.duration(words.getFirst()).filter(Duration::isPositive);
    try {
      List<Double> rates =
          words.stream()
              .skip(step.isPresent() ? 1 : 0)
              .map(word -> InputOption.text(word).number(0, MOST_RATE))
              .toList();
      Cycle cycle = step.map(each -> new Cycle(each, rates)).orElseGet(() -> Cycle.hourly(rates));
      return new Pattern(Optional.empty(), Optional.of(new ArrivalPattern.Cyclic(cycle)));
    } catch (IllegalArgumentException e) {
      throw text.unfit();
    }
  }

  /** A number, where {@code k} and {@code M} stand for a thousand and a million. */
  private static double intensity(OptionText text) {
    String word = text.word();
    double factor = word.endsWith("k") ? 1e3 : word.endsWith("M") ? 1e6 : 1;
    String digits = factor == 1 ? word : word.substring(0, word.length() - 1);
    return factor * InputOption.text(digits).number(1e-6, 1e12);
  }

  private static Duration ofDay(OptionText text, Duration time) {
    if (time.compareTo(DAY) > 0) {
      throw text.unfit();
    }
    return time;
  }

  /** The words of all patterns. */
  static List<String> patterns() {
    return Arrays.stream(Kind.values()).map(Names::word).toList();
  }

  /** The options of generated workloads with a value each. */
  static InputValues complete(InputValues values, Optional<TaskMix> mix) {
    InputValues all = values.complete(ofGenerated(mix));
    return mix.isPresent() ? all : all.with(new InputValues(Map.of(TASKS, tasks(values))));
  }

  /** The number of tasks, as it is written; where it is not, that of the pattern. */
  private static String tasks(InputValues values) {
    return values.get(PATTERN).isDay() && !values.has(TASKS) ? TASKS_OF_DAYS : values.text(TASKS);
  }

  /** What to generate. */
  public static WorkloadModel model(InputValues values, Optional<TaskMix> mix) {
    return values.get(PATTERN).isDay() && mix.isEmpty() ? day(values) : spec(values, mix);
  }

  /**
   * An option that is set but has no effect.
   *
   * @param on what it has none on
   * @param remedy what to do
   */
  public record InVain(InputOption<?> option, String on, String remedy) {
    /** Its key. */
    public String key() {
      return option.key();
    }
  }

  /**
   * The options that are set but have no effect on the pattern or the types: they are varied, or
   * differ from their defaults. There are none where the pattern itself is varied.
   */
  public static List<InVain> withoutEffect(
      InputValues values, Optional<TaskMix> mix, Predicate<InputOption<?>> isVaried) {
    List<InVain> found = new ArrayList<>();
    boolean haveRates = mix.filter(TaskMix::areRates).isPresent();
    for (InputOption<?> option : OF_GENERATED) {
      boolean isSet = isVaried.test(option) || !values.text(option).equals(option.byDefault());
      if (isSet && haveRates && (option.equals(ARRIVAL_INTENSITY) || option.equals(PERIOD))) {
        found.add(new InVain(option, "types that have rates", "leave it out, or set load"));
      } else if (isSet && option.equals(TASKS) && values.get(DURATION).isPresent()) {
        found.add(new InVain(option, "a workload of a duration", "leave one of both out"));
      } else if (isSet && !isVaried.test(PATTERN) && !heeds(values, mix, option)) {
        boolean isOfDay = option.equals(ARRIVAL_INTENSITY) && values.get(PATTERN).isDay();
        found.add(
            new InVain(
                option,
                "pattern " + values.text(PATTERN),
                isOfDay
                    ? "leave it out; tasks says how many arrive in a day"
                    : "leave it out, or give another pattern"));
      }
    }
    return found;
  }

  /** Whether a pattern hangs on an option. */
  private static boolean heeds(InputValues values, Optional<TaskMix> mix, InputOption<?> option) {
    Pattern pattern = values.get(PATTERN);
    List<String> uses = TABLE.usesOf(option);
    String word = pattern.kind().map(Names::word).orElse("hourly");
    boolean isCurve = pattern.is(Kind.WEEKLY) || (pattern.is(Kind.DIURNAL) && mix.isPresent());
    return isCurve ? uses.contains("hourly") || option.equals(AMPLITUDE) : uses.contains(word);
  }

  /** Arrival intensity with the length of its period. */
  static String intensityLabel(InputValues values) {
    Duration period = values.get(PERIOD);
    String text = Quantities.inGreatestUnit(period);
    boolean isSplit = period.toSeconds() > 0 && period.toNanosPart() > 0;
    String shown =
        isSplit ? Quantities.seconds(period).stripTrailingZeros().toPlainString() + " s" : text;
    String word =
        Map.of("1 d", "per day", "1 h", "per hour", "1 min", "per minute", "1 s", "per second")
            .getOrDefault(text, "in " + shown);
    return ARRIVAL_INTENSITY.label().replace("per period", word);
  }

  private static DaySpec day(InputValues values) {
    DaySpec day =
        new DaySpec(
            TASKS.parse(tasks(values)),
            values.get(WARM_UP),
            values.get(LONGEST_GAP),
            values.get(ENVIRONMENT));
    return values.get(PATTERN).is(Kind.DIURNAL) ? day.withAmplitude(values.get(AMPLITUDE)) : day;
  }

  private static WorkloadSpec spec(InputValues values, Optional<TaskMix> mix) {
    Duration period = values.get(PERIOD);
    double tasks =
        mix.filter(TaskMix::areRates)
            .map(types -> types.total() * period.toNanos() / 1e9)
            .orElseGet(() -> values.get(ARRIVAL_INTENSITY));
    return new WorkloadSpec(
        values.get(TASKS),
        tasks * values.get(LOAD),
        period,
        values.get(UNIT),
        arrivals(values),
        values.get(SLACK),
        mix,
        values.get(DURATION));
  }

  private static ArrivalPattern arrivals(InputValues values) {
    Pattern pattern = values.get(PATTERN);
    double variance = values.get(VARIANCE_SHARE);
    double share = values.get(ON_PEAK_SHARE);
    double factor = values.get(ON_PEAK_FACTOR);
    int cycles = values.get(CYCLES);
    double amplitude = values.get(AMPLITUDE);
    return pattern
        .kind()
        .map(kind ->
            switch (kind) {
              case STEADY -> new ArrivalPattern.Steady(variance);
              case SPIKY -> new ArrivalPattern.Spiky(variance, cycles, share, factor);
              case POISSON -> new ArrivalPattern.Poisson();
              case BURSTY -> new ArrivalPattern.Bursty(cycles, share, factor);
              case WEEKLY -> ArrivalPattern.Cyclic.weekly(amplitude);
              case DIURNAL -> ArrivalPattern.Cyclic.diurnal(amplitude);
              case DAILY ->
                  throw new IllegalArgumentException(
                      "types and pattern daily do not go together; give pattern diurnal");
            })
        .orElseGet(() -> pattern.rates().orElseThrow());
  }
}
