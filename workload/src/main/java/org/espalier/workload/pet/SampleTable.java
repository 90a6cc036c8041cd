package org.espalier.workload.pet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final CellTable<Samples> table = new CellTable<>();
  private Map<ScaledCells.Place, ScaledCells.Place> scaled = Map.of();

  /** An empty table. */
  public SampleTable(SampleSettings settings) {
    this.settings = settings;
    this.ticks = Ticks.perSecond(settings.tick());
  }

  /** Takes one execution time, from 0 on. */
  public void add(String taskType, String machineType, double seconds) {
    table.cell(taskType, machineType, name -> new Samples()).add(ticks.of(seconds));
  }

  /** Gives cells without samples those of another cell, scaled to a mean; says what it did. */
  List<String> scaleTo(CellMeans means, TypeChoice choice) {
    ScaledCells cells = new ScaledCells(table, means, choice, ticks);
    scaled = cells.sources();
    return cells.notes();
  }

  /** Reports wanted types of which there is nothing. */
  void reportAbsent(TypeChoice choice, FileProblems problems) {
    choice.reportAbsent(table.rowNames(), table.columnNames(), problems);
  }

  /** The PET, or empty if there are problems. */
  public Optional<MeasuredPet> measured(FileProblems problems) {
    if (!table.checkSize(problems)) {
      return Optional.empty();
    }
    table.checkMissing(settings.missing(), problems);
    return problems.isEmpty()
        ? Histograms.matrix(table, settings.step(), problems).map(this::measured)
        : Optional.empty();
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
    return new MeasuredPet(pet, rows);
  }

  private MeasuredPet.Cell cell(ScaledCells.Place place, Samples samples) {
    double secondsPerTick = settings.tick().toNanos() / 1e9;
    Optional<String> scaledFrom =
        Optional.ofNullable(scaled.get(place)).map(ScaledCells.Place::toString);
    return new MeasuredPet.Cell(
        scaledFrom.isPresent() ? 0 : samples.size(),
        samples.least() * secondsPerTick,
        samples.greatest() * secondsPerTick,
        samples.mean() * secondsPerTick,
        scaledFrom);
  }
}
