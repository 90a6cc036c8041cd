package org.espalier.profiler.result;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.espalier.profiler.probe.Capability;
import org.espalier.profiler.run.MeasuredMachine;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.profiler.statistics.Drift;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.workload.document.Names;

/** What a reader of a report of measurements should know, in sentences. */
final class ProfileNotes {
  private static final int LISTED = 8;

  private final Findings findings;
  private final CellColumns columns;
  private final List<String> notes = new ArrayList<>();

  ProfileNotes(Findings findings, CellColumns columns) {
    this.findings = findings;
    this.columns = columns;
  }

  List<String> all() {
    if (!findings.results().isComplete()) {
      notes.add("The plan was stopped before its end; --resume goes on with it.");
    }
    findings.results().machines().forEach(this::addMachine);
    addAbsent();
    findings.classes().forEach(this::addClasses);
    addPrediction();
    addOutliers();
    addFailed();
    addDrift();
    addNoise();
    return notes;
  }

  private void addMachine(MeasuredMachine machine) {
    notes.add("%s is %s.".formatted(machine.name(), description(machine)));
    machine.notes().forEach(note -> notes.add("%s: %s".formatted(machine.name(), note)));
    machine
        .energySource()
        .ifPresent(
            source -> notes.add("%s: energy is measured by %s.".formatted(machine.name(), source)));
    if (machine.hasTurbo()) {
      notes.add(
          "%s: cores may have run faster than the frequencies say (turbo is on)."
              .formatted(machine.name()));
    }
    machine.capabilities().stream()
        .filter(capability -> capability.state() != Capability.State.AVAILABLE)
        .forEach(capability -> addMissing(machine, capability));
  }

  private static String description(MeasuredMachine machine) {
    String facts =
        machine.description().entrySet().stream()
            .map(fact ->
                fact.getValue().startsWith(fact.getKey())
                    ? fact.getValue()
                    : "%s %s".formatted(fact.getKey(), fact.getValue()))
            .collect(joining("; "));
    return facts.isEmpty() ? machine.host() : "%s: %s".formatted(machine.host(), facts);
  }

  private void addMissing(MeasuredMachine machine, Capability capability) {
    String how =
        capability.state() == Capability.State.MISSING ? "not measured" : "measured otherwise";
    notes.add(
        "%s: %s: %s: %s.%s"
            .formatted(
                machine.name(),
                capability.measures(),
                how,
                capability.found(),
                capability.remedy().isEmpty()
                    ? ""
                    : " To get it: %s.".formatted(capability.remedy())));
  }

  /** Parts that the report does not have. */
  private void addAbsent() {
    if (!columns.has(CellColumns.INTENSITY)) {
      notes.add("No figures of memory intensity and no classes: no misses were counted.");
    }
    if (!columns.has(CellColumns.ENERGY)) {
      notes.add("No figures of energy and no savings: no energy was measured.");
    }
    if (findings.slowDowns().rows().isEmpty()) {
      notes.add("No slow-downs: nothing ran beside anything.");
    } else if (findings.prediction().isEmpty()) {
      notes.add("No predictions: the plan does not ask for any.");
    } else if (findings.slowDowns().meanError().isEmpty()) {
      notes.add(
          "No figure of predicted over measured: all sets that were measured are those that"
              + " predict.");
    }
    if (findings.cells().stream().allMatch(cell -> cell.cell().conditions().pState().isEmpty())) {
      notes.add("Figures are over applications, not over frequencies: no P-states were set.");
    }
  }

  private void addClasses(String machine, IntensityClasses classes) {
    String cuts =
        classes.cuts().stream()
            .map(cut -> String.format(Locale.ROOT, "%.2e", cut))
            .collect(joining(" and "));
    String simulated =
        classes.members().stream()
                .anyMatch(member -> findings.isSimulated(member.taskType(), machine))
            ? " Misses are those of a simulated cache where the table says so."
            : "";
    notes.add(
        classes.cuts().isEmpty()
            ? "%s: one class of memory intensity, no gap is wide enough.%s"
                .formatted(machine, simulated)
            : "%s: the next class of memory intensity begins at %s misses per instruction (%s).%s"
                .formatted(
                    machine,
                    cuts,
                    classes.areGiven() ? "given in the plan" : "in the widest gaps",
                    simulated));
  }

  private void addPrediction() {
    findings
        .prediction()
        .ifPresent(prediction -> {
          notes.add(
              "Slow-downs are predicted from sensitivity curves and pressures found with %s as the reference."
                  .formatted(prediction.reference()));
          list(
              "These slow down the reference more than any pressure that was measured, so their"
                  + " pressure may be greater: %s.",
              prediction.scores().entrySet().stream()
                  .filter(score -> score.getValue().isBeyond())
                  .map(score -> score.getKey().describe())
                  .toList());
        });
  }

  private void addOutliers() {
    list("Outliers, which stay in all numbers: %s.", some(cell -> cell.time().outliers().size()));
    list(
        "Energy is the mean of those that were metered: %s.",
        some(cell ->
            cell.energy().map(MeanInterval::count).filter(n -> n < cell.time().count()).orElse(0)));
  }

  private void addFailed() {
    long failed = findings.samples().stream().filter(MeasuredRun::hasFailed).count();
    if (failed > 0) {
      notes.add(
          "%s of %s ended with another exit code than 0: they count here, and not in a system that is written."
              .formatted(failed, Names.count(findings.samples().size(), "run")));
    }
  }

  /** The cells that have some runs of a kind. */
  private List<String> some(ToIntFunction<CellSummary> runs) {
    return findings.cells().stream()
        .filter(cell -> runs.applyAsInt(cell) > 0)
        .map(cell ->
            "%s of %s runs of %s".formatted(runs.applyAsInt(cell), cell.time().count(), name(cell)))
        .toList();
  }

  private void addDrift() {
    List<String> drifts = new ArrayList<>();
    for (CellSummary cell : findings.cells()) {
      Optional<Drift> drift = cell.time().drift().filter(Drift::isNotable);
      drift.ifPresent(it ->
          drifts.add(String.format(Locale.ROOT, "%s by %+.1f %%", name(cell), 100 * it.change())));
    }
    list("Times drifted over the session: %s.", drifts);
  }

  private static String name(CellSummary cell) {
    String beside = cell.isAlone() ? "" : " beside " + CellAxes.beside(cell.cell().corunners());
    return "%s on %s%s".formatted(cell.taskType(), cell.cell().conditions(), beside);
  }

  private void addNoise() {
    findings.samples().stream()
        .filter(run -> !run.noise().isEmpty())
        .collect(groupingBy(run -> run.cell().machineType(), LinkedHashMap::new, toList()))
        .forEach((machine, runs) -> {
          String list =
              runs.stream()
                  .flatMap(run -> run.noise().stream())
                  .collect(groupingBy(kind -> kind, LinkedHashMap::new, counting()))
                  .entrySet()
                  .stream()
                  .map(kind -> "%s %s".formatted(kind.getKey(), kind.getValue()))
                  .collect(joining(", "));
          notes.add(
              "%s: %s runs may have been disturbed: %s.".formatted(machine, runs.size(), list));
        });
  }

  private void list(String sentence, Collection<String> entries) {
    if (!entries.isEmpty()) {
      String list = entries.stream().limit(LISTED).collect(joining("; "));
      String more =
          entries.size() > LISTED ? " and %s more".formatted(entries.size() - LISTED) : "";
      notes.add(sentence.formatted(list + more));
    }
  }
}
