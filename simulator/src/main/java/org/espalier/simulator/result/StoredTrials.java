package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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
  private static final int SHOWN = 8;

  /** What decides how trials go and what counts of them; digests tell what files hold. */
  private static final String DECIDES =
      "preset|retries|believed_pet|leave_out_.+|measure_from|horizon|settings\\..+"
          + "|workload\\.(?!files).+";

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
    if (!systems(one).equals(systems(other))) {
      differences.add(
          "ran on other machines or execution times; their differences are those of the systems"
              + " too");
    }
    Map<String, String> its = settings(one);
    Map<String, String> others = settings(other);
    Set<String> keys = new LinkedHashSet<>(its.keySet());
    keys.addAll(others.keySet());
    keys.removeIf(key -> Objects.equals(its.get(key), others.get(key)));
    keys.removeAll(one.axes());
    keys.removeAll(other.axes());
    if (!keys.isEmpty()) {
      Stream<String> values =
          keys.stream()
              .map(key ->
                  "%s (%s and %s)"
                      .formatted(
                          key, its.getOrDefault(key, "none"), others.getOrDefault(key, "none")));
      differences.add("differ in " + Names.listed(values, keys.size(), SHOWN));
    }
    differences.replaceAll(what -> "%s and %s %s".formatted(one.name(), other.name(), what));
    return differences;
  }

  /** Settings and options by their keys, as axes have them. */
  private static Map<String, String> settings(StoredResults results) {
    Map<String, String> settings = new LinkedHashMap<>();
    results.study().written().entrySet().stream()
        .filter(entry -> entry.getKey().matches(DECIDES))
        .forEach(entry ->
            settings.put(
                entry.getKey().replaceFirst("^(settings|workload)\\.", ""), entry.getValue()));
    return settings;
  }

  private static Set<String> systems(StoredResults results) {
    return results.scenarios().stream()
        .flatMap(StoredScenario::systems)
        .collect(Collectors.toSet());
  }
}
