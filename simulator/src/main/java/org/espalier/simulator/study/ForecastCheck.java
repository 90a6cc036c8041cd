package org.espalier.simulator.study;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.registry.ParameterValues;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.policy.ForecastText;
import org.espalier.workload.policy.Forecasts;
import org.espalier.workload.policy.ParameterSetting;
import org.espalier.workload.policy.PolicyVocabulary;

/**
 * Reads the forecasts of a study, and refuses those of another day where it reads its workloads,
 * since it has no other day.
 */
final class ForecastCheck {
  private final DescribedStudy described;
  private final TrialInputs inputs;
  private final Set<String> reported = new HashSet<>();
  private final Set<Path> read = new HashSet<>();
  private final Set<String> notes = new LinkedHashSet<>();

  ForecastCheck(DescribedStudy described, TrialInputs inputs) {
    this.described = described;
    this.inputs = inputs;
  }

  /** What was done to files, one sentence each. */
  Set<String> notes() {
    return notes;
  }

  void check(List<Scenario> scenarios) {
    if (described.study().inputs().workload() instanceof WorkloadSource.Files) {
      scenarios.forEach(this::refuseAnotherDay);
    }
    scenarios.forEach(this::read);
  }

  /** Reads each file once, as workloads. */
  private void read(Scenario scenario) {
    for (Forecast named : scenario.forecasts()) {
      for (int trial = 1; trial <= described.study().plan().trials(); trial++) {
        Optional<Path> file = TrialInputs.forecastFile(named, trial).filter(read::add);
        if (file.isPresent()) {
          Forecasts.read(named, file.get(), inputs.system(scenario, trial), described.problems())
              .ifPresent(loaded -> loaded.notes().forEach(note -> notes.add("forecast " + note)));
        }
      }
    }
  }

  /** Reports a forecast once, where it is set. */
  private void refuseAnotherDay(Scenario scenario) {
    ParameterValues values = scenario.settings().parameters();
    PolicyVocabulary.parameters(scenario.entry().provider()).stream()
        .filter(setting -> setting.text(values).equals(ForecastText.ANOTHER_DAY))
        .map(setting -> place(setting, scenario.policy()))
        .filter(place -> reported.add(place.toString()))
        .forEach(place ->
            place.report(
                "forecast %s can only be had where workloads are generated"
                    .formatted(ForecastText.ANOTHER_DAY),
                "name a file; {trial} stands for the number of the trial"));
  }

  /** Where a setting of a policy is: with the policy, set by the user, or in a block. */
  private DocumentNode place(ParameterSetting setting, String policy) {
    DocumentNode entry = described.node(policy);
    String key = setting.key();
    return child(entry, setting.entryKey())
        .or(() -> child(described.holder(key), key))
        .or(() -> child(described.file(), "settings").flatMap(block -> child(block, key)))
        .orElse(entry);
  }

  private static Optional<DocumentNode> child(DocumentNode node, String key) {
    return node.isMapping() ? node.node(key).find() : Optional.empty();
  }
}
