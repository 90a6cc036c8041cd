package org.espalier.workload.system;

import java.nio.file.Path;
import java.util.Objects;
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
  public SystemParts {
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(pet, "pet");
    Objects.requireNonNull(power, "power");
  }

  /** The files of a system whose description is called so. */
  public static SystemParts of(Path description, HcSystem system) {
    String stem = String.valueOf(description.getFileName()).replaceFirst("\\.(yaml|yml)$", "");
    return new SystemParts(
        description,
        description.resolveSibling(stem + ".pet.csv"),
        system.apc().map(apc -> description.resolveSibling(stem + ".power.csv")));
  }
}
