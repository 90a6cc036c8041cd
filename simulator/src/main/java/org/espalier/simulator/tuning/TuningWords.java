package org.espalier.simulator.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.ColumnScale;
import org.espalier.simulator.column.NumberText;

/** Says in sentences what came of a search. */
public final class TuningWords {
  private TuningWords() {}

  /** The best settings beside those of the study. */
  public static String best(TuningResults results) {
    TuningPlan plan = results.plan();
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < plan.searched().size(); i++) {
      String value = results.tried().get(results.best()).values().get(i);
      parts.add(
          "%s %s (it was %s)"
              .formatted(plan.searched().get(i).setting().key(), value, plan.preset().get(i)));
    }
    if (changesNothing(results)) {
      return "All %s settings of %s have the same results: %s changes nothing here."
          .formatted(
              results.tried().size(),
              plan.policy().name(),
              plan.searched().stream()
                  .map(searched -> searched.setting().key())
                  .collect(Collectors.joining(" with ")));
    }
    return results.keepsPreset()
        ? "Of %s settings of %s none was better on the tuning trials than those it has."
            .formatted(results.tried().size(), plan.policy().name())
        : "Of %s settings of %s the best on the tuning trials: %s."
            .formatted(results.tried().size(), plan.policy().name(), String.join(", ", parts));
  }

  /** Whether trials are the same whatever is set. */
  private static boolean changesNothing(TuningResults results) {
    return results.tried().size() > 1
        && results.tried().stream().map(TuningResults.Tried::trials).distinct().count() == 1;
  }

  /** Whether the best settings are better on the trials that nothing was fitted to. */
  public static String verdict(TuningResults results) {
    MeanInterval difference = results.difference();
    ColumnScale scale = ColumnScale.of(results.plan().column(), List.of(difference));
    String text =
        NumberText.difference(scale.scaled(difference), scale.decimals(), difference.count())
            .replaceAll(" +", " ");
    String where =
        "%s of %s against %s on trials that nothing was fitted to"
            .formatted(
                scale.heading(results.plan().column()),
                results.tuned().name(),
                results.plan().policy().name());
    if (results.keepsPreset()) {
      return "Nothing needs to be changed.";
    }
    if (difference.count() < 2) {
      return "%s: %s; one trial has no interval, set trials=30.".formatted(where, text);
    }
    return difference.excludesZero()
        ? "%s: %s.".formatted(where, text)
        : "%s: %s, which may be chance.".formatted(where, text);
  }
}
