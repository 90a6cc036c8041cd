package org.espalier.workload.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityClass;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class UtilityJsonTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  static Stream<UtilityFunction> functions() {
    return Stream.of(
        UtilityFunction.OF_DEADLINE,
        new DecayingUtility(8, 1.0 / 3, UtilityClass.C, 7.1, 60_000),
        new DecayingUtility(
            8, 0.1, new UtilityClass("mine", List.of(new UtilityClass.Interval(0, 0.5, 2))), 1, 6),
        new UtilityPoints(List.of(new Point(3, 0.1), new Point(9, 0))));
  }

  @ParameterizedTest
  @MethodSource("functions")
  void areReadAsTheyWereWritten(UtilityFunction utility) throws Exception {
    ObjectNode task = JSON.createObjectNode();
    UtilityJson.put(utility, task);

    assertThat(UtilityJson.of(JSON.readTree(task.toString()))).isEqualTo(utility);
  }
}
