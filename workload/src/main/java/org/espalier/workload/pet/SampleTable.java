package org.espalier.workload.pet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.text.Ticks;

/**
 * Execution times as they come, by task type and machine type; at the end the histogram of each
 * cell. Holds eight bytes a sample. Not safe for use by several threads.
 */
public final class SampleTable {
  private final SampleSettings settings;
  private final Ticks ticks;
  private final CellTable<Samples> table = new CellTable<>();
  private Map<CellTable.Pair, CellTable.Pair> scaled = Map.of();
  private long leftOut;
  private long failed;

  /** An empty table. */
  public SampleTable(SampleSettings settings) {
    this.settings = settings;
    this.ticks = Ticks.perSecond(settings.tick());
  }

  /** Takes one execution time in a P-state, both from 0 on. */
  public void add(String taskType, String machineType, int pState, double seconds) {
    add(new CellTable.Pair(taskType, machineType), 0, pState, seconds);
  }

  /** Takes an execution time that stands on a line. */
  void add(CellTable.Pair pair, int line, int pState, double seconds) {
    table.named(pair, line).computeIfAbsent(pState, added -> new Samples()).add(ticks.of(seconds));
  }

  /** Takes down that a sample was left out because its task ran beside others. */
  void leaveOut() {
    leftOut++;
  }

  /** Takes down that a sample was left out because its command failed. */
  void leaveOutFailed() {
    failed++;
  }

  /** Gives cells without samples those of another cell, scaled to a mean; says what it did. */
  List<String> scaleTo(Means means, TypeChoice choice, FileProblems problems) {
    ScaledCells cells = new ScaledCells(table, means, choice, ticks, problems);
    scaled = cells.sources();
    return cells.notes();
  }

  /** Reports wanted types of which there is nothing. */
  void reportAbsent(TypeChoice choice, FileProblems problems) {
    choice.reportAbsent(table.taskTypes(), table.machineTypes(), problems);
  }

  /** The PET, or empty if there are problems. */
  public Optional<MeasuredPet> measured(FileProblems problems) {
    if (failed > 0 && table.taskTypes().isEmpty()) {
      problems.report(
          "has no samples of commands that succeeded, and %s of those that failed"
              .formatted(failed),
          "add samples with exit_code 0");
    } else if (leftOut > 0 && table.taskTypes().isEmpty()) {
      problems.report(
          "has no samples of tasks that ran alone, and %s of tasks beside others"
              .formatted(leftOut),
          "add samples of tasks that ran alone");
    }
    if (!table.checkSize(problems)) {
      return Optional.empty();
    }
    settings.missing().check(table, problems);
    table.checkPStates("samples", problems);
    return problems.isEmpty()
        ? Histograms.pet(table, settings.tick(), settings.step(), problems).map(this::measured)
        : Optional.empty();
  }

  /** The cells without samples, in words; empty if there are none. */
  Optional<String> missing() {
    return table.missing();
  }

  private MeasuredPet measured(Loaded<PetTable> made) {
    PetTable pet = made.value();
    List<List<Optional<MeasuredPet.Cell>>> rows = new ArrayList<>();
    for (String taskType : pet.taskTypes()) {
      rows.add(
          pet.machineTypes().stream()
              .map(machineType -> cell(new CellTable.Pair(taskType, machineType)))
              .toList());
    }
    List<String> notes = CellNotes.of(table, settings.tick(), pair -> !scaled.containsKey(pair));
    return new MeasuredPet(pet, rows, leftOut, failed, made.with(notes).notes());
  }

  private Optional<MeasuredPet.Cell> cell(CellTable.Pair pair) {
    SortedMap<Integer, Samples> samples = table.at(pair);
    if (samples.isEmpty()) {
      return Optional.empty();
    }
    double secondsPerTick = settings.tick().toNanos() / 1e9;
    Optional<String> scaledFrom = Optional.ofNullable(scaled.get(pair)).map(Object::toString);
    return Optional.of(
        new MeasuredPet.Cell(
            scaledFrom.isPresent() ? 0 : samples.values().stream().mapToInt(Samples::size).sum(),
            samples.values().stream().mapToDouble(Samples::least).min().orElse(0) * secondsPerTick,
            samples.values().stream().mapToDouble(Samples::greatest).max().orElse(0)
                * secondsPerTick,
            samples.firstEntry().getValue().mean() * secondsPerTick,
            scaledFrom));
  }
}
