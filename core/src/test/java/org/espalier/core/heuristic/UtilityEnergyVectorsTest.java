package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.energy.EnergyVectors;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.utility.UtilityPoints;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Expressions 3 to 5 as an independent program has them, for a task on idle machines. */
class UtilityEnergyVectorsTest {
  static Stream<JsonNode> rows() {
    return EnergyVectors.read().get("weighted").valueStream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void weighted(JsonNode row) {
    HcSystem system = EnergyVectors.system();
    UtilityEnergy weighted =
        new UtilityEnergy(row.get("weight").asDouble(), row.get("maxUtility").asDouble());
    MappingSession session = session(system, row);

    assertIs(weighted.weightedUtility(), session, row, "weightedUtil");
    assertIs(weighted.weightedUtilityPerTime(), session, row, "weightedUPT");
    assertIs(weighted.weightedUtilityPerEnergy(), session, row, "weightedUPE");
  }

  private static void assertIs(
      PairMeasure measure, MappingSession session, JsonNode row, String name) {
    int machine = row.get("machineType").asInt();
    int pState = row.get("pState").asInt();
    int placement =
        EnergyVectors.system().placements().stream()
            .filter(p -> p.machine() == machine && p.pState() == pState)
            .mapToInt(Placement::id)
            .findFirst()
            .orElseThrow();
    double expected = row.get(name).asDouble();
    assertThat(measure.of(session, session.open().getFirst(), placement))
        .as(name)
        .isCloseTo(expected, within(1e-9 * Math.max(1e-3, Math.abs(expected))));
  }

  /** A mapping event with one task, which is worth the same for ever. */
  private static MappingSession session(HcSystem system, JsonNode row) {
    UtilityPoints worth =
        new UtilityPoints(List.of(new UtilityPoints.Point(0, row.get("utility").asDouble())));
    Catcher catcher = new Catcher();
    ResourceManager manager =
        new ResourceManager(
            system,
            AllocationRules.unbounded(DroppingScope.NONE),
            catcher,
            new NoMachines(),
            Journal.NONE);
    manager.taskArrived(0, new Task(0, row.get("taskType").asInt(), 0, Task.NO_DEADLINE, worth));
    manager.settle(0);
    return catcher.session;
  }

  /** Keeps the session of an event, and decides nothing. */
  private static final class Catcher implements AllocationPolicy {
    private MappingSession session;

    @Override
    public String name() {
      return "catcher";
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      session = new MappingSession(event);
      return List.of();
    }
  }

  private static final class NoMachines implements ExecutionBackend {
    @Override
    public void start(long now, Placement placement, Task task) {}

    @Override
    public void evict(long now, Machine machine, Task task) {}
  }
}
