package org.espalier.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.workload.system.SystemFiles;

/**
 * How the time of a mapping event grows with the number of machines, as a table. The system is that
 * of the sources with more machines of each of its eight types; tasks arrive as {@link Overload}
 * says.
 *
 * <p>Arguments: policies, presets and numbers of machines, each separated by commas; then, if
 * wanted, tasks for each machine, the fewest tasks of a run, the load and the slack of deadlines.
 * The longer deadlines are, the more tasks wait.
 */
final class SizeFigures {
  private static final int TASKS_PER_MACHINE = 20;
  private static final int FEWEST_TASKS = 20_000;

  private SizeFigures() {}

  public static void main(String[] args) {
    int perMachine = args.length > 3 ? Integer.parseInt(args[3]) : TASKS_PER_MACHINE;
    int fewest = args.length > 4 ? Integer.parseInt(args[4]) : FEWEST_TASKS;
    double load = args.length > 5 ? Double.parseDouble(args[5]) : Overload.LOAD;
    double slack = args.length > 6 ? Double.parseDouble(args[6]) : 1;
    System.out.println(Table.head(EventFigures.COLUMNS));
    for (String machines : args[2].split(",")) {
      HcSystem system = system(Integer.parseInt(machines));
      int tasks = Math.max(fewest, system.machines().size() * perMachine);
      EventFigures figures = new EventFigures(system, Overload.of(system, tasks, load, slack));
      for (String policy : args[0].split(",")) {
        for (String preset : args[1].split(",")) {
          System.out.println(figures.row(policy, preset));
        }
      }
    }
  }

  /** The system of the sources with so many machines. */
  static HcSystem system(int count) {
    HcSystem spec = SystemFiles.read(Path.of("inputs", "spec", "system.yaml")).value();
    List<Machine> machines = new ArrayList<>();
    for (int m = 0; m < count; m++) {
      var type = spec.machineTypes().get(m % spec.machineTypes().size());
      machines.add(new Machine(m, "machine-" + m, type));
    }
    return new HcSystem(
        spec.name(), spec.tick(), spec.taskTypes(), spec.machineTypes(), machines, spec.pet());
  }
}
