package org.espalier.simulator.study;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.generator.SystemSpec;
import org.espalier.workload.heterogeneity.AffinityLevel;
import org.espalier.workload.policy.OptionText;

/**
 * A setting of generated systems, as studies write it. Those that change neither types nor machines
 * may be axes, so that all scenarios of a study have the same ones.
 */
public enum SystemOption implements InputOption {
  SYSTEMS(
      "Systems",
      "whether each trial has a system of its own, or all have one",
      "per-trial or one",
      "per-trial",
      text -> text.choice(Systems.class)),
  TICK(
      "Tick",
      "what one tick is, to which times are rounded",
      "a duration above 0",
      "1 ms",
      OptionText::duration),
  TASK_TYPES(
      "Task types",
      "how many task types there are",
      "a whole number from 1 to 1000",
      "100",
      text -> text.integer(1, SystemSpec.MOST_TASK_TYPES)),
  SPECIAL_TASK_TYPES(
      "Special task types",
      "how many of them are special to a special machine type",
      "a whole number from 0 to 1000",
      "17",
      text -> text.integer(0, SystemSpec.MOST_TASK_TYPES)),
  SPECIAL_EACH(
      "Special task types each",
      "how many of these a special machine type has",
      "a range, as 3..5",
      "3..5",
      SystemOption::range),
  SPECIAL_MACHINES(
      "Special machines",
      "machines of each special machine type",
      "whole numbers, as 2 2 3, or none",
      "2 2 3 3",
      SystemOption::machines),
  GENERAL_MACHINES(
      "General machines",
      "machines of each general machine type",
      "whole numbers, as 2 2 3, or none",
      "5 5 5 10 10 10 10 15 20",
      SystemOption::machines),
  MEAN_SPECIAL(
      "Mean time on special machines",
      "mean execution time on special machine types",
      "a duration above 0",
      "1 min",
      OptionText::duration),
  MEAN_GENERAL(
      "Mean time on general machines",
      "mean execution time on general machine types",
      "a duration above 0",
      "10 min",
      OptionText::duration),
  COV_TASK_TYPES("COV of task types", "COV of times along task types", "0.1"),
  COV_SPECIAL("COV of special machine types", "COV of times along special machine types", "0.1"),
  COV_GENERAL("COV of general machine types", "COV of times along general machine types", "0.25"),
  STATIC_POWER(
      "Static power",
      "mean static power of a machine type",
      "a power above 0",
      "66 W",
      SystemOption::watts),
  COV_STATIC("COV of static power", "its COV along machine types", "0.25"),
  DYNAMIC_POWER(
      "Dynamic power",
      "mean dynamic power in P-state 0",
      "a power above 0",
      "133 W",
      SystemOption::watts),
  COV_DYNAMIC_TASK_TYPES(
      "COV of dynamic power along task types", "its COV along task types", "0.1"),
  COV_DYNAMIC_MACHINE_TYPES(
      "COV of dynamic power along machine types", "its COV along machine types", "0.25"),
  POWER_SHARES(
      "Power shares",
      "share of the dynamic power in each P-state, from P-state 0 on; in one of share s tasks take"
          + " 1/sqrt(s) times as long on average",
      "falling numbers, the first 1, as 1 0.75 0.5",
      "1 0.75 0.5",
      SystemOption::shares),
  COV_SLOW_DOWN("COV of slow-down", "COV of how much longer they take", "0.1"),
  IDLE_POWER(
      "Idle power",
      "whether idle machines draw their static power; they draw nothing in the source",
      "true or false",
      "false",
      OptionText::flag),
  AFFINITY(
      "Task-machine affinity",
      "task-machine affinity: as it is drawn, or retuned (DISSERTATION 3.5.3.2)",
      "drawn, low or high",
      "drawn",
      text -> text.choice(Affinity.class));

  private enum Systems {
    PER_TRIAL,
    ONE
  }

  private enum Affinity {
    DRAWN,
    LOW,
    HIGH;

    Optional<AffinityLevel> level() {
      return switch (this) {
        case DRAWN -> Optional.empty();
        case LOW -> Optional.of(AffinityLevel.LOW);
        case HIGH -> Optional.of(AffinityLevel.HIGH);
      };
    }
  }

  /** All of them. */
  public static final List<SystemOption> ALL = List.of(values());

  private static final String NAME = "generated";
  private static final double HIGHEST_COV = 10;

  private final Entry entry;

  SystemOption(
      String label, String summary, String expected, String byDefault, Consumer<OptionText> check) {
    this.entry = new Entry(label, summary, expected, byDefault, check);
  }

  /** A coefficient of variation. */
  SystemOption(String label, String summary, String byDefault) {
    this(label, summary, "a number from 0 to 10", byDefault, SystemOption::cov);
  }

  @Override
  public Entry entry() {
    return entry;
  }

  /** The option of a key. */
  public static Optional<SystemOption> find(String key) {
    return ALL.stream().filter(option -> option.key().equals(key)).findFirst();
  }

  /** Whether its values are true and false. */
  public boolean isFlag() {
    return this == IDLE_POWER;
  }

  /** Whether it may be an axis: all systems of a study have the same types and machines. */
  boolean mayVary() {
    return switch (this) {
      case SYSTEMS, TICK, TASK_TYPES, SPECIAL_TASK_TYPES, SPECIAL_MACHINES, GENERAL_MACHINES ->
          false;
      default -> true;
    };
  }

  /** All options with a value each: that which is given or else the default. */
  static Map<SystemOption, String> complete(Map<SystemOption, String> given) {
    Map<SystemOption, String> all = new EnumMap<>(SystemOption.class);
    for (SystemOption option : ALL) {
      all.put(option, given.getOrDefault(option, option.byDefault()));
    }
    return all;
  }

  /**
   * What to generate by options that are good one by one; those that are not given have their
   * defaults.
   *
   * @throws IllegalArgumentException if they do not go together
   */
  public static SystemModel model(Map<SystemOption, String> given) {
    return model(NAME, given);
  }

  /** The same under another name. */
  public static SystemModel model(String name, Map<SystemOption, String> given) {
    return new SystemModel(
        new SystemSpec(
            name, tick(given), taskTypes(given), special(given), general(given), power(given)),
        affinity(given),
        SYSTEMS.in(given).choice(Systems.class) == Systems.PER_TRIAL);
  }

  /** Why options that are good one by one do not go together, a sentence each. */
  public static List<String> problems(Map<SystemOption, String> given) {
    List<String> problems =
        SystemSpec.problems(taskTypes(given), special(given), general(given), power(given));
    if (affinity(given).isPresent() && general(given).machines().isEmpty()) {
      problems.add(
          "affinity changes the speeds of general machine types; general_machines is none");
    }
    return problems;
  }

  /** What one tick is by options that are good one by one. */
  static Duration tick(Map<SystemOption, String> given) {
    return TICK.in(given).duration();
  }

  private static SystemSpec.TaskTypes taskTypes(Map<SystemOption, String> given) {
    List<Integer> each = range(SPECIAL_EACH.in(given));
    return new SystemSpec.TaskTypes(
        TASK_TYPES.in(given).integer(1, SystemSpec.MOST_TASK_TYPES),
        SPECIAL_TASK_TYPES.in(given).integer(0, SystemSpec.MOST_TASK_TYPES),
        each.getFirst(),
        each.getLast(),
        cov(COV_TASK_TYPES.in(given)));
  }

  private static SystemSpec.MachineTypes special(Map<SystemOption, String> given) {
    return new SystemSpec.MachineTypes(
        machines(SPECIAL_MACHINES.in(given)),
        MEAN_SPECIAL.in(given).duration(),
        cov(COV_SPECIAL.in(given)));
  }

  private static SystemSpec.MachineTypes general(Map<SystemOption, String> given) {
    return new SystemSpec.MachineTypes(
        machines(GENERAL_MACHINES.in(given)),
        MEAN_GENERAL.in(given).duration(),
        cov(COV_GENERAL.in(given)));
  }

  private static SystemSpec.Power power(Map<SystemOption, String> given) {
    return new SystemSpec.Power(
        watts(STATIC_POWER.in(given)),
        cov(COV_STATIC.in(given)),
        watts(DYNAMIC_POWER.in(given)),
        cov(COV_DYNAMIC_TASK_TYPES.in(given)),
        cov(COV_DYNAMIC_MACHINE_TYPES.in(given)),
        shares(POWER_SHARES.in(given)),
        cov(COV_SLOW_DOWN.in(given)),
        IDLE_POWER.in(given).flag());
  }

  private static Optional<AffinityLevel> affinity(Map<SystemOption, String> given) {
    return AFFINITY.in(given).choice(Affinity.class).level();
  }

  private OptionText in(Map<SystemOption, String> given) {
    return InputOption.text(given.getOrDefault(this, byDefault()));
  }

  private static double watts(OptionText text) {
    return Quantities.watts(text.word())
        .filter(watts -> watts > 0 && watts < Double.POSITIVE_INFINITY)
        .orElseThrow(text::unfit);
  }

  private static double cov(OptionText text) {
    return text.number(0, HIGHEST_COV);
  }

  /** Its least and greatest number. */
  private static List<Integer> range(OptionText text) {
    Matcher matcher = Pattern.compile("([0-9]{1,6})\\.\\.([0-9]{1,6})").matcher(text.word());
    if (!matcher.matches()) {
      throw text.unfit();
    }
    return List.of(Integer.valueOf(matcher.group(1)), Integer.valueOf(matcher.group(2)));
  }

  private static List<Integer> machines(OptionText text) {
    return text.is("none") ? List.of() : list(text, item -> item.integer(1, 1_000));
  }

  private static List<Double> shares(OptionText text) {
    return list(text, item -> item.number(0, 1));
  }

  /** Its items, which spaces or commas part. */
  private static <T> List<T> list(OptionText text, Function<OptionText, T> parser) {
    return Arrays.stream(text.word().strip().split("\\s*,\\s*|\\s+", -1))
        .map(item -> parser.apply(InputOption.text(item)))
        .toList();
  }
}
