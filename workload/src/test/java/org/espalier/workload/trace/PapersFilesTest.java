package org.espalier.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Workload;
import org.espalier.testsupport.RealData;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.pet.EtcFiles;
import org.espalier.workload.pet.PetTable;
import org.junit.jupiter.api.Test;

/** The pruning papers' own PET and trial files. */
class PapersFilesTest {
  private static final List<String> LEVELS =
      List.of("arr9k", "arr15k", "arr30k", "arr34k", "spiky15k");
  private static final int TRIALS = 30;

  private static Loaded<PetTable> pet(String name) {
    return EtcFiles.read(RealData.path("hcw19/" + name));
  }

  private static Loaded<Workload> trial(String level, int number, PetMatrix pet) {
    Path file = RealData.path("hcw19/%s/trial_%d.dat".formatted(level, number));
    return TrialFiles.read(file, pet);
  }

  @Test
  void theHeterogeneousPetHas12TaskTypesOn8Machines() {
    Loaded<PetTable> loaded = pet("classes_2.etc");
    PetMatrix matrix = loaded.value().matrix();

    assertThat(matrix.taskTypes()).isEqualTo(12);
    assertThat(matrix.machineTypes()).isEqualTo(8);
    assertThat(matrix.step()).isEqualTo(200);
    assertThat(matrix.meanOverAll()).isCloseTo(9472.029919, within(1e-5));
    assertThat(loaded.notes())
        .containsExactly(
            "classes_2.etc: 96 of 96 cells renormalised; their masses summed to 0.996372 to"
                + " 0.998795");
  }

  @Test
  void theHomogeneousPetReadsToo() {
    PetTable table = pet("homo_2.etc").value();

    assertThat(table.matrix().taskTypes()).isEqualTo(12);
    assertThat(table.matrix().step()).isEqualTo(200);
    assertThat(table.system("homo").machines()).hasSize(8);
  }

  @Test
  void theFirstArrivalOfEveryTrialFileIsMended() {
    PetMatrix pet = pet("classes_2.etc").value().matrix();
    int mended = 0;
    for (String level : LEVELS) {
      for (int number = 1; number <= TRIALS; number++) {
        Loaded<Workload> trial = trial(level, number, pet);
        assertThat(trial.value().size()).isEqualTo(800);
        mended += trial.notes().size();
      }
    }
    assertThat(mended).as("mended first arrivals of 150 files").isEqualTo(150);
  }

  /** In the steady trials the mended arrival is the one of THESIS eq. 3.7 with slack 1. */
  @Test
  void mendedArrivalsFollowFromTheDeadlines() {
    PetMatrix pet = pet("classes_2.etc").value().matrix();
    List<Long> differences = new ArrayList<>();
    for (String level : LEVELS.subList(0, 4)) {
      for (int number = 1; number <= TRIALS; number++) {
        var task = trial(level, number, pet).value().tasks().getFirst();
        double slack = pet.meanOverMachineTypes(task.type()) + pet.meanOverAll();
        differences.add(task.arrival() - Math.round(task.deadline() - slack));
      }
    }
    assertThat(differences).hasSize(120).containsOnly(0L);
  }

  @Test
  void knownFirstArrivals() {
    PetMatrix pet = pet("classes_2.etc").value().matrix();

    // Written "29", "4.12" and ".18"; the slacks are those of the tasks of the same type.
    assertThat(trial("arr15k", 1, pet).value().tasks().getFirst().arrival()).isEqualTo(329);
    assertThat(trial("arr9k", 2, pet).value().tasks().getFirst().arrival()).isEqualTo(1412);
    assertThat(trial("spiky15k", 1, pet).value().tasks().getFirst().arrival()).isEqualTo(18);
  }
}
