package org.espalier.simulator.result;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.core.model.HcSystem;
import org.espalier.simulator.study.ContentDigest;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.workload.document.Problems;

/** The SHA-256 of what trials met, so that results can be compared without their inputs. */
final class InputDigests {
  /** Columns of trials.csv, its last. */
  static final List<String> KEYS = List.of("tasks_sha256", "system_sha256");

  private final Experiment experiment;
  private final Map<Met, List<String>> known = new HashMap<>();

  InputDigests(Experiment experiment) {
    this.experiment = experiment;
  }

  private record Met(Scenario.Conditions conditions, int trial) {}

  /** The digests of the tasks and of the system of a trial. */
  List<String> of(Scenario scenario, int trial) {
    return known.computeIfAbsent(
        new Met(scenario.conditions(), trial), met -> digests(scenario, trial));
  }

  private List<String> digests(Scenario scenario, int trial) {
    HcSystem system = experiment.inputs().system(scenario, trial);
    ContentDigest digest = new ContentDigest(new Problems());
    digest.put(experiment.inputs().workload(scenario, system, trial), system);
    String tasks = digest.hex();
    digest.put(system);
    return List.of(tasks, digest.hex());
  }
}
