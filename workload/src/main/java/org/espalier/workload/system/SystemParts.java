package org.espalier.workload.system;

import java.nio.file.Path;
import java.util.Optional;
import org.espalier.core.model.HcSystem;

/**
 * The files that a system is written to: {@code name.yaml}, {@code name.pet.csv} beside it, and
 * {@code name.power.csv} if it has power by task type.
 *
 * @param description the description in YAML
 * @param pet the PET
 * @param power the APC matrix
 */
public record SystemParts(Path description, Path pet, Optional<Path> power) {

  /** The files of a system whose description is called so. */
  public static SystemParts of(Path description, HcSystem system) {
    SystemParts all = all(description);
    return new SystemParts(
        description, all.pet(), all.power().filter(file -> system.apc().isPresent()));
  }

  /** The files of a system with power by task type whose description is called so. */
  public static SystemParts all(Path description) {
    String stem = String.valueOf(description.getFileName()).replaceFirst("\\.(yaml|yml)$", "");
    return new SystemParts(
        description,
        description.resolveSibling(stem + ".pet.csv"),
        Optional.of(description.resolveSibling(stem + ".power.csv")));
  }
}
