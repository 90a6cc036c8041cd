package org.espalier.service.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.live.Overview.Activity;
import org.espalier.workload.document.Names;
import org.junit.jupiter.api.Test;

class HeadlineTest {
  private static Headline of(
      long onTime, long late, Map<Activity, Integer> machines, TypeFigures... types) {
    return of(List.of(), onTime, late, machines, types);
  }

  private static Headline of(
      List<String> faults,
      long onTime,
      long late,
      Map<Activity, Integer> machines,
      TypeFigures... types) {
    Overview overview =
        new Overview(
            0,
            0,
            "PAM",
            List.of(),
            0,
            List.of(),
            Map.of(),
            Map.of(Fate.ON_TIME, onTime, Fate.LATE, late, Fate.CANCELLED, 1000L),
            Optional.empty(),
            new Overview.EventTimes(0, 0, 0),
            OptionalDouble.empty(),
            Optional.empty(),
            faults,
            List.of(),
            List.of(types),
            List.of(),
            List.of());
    List<Overview.MachineState> all = new ArrayList<>();
    machines.forEach((activity, count) -> all.addAll(Collections.nCopies(count, in(activity))));
    return Headline.of(overview, List.of(new MachineGroup("box", 0, all)));
  }

  private static Overview.MachineState in(Activity activity) {
    return new Overview.MachineState(
        "box-1",
        "box",
        activity == Activity.IDLE,
        Names.word(activity),
        false,
        List.of(),
        Overview.MachineState.UNBOUNDED);
  }

  private static TypeFigures type(String name, int onTime, int failed, String doubt) {
    return new TypeFigures(
        name, 200, 1000, onTime, 0, Double.NaN, failed, 10, "exit status 7", doubt);
  }

  @Test
  void allIsWell() {
    assertThat(of(97, 3, Map.of(Activity.IDLE, 1), type("a", 197, 3, "")))
        .isEqualTo(
            new Headline(Headline.State.FINE, "Fine: 97 % of the last 100 tasks were on time."));
  }

  @Test
  void whatDoesNotWorkIsToldFirst() {
    assertThat(of(List.of("MM decides as the fallback: why"), 97, 3, Map.of(Activity.IDLE, 1)))
        .isEqualTo(
            new Headline(
                Headline.State.BROKEN,
                "Broken: MM decides as the fallback: why; 97 % of the last 100 tasks were on"
                    + " time."));
  }

  @Test
  void fewTasksSayNothing() {
    assertThat(of(0, 19, Map.of(Activity.IDLE, 1)))
        .isEqualTo(new Headline(Headline.State.FINE, "Fine: too few tasks have left to say more."));
  }

  @Test
  void theTypesThatAreLeastOnTimeAreNamedFirst() {
    assertThat(
            of(
                43,
                57,
                Map.of(Activity.FULL, 1),
                type("a", 100, 0, ""),
                type("b", 20, 0, ""),
                type("c", 190, 0, "")))
        .isEqualTo(
            new Headline(
                Headline.State.OVERLOADED,
                "Overloaded: 43 % of the last 100 tasks were on time, least of b 10 %, a 50 %."));
  }

  @Test
  void theWorstOfManyThingsGivesTheState() {
    assertThat(
            of(
                95,
                5,
                Map.of(Activity.AWAY, 1),
                type("a", 50, 150, ""),
                type("b", 190, 0, "of 60 tasks ... 20 were")))
        .isEqualTo(
            new Headline(
                Headline.State.BROKEN,
                "Broken: of 1 machines 0 have failed and 1 are away; of the last 200 tasks of type"
                    + " a 150 failed (exit status 7); 95 % of the last 100 tasks were on time;"
                    + " predictions are wrong of b."));
  }
}
