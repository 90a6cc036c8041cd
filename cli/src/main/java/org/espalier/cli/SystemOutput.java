package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.pet.PetFiles;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.power.PowerFiles;
import org.espalier.workload.power.PowerTable;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.system.SystemParts;

/** The files that a system is written to. */
final class SystemOutput {
  private final String option;
  private final Path file;

  /**
   * The files of a description.
   *
   * @param option the option that names it
   */
  SystemOutput(String option, Path file) {
    this.option = option;
    this.file = file;
  }

  /** Refuses what cannot be written, or would replace a file that is also read. */
  void check(Optional<Path> input) throws IOException {
    if (!file.toString().matches(".*\\.ya?ml")) {
      throw new CommandFailure(
          "%s: a system is written as YAML; name it %s.yaml".formatted(option, file.getFileName()));
    }
    if (input.isPresent()) {
      OutputFile.check(option, file, input.get());
    } else {
      OutputFile.check(option, file);
    }
  }

  /** Refuses what a system of which nothing is known yet cannot be written to. */
  void checkAll(Path input) throws IOException {
    check(Optional.of(input));
    refuseForeignParts(SystemParts.all(file));
  }

  /** Writes the system, other parts first, and says to which files. */
  List<Path> write(HcSystem system) throws IOException {
    SystemParts parts = SystemParts.of(file, system);
    refuseForeignParts(parts);
    WholeFile.write(parts.pet(), path -> PetFiles.write(path, PetTable.of(system)));
    if (parts.power().isPresent()) {
      PowerTable power = PowerTable.of(system, system.apc().orElseThrow());
      WholeFile.write(parts.power().get(), path -> PowerFiles.write(path, power));
    }
    WholeFile.write(file, path -> SystemFiles.write(path, system, parts));
    return Stream.concat(Stream.of(file, parts.pet()), parts.power().stream()).toList();
  }

  /** Parts that stand there without the description are of something else. */
  private void refuseForeignParts(SystemParts parts) {
    List<Path> others = Stream.concat(Stream.of(parts.pet()), parts.power().stream()).toList();
    for (Path other : others) {
      if (Files.exists(other) && !Files.exists(file)) {
        throw new CommandFailure(
            "%s: %s would be replaced, which is there without %s; name another file"
                .formatted(option, other, file.getFileName()));
      }
    }
  }
}
