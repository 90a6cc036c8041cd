package org.espalier.workload.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.Fill;
import org.espalier.core.allocation.rules.SchedulerCharge;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.TaskManagement.BoundedQueues;
import org.espalier.core.allocation.rules.TaskManagement.PendingSlot;
import org.espalier.core.allocation.rules.TaskManagement.Polled;
import org.espalier.core.allocation.rules.TaskManagement.UnboundedQueues;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.energy.SpentEnergy;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityClass;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.espalier.workload.environment.EnvironmentReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class RecordJsonTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final AllocationRules BOUNDED = AllocationRules.bounded(6, DroppingScope.NONE);

  /** What is worth something to its user alone. */
  private record OfUser() implements UtilityFunction {
    @Override
    public double of(Task task, long completion) {
      return 1;
    }
  }

  private static ObjectNode json(Record record) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    RecordJson.put(record, object);
    return object;
  }

  private static <R extends Record> void assertReadAsWritten(R record) {
    JsonNode written = JSON.readTree(json(record).toString());
    assertThat((Object) RecordJson.read(record.getClass(), written)).isEqualTo(record);
  }

  static Stream<TaskManagement> managements() {
    return Stream.of(new BoundedQueues(6), new UnboundedQueues(), new PendingSlot(), new Polled());
  }

  @ParameterizedTest
  @MethodSource("managements")
  void managementsAreReadAsTheyWereWritten(TaskManagement management) {
    assertReadAsWritten(AllocationRules.of(management, DroppingScope.PENDING));
  }

  @Test
  void rulesAreReadAsTheyWereWritten() {
    assertReadAsWritten(BOUNDED.withCharge(new SchedulerCharge(0.0001)));
    assertReadAsWritten(BOUNDED.withTrigger(new Trigger(0, false, 7)));
    assertReadAsWritten(BOUNDED.withKeptTimes(true));
    assertThat(json(BOUNDED.withFill(Fill.JUST_IN_TIME)).get("fill").asString())
        .isEqualTo("just-in-time");
    assertReadAsWritten(BOUNDED.withFill(Fill.JUST_IN_TIME));
  }

  @Test
  void queuesAreWrittenByTheirLength() {
    String rest =
        "\"scope\":\"none\",\"deadlines\":\"hard\","
            + "\"trigger\":{\"arrivals\":1,\"completions\":true,\"period\":0}}";
    assertThat(json(BOUNDED)).hasToString("{\"queue\":6," + rest);
    assertThat(json(AllocationRules.unbounded(DroppingScope.NONE)))
        .hasToString("{\"queue\":0," + rest);
  }

  @Test
  void unknownWordsAreTold() {
    ObjectNode management = json(BOUNDED).put("queue", "heap");
    ObjectNode scope = json(BOUNDED).put("scope", "all");

    assertThatThrownBy(() -> RecordJson.read(AllocationRules.class, management))
        .hasMessage("queue is \"heap\", which is unknown");
    assertThatThrownBy(() -> RecordJson.read(AllocationRules.class, scope))
        .hasMessage("scope is \"all\", which is unknown");
  }

  static Stream<UtilityFunction> functions() {
    return Stream.of(
        UtilityFunction.OF_DEADLINE,
        new DecayingUtility(
            8, 1.0 / 3, EnvironmentReader.source("chapter-2").classes().get(2), 7.1, 60_000),
        new DecayingUtility(
            8, 0.1, new UtilityClass("mine", List.of(new UtilityClass.Interval(0, 0.5, 2))), 1, 6),
        new UtilityPoints(List.of(new Point(3, 0.1), new Point(9, 0))),
        new DeadlineUtility(8),
        new DeadlineUtility(8, true));
  }

  @ParameterizedTest
  @MethodSource("functions")
  void utilitiesAreReadAsTheyWereWritten(UtilityFunction utility) {
    assertReadAsWritten(new Task(0, 1, 3, 9, utility));
  }

  @Test
  void utilitiesAreWrittenBriefly() {
    UtilityPoints points = new UtilityPoints(List.of(new Point(3, 0.1), new Point(9, 0)));
    UtilityClass.Interval interval = new UtilityClass.Interval(0, 0.5, 2);
    UtilityClass mine = new UtilityClass("mine", List.of(interval));

    assertThat(json(new Task(0, 1, 3, 9, points)).get("utility"))
        .hasToString("{\"points\":[[3,0.1],[9,0.0]]}");
    assertThat(json(new Task(0, 1, 3, 9, new DecayingUtility(8, 0.1, mine, 1, 6))).get("utility"))
        .hasToString(
            "{\"priority\":8.0,\"decay_per_minute\":0.1,\"class\":\"mine\","
                + "\"intervals\":[[0.0,0.5,2.0]],\"first_interval_min\":1.0,"
                + "\"ticks_per_minute\":6.0}");
  }

  @Test
  void aFunctionOfUsersIsLeftOut() {
    assertThat(json(new Task(0, 1, 3, 9, new OfUser())).has("utility")).isFalse();
  }

  @Test
  void aPlacementIsAMachineAndWhatElseMustBeSaid() {
    Task task = new Task(0, 1, 3, 9);

    assertThat(json(new Journal.Running(new Placement(2, 2, 0), task, 4)))
        .hasToString(
            "{\"machine\":2,\"task\":{\"id\":0,\"type\":1,\"arrival\":3,\"deadline\":9},"
                + "\"start\":4}");
    assertThat(json(new Journal.Running(new Placement(5, 2, 1), task, 4)))
        .hasToString(
            "{\"machine\":2,\"p_state\":1,\"placement\":5,"
                + "\"task\":{\"id\":0,\"type\":1,\"arrival\":3,\"deadline\":9},\"start\":4}");
    assertReadAsWritten(new Journal.Running(new Placement(5, 2, 1), task, 4));
  }

  @Test
  void anEndIsToldThatWasHeardLater() {
    Task task = new Task(0, 1, 3, 9);
    Departure departure = new Departure(task, Fate.ON_TIME, new Placement(0, 0, 0), 3, 5);

    for (Record early :
        List.of(
            new Journal.Finished(7, 2, task, 5),
            new Journal.Failed(7, 2, task, 5),
            new Journal.Left(7, departure))) {
      assertThat(json(early).get("end").asInt()).isEqualTo(5);
      assertReadAsWritten(early);
    }
    for (Record atOnce :
        List.of(
            new Journal.Finished(7, 2, task, 7),
            new Journal.Failed(7, 2, task, 7),
            new Journal.Left(departure))) {
      assertThat(json(atOnce).has("end")).isFalse();
      assertReadAsWritten(atOnce);
    }
    assertThat(json(new Journal.Lost(7, 2, task, 7)).has("until")).isFalse();
    assertReadAsWritten(new Journal.Lost(7, 2, task, 8));
  }

  @Test
  void whatABeginningNeedNotSayIsLeftOut() {
    SpentEnergy spent = new SpentEnergy(3, 5.5, 0);
    Journal.Held held = new Journal.Held(new Task(0, 1, 3, 9), 12);
    Journal.Began full =
        new Journal.Began(
            7,
            SystemJsonTest.SYSTEM,
            BOUNDED,
            "MM",
            "{}",
            List.of(held.task()),
            List.of(),
            Optional.of(spent),
            List.of(held));
    Journal.Began bare =
        new Journal.Began(
            7,
            SystemJsonTest.SYSTEM,
            BOUNDED,
            "MM",
            "{}",
            List.of(),
            List.of(),
            Optional.empty(),
            List.of());

    assertReadAsWritten(full);
    assertReadAsWritten(bare);
    assertThat(json(full).get("spent")).hasToString("{\"since\":3,\"joules\":5.5}");
    assertThat(json(bare).has("spent")).isFalse();
    assertThat(json(bare).has("held")).isFalse();
    assertThat(json(bare).get("waiting")).hasToString("[]");
  }

  @Test
  void numbersThatAreMissingAreTold() {
    ObjectNode spent = json(new SpentEnergy(3, 5.5, 2.5));
    spent.remove("joules");

    assertThatThrownBy(() -> RecordJson.read(SpentEnergy.class, spent))
        .hasMessage("joules is missing");
  }

  @Test
  void aPoorerVersionComesBackWithTheTaskThatWasAskedFor() {
    Task asked = new Task(3, 0, 5, 90, new DeadlineUtility(8));
    assertReadAsWritten(new Journal.Arrived(5, asked.as(new Version(1, 0.7))));
  }
}
