package org.espalier.workload.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.EtcFiles;

/**
 * System descriptions. They are YAML documents that name machine types, machines and a PET, or PET
 * files of the pruning papers ({@code .etc}) with one machine of each type.
 *
 * <pre>{@code
 * name: four-machines
 * tick: 10 us
 * task_types: [filter, caption]   # left out: those of the PET
 * machine_types:               # left out: those of the PET
 *   - name: fast
 *     price_per_hour: 0.34     # default 0
 *     rated_power: 133 W       # default 0
 *     failures: {mtbf: 100 h, mttr: 2 h}   # left out: it does not fail
 *     off: "22:00-06:00"                   # left out: it is always on
 *   - name: slow
 * machines:                    # left out: one of each type
 *   - name: gateway
 *     type: fast
 *   - type: slow               # slow-0, slow-1, slow-2
 *     count: 3
 * pet: times.pet.csv           # or a .etc file, or a mapping, see PetSource
 * power: draws.power.csv       # by task type; left out: the power of the machine types
 * missing: error               # or cannot-run
 * }</pre>
 */
public final class SystemFiles {
  private SystemFiles() {}

  /**
   * Reads a system.
   *
   * @throws org.espalier.workload.document.InvalidInputException if anything is wrong with it or
   *     with a file it names
   */
  public static Loaded<HcSystem> read(Path file) {
    return Problems.demand(problems -> read(file, problems));
  }

  /** Reads a system; empty if there are problems. */
  public static Optional<Loaded<HcSystem>> read(Path file, Problems problems) {
    return read(file, Optional.empty(), problems);
  }

  /**
   * Reads a system; empty if there are problems.
   *
   * @param times what takes the place of its PET; a .etc file, which is one itself, cannot have it
   */
  public static Optional<Loaded<HcSystem>> read(
      Path file, Optional<OtherTimes> times, Problems problems) {
    if (!isEtc(file)) {
      return Document.read(file, problems).flatMap(root -> new SystemReader(root, times).read());
    }
    if (times.isEmpty()) {
      return readEtc(file, problems);
    }
    return problems
        .in(file)
        .report(
            "is a PET itself, so that other times cannot take its place",
            "leave out pet, or name a system in YAML");
  }

  /**
   * Writes the description of a system, which names the files of its other parts; these are written
   * by {@link org.espalier.workload.pet.PetFiles} and {@link
   * org.espalier.workload.power.PowerFiles}.
   *
   * @param file where it is written; the description stands beside the other parts once it is where
   *     {@code parts} says
   */
  public static void write(Path file, HcSystem system, SystemParts parts) throws IOException {
    Files.writeString(file, new SystemWriter(system).yaml(parts));
  }

  static boolean isEtc(Path file) {
    return file.toString().endsWith(".etc");
  }

  private static Optional<Loaded<HcSystem>> readEtc(Path file, Problems problems) {
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.etc$", "");
    return EtcFiles.read(file, problems).map(loaded -> loaded.map(table -> table.system(name)));
  }
}
