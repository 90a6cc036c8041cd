package org.espalier.simulator.study;

import java.util.List;
import org.espalier.core.model.HcSystem;

/** Says in words what the generated systems of an experiment are like. */
record GeneratedSystems(Experiment experiment) {
  /** What they are like. */
  List<String> notes() {
    Scenario first = experiment.scenarios().getFirst();
    HcSystem system = experiment.inputs().system(first, 1);
    return List.of(
        "systems of %s task types and %s machines of %s types are generated, %s"
            .formatted(
                system.taskTypes().size(),
                system.machines().size(),
                system.machineTypes().size(),
                first.system().generated().orElseThrow().perTrial()
                    ? "another for each trial"
                    : "the same for all trials"));
  }

  /** Which system is shown where one is, as "of trial 1, affinity low". */
  String shown() {
    Scenario first = experiment.scenarios().getFirst();
    String place = experiment.place(first, axis -> SystemOptions.isOne(axis.dimension()));
    return place.isEmpty() ? "of trial 1" : "of trial 1, " + place;
  }
}
