package org.espalier.workload.system;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.power.PowerFiles;
import org.espalier.workload.power.PowerTable;

/** Where the power by task type of a system comes from: the name of a {@code .power.csv} file. */
record PowerSource(DocumentNode node) {
  /**
   * The power wherever a task type of the PET can run, in its order; empty if there are problems.
   * What the file says of others is passed over, but not of a machine type that is like another. A
   * pair without rows draws what the machine type draws in its P-states, which a note tells.
   *
   * @param types the machine types by their names
   * @param likes machine types that draw what another one does
   */
  Optional<Loaded<ApcMatrix>> read(
      PetTable pet, Map<String, MachineType> types, Map<String, MachineType.Like> likes) {
    return node.asFileName()
        .find()
        .flatMap(name -> PowerFiles.read(node.resolve(name), node.problems()))
        .flatMap(
            power -> matched(power.value(), pet, types, likes).map(apc -> apc.with(power.notes())));
  }

  /** What a machine type draws in its P-states; nothing where one has no power. */
  private static double[] ofType(MachineType type) {
    double[] watts = type.pStates().stream().mapToDouble(PState::activeWatts).toArray();
    return Arrays.stream(watts).allMatch(power -> power > 0) ? watts : new double[0];
  }

  private Optional<Loaded<ApcMatrix>> matched(
      PowerTable power,
      PetTable pet,
      Map<String, MachineType> types,
      Map<String, MachineType.Like> likes) {
    likes.forEach((name, like) -> {
      if (power.machineTypes().contains(name)) {
        node.report(
            "has rows for machine type %s, which is like %s".formatted(name, like.machineType()),
            "remove them: it draws what that one does; or leave out like");
      }
    });
    List<String> missing = new ArrayList<>();
    List<String> ofTypes = new ArrayList<>();
    double[][][] watts = new double[pet.taskTypes().size()][pet.machineTypes().size()][0];
    for (int i = 0; i < watts.length; i++) {
      for (int j = 0; j < watts[i].length; j++) {
        if (pet.matrix().canRun(i, j)) {
          String taskType = pet.taskTypes().get(i);
          String machineType = pet.machineTypes().get(j);
          MachineType.Like like = likes.get(machineType);
          watts[i][j] = power.watts(taskType, like == null ? machineType : like.machineType());
          MachineType type = types.get(machineType);
          if (watts[i][j].length == 0 && type != null && ofType(type).length > 0) {
            watts[i][j] = ofType(type);
            ofTypes.add("%s on %s".formatted(taskType, machineType));
          }
          if (watts[i][j].length != pet.matrix().pStates(j)) {
            missing.add(
                "%s on %s in %s of %s P-states"
                    .formatted(taskType, machineType, watts[i][j].length, pet.matrix().pStates(j)));
          }
        }
      }
    }
    if (missing.isEmpty()) {
      List<String> notes =
          ofTypes.isEmpty()
              ? List.of()
              : List.of(
                  "power has no rows for %s: taken from the P-states of the machine type"
                      .formatted(Names.listed(ofTypes.stream(), ofTypes.size())));
      return Optional.of(new Loaded<>(ApcMatrix.of(watts), notes));
    }
    return node.report(
        "does not have the power of all that can run: "
            + Names.listed(missing.stream(), missing.size()),
        "give it for each P-state of each pair that has execution times, or power to the P-states"
            + " of the machine type");
  }
}
