package org.espalier.workload.system;

import java.nio.file.Path;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.EtcFiles;
import org.espalier.workload.pet.EtcSettings;

/**
 * System descriptions: YAML documents that name machine types, machines and a PET, or PET files of
 * the pruning papers ({@code .etc}) with one machine of each type.
 *
 * <pre>{@code
 * name: four-machines
 * tick: 10 us
 * machine_types:               # left out: those of the PET
 *   - name: fast
 *     price_per_hour: 0.34     # default 0
 *     rated_power: 133 W       # default 0
 *     active_share: 0.7        # of the rated power, while it executes
 *     idle_share: 0.25         # while it does not
 *   - name: slow
 * machines:                    # left out: one of each type
 *   - name: gateway
 *     type: fast
 *   - type: slow               # slow-0, slow-1, slow-2
 *     count: 3
 * pet: times.pet.csv           # or a .etc file, or a mapping, see PetSource
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
    Problems problems = new Problems();
    Optional<Loaded<HcSystem>> read = read(file, problems);
    problems.throwIfAny();
    return read.orElseThrow();
  }

  /** Reads a system; empty if there are problems. */
  public static Optional<Loaded<HcSystem>> read(Path file, Problems problems) {
    return isEtc(file) ? readEtc(file, problems) : readYaml(file, Optional.empty(), problems);
  }

  /**
   * Reads a system with another PET than its own: the same machines, prices and power, for other
   * task types or execution times. Empty if there are problems.
   *
   * @param file a YAML document
   * @param pet a .etc file, whose columns are the machine types in their order, or a PET in CSV
   */
  public static Optional<Loaded<HcSystem>> readWithPet(Path file, Path pet, Problems problems) {
    if (isEtc(file)) {
      problems
          .in(file)
          .report(
              0, "", "", "is a PET itself, so that another cannot take its place", "leave out pet");
      return Optional.empty();
    }
    return readYaml(file, Optional.of(pet), problems);
  }

  static boolean isEtc(Path file) {
    return file.toString().endsWith(".etc");
  }

  private static Optional<Loaded<HcSystem>> readEtc(Path file, Problems problems) {
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.etc$", "");
    return EtcFiles.read(file, EtcSettings.DEFAULTS, problems)
        .map(loaded -> loaded.map(table -> table.system(name)));
  }

  private static Optional<Loaded<HcSystem>> readYaml(
      Path file, Optional<Path> otherPet, Problems problems) {
    return Document.read(file, problems).flatMap(root -> new SystemReader(root, otherPet).read());
  }
}
