package org.espalier.service.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.espalier.service.learning.Draws.bell;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.espalier.testkit.TinySystems;
import org.espalier.testsupport.TestSample;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LearningStateTest {
  private static final HcSystem SYSTEM =
      TinySystems.of(new @Nullable Pmf[][] {{bell(400, 10), bell(900, 10)}, {bell(200, 10), null}});

  private static Publishing publishing(Random random) {
    return new Publishing(1 + random.nextInt(12), random.nextInt(40), random.nextDouble() / 20);
  }

  /** What happens to a learner at a time: the same whenever it is asked for. */
  private static List<Learning.Update> live(Learning learning, Random random, long now) {
    int taskType = random.nextInt(2);
    double drift = now % 600 < 300 ? 1 : 1.7;
    double far = random.nextInt(60) == 0 ? 100 : 1;
    long ticks = (long) ((200 + 200 * random.nextDouble()) * drift * far);
    int machineType = taskType == 1 ? 0 : random.nextInt(2);
    if (random.nextInt(4) == 0) {
      learning.stopped(taskType, machineType, ticks);
    } else {
      learning.completed(taskType, machineType, ticks);
    }
    double chance = random.nextDouble();
    learning.judged(chance, random.nextDouble() < chance);
    return random.nextInt(3) == 0 ? learning.updates(now) : List.of();
  }

  private static void believe(Map<String, Pmf> beliefs, List<Learning.Update> updates) {
    for (Learning.Update update : updates) {
      beliefs.put(update.taskType() + "/" + update.machineType(), update.executionTime());
    }
  }

  @Test
  void goesOnAsIfItHadNeverStopped() {
    int restoredBeliefs = 0;
    int[] seeds = TestSample.of(40, 150).toArray();
    for (int seed : seeds) {
      Publishing publishing = publishing(new Random(seed));
      Learning first = HistogramLearning.of(publishing, SYSTEM, "");
      Map<String, Pmf> beliefs = new HashMap<>();
      Random past = new Random(seed + 1_000);
      int stop = past.nextInt(1_000);
      for (long now = 0; now < stop; now++) {
        believe(beliefs, live(first, past, now));
      }

      String state = first.state();
      Learning second = HistogramLearning.of(publishing, SYSTEM, state);

      assertThat(second.state())
          .as("seed %d of the sample of %s", seed, TestSample.day())
          .isEqualTo(state);
      assertThat(second.view()).isEqualTo(first.view());
      Map<String, Pmf> restored = new HashMap<>();
      believe(restored, second.updates(stop));
      believe(beliefs, first.updates(stop));
      assertThat(restored).isEqualTo(beliefs);
      restoredBeliefs += restored.size();
      assertSameFuture(first, second, seed, stop);
    }
    assertThat(restoredBeliefs).isGreaterThan(seeds.length);
  }

  private static void assertSameFuture(Learning first, Learning second, long seed, int begin) {
    Random one = new Random(seed + 2_000);
    Random other = new Random(seed + 2_000);
    for (long now = begin; now < begin + 200; now++) {
      assertThat(live(second, other, now)).isEqualTo(live(first, one, now));
    }
    assertThat(second.view()).isEqualTo(first.view());
    assertThat(second.state()).isEqualTo(first.state());
  }

  private static Learning taught() {
    Learning learning = HistogramLearning.of(publishing(new Random(1)), SYSTEM, "");
    Random random = new Random(9);
    for (long now = 0; now < 400; now++) {
      live(learning, random, now);
    }
    return learning;
  }

  @Test
  void cellsAreFoundByNameWhereverTheyStandNow() {
    List<TaskType> types = SYSTEM.taskTypes();
    List<TaskType> others =
        List.of(new TaskType(0, "brand new"), new TaskType(1, types.getFirst().name()));
    Pmf prior = bell(500, 10);
    HcSystem changed =
        new HcSystem(
            SYSTEM.name(),
            SYSTEM.tick(),
            others,
            SYSTEM.machineTypes(),
            SYSTEM.machines(),
            TinySystems.of(new Pmf[][] {{prior, prior}, {prior, prior}}).pet());
    Learning first = taught();

    Learning second = HistogramLearning.of(publishing(new Random(1)), changed, first.state());

    assertThat(second.view().cells().subList(0, 2)).allMatch(cell -> cell.completions() == 0);
    assertThat(second.view().cells().subList(2, 4)).isEqualTo(first.view().cells().subList(0, 2));
    assertThat(second.updates(1_000)).hasSize(2).allMatch(update -> update.taskType() == 1);
  }

  @Test
  void otherSettingsGoOnFromTheSameState() {
    Learning first = taught();
    List<Learning> others = new ArrayList<>();
    for (long seed = 2; seed < 40; seed++) {
      others.add(HistogramLearning.of(publishing(new Random(seed)), SYSTEM, first.state()));
    }
    Random random = new Random(3);
    for (Learning other : others) {
      assertThat(other.view().cells().getFirst().completions())
          .isEqualTo(first.view().cells().getFirst().completions());
      for (long now = 400; now < 600; now++) {
        live(other, random, now);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " ",
        "[]",
        "7",
        "{",
        "{}",
        "not json",
        "{\"step\":10}",
        "{\"step\":\"one\",\"cells\":[]}",
        "{\"step\":10,\"calibration\":[],\"cells\":[]}",
        "{\"step\":10,\"calibration\":[{},{},{},{},{},{},{},{},{},{}],\"cells\":[]}",
        "{\"step\":10,\"calibration\":7,\"cells\":[7,null,[],{}]}",
      })
  void aStateThatCannotBeReadIsIgnored(String state) {
    Learning fresh = HistogramLearning.of(publishing(new Random(1)), SYSTEM, "");
    Learning learning = HistogramLearning.of(publishing(new Random(1)), SYSTEM, state);
    assertThat(learning.view()).isEqualTo(fresh.view());
    assertThat(learning.updates(0)).isEmpty();
  }

  @Test
  void aStateOnAnotherStepKeepsItsCalibrationOnly() {
    Learning first = taught();
    String state = first.state().replace("\"step\":10", "\"step\":5");
    Learning second = HistogramLearning.of(publishing(new Random(1)), SYSTEM, state);
    assertThat(second.view().calibration()).isEqualTo(first.view().calibration());
    assertThat(second.view().cells()).allMatch(cell -> cell.completions() == 0);
  }

  /** One field of one cell after the other is spoilt: all begins anew. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "completions",
        "since_published",
        "not_before",
        "ends",
        "first",
        "weights",
        "stops",
        "published",
      })
  void whereACellIsSpoiltAllBeginsAnew(String field) {
    Learning first = taught();
    String state = first.state();
    int at = state.indexOf("\"" + field + "\":");
    assertThat(at).isPositive();
    int value = at + field.length() + 3;
    String spoilt = state.substring(0, value) + "\"x\"," + "\"was\":" + state.substring(value);

    Learning second = HistogramLearning.of(publishing(new Random(1)), SYSTEM, spoilt);

    Learning fresh = HistogramLearning.of(publishing(new Random(1)), SYSTEM, "");
    assertThat(second.view()).isEqualTo(fresh.view());
  }

  /** Whatever single character of a state is lost or changed, the service starts and goes on. */
  @Test
  void noDamageStopsTheService() {
    String state = taught().state();
    Random random = new Random(4);
    for (int i = 0; i < 600; i++) {
      int at = random.nextInt(state.length());
      String other = List.of("", "-", "9", "e9", "\"", "}", "null").get(random.nextInt(7));
      String damaged = state.substring(0, at) + other + state.substring(at + 1);
      Learning learning = HistogramLearning.of(publishing(new Random(1)), SYSTEM, damaged);
      for (long now = 400; now < 420; now++) {
        live(learning, random, now);
      }
      learning.updates(Long.MAX_VALUE);
      learning.view();
    }
  }
}
