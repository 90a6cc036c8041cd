package org.espalier.simulator.study;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.heterogeneity.Heterogeneity;

/** Says in words what the generated systems of an experiment are like. */
record GeneratedSystems(Experiment experiment) {
  /** What they are like: a sentence on all, and one on each that trial 1 runs on. */
  List<String> notes() {
    Scenario first = experiment.scenarios().getFirst();
    HcSystem system = experiment.inputs().system(first, 1);
    List<String> notes = new ArrayList<>();
    notes.add(
        "systems of %s task types and %s machines of %s types are generated, %s"
            .formatted(
                system.taskTypes().size(),
                system.machines().size(),
                system.machineTypes().size(),
                first.system().generated().orElseThrow().perTrial()
                    ? "another for each trial"
                    : "the same for all trials"));
    Set<SystemChoice> seen = new HashSet<>();
    experiment.scenarios().stream()
        .filter(scenario -> seen.add(scenario.system()))
        .map(this::measures)
        .forEach(notes::add);
    return notes;
  }

  /** Which system is shown where one is, as "of trial 1, affinity low". */
  String shown() {
    return name(experiment.scenarios().getFirst());
  }

  /** The heterogeneity of the system of trial 1. */
  private String measures(Scenario scenario) {
    return experiment
        .inputs()
        .heterogeneity(experiment.inputs().system(scenario, 1))
        .map(measured -> measures(scenario, measured))
        .orElse("no machine type can run all task types");
  }

  private String measures(Scenario scenario, Heterogeneity measured) {
    String name = name(scenario);
    return String.format(
        Locale.ROOT,
        "the system %s has TMA %.4f, TDH %.4f and MPH %.4f",
        name.contains(",") ? name + "," : name,
        measured.taskMachineAffinity(),
        measured.general().taskDifficulty(),
        measured.general().machinePerformance());
  }

  /** Which of the systems it is, by the axes that vary them. */
  private String name(Scenario scenario) {
    String place = experiment.place(scenario, axis -> SystemOptions.isOne(axis.dimension()));
    return place.isEmpty() ? "of trial 1" : "of trial 1, " + place;
  }
}
