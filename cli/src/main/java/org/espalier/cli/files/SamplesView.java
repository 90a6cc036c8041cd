package org.espalier.cli.files;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.TextTable;
import org.espalier.simulator.column.NumberText;
import org.espalier.workload.pet.MeasuredPet;

/** The samples that a PET was made of: how many for each cell, and what was scaled. */
public record SamplesView(MeasuredPet measured, Display display) {
  public void print(PrintWriter out) {
    out.println();
    out.println("Samples of each cell");
    new MatrixView(measured.table().taskTypes(), measured.table().machineTypes(), this::countText)
        .print(out, display.width());
    if (all().anyMatch(cell -> cell.scaledFrom().isPresent())) {
      out.println();
      out.println("Cells without samples: those of another cell, scaled to the mean");
      scaled().print(out, display.width());
    }
  }

  private Stream<MeasuredPet.Cell> all() {
    return measured.cells().stream().flatMap(List::stream).flatMap(Optional::stream);
  }

  private Optional<MeasuredPet.Cell> cell(int taskType, int machineType) {
    return measured.cells().get(taskType).get(machineType);
  }

  private TextTable scaled() {
    TextTable table = TextTable.of("  ", "task type", "machine type", "#mean, s", "samples of");
    for (int i = 0; i < measured.cells().size(); i++) {
      for (int j = 0; j < measured.cells().get(i).size(); j++) {
        Optional<MeasuredPet.Cell> cell = cell(i, j);
        if (cell.flatMap(MeasuredPet.Cell::scaledFrom).isPresent()) {
          table.add(
              measured.table().taskTypes().get(i),
              measured.table().machineTypes().get(j),
              NumberText.fixed(cell.get().meanSeconds(), 3),
              cell.get().scaledFrom().get());
        }
      }
    }
    return table;
  }

  private String countText(int taskType, int machineType) {
    return cell(taskType, machineType)
        .map(cell -> cell.scaledFrom().isPresent() ? "scaled" : Integer.toString(cell.samples()))
        .orElse("-");
  }
}
