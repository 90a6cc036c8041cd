package org.espalier.simulator.study;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
  private static final OptionTable TABLE =
      new OptionTable(
          """
          systems | Systems | per-trial | per-trial or one | all | \
              whether each trial has a system of its own, or all have one
          tick | Tick | 1 ms | | all | what one tick is, to which times are rounded
          task_types | Task types | 100 | | all | how many task types there are
          special_task_types | Special task types | 17 | | all | \
              how many of them are special to a special machine type
          special_each | Special task types each | 3..5 | a range, as 3..5 | axis | \
              how many of these a special machine type has
          special_machines | Special machines | 2 2 3 3 | whole numbers, as 2 2 3, or none | all | \
              machines of each special machine type
          general_machines | General machines | 5 5 5 10 10 10 10 15 20 | \
              whole numbers, as 2 2 3, or none | all | \
              machines of each general machine type
          mean_special | Mean time on special machines | 1 min | | axis | \
              mean execution time on special machine types
          mean_general | Mean time on general machines | 10 min | | axis | \
              mean execution time on general machine types
          cov_task_types | COV of task types | 0.1 | | axis | COV of times along task types
          cov_special | COV of special machine types | 0.1 | | axis | \
              COV of times along special machine types
          cov_general | COV of general machine types | 0.25 | | axis | \
              COV of times along general machine types
          cov_times | COV of times | 0 | | axis | \
              COV of what tasks of a type take on a machine type, in gamma distributions; in \
              the source they always take the same
          static_power | Static power | 66 W | a power above 0 | axis | \
              mean static power of a machine type
          cov_static | COV of static power | 0.25 | | axis | its COV along machine types
          dynamic_power | Dynamic power | 133 W | a power above 0 | axis | \
              mean dynamic power in P-state 0
          cov_dynamic_task_types | COV of dynamic power along task types | 0.1 | | axis | \
              its COV along task types
          cov_dynamic_machine_types | COV of dynamic power along machine types | 0.25 | | axis | \
              its COV along machine types
          power_shares | Power shares | 1 0.75 0.5 | falling numbers, the first 1, as 1 0.75 0.5 | \
              axis | \
              share of the dynamic power in each P-state, from P-state 0 on; in one of share s \
              tasks take 1/sqrt(s) times as long on average
          cov_slow_down | COV of slow-down | 0.1 | | axis | COV of how much longer they take
          idle_power | Idle power | false | true or false | axis | \
              whether idle machines draw their static power; they draw nothing in the source
          affinity | Task-machine affinity | drawn | drawn, low or high | axis | \
              task-machine affinity: as it is drawn, or retuned (DISSERTATION 3.5.3.2)
          """);

  /** Whether each trial has a system of its own. */
  public static final InputOption<Boolean> SYSTEMS =
      TABLE.pick("systems", Map.of("per-trial", true, "one", false));

  /** Whether idle machines draw power. */
  public static final InputOption<Boolean> IDLE_POWER =
      TABLE.option("idle_power", OptionText::flag);

  private static final InputOption<Duration> TICK = TABLE.duration("tick");
  private static final InputOption<Integer> TASK_TYPES =
      TABLE.whole("task_types", 1, SystemSpec.MOST_TASK_TYPES);
  private static final InputOption<Integer> SPECIAL_TASK_TYPES =
      TABLE.whole("special_task_types", 0, SystemSpec.MOST_TASK_TYPES);
  private static final InputOption<Range> SPECIAL_EACH =
      TABLE.option("special_each", SystemOptions::range);
  private static final InputOption<List<Integer>> SPECIAL_MACHINES =
      TABLE.option("special_machines", SystemOptions::machines);
  private static final InputOption<List<Integer>> GENERAL_MACHINES =
      TABLE.option("general_machines", SystemOptions::machines);
  private static final InputOption<Duration> MEAN_SPECIAL = TABLE.duration("mean_special");
  private static final InputOption<Duration> MEAN_GENERAL = TABLE.duration("mean_general");
  private static final InputOption<Double> COV_TASK_TYPES = cov("task_types");
  private static final InputOption<Double> COV_SPECIAL = cov("special");
  private static final InputOption<Double> COV_GENERAL = cov("general");
  private static final InputOption<Double> COV_TIMES = TABLE.number("cov_times", 0, 1);
  private static final InputOption<Double> STATIC_POWER =
      TABLE.option("static_power", SystemOptions::watts);
  private static final InputOption<Double> COV_STATIC = cov("static");
  private static final InputOption<Double> DYNAMIC_POWER =
      TABLE.option("dynamic_power", SystemOptions::watts);
  private static final InputOption<Double> COV_DYNAMIC_TASK_TYPES = cov("dynamic_task_types");
  private static final InputOption<Double> COV_DYNAMIC_MACHINE_TYPES = cov("dynamic_machine_types");
  private static final InputOption<List<Double>> POWER_SHARES =
      TABLE.option("power_shares", text -> list(text, share -> share.number(0, 1)));
  private static final InputOption<Double> COV_SLOW_DOWN = cov("slow_down");
  private static final InputOption<Optional<AffinityLevel>> AFFINITY =
      TABLE.optional("affinity", "drawn", text -> text.choice(AffinityLevel.class));

  /** All options of systems. */
  public static final List<InputOption<?>> ALL = TABLE.all();

  /** The options that may be axes: all systems of a study have the same types and machines. */
  static final List<InputOption<?>> OF_AXES = TABLE.allFor(words -> words.contains("axis"));

  private SystemOptions() {}

  private record Range(int least, int most) {}

  private static InputOption<Double> cov(String of) {
    return TABLE.number("cov_" + of, 0, 10);
  }

  private static List<Integer> machines(OptionText text) {
    return text.is("none") ? List.of() : list(text, count -> count.integer(1, 1_000));
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
  public static SystemModel model(String name, InputValues values) {
    return new SystemModel(
        new SystemSpec(
            name, tick(values), taskTypes(values), special(values), general(values), power(values)),
        values.get(AFFINITY),
        values.get(COV_TIMES),
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
