package org.espalier.simulator.study;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.espalier.core.registry.ParameterValues;
import org.espalier.workload.document.Assignments;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.policy.ForecastText;
import org.espalier.workload.policy.ParameterSetting;
import org.espalier.workload.policy.PolicyVocabulary;

/** Refuses forecasts of another day in a study that reads its workloads, which has no other one. */
final class AnotherDayCheck {
  private final StudyReader.Described described;
  private final Assignments assignments;
  private final List<Scenario> scenarios;
  private final Set<String> reported = new HashSet<>();

  AnotherDayCheck(
      StudyReader.Described described, Assignments assignments, List<Scenario> scenarios) {
    this.described = described;
    this.assignments = assignments;
    this.scenarios = scenarios;
  }

  /** Reports each of them once, where it is set. */
  void check() {
    if (described.study().inputs().workload() instanceof WorkloadSource.Files) {
      scenarios.forEach(this::check);
    }
  }

  private void check(Scenario scenario) {
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
    DocumentNode entry = described.policies().getOrDefault(policy, described.file());
    return child(entry, setting.entryKey())
        .or(() -> assignments.find(setting.key()).flatMap(node -> child(node, setting.key())))
        .or(() ->
            Stream.of("axes", "settings")
                .flatMap(block -> child(described.file(), block).stream())
                .flatMap(block -> child(block, setting.key()).stream())
                .findFirst())
        .orElse(entry);
  }

  private static Optional<DocumentNode> child(DocumentNode node, String key) {
    return node.isMapping() ? node.node(key).find() : Optional.empty();
  }
}
