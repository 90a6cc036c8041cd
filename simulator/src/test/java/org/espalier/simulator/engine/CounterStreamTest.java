package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.core.heuristic.UnitStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.espalier.testkit.TinySystems;
import org.espalier.testsupport.VectorFile;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The random stream of execution times. */
class CounterStreamTest {
  @Test
  void theUniformNumbersAreThoseOfTheReferenceVectors() {
    assertThat(VectorFile.cases("/vectors/stream.json")).hasSize(54);
    for (JsonNode vector : VectorFile.cases("/vectors/stream.json")) {
      double uniform =
          UnitStream.of(
              vector.get("seed").asLong(),
              vector.get("trial").asInt(),
              vector.get("task").asInt(),
              vector.get("machine").asInt());

      assertThat(uniform).as(vector.toString()).isEqualTo(vector.get("u").asDouble());
    }
  }

  @Test
  void aTimeIsTheFirstWhoseCumulativeExceedsTheUniformNumber() {
    HcSystem system = TinySystems.of(new Pmf[][] {{Pmf.of(1, 1, 0.2, 0.3, 0.5)}});
    CounterStream stream = new CounterStream(7, 3, system.pet());
    Machine machine = system.machines().getFirst();
    int[] counts = new int[4];
    for (int id = 0; id < 2_000; id++) {
      double u = UnitStream.of(7, 3, id, 0);
      int expected = u < 0.2 ? 1 : u < 0.5 ? 2 : 3;
      long time = stream.of(new Task(id, 0, 0, 10), machine, 0);
      assertThat(time).isEqualTo(expected);
      counts[expected]++;
    }
    assertThat(counts[1]).isBetween(300, 500);
    assertThat(counts[2]).isBetween(500, 700);
  }
}
