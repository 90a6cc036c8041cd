package org.espalier.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.generator.SystemSpec;

/**
 * The options of {@code espalier system generate} that say what the system is like, as texts, and
 * the specification that they make. What is wrong with them is told all at once.
 */
final class SystemSettings {
  static final String TASK_TYPES = "--task-types";
  static final String SPECIAL_TASK_TYPES = "--special-task-types";
  static final String SPECIAL_EACH = "--special-each";
  static final String SPECIAL_MACHINES = "--special-machines";
  static final String GENERAL_MACHINES = "--general-machines";
  static final String MEAN_SPECIAL = "--mean-special";
  static final String MEAN_GENERAL = "--mean-general";
  static final String COV_TASK_TYPES = "--cov-task-types";
  static final String COV_SPECIAL = "--cov-special";
  static final String COV_GENERAL = "--cov-general";
  static final String STATIC_POWER = "--static-power";
  static final String COV_STATIC = "--cov-static";
  static final String DYNAMIC_POWER = "--dynamic-power";
  static final String COV_DYNAMIC_TASK_TYPES = "--cov-dynamic-task-types";
  static final String COV_DYNAMIC_MACHINE_TYPES = "--cov-dynamic-machine-types";
  static final String POWER_SHARES = "--power-shares";
  static final String COV_SLOW_DOWN = "--cov-slow-down";

  private static final String TICK = "--tick";
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,6})\\.\\.([0-9]{1,6})");

  private final boolean idleDrawsStatic;
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> unread = new ArrayList<>();

  SystemSettings(boolean idleDrawsStatic) {
    this.idleDrawsStatic = idleDrawsStatic;
  }

  /** Takes the text of an option. */
  void put(String option, String text) {
    texts.put(option, text);
  }

  /** The specification; refused with all problems if there are any. */
  SystemSpec spec(String name) {
    Duration tick = duration(TICK);
    List<Integer> each = range(SPECIAL_EACH);
    SystemSpec.TaskTypes taskTypes =
        new SystemSpec.TaskTypes(
            integer(TASK_TYPES),
            integer(SPECIAL_TASK_TYPES),
            each.getFirst(),
            each.getLast(),
            number(COV_TASK_TYPES));
    SystemSpec.MachineTypes special =
        new SystemSpec.MachineTypes(
            machines(SPECIAL_MACHINES), duration(MEAN_SPECIAL), number(COV_SPECIAL));
    SystemSpec.MachineTypes general =
        new SystemSpec.MachineTypes(
            machines(GENERAL_MACHINES), duration(MEAN_GENERAL), number(COV_GENERAL));
    SystemSpec.Power power =
        new SystemSpec.Power(
            watts(STATIC_POWER),
            number(COV_STATIC),
            watts(DYNAMIC_POWER),
            number(COV_DYNAMIC_TASK_TYPES),
            number(COV_DYNAMIC_MACHINE_TYPES),
            list(POWER_SHARES, Double::valueOf, "numbers, as 1,0.75,0.5"),
            number(COV_SLOW_DOWN),
            idleDrawsStatic);
    SystemSpec.problems(taskTypes, special, general, power).stream()
        .filter(this::isOfWhatWasRead)
        .forEach(problem -> problems.add("--" + problem));
    if (!problems.isEmpty()) {
      throw new CommandFailure(String.join(System.lineSeparator(), problems));
    }
    return new SystemSpec(name, tick, taskTypes, special, general, power);
  }

  /** Whether a problem names no option that could not be read and has another value here. */
  private boolean isOfWhatWasRead(String problem) {
    return unread.stream().noneMatch(option -> problem.contains(option.substring(2)));
  }

  private String text(String option) {
    return texts.getOrDefault(option, "");
  }

  /** What is read of an option, or else a value in its place, after the problem was taken down. */
  private <T> T orProblem(String option, Optional<T> read, T instead, String expected) {
    if (read.isEmpty()) {
      unread.add(option);
      problems.add("%s is %s; expected %s".formatted(option, text(option), expected));
    }
    return read.orElse(instead);
  }

  private Duration duration(String option) {
    Optional<Duration> read = Quantities.duration(text(option)).filter(Duration::isPositive);
    return orProblem(
        option, read, Duration.ofSeconds(1), "a duration above 0: " + Quantities.DURATION_HINT);
  }

  private double watts(String option) {
    Optional<Double> read = Quantities.watts(text(option));
    return orProblem(option, read, 1.0, "a power above 0: " + Quantities.POWER_HINT);
  }

  private int integer(String option) {
    return orProblem(option, parsed(text(option), Integer::valueOf), 0, "a whole number");
  }

  private double number(String option) {
    return orProblem(option, parsed(text(option), Double::valueOf), 0.0, "a number");
  }

  private List<Integer> range(String option) {
    Matcher matcher = RANGE.matcher(text(option));
    Optional<List<Integer>> read =
        matcher.matches()
            ? Optional.of(
                List.of(Integer.valueOf(matcher.group(1)), Integer.valueOf(matcher.group(2))))
            : Optional.empty();
    return orProblem(option, read, List.of(1, 1), "a range, as 3..5");
  }

  private List<Integer> machines(String option) {
    return text(option).equals("none")
        ? List.of()
        : list(option, Integer::valueOf, "whole numbers, as 2,2,3, or none");
  }

  private <T> List<T> list(String option, Function<String, T> parser, String expected) {
    List<Optional<T>> items =
        Arrays.stream(text(option).split(",", -1))
            .map(item -> parsed(item.strip(), parser))
            .toList();
    Optional<List<T>> read =
        items.stream().allMatch(Optional::isPresent)
            ? Optional.of(items.stream().flatMap(Optional::stream).toList())
            : Optional.empty();
    return orProblem(option, read, List.of(), expected);
  }

  private static <T> Optional<T> parsed(String text, Function<String, T> parser) {
    try {
      return Optional.of(parser.apply(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
