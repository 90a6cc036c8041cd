package org.espalier.simulator.study;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.generator.SystemSpec;
import org.espalier.workload.heterogeneity.AffinityLevel;
import org.espalier.workload.policy.OptionText;

/**
 * The options of generated systems, as studies write them. Those that change neither types nor
 * machines may be axes, so that all scenarios of a study have the same ones.
 */
public final class SystemOptions {
  /** Whether each trial has a system of its own. */
  public static final InputOption<Boolean> SYSTEMS =
      new InputOption<>(
          "systems",
          "Systems",
          "whether each trial has a system of its own, or all have one",
          "per-trial or one",
          "per-trial",
          text -> text.choice(Systems.class) == Systems.PER_TRIAL);

  /** Whether idle machines draw power. */
  public static final InputOption<Boolean> IDLE_POWER =
      new InputOption<>(
          "idle_power",
          "Idle power",
          "whether idle machines draw their static power; they draw nothing in the source",
          "true or false",
          "false",
          OptionText::flag);

  private static final InputOption<Duration> TICK =
      InputOption.duration("tick", "Tick", "what one tick is, to which times are rounded", "1 ms");

  private static final InputOption<Integer> TASK_TYPES =
      InputOption.whole(
          "task_types",
          "Task types",
          "how many task types there are",
          1,
          SystemSpec.MOST_TASK_TYPES,
          "100");

  private static final InputOption<Integer> SPECIAL_TASK_TYPES =
      InputOption.whole(
          "special_task_types",
          "Special task types",
          "how many of them are special to a special machine type",
          0,
          SystemSpec.MOST_TASK_TYPES,
          "17");

  private static final InputOption<Range> SPECIAL_EACH =
      new InputOption<>(
          "special_each",
          "Special task types each",
          "how many of these a special machine type has",
          "a range, as 3..5",
          "3..5",
          SystemOptions::range);

  private static final InputOption<List<Integer>> SPECIAL_MACHINES =
      machines("special_machines", "Special machines", "special", "2 2 3 3");

  private static final InputOption<List<Integer>> GENERAL_MACHINES =
      machines("general_machines", "General machines", "general", "5 5 5 10 10 10 10 15 20");

  private static final InputOption<Duration> MEAN_SPECIAL =
      InputOption.duration(
          "mean_special",
          "Mean time on special machines",
          "mean execution time on special machine types",
          "1 min");

  private static final InputOption<Duration> MEAN_GENERAL =
      InputOption.duration(
          "mean_general",
          "Mean time on general machines",
          "mean execution time on general machine types",
          "10 min");

  private static final InputOption<Double> COV_TASK_TYPES =
      cov("cov_task_types", "COV of task types", "COV of times along task types", "0.1");

  private static final InputOption<Double> COV_SPECIAL =
      cov(
          "cov_special",
          "COV of special machine types",
          "COV of times along special machine types",
          "0.1");

  private static final InputOption<Double> COV_GENERAL =
      cov(
          "cov_general",
          "COV of general machine types",
          "COV of times along general machine types",
          "0.25");

  private static final InputOption<Double> STATIC_POWER =
      power("static_power", "Static power", "mean static power of a machine type", "66 W");

  private static final InputOption<Double> COV_STATIC =
      cov("cov_static", "COV of static power", "its COV along machine types", "0.25");

  private static final InputOption<Double> DYNAMIC_POWER =
      power("dynamic_power", "Dynamic power", "mean dynamic power in P-state 0", "133 W");

  private static final InputOption<Double> COV_DYNAMIC_TASK_TYPES =
      cov(
          "cov_dynamic_task_types",
          "COV of dynamic power along task types",
          "its COV along task types",
          "0.1");

  private static final InputOption<Double> COV_DYNAMIC_MACHINE_TYPES =
      cov(
          "cov_dynamic_machine_types",
          "COV of dynamic power along machine types",
          "its COV along machine types",
          "0.25");

  private static final InputOption<List<Double>> POWER_SHARES =
      new InputOption<>(
          "power_shares",
          "Power shares",
          "share of the dynamic power in each P-state, from P-state 0 on; in one of share s tasks take"
              + " 1/sqrt(s) times as long on average",
          "falling numbers, the first 1, as 1 0.75 0.5",
          "1 0.75 0.5",
          text -> list(text, share -> share.number(0, 1)));

  private static final InputOption<Double> COV_SLOW_DOWN =
      cov("cov_slow_down", "COV of slow-down", "COV of how much longer they take", "0.1");

  private static final InputOption<Optional<AffinityLevel>> AFFINITY =
      new InputOption<>(
          "affinity",
          "Task-machine affinity",
          "task-machine affinity: as it is drawn, or retuned (DISSERTATION 3.5.3.2)",
          "drawn, low or high",
          "drawn",
          text -> text.choice(Affinity.class).level());

  /** The options that say which types and machines there are, and so are no axes. */
  private static final List<InputOption<?>> OF_ALL_SYSTEMS =
      List.of(SYSTEMS, TICK, TASK_TYPES, SPECIAL_TASK_TYPES, SPECIAL_MACHINES, GENERAL_MACHINES);

  /** All options of systems. */
  public static final List<InputOption<?>> ALL =
      List.of(
          SYSTEMS,
          TICK,
          TASK_TYPES,
          SPECIAL_TASK_TYPES,
          SPECIAL_EACH,
          SPECIAL_MACHINES,
          GENERAL_MACHINES,
          MEAN_SPECIAL,
          MEAN_GENERAL,
          COV_TASK_TYPES,
          COV_SPECIAL,
          COV_GENERAL,
          STATIC_POWER,
          COV_STATIC,
          DYNAMIC_POWER,
          COV_DYNAMIC_TASK_TYPES,
          COV_DYNAMIC_MACHINE_TYPES,
          POWER_SHARES,
          COV_SLOW_DOWN,
          IDLE_POWER,
          AFFINITY);

  /** The options that may be axes: all systems of a study have the same types and machines. */
  static final List<InputOption<?>> OF_AXES =
      ALL.stream().filter(option -> !OF_ALL_SYSTEMS.contains(option)).toList();

  private SystemOptions() {}

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

  private record Range(int least, int most) {}

  private static InputOption<Double> cov(
      String key, String label, String summary, String byDefault) {
    return new InputOption<>(
        key, label, summary, "a number from 0 to 10", byDefault, text -> text.number(0, 10));
  }

  private static InputOption<Double> power(
      String key, String label, String summary, String byDefault) {
    return new InputOption<>(
        key, label, summary, "a power above 0", byDefault, SystemOptions::watts);
  }

  private static InputOption<List<Integer>> machines(
      String key, String label, String kind, String byDefault) {
    return new InputOption<>(
        key,
        label,
        "machines of each %s machine type".formatted(kind),
        "whole numbers, as 2 2 3, or none",
        byDefault,
        text -> text.is("none") ? List.of() : list(text, count -> count.integer(1, 1_000)));
  }

  private static double watts(OptionText text) {
    return Quantities.watts(text.word())
        .filter(watts -> watts > 0 && watts < Double.POSITIVE_INFINITY)
        .orElseThrow(text::unfit);
  }

  private static Range range(OptionText text) {
    Matcher matcher = Pattern.compile("([0-9]{1,6})\\.\\.([0-9]{1,6})").matcher(text.word());
    if (!matcher.matches()) {
      throw text.unfit();
    }
    return new Range(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  /** Its items, which spaces or commas part. */
  private static <T> List<T> list(OptionText text, Function<OptionText, T> parser) {
    return Arrays.stream(text.word().strip().split("\\s*,\\s*|\\s+", -1))
        .map(item -> parser.apply(InputOption.text(item)))
        .toList();
  }

  /**
   * What to generate.
   *
   * @throws IllegalArgumentException if the values do not go together
   */
  static SystemModel model(InputValues values) {
    return model("generated", values);
  }

  /** The same under another name. */
  public static SystemModel model(String name, InputValues values) {
    return new SystemModel(
        new SystemSpec(
            name, tick(values), taskTypes(values), special(values), general(values), power(values)),
        values.get(AFFINITY),
        values.get(SYSTEMS));
  }

  /** Why values do not go together, a sentence each. */
  public static List<String> problems(InputValues values) {
    List<String> problems =
        SystemSpec.problems(taskTypes(values), special(values), general(values), power(values));
    if (values.get(AFFINITY).isPresent() && values.get(GENERAL_MACHINES).isEmpty()) {
      problems.add(
          "affinity changes the speeds of general machine types; general_machines is none");
    }
    return problems;
  }

  /** Whether an axis varies one of them. */
  static boolean isOne(Dimension dimension) {
    return dimension instanceof InputOption<?> option && ALL.contains(option);
  }

  /** What one tick is. */
  static Duration tick(InputValues values) {
    return values.get(TICK);
  }

  private static SystemSpec.TaskTypes taskTypes(InputValues values) {
    Range each = values.get(SPECIAL_EACH);
    return new SystemSpec.TaskTypes(
        values.get(TASK_TYPES),
        values.get(SPECIAL_TASK_TYPES),
        each.least(),
        each.most(),
        values.get(COV_TASK_TYPES));
  }

  private static SystemSpec.MachineTypes special(InputValues values) {
    return new SystemSpec.MachineTypes(
        values.get(SPECIAL_MACHINES), values.get(MEAN_SPECIAL), values.get(COV_SPECIAL));
  }

  private static SystemSpec.MachineTypes general(InputValues values) {
    return new SystemSpec.MachineTypes(
        values.get(GENERAL_MACHINES), values.get(MEAN_GENERAL), values.get(COV_GENERAL));
  }

  private static SystemSpec.Power power(InputValues values) {
    return new SystemSpec.Power(
        values.get(STATIC_POWER),
        values.get(COV_STATIC),
        values.get(DYNAMIC_POWER),
        values.get(COV_DYNAMIC_TASK_TYPES),
        values.get(COV_DYNAMIC_MACHINE_TYPES),
        values.get(POWER_SHARES),
        values.get(COV_SLOW_DOWN),
        values.get(IDLE_POWER));
  }
}
