package org.espalier.simulator.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.bound.FluidBound;

/** Expands a study to an experiment, and checks whether all that it names goes together. */
final class ExperimentReader {
  private final DescribedStudy described;
  private final PolicyRegistry registry;
  private final long problemsBefore;

  /**
   * @param described a study that was read without problems
   */
  ExperimentReader(DescribedStudy described, PolicyRegistry registry) {
    this.described = described;
    this.registry = registry;
    this.problemsBefore = described.problems().count();
  }

  /** The experiment; empty if there are problems. */
  Optional<Experiment> read() {
    SystemCheck systems = new SystemCheck(described, registry);
    if (described.systems().areRead()) {
      run(systems::check);
    }
    if (!isSound()) {
      return Optional.empty();
    }
    List<Scenario> scenarios = Expansion.of(described, registry);
    run(() -> systems.checkMachines(scenarios));
    UnreadSettings unread = new UnreadSettings(described, scenarios);
    if (isSound()) {
      run(() -> systems.checkSettings(scenarios), unread::check, unread::checkFilters);
    } else {
      run(unread::checkFilters);
    }
    if (!isSound()) {
      return Optional.empty();
    }
    List<String> notes = new ArrayList<>(unread.notes());
    notes.addAll(described.systems().notes());
    notes.addAll(described.systems().areRead() ? systems.notes(scenarios) : List.of());
    Experiment experiment = new Experiment(described, registry, scenarios, notes);
    experiment.systemNote().ifPresent(notes::add);
    List<Scenario> met = experiment.groups().stream().map(List::getFirst).toList();
    WorkloadCheck workloads = new WorkloadCheck(described, experiment.inputs());
    ForecastCheck forecasts = new ForecastCheck(described, experiment.inputs());
    run(
        () -> workloads.check(met),
        () -> workloads.checkPolicies(scenarios),
        () -> forecasts.check(scenarios));
    notes.addAll(workloads.notes());
    notes.addAll(forecasts.notes());
    notes.addAll(workloads.budgetNotes(scenarios));
    if (met.stream().anyMatch(s -> FluidBound.isTooWide(experiment.inputs().system(s, 1)))) {
      notes.add(
          "steady_bound and robustness_of_bound are left out where machines are of more than %s types, or task types and machine types make more than %s pairs"
              .formatted(FluidBound.MOST_MACHINE_TYPES, FluidBound.MOST_PAIRS));
    }
    return isSound()
        ? Optional.of(new Experiment(withFigures(experiment), registry, scenarios, notes))
        : Optional.empty();
  }

  /** Makes checks, and reports what was found wrong with what the user set. */
  private void run(Runnable... checks) {
    for (Runnable check : checks) {
      check.run();
    }
    described.assignments().reportTo(described.problems());
  }

  private boolean isSound() {
    return described.problems().count() == problemsBefore;
  }

  /** The study with the figures that it has if it does not name them. */
  private DescribedStudy withFigures(Experiment experiment) {
    Study study = described.study();
    boolean earning =
        experiment.groups().stream()
            .anyMatch(group -> experiment.inputs().haveUtilities(group.getFirst()));
    boolean limited =
        experiment.scenarios().stream().anyMatch(s -> !s.settings().energy().periods().isEmpty());
    List<Study.FigureRequest> figures =
        described.file().has("figures") // if only to have none
            ? DefaultFigures.withUsersAxes(study, described.assignments(), earning, limited)
            : DefaultFigures.of(study, earning, limited);
    return described.with(
        study.with(new Study.Presentation(figures, study.presentation().traces())));
  }
}
