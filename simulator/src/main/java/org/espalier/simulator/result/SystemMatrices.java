package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.energy.EecMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.report.MatrixFigure;
import org.espalier.report.MatrixFigure.Matrix;

/**
 * Heat maps of a system for each task type on each machine type in each P-state. They show mean
 * execution times (ETC), power (APC) and expected energy (EEC).
 */
public record SystemMatrices(HcSystem system) {
  /** A browser should not be made to draw more cells. */
  private static final int MOST_CELLS = 5_000;

  /** The figure of a system under a title; empty if it has more pairs than can be shown. */
  public static Optional<MatrixFigure> of(HcSystem system, String title) {
    return (long) system.taskTypes().size() * system.machineTypes().size() > MOST_CELLS
        ? Optional.empty()
        : Optional.of(new SystemMatrices(system).figure(title));
  }

  private MatrixFigure figure(String title) {
    return new MatrixFigure(
        "system",
        title,
        "Mean execution time%s of a task of each type on a machine of each type."
            .formatted(system.isPowered() ? ", power and expected energy" : ""),
        system.taskTypes().stream().map(TaskType::name).toList(),
        system.machineTypes().stream().map(MachineType::name).toList(),
        new MatrixFigure.Words("on", "cannot run"),
        matrices());
  }

  private List<Matrix> matrices() {
    EecMatrix eec = new EecMatrix(system);
    List<Matrix> matrices = new ArrayList<>();
    Cell seconds = (i, j, p) -> pet().get(i, j, p).mean() * system.tickSeconds();
    add(matrices, "Mean execution time", ShownUnit.ofSeconds(most(seconds)), seconds);
    if (system.isPowered()) {
      add(matrices, "Power", new ShownUnit("W", 1), system::activeWatts);
      add(matrices, "Expected energy", ShownUnit.ofJoules(most(eec::joules)), eec::joules);
    }
    return matrices;
  }

  /** The value of a task type, machine type and P-state that go together. */
  private interface Cell {
    double value(int taskType, int machineType, int pState);
  }

  private double most(Cell cell) {
    double most = 0;
    for (int i = 0; i < pet().taskTypes(); i++) {
      for (int j = 0; j < pet().machineTypes(); j++) {
        for (int p = 0; pet().canRun(i, j) && p < pet().pStates(j); p++) {
          most = Math.max(most, cell.value(i, j, p));
        }
      }
    }
    return most;
  }

  private void add(List<Matrix> matrices, String label, ShownUnit unit, Cell cell) {
    int pStates = system.machineTypes().stream().mapToInt(t -> t.pStates().size()).max().orElse(1);
    for (int p = 0; p < pStates; p++) {
      String full = pStates == 1 ? label : "%s, P-state %s".formatted(label, p);
      matrices.add(new Matrix(full, unit.name(), values(unit, cell, p)));
    }
  }

  private List<List<Double>> values(ShownUnit unit, Cell cell, int pState) {
    List<List<Double>> values = new ArrayList<>();
    for (int i = 0; i < pet().taskTypes(); i++) {
      List<Double> row = new ArrayList<>();
      for (int j = 0; j < pet().machineTypes(); j++) {
        boolean possible = pet().canRun(i, j) && pState < pet().pStates(j);
        row.add(possible ? unit.of(cell.value(i, j, pState)) : Double.NaN);
      }
      values.add(row);
    }
    return values;
  }

  private PetMatrix pet() {
    return system.pet();
  }
}
