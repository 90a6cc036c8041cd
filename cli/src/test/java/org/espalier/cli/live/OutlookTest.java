package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.TaskBudget;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.espalier.service.scheduling.Commands;
import org.junit.jupiter.api.Test;

/** Twelve task types take 2 s at 100 W each; an hour has 1 kJ. There is no thrifty machine. */
final class OutlookTest {
  /** Nothing is asked of them for a budget. */
  private static final Commands COMMANDS =
      (Commands)
          Proxy.newProxyInstance(
              Commands.class.getClassLoader(),
              new Class<?>[] {Commands.class},
              (proxy, method, arguments) -> {
                throw new UnsupportedOperationException(method.getName());
              });

  @Test
  void itIsOfMachinesThatAreThereAndSaysHowManyTypesItLeavesOut() {
    MachineType machine = new MachineType(0, "m", 0, 10, 100);
    MachineType thrifty = new MachineType(1, "thrifty", 0, 1, 10);
    List<TaskType> types =
        IntStream.range(0, 12).mapToObj(i -> new TaskType(i, "type-" + i)).toList();
    Pmf[][] times =
        Collections.nCopies(12, new Pmf[] {Pmf.at(2, 1), Pmf.at(2, 1)}).toArray(Pmf[][]::new);
    HcSystem system =
        new HcSystem(
            "s",
            Duration.ofSeconds(1),
            types,
            List.of(machine, thrifty),
            List.of(new Machine(0, "m-0", machine)),
            PetMatrix.of(times));
    EnergySettings energy =
        new EnergySettings(
            List.of(new EnergyPeriod(0, 3600, OptionalDouble.of(1000))),
            new TaskBudget.Unlimited());

    assertThat(new Outlook(COMMANDS, energy, system, List.of()).budget())
        .hasSize(12)
        .contains("enough for 5 tasks of type-9 and no other, where they take least")
        .endsWith("of 2 more types nothing is said");
  }
}
