package org.espalier.simulator.study;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.heterogeneity.Heterogeneity;

/** Says in words what the generated systems of an experiment are like. */
final class GeneratedSystems {
  private final Experiment experiment;

  private GeneratedSystems(Experiment experiment) {
    this.experiment = experiment;
  }

  /** What they are like: a sentence on all, and one on each that trial 1 runs on. */
  static List<String> notes(Experiment experiment) {
    return new GeneratedSystems(experiment).notes();
  }

  private List<String> notes() {
    HcSystem system = experiment.system();
    Map<SystemOption, String> options = experiment.scenarios().getFirst().system().options();
    List<String> notes = new ArrayList<>();
    notes.add(
        "systems of %d task types and %d machines of %d types are generated, %s"
            .formatted(
                system.taskTypes().size(),
                system.machines().size(),
                system.machineTypes().size(),
                SystemOption.model(options).perTrial()
                    ? "another for each trial"
                    : "the same for all trials"));
    Set<SystemChoice> seen = new HashSet<>();
    experiment.scenarios().stream()
        .filter(scenario -> seen.add(scenario.system()))
        .map(this::measures)
        .forEach(notes::add);
    return notes;
  }

  /** Which system an experiment shows where it shows one, as "of trial 1, affinity low". */
  static String shown(Experiment experiment) {
    return new GeneratedSystems(experiment).name(experiment.scenarios().getFirst());
  }

  /** The heterogeneity of the system of trial 1. */
  private String measures(Scenario scenario) {
    return experiment
        .heterogeneity(experiment.system(scenario, 1))
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
    StringBuilder text = new StringBuilder("of trial 1");
    for (Axis axis : experiment.study().comparison().axes()) {
      if (axis.dimension() instanceof SystemOption option) {
        text.append(", %s %s".formatted(option.key(), scenario.system().options().get(option)));
      }
    }
    return text.toString();
  }
}
