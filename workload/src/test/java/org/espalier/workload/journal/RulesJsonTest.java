package org.espalier.workload.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.espalier.core.allocation.AllocationRules;
import org.espalier.core.allocation.Fill;
import org.espalier.core.allocation.SchedulerCharge;
import org.espalier.core.allocation.TaskManagement;
import org.espalier.core.allocation.TaskManagement.BoundedQueues;
import org.espalier.core.allocation.TaskManagement.PendingSlot;
import org.espalier.core.allocation.TaskManagement.Polled;
import org.espalier.core.allocation.TaskManagement.UnboundedQueues;
import org.espalier.core.pmf.DroppingScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class RulesJsonTest {
  private static ObjectNode json(AllocationRules rules) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    RulesJson.put(rules, object);
    return object;
  }

  static Stream<TaskManagement> managements() {
    return Stream.of(new BoundedQueues(6), new UnboundedQueues(), new PendingSlot(), new Polled());
  }

  @ParameterizedTest
  @MethodSource("managements")
  void areReadAsTheyWereWritten(TaskManagement management) {
    AllocationRules rules = AllocationRules.of(management, DroppingScope.PENDING);

    assertThat(RulesJson.rules(json(rules))).isEqualTo(rules);
  }

  @Test
  void aChargeIsReadAsItWasWritten() {
    AllocationRules rules =
        AllocationRules.unbounded(DroppingScope.NONE).withCharge(new SchedulerCharge(0.0001));

    assertThat(RulesJson.rules(json(rules))).isEqualTo(rules);
  }

  @Test
  void fillingJustInTimeIsReadAsItWasWritten() {
    AllocationRules rules =
        AllocationRules.bounded(3, DroppingScope.NONE).withFill(Fill.JUST_IN_TIME);

    assertThat(RulesJson.rules(json(rules))).isEqualTo(rules);
    assertThat(json(rules).get("fill").asString()).isEqualTo("just-in-time");
  }

  /** Journals have been kept in this form. */
  @Test
  void queuesAreWrittenByTheirLength() {
    String rest =
        "\"scope\":\"none\",\"deadlines\":\"hard\","
            + "\"trigger\":{\"arrivals\":1,\"completions\":true,\"period\":0}}";
    assertThat(json(AllocationRules.bounded(6, DroppingScope.NONE)))
        .hasToString("{\"queue\":6," + rest);
    assertThat(json(AllocationRules.unbounded(DroppingScope.NONE)))
        .hasToString("{\"queue\":0," + rest);
  }

  @Test
  void unknownManagementIsTold() {
    ObjectNode unknown = json(AllocationRules.bounded(6, DroppingScope.NONE)).put("queue", "heap");

    assertThatThrownBy(() -> RulesJson.rules(unknown))
        .hasMessage("queue is \"heap\", which is unknown");
  }
}
