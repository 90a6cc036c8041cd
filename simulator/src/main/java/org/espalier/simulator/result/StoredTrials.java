package org.espalier.simulator.result;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Says whether scenarios of stored results met the same trials: the same seed and tasks, as the
 * digests of {@code inputs.csv} tell it. The systems may differ. No input file is read.
 */
public final class StoredTrials {
  private static final List<String> LEFT_OUT = List.of("leave_out_first", "leave_out_last");
  private static final List<String> MEASURED = List.of("measure_from", "horizon");

  private StoredTrials() {}

  /** Why the first trials of two scenarios are not the same; empty if they are. */
  static Optional<String> obstacle(
      ScenarioComparison.Entry one, ScenarioComparison.Entry other, int trials) {
    Optional<String> tasks = inTasks(one, other, trials);
    return one.results().equals(other.results())
        ? tasks.map(difference -> ofAxes(one, other).orElse(difference))
        : tasks;
  }

  /** The axis of one study that parts two scenarios, as what differs. */
  private static Optional<String> ofAxes(
      ScenarioComparison.Entry one, ScenarioComparison.Entry other) {
    return one.results().inputs().axes().stream()
        .filter(axis -> !one.value(axis).equals(other.value(axis)))
        .findFirst()
        .map(axis -> "%s is %s and %s".formatted(axis, one.value(axis), other.value(axis)));
  }

  private static Optional<String> inTasks(
      ScenarioComparison.Entry one, ScenarioComparison.Entry other, int trials) {
    List<StoredInputs.Met> first = met(one, trials);
    List<StoredInputs.Met> second = met(other, trials);
    for (int i = 0; i < trials; i++) {
      Optional<String> difference = difference(i + 1, first.get(i), second.get(i));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  private static List<StoredInputs.Met> met(ScenarioComparison.Entry entry, int trials) {
    List<StoredInputs.Met> met = entry.results().inputs().of(entry);
    if (met.size() < trials) {
      throw new IllegalArgumentException(
          "%s of %s says nothing of %s; run the study again"
              .formatted(InputDigests.FILE, entry.results().directory(), entry.scenario().label()));
    }
    return met;
  }

  private static Optional<String> difference(
      int trial, StoredInputs.Met one, StoredInputs.Met other) {
    if (!one.seed().equals(other.seed())) {
      return Optional.of("the seed is %s and %s".formatted(one.seed(), other.seed()));
    }
    if (!one.tasks().equals(other.tasks())) {
      return Optional.of(
          "in trial %d there are %s and %s tasks".formatted(trial, one.tasks(), other.tasks()));
    }
    return one.tasksDigest().equals(other.tasksDigest())
        ? Optional.empty()
        : Optional.of(
            "in trial %d tasks arrive at other times, or are of other types or deadlines"
                .formatted(trial));
  }

  /** What differs between studies besides policies, though their trials may be the same. */
  public static List<String> differences(StoredResults one, StoredResults other) {
    return Stream.of(
            note(
                LEFT_OUT.stream().allMatch(key -> one.value(key).equals(other.value(key))),
                "%s and %s leave out other numbers of first and last tasks",
                one,
                other),
            note(
                MEASURED.stream().allMatch(key -> one.value(key).equals(other.value(key))),
                "%s and %s measure other times of their trials",
                one,
                other),
            note(
                one.inputs().systems().equals(other.inputs().systems()),
                "%s and %s ran on other machines or execution times; their differences are those"
                    + " of the systems too",
                one,
                other))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<String> note(
      boolean isSame, String text, StoredResults one, StoredResults other) {
    return isSame ? Optional.empty() : Optional.of(text.formatted(one.name(), other.name()));
  }
}
