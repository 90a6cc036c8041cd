package org.espalier.cli.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.RecordedOutages;
import org.espalier.workload.pet.PetFiles;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.power.PowerFiles;
import org.espalier.workload.power.PowerTable;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.system.SystemParts;

/**
 * The files that a system is written to.
 *
 * @param option the option that names its description
 */
public record SystemOutput(String option, Path file) {
  /** The files of the description that {@code -o} names. */
  public SystemOutput(Path file) {
    this("-o", file);
  }

  /** The name of a system that is written to a file. */
  public static String name(Path file) {
    return String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
  }

  /** Refuses what cannot be written. */
  public void check() {
    if (!file.toString().matches(".*\\.ya?ml")) {
      throw new CommandFailure(
          "%s: a system is written as YAML; name it %s.yaml".formatted(option, file.getFileName()));
    }
    OutputFile.check(option, file);
  }

  /** Refuses what cannot be written, or would replace a file that is also read. */
  public void check(Path input) throws IOException {
    check();
    OutputFile.check(option, file, input);
  }

  /** Refuses what a system of which nothing is known yet cannot be written to. */
  public void checkAll(Path input) throws IOException {
    check(input);
    refuseForeignParts(SystemParts.all(file));
  }

  /**
   * Writes the system, other parts first, and says to which files, with commas between them, and
   * what of it is in none.
   */
  public String write(HcSystem system) throws IOException {
    SystemParts parts = SystemParts.of(file, system);
    refuseForeignParts(parts);
    OutputFile.write(parts.pet(), path -> PetFiles.write(path, PetTable.of(system)));
    if (parts.power().isPresent()) {
      PowerTable power = PowerTable.of(system, system.apc().orElseThrow());
      OutputFile.write(parts.power().get(), path -> PowerFiles.write(path, power));
    }
    OutputFile.write(file, path -> SystemFiles.write(path, system, parts));
    return Stream.concat(Stream.of(file, parts.pet()), parts.power().stream())
            .map(Path::toString)
            .collect(Collectors.joining(", "))
        + leftOut(system);
  }

  private static String leftOut(HcSystem system) {
    String types =
        system.machineTypes().stream()
            .filter(type -> type.off().filter(RecordedOutages.class::isInstance).isPresent())
            .map(MachineType::name)
            .collect(Collectors.joining(", "));
    return types.isEmpty()
        ? ""
        : "; outages of %s are left out: name their file there again".formatted(types);
  }

  /** Parts that stand there without the description are of something else. */
  private void refuseForeignParts(SystemParts parts) {
    List<Path> others = Stream.concat(Stream.of(parts.pet()), parts.power().stream()).toList();
    for (Path other : others) {
      CommandFailure.when(
          Files.exists(other) && !Files.exists(file),
          "%s: %s would be replaced, which is there without %s; name another file",
          option,
          other,
          file.getFileName());
    }
  }
}
