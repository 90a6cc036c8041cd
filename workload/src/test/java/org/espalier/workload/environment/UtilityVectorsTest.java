package org.espalier.workload.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityClass;
import org.espalier.testsupport.VectorFile;
import org.espalier.workload.environment.Environment.Urgency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Equation 1, the twenty classes, first intervals and expected utility, against the vectors. */
class UtilityVectorsTest {
  private static final double TICKS_PER_MINUTE = 60_000;
  private static final Environment SOURCE = EnvironmentReader.source("chapter-4");
  private static final JsonNode FILE = VectorFile.read("/vectors-ue/utility.json");
  private static final long ARRIVAL = 123_456_789;

  static Stream<JsonNode> functions() {
    return Stream.of("functions", "twentyClasses").flatMap(f -> FILE.get(f).valueStream());
  }

  static Stream<JsonNode> firstIntervals() {
    return FILE.get("firstInterval").valueStream();
  }

  static Stream<JsonNode> expectedUtilities() {
    return FILE.get("expectedUtility").valueStream();
  }

  @Test
  void theFilesHoldTheCasesTheyAreKnownToHold() {
    assertThat(functions()).hasSize(148);
    assertThat(firstIntervals()).hasSize(20);
    assertThat(expectedUtilities()).hasSize(3);
  }

  @ParameterizedTest
  @MethodSource("functions")
  void utilityOverTime(JsonNode vector) {
    DecayingUtility utility = utility(vector);
    Task task = new Task(0, 0, ARRIVAL, Long.MAX_VALUE, utility);
    double before = Double.POSITIVE_INFINITY;
    for (JsonNode point : vector.get("points").values()) {
      double found = utility.of(task, ARRIVAL + point.get(0).asLong());
      double expected = point.get(1).asDouble();
      assertThat(found)
          .as("%s at %s", utility, point.get(0))
          .isCloseTo(expected, within(Math.max(1e-12, 1e-9 * expected)))
          .isLessThanOrEqualTo(before);
      before = found;
    }
  }

  @ParameterizedTest
  @MethodSource("firstIntervals")
  void theFirstIntervalIsAShareOfTheMeanExecutionTimeOverMachineTypes(JsonNode vector) {
    Urgency urgency = urgency(vector);
    double expected = vector.get("firstIntervalMinutes").asDouble();
    assertThat(urgency.firstMinutes(system(vector.get("etcMillisByMachineType")), 0))
        .isCloseTo(expected, within(1e-9 * expected));
  }

  @ParameterizedTest
  @MethodSource("expectedUtilities")
  void theExpectedUtilityIsNotThatOfTheExpectedTime(JsonNode vector) {
    DecayingUtility utility = utility(vector);
    Task task = new Task(0, 0, 0, Long.MAX_VALUE, utility);
    Pmf completion = pmf(vector.get("completion"));
    double expected = vector.get("expectedUtility").asDouble();
    double found =
        IntStream.range(0, completion.size())
            .mapToDouble(k -> completion.mass(k) * utility.of(task, completion.time(k)))
            .sum();
    assertThat(found).isCloseTo(expected, within(1e-9 * expected));
    assertThat(utility.of(task, Math.round(completion.mean()))).isNotCloseTo(expected, within(0.1));
  }

  /** A PMF on a lattice of 1,000 ticks, on which all times of the vectors are. */
  private static Pmf pmf(JsonNode impulses) {
    double[] masses = new double[5000];
    for (JsonNode impulse : impulses.values()) {
      masses[(int) (impulse.get(0).asLong() / 1000)] += impulse.get(1).asDouble();
    }
    return Pmf.of(0, 1000, masses);
  }

  private static DecayingUtility utility(JsonNode vector) {
    boolean eight = vector.get("scale").asString().equals("8-4-2-1");
    return new DecayingUtility(
        EnvironmentReader.source(eight ? "chapter-2" : "appendix-h")
            .priorities()
            .get(vector.get("priority").asString()),
        urgency(vector).decay(),
        utilityClass(vector.get("class").asString()),
        vector.get("firstIntervalMillis").asDouble() / TICKS_PER_MINUTE,
        TICKS_PER_MINUTE);
  }

  private static UtilityClass utilityClass(String name) {
    return SOURCE.classes().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  private static Urgency urgency(JsonNode vector) {
    return SOURCE.urgencies().get(vector.get("urgency").asString());
  }

  private static HcSystem system(JsonNode etc) {
    List<JsonNode> times = etc.valueStream().toList();
    Pmf[][] cells = new Pmf[1][times.size()];
    List<MachineType> types = new java.util.ArrayList<>();
    List<Machine> machines = new java.util.ArrayList<>();
    for (int m = 0; m < times.size(); m++) {
      types.add(new MachineType(m, "type-" + m));
      machines.add(new Machine(m, "machine-" + m, types.getLast()));
      if (!times.get(m).isNull()) {
        cells[0][m] = Pmf.at(times.get(m).asLong(), 1);
      }
    }
    return new HcSystem(
        "vector",
        Duration.ofMillis(1),
        List.of(new TaskType(0, "task")),
        types,
        machines,
        PetMatrix.of(cells));
  }
}
