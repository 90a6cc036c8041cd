package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.simulator.study.Dimension;
import org.espalier.workload.document.Names;

/**
 * Says whether scenarios of stored results met the same trials: the same seed and tasks, as their
 * digests tell it. The systems may differ. No input file is read.
 */
public final class StoredTrials {
  private static final List<String> LEFT_OUT = List.of("leave_out_first", "leave_out_last");
  private static final List<String> MEASURED = List.of("measure_from", "horizon");
  private static final int SHOWN = 8;

  /** What else decides how trials go; what files hold is told by digests. */
  private static final String DECIDES =
      "preset|retries|believed_pet|settings\\..+|workload\\.(?!files).+";

  private StoredTrials() {}

  /** Why the first trials of two scenarios are not the same; empty if they are. */
  static Optional<String> obstacle(
      ScenarioComparison.Entry one, ScenarioComparison.Entry other, int trials) {
    String seed = one.results().value("seed");
    String otherSeed = other.results().value("seed");
    if (!seed.equals(otherSeed)) {
      return Optional.of("the seed is %s and %s".formatted(seed, otherSeed));
    }
    return IntStream.range(0, trials)
        .filter(i -> !one.scenario().tasks(i).equals(other.scenario().tasks(i)))
        .mapToObj(i ->
            ofAxes(one, other)
                .orElse("in trial %s other tasks arrive, or with other deadlines".formatted(i + 1)))
        .findFirst();
  }

  /** The axis that parts two scenarios of one study besides policies, as what differs. */
  private static Optional<String> ofAxes(
      ScenarioComparison.Entry one, ScenarioComparison.Entry other) {
    return one.results().axes().stream()
        .filter(axis -> one.results().equals(other.results()))
        .filter(axis -> !axis.equals(Dimension.POLICY))
        .filter(axis -> !one.value(axis).equals(other.value(axis)))
        .findFirst()
        .map(axis -> "%s is %s and %s".formatted(axis, one.value(axis), other.value(axis)));
  }

  /** What differs between studies besides policies, whether their trials are the same or not. */
  public static List<String> differences(StoredResults one, StoredResults other) {
    List<String> differences = new ArrayList<>();
    if (differ(LEFT_OUT, one, other)) {
      differences.add("leave out other numbers of first and last tasks");
    }
    if (differ(MEASURED, one, other)) {
      differences.add("measure other times of their trials");
    }
    if (!systems(one).equals(systems(other))) {
      differences.add(
          "ran on other machines or execution times; their differences are those of the systems"
              + " too");
    }
    List<String> settings = settings(one, other);
    if (!settings.isEmpty()) {
      differences.add("differ in " + Names.listed(settings.stream(), settings.size(), SHOWN));
    }
    differences.replaceAll(what -> "%s and %s %s".formatted(one.name(), other.name(), what));
    return differences;
  }

  /** The settings and options of workloads that differ, and are axes of neither. */
  private static List<String> settings(StoredResults one, StoredResults other) {
    Map<String, String> its = one.study().written();
    Map<String, String> others = other.study().written();
    return Stream.concat(its.keySet().stream(), others.keySet().stream())
        .distinct()
        .filter(key -> key.matches(DECIDES))
        .filter(key -> !one.axes().contains(name(key)) && !other.axes().contains(name(key)))
        .filter(key -> !Objects.equals(its.get(key), others.get(key)))
        .map(key ->
            "%s (%s and %s)"
                .formatted(
                    name(key), its.getOrDefault(key, "none"), others.getOrDefault(key, "none")))
        .toList();
  }

  private static String name(String key) {
    return key.replaceFirst("^(settings|workload)\\.", "");
  }

  private static Set<String> systems(StoredResults results) {
    return results.scenarios().stream()
        .flatMap(StoredScenario::systems)
        .collect(Collectors.toSet());
  }

  private static boolean differ(List<String> keys, StoredResults one, StoredResults other) {
    return !keys.stream().allMatch(key -> one.value(key).equals(other.value(key)));
  }
}
