package org.espalier.cli.files;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.TextTable;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;

/** The machine types of a system with their machines. */
record MachinesView(HcSystem system, Display display) {
  private static final int NAMED = 4;

  void print(PrintWriter out) {
    boolean priced = system.machineTypes().stream().anyMatch(t -> t.pricePerHour() > 0);
    boolean powered = system.machineTypes().stream().anyMatch(MachineType::isPowered);
    TextTable table = TextTable.of("  ", columns(priced, powered));
    for (MachineType type : system.machineTypes()) {
      List<String> names = names(type);
      List<String> row = new ArrayList<>(List.of(type.name(), Integer.toString(names.size())));
      if (priced) {
        row.add(type.pricePerHour() + (type.price().changes() ? " in the mean" : ""));
      }
      if (powered) {
        row.add(activeWatts(type));
        row.add(watts(type.idleWatts()));
      }
      row.add(text(names));
      table.add(row);
    }
    out.println();
    out.println("Machines");
    table.print(out, display.width());
  }

  private static List<String> columns(boolean priced, boolean powered) {
    List<String> columns = new ArrayList<>(List.of("machine type", "#machines"));
    if (priced) {
      columns.add("#price per hour");
    }
    if (powered) {
      columns.addAll(List.of("#active, W", "#idle, W"));
    }
    columns.add("names");
    return columns;
  }

  /** What it draws while it executes, in each P-state. */
  private static String activeWatts(MachineType type) {
    return type.pStates().stream()
        .map(pState -> watts(pState.activeWatts()))
        .collect(Collectors.joining(" / "));
  }

  private static String watts(double watts) {
    return TextTable.fixed(watts, 1);
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
