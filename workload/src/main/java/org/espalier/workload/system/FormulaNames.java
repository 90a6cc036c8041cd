package org.espalier.workload.system;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.TaskType;
import org.espalier.workload.document.Names;

/** Names of a system that spreadsheets take for formulas when they open CSV files with them. */
final class FormulaNames {
  private static final String FIRST = "=+-@\t\r";

  private FormulaNames() {}

  /** A warning for task types, machine types and machines that have some. */
  static List<String> notes(Path file, HcSystem system) {
    Stream<String> types = system.machineTypes().stream().map(MachineType::name);
    return Stream.of(
            note("task types", system.taskTypes().stream().map(TaskType::name), file),
            note("machine types", types, file),
            note("machines", system.machines().stream().map(Machine::name), file))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<String> note(String what, Stream<String> names, Path file) {
    List<String> found =
        names.filter(name -> !name.isEmpty() && FIRST.indexOf(name.charAt(0)) >= 0).toList();
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s: a spreadsheet that opens CSV files takes names of %s for formulas: %s; rename them, or import their columns as text"
                .formatted(file, what, Names.listed(found.stream(), found.size())));
  }
}
