package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Submission;
import org.espalier.service.live.WaitReason;
import org.espalier.service.live.Waited;
import org.junit.jupiter.api.Test;

/** What the log sums up, against reasons that are counted tick by tick for each task. */
class WaitLogTest {
  private static final int TYPES = 3;

  private static LiveTask task(int id, long arrival) {
    return LiveTask.queued(
        id, new Submission("t", Map.of(), Optional.empty()), arrival, arrival + 99);
  }

  @Test
  void eachTaskWaitsForTheReasonsOfItsTypeWhileItIsThere() {
    for (int seed = 0; seed < 50; seed++) {
      check(new Random(seed));
    }
  }

  private static void check(Random random) {
    WaitLog log = new WaitLog(TYPES, 0);
    WaitReason[] present = new WaitReason[TYPES];
    Map<Integer, Integer> types = new HashMap<>();
    Map<Integer, Map<WaitReason, Long>> plain = new HashMap<>();
    java.util.Arrays.fill(present, WaitReason.PUT_OFF);
    for (int now = 0; now < 200; now++) {
      if (random.nextInt(3) == 0) {
        int type = random.nextInt(TYPES);
        types.put(now, type);
        plain.put(now, new EnumMap<>(WaitReason.class));
        log.waits(now, now, type);
      }
      if (random.nextInt(4) == 0) {
        present[random.nextInt(TYPES)] = WaitReason.values()[random.nextInt(4)];
        log.renew(now, type -> present[type]);
      }
      if (!types.isEmpty() && random.nextInt(5) == 0) {
        int id = new ArrayList<>(types.keySet()).get(random.nextInt(types.size()));
        types.remove(id);
        assertThat(sums(log.goesOn(now, task(id, id)).waited())).isEqualTo(plain.get(id));
      }
      types.forEach((id, type) -> plain.get(id).merge(present[type], 1L, Long::sum));
    }
  }

  private static Map<WaitReason, Long> sums(List<Waited> waits) {
    Map<WaitReason, Long> sums = new HashMap<>();
    waits.forEach(each -> sums.merge(each.reason(), each.ticks(), Long::sum));
    return sums;
  }

  @Test
  void aTaskThatComesBackWaitsOn() {
    WaitLog log = new WaitLog(1, 0);
    log.renew(0, type -> WaitReason.FULL);
    log.waits(0, 7, 0);
    LiveTask mapped = log.goesOn(10, task(7, 0));
    log.queues(10, 7);
    LiveTask returned = log.goesOn(15, mapped);
    log.waits(15, 7, 0);

    assertThat(log.goesOn(18, returned).waited())
        .containsExactly(new Waited(WaitReason.FULL, 13), new Waited(WaitReason.IN_QUEUE, 5));
  }

  @Test
  void whatWasBeforeAStartIsToldAsSuch() {
    WaitLog log = new WaitLog(1, 100);
    LiveTask again = task(7, 40).waited(List.of(new Waited(WaitReason.FULL, 20)));
    log.takeOver(100, again, 0);

    assertThat(log.goesOn(103, again).waited())
        .containsExactly(
            new Waited(WaitReason.FULL, 20),
            new Waited(WaitReason.PUT_OFF, 3),
            new Waited(WaitReason.BEFORE_START, 40));
    assertThat(log.goesOn(104, again)).isEqualTo(again);
  }
}
