package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.junit.jupiter.api.Test;

/** Energy by hand: a machine of 100 W draws 70 W while it executes and 25 W while it does not. */
class EnergyAccountTest {
  private static final ChangedMachines NONE = new ChangedMachines(0);

  private static ResourceManager manager(double watts) {
    MachineType type = new MachineType(0, "m", 0, 0.25 * watts, 0.7 * watts);
    HcSystem system =
        new HcSystem(
            "one machine",
            Duration.ofMillis(1),
            List.of(new TaskType(0, "t")),
            List.of(type),
            List.of(new Machine(0, "m", type)),
            PetMatrix.of(new Pmf[][] {{Pmf.at(1000, 1)}}));
    return new ResourceManager(
        system,
        PolicySettings.JOURNAL.rules(),
        PolicyRegistry.builtIn().find("MM").orElseThrow().create(PolicySettings.JOURNAL),
        new Deaf(),
        entry -> {});
  }

  private record Deaf() implements ExecutionBackend {
    @Override
    public void start(long now, Placement placement, Task task) {}

    @Override
    public void evict(long now, Machine machine, Task task) {}
  }

  @Test
  void whatExecutesDrawsMoreThanWhatIsIdle() {
    ResourceManager manager = manager(100);
    EnergyAccount meter = new EnergyAccount(manager, "", 0);

    manager.taskArrived(2000, new Task(0, 0, 2000, 9000));
    manager.settle(2000);
    meter.advance(2000, new ChangedMachines(1)); // 2 s idle: 50 J
    manager.taskFinished(3000, 0);
    manager.settle(3000);
    meter.advance(3000, new ChangedMachines(1)); // 1 s busy: 70 J
    meter.advance(4000, NONE); // 1 s idle: 25 J

    assertThat(meter.joules()).hasValue(145);
  }

  @Test
  void itGoesOnFromWhatWasSaved() {
    EnergyAccount first = new EnergyAccount(manager(100), "", 0);
    first.advance(1000, NONE);
    EnergyAccount second = new EnergyAccount(manager(100), first.state(), 50_000);
    second.advance(51_000, NONE);

    assertThat(second.joules()).hasValue(50);
  }

  @Test
  void whatAnIdleServiceUsesIsSavedEveryMinute() {
    EnergyAccount meter = new EnergyAccount(manager(100), "", 0);

    meter.advance(59_999, NONE);
    assertThat(meter.isToBeSaved(false)).isFalse();
    meter.advance(60_000, NONE);
    assertThat(meter.isToBeSaved(false)).isTrue();
    assertThat(Double.parseDouble(meter.state())).isCloseTo(1500, within(1e-9));
    assertThat(meter.isToBeSaved(false)).isFalse();
  }

  @Test
  void whatABusyServiceUsesIsSavedEverySecond() {
    EnergyAccount meter = new EnergyAccount(manager(100), "", 0);

    meter.advance(999, NONE);
    assertThat(meter.isToBeSaved(true)).isFalse();
    meter.advance(1000, NONE);
    assertThat(meter.isToBeSaved(true)).isTrue();
    assertThat(Double.parseDouble(meter.state())).isCloseTo(25, within(1e-9));
    assertThat(meter.isToBeSaved(true)).isFalse();
  }

  @Test
  void withoutPowerThereIsNoEnergy() {
    EnergyAccount meter = new EnergyAccount(manager(0), "", 0);
    meter.advance(100_000, NONE);

    assertThat(meter.joules()).isEqualTo(OptionalDouble.empty());
    assertThat(meter.isToBeSaved(false)).isFalse();
  }
}
