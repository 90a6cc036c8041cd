package org.espalier.workload.system;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.MachineType;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.power.PowerFiles;
import org.espalier.workload.power.PowerTable;

/** Where the power by task type of a system comes from: the name of a {@code .power.csv} file. */
final class PowerSource {
  private final DocumentNode node;

  PowerSource(DocumentNode node) {
    this.node = node;
  }

  /**
   * The power wherever a task type of the PET can run, in its order; empty if there are problems.
   * What the file says of others is passed over.
   *
   * @param likes machine types that draw what another one does
   */
  Optional<ApcMatrix> read(PetTable pet, Map<String, MachineType.Like> likes) {
    return node.asFileName()
        .find()
        .flatMap(name -> PowerFiles.read(node.resolve(name), node.problems()))
        .flatMap(power -> matched(power, pet, likes));
  }

  private Optional<ApcMatrix> matched(
      PowerTable power, PetTable pet, Map<String, MachineType.Like> likes) {
    List<String> missing = new ArrayList<>();
    double[][][] watts = new double[pet.taskTypes().size()][pet.machineTypes().size()][0];
    for (int i = 0; i < watts.length; i++) {
      for (int j = 0; j < watts[i].length; j++) {
        if (pet.matrix().canRun(i, j)) {
          String taskType = pet.taskTypes().get(i);
          String machineType = pet.machineTypes().get(j);
          MachineType.Like like = likes.get(machineType);
          watts[i][j] = power.watts(taskType, like == null ? machineType : like.machineType());
          if (watts[i][j].length != pet.matrix().pStates(j)) {
            missing.add(
                "%s on %s in %s of %s P-states"
                    .formatted(taskType, machineType, watts[i][j].length, pet.matrix().pStates(j)));
          }
        }
      }
    }
    if (missing.isEmpty()) {
      return Optional.of(ApcMatrix.of(watts));
    }
    node.report(
        "does not have the power of all that can run: "
            + Names.listed(missing.stream(), missing.size()),
        "give it for each P-state of each pair that has execution times");
    return Optional.empty();
  }
}
