package org.espalier.workload.pet;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.core.model.PetMatrix;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.text.Ticks;

/**
 * Execution times as they come, by task type and machine type; at the end the histogram of each
 * cell. Holds eight bytes a sample. Not safe for use by several threads.
 */
public final class SampleTable {
  private final SampleSettings settings;
  private final Ticks ticks;
  private final CellTable<PStateSamples> table = new CellTable<>();
  private Map<ScaledCells.Place, ScaledCells.Place> scaled = Map.of();
  private long leftOut;

  /** An empty table. */
  public SampleTable(SampleSettings settings) {
    this.settings = settings;
    this.ticks = Ticks.perSecond(settings.tick());
  }

  /** Takes one execution time, from 0 on. */
  public void add(String taskType, String machineType, double seconds) {
    add(taskType, machineType, 0, seconds);
  }

  /** Takes one execution time in a P-state, both from 0 on. */
  public void add(String taskType, String machineType, int pState, double seconds) {
    table
        .cell(taskType, machineType, name -> new PStateSamples())
        .at(pState)
        .add(ticks.of(seconds));
  }

  /** Adds the machine types of co-location sets whose slow-downs are known. */
  void addPredicted(SlowDowns slowDowns, TypeChoice choice) {
    slowDowns.addTo(table, choice);
  }

  /** Takes down that a sample was left out because its task ran beside others. */
  void leaveOut() {
    leftOut++;
  }

  /** Gives cells without samples those of another cell, scaled to a mean; says what it did. */
  List<String> scaleTo(CellMeans means, TypeChoice choice) {
    ScaledCells cells = new ScaledCells(table, means, choice, ticks);
    scaled = cells.sources();
    return cells.notes();
  }

  /**
   * Reports wanted types of which there is nothing.
   *
   * @param machineTypes machine types of which there is something, besides those in the table
   */
  void reportAbsent(TypeChoice choice, Set<String> machineTypes, FileProblems problems) {
    Set<String> present = new LinkedHashSet<>(machineTypes);
    present.addAll(table.columnNames());
    choice.reportAbsent(table.rowNames(), present, problems);
  }

  /** The PET, or empty if there are problems. */
  public Optional<MeasuredPet> measured(FileProblems problems) {
    if (leftOut > 0 && table.rowNames().isEmpty()) {
      problems.report(
          0,
          "",
          "",
          "has no samples of tasks that ran alone, and %d of tasks beside others"
              .formatted(leftOut),
          "add samples, or take those beside others as machine types of their own (measured)");
    }
    if (!table.checkSize(problems)) {
      return Optional.empty();
    }
    table.checkMissing(settings.missing(), problems);
    checkPStates(problems);
    return problems.isEmpty()
        ? Histograms.matrix(table, settings.step(), problems).map(this::measured)
        : Optional.empty();
  }

  /** Reports P-states of a cell without samples where the machine type has that P-state. */
  private void checkPStates(FileProblems problems) {
    for (String machineType : table.columnNames()) {
      int pStates = Histograms.pStates(table, machineType);
      for (String taskType : table.rowNames()) {
        table
            .find(taskType, machineType)
            .ifPresent(cell ->
                IntStream.range(0, pStates)
                    .filter(p -> !cell.has(p))
                    .forEach(p ->
                        problems.report(
                            0,
                            "%s on %s".formatted(taskType, machineType),
                            "",
                            "has no samples in P-state %d of %d".formatted(p, pStates),
                            "measure all P-states of a pair, numbered from 0, or none")));
      }
    }
  }

  /** The cells without samples, in words; empty if there are none. */
  Optional<String> missing() {
    return table.missing();
  }

  private MeasuredPet measured(PetMatrix matrix) {
    PetTable pet = new PetTable(table.rowNames(), table.columnNames(), settings.tick(), matrix);
    List<List<Optional<MeasuredPet.Cell>>> rows = new ArrayList<>();
    for (int i = 0; i < pet.taskTypes().size(); i++) {
      List<Optional<MeasuredPet.Cell>> row = new ArrayList<>();
      for (int j = 0; j < pet.machineTypes().size(); j++) {
        ScaledCells.Place place =
            new ScaledCells.Place(pet.taskTypes().get(i), pet.machineTypes().get(j));
        row.add(Optional.ofNullable(table.at(i, j)).map(samples -> cell(place, samples)));
      }
      rows.add(row);
    }
    return new MeasuredPet(pet, rows, leftOut);
  }

  private MeasuredPet.Cell cell(ScaledCells.Place place, PStateSamples samples) {
    double secondsPerTick = settings.tick().toNanos() / 1e9;
    Optional<String> scaledFrom =
        Optional.ofNullable(scaled.get(place)).map(ScaledCells.Place::toString);
    return new MeasuredPet.Cell(
        scaledFrom.isPresent() ? 0 : samples.all().mapToInt(Samples::size).sum(),
        samples.all().mapToDouble(Samples::least).min().orElse(0) * secondsPerTick,
        samples.all().mapToDouble(Samples::greatest).max().orElse(0) * secondsPerTick,
        samples.fastest().mean() * secondsPerTick,
        scaledFrom);
  }
}
