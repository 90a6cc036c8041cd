package org.espalier.cli.files;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.TextTable;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.simulator.column.NumberText;

/** The machine types of a system with their machines. */
record MachinesView(HcSystem system, Display display) {
  private static final int NAMED = 4;

  void print(PrintWriter out) {
    boolean priced = system.machineTypes().stream().anyMatch(t -> t.pricePerHour() > 0);
    boolean powered = system.machineTypes().stream().anyMatch(MachineType::isPowered);
    TextTable table =
        TextTable.of(
            "  ",
            "machine type",
            "#machines",
            "#?price per hour",
            "#?active, W",
            "#?idle, W",
            "names");
    for (MachineType type : system.machineTypes()) {
      List<String> names = names(type);
      String change = type.price().changes() ? " in the mean" : "";
      table.add(
          type.name(),
          Integer.toString(names.size()),
          priced ? type.pricePerHour() + change : "",
          powered ? activeWatts(type) : "",
          powered ? watts(type.idleWatts()) : "",
          text(names));
    }
    out.println();
    out.println("Machines");
    table.print(out, display.width());
  }

  /** What it draws while it executes, in each P-state. */
  private static String activeWatts(MachineType type) {
    return type.pStates().stream()
        .map(pState -> watts(pState.activeWatts()))
        .collect(Collectors.joining(" / "));
  }

  private static String watts(double watts) {
    return NumberText.fixed(watts, 1);
  }

  private List<String> names(MachineType type) {
    return system.machines().stream()
        .filter(machine -> machine.type().equals(type))
        .map(Machine::name)
        .toList();
  }

  private static String text(List<String> names) {
    return names.size() <= NAMED
        ? String.join(", ", names)
        : names.getFirst() + " ... " + names.getLast();
  }
}
