package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the pace of tasks, and sufferage, learn from mapping events, and what follows for queues.
 */
class PaceOfEventsTest {
  private static final Pmf TIME = Pmf.normalised(6, 1, 3, 1, 1, 0, 2, 1);

  /** Sums of JIT's pace, task by task, from departures in their order. */
  private static final class Plain {
    double taken;
    double believed;
    double variance;
    double factor = 1;
    long last;

    void take(MappingEvent event, double memory) {
      boolean isStopped = event.rules().scope() == DroppingScope.EXECUTING;
      for (Departure departure : event.departures()) {
        Optional<Fate> ran =
            Stream.of(Fate.ON_TIME, Fate.LATE, Fate.EVICTED, Fate.DROPPED_RUNNING)
                .filter(departure.fate()::equals)
                .findFirst();
        if (ran.isPresent()) {
          double left = departure.task().deadline() - departure.start();
          double had = departure.time() - departure.start();
          had = isStopped ? Math.min(had, left) : had;
          if (ran.get() == Fate.DROPPED_RUNNING) {
            had = Math.max(had, expected(TIME.later((long) (had / factor)), left, isStopped));
          }
          double kept = Math.exp((last - event.now()) / memory);
          last = event.now();
          double expected = expected(TIME, left, isStopped);
          taken = kept * taken + had;
          believed = kept * believed + expected / factor;
          variance = kept * kept * variance + (had - expected) * (had - expected);
          double off = taken - believed;
          double clear = Math.max(0, Math.abs(off) - 2 * Math.sqrt(variance));
          factor = 1 + Math.signum(off) * clear / believed;
        }
      }
    }

    /** How long a task has its machine, by the sum over its times. */
    double expected(Pmf time, double left, boolean isStopped) {
      double sum = 0;
      for (int i = 0; i < time.size(); i++) {
        double takes = factor * time.time(i);
        sum += time.mass(i) * (isStopped ? Math.min(left, takes) : takes);
      }
      return sum;
    }
  }

  /** A day on two machines on which tasks take about twice as long as believed. */
  @ParameterizedTest
  @EnumSource
  void itIsThatOfTheTasksThatRan(DroppingScope scope) {
    SplittableRandom random = new SplittableRandom(5);
    Pace pace = new Pace();
    Plain plain = new Plain();
    Scene scene =
        new Scene(Scene.system(new Pmf[][] {{TIME}}, 0, 0), AllocationRules.bounded(2, scope));
    scene.to(session -> {
      pace.observe(session.event(), 20);
      plain.take(session.event(), 200);
      assertThat(pace.factor()).isCloseTo(plain.factor, within(1e-9));
      for (int m = 0; m < 2; m++) {
        MachineQueue queue = session.queue(m);
        assertThat(pace.ready(queue, session.now()))
            .isCloseTo(ready(queue, session.now(), plain), within(1e-9));
        if (queue.isBusy() && random.nextInt(40) == 0) {
          session.drop(m, 0, DropReason.BELOW_PRICE, new Basis("worth", -1, 0));
        }
        if (!session.open().isEmpty() && session.hasRoom(m)) {
          session.assign(session.open().getFirst(), m, Scene.basis());
        }
      }
    });
    for (int now = 0; now < 600; now++) {
      for (int m = 0; m < 2; m++) {
        MachineQueue queue = scene.manager().queue(m);
        if (queue.isBusy() && now - queue.start() >= 8 + random.nextInt(20)) {
          scene.manager().taskFinished(now, m);
        }
      }
      if (now % 7 == 0) {
        scene.arrive(now, 0, now + random.nextInt(10, 60));
      }
      scene.settle(now);
    }

    assertThat(pace.factor()).isGreaterThan(1.2);
  }

  /** By the running task's time that is left, and the mean of those behind it. */
  private static double ready(MachineQueue queue, long now, Plain plain) {
    if (queue.size() == 0) {
      return now;
    }
    double tail = queue.tail().mean();
    if (plain.factor == 1) {
      return tail;
    }
    if (!queue.isBusy()) {
      return now + plain.factor * (tail - now);
    }
    double ran = now - queue.start();
    Pmf time = TIME.later((long) (ran / plain.factor));
    double left = queue.task(0).deadline() - queue.start();
    boolean isStopped = queue.scope() == DroppingScope.EXECUTING;
    double goesOn = Math.max(0, plain.expected(time, left, isStopped) - ran);
    return now + goesOn + plain.factor * (tail - queue.completionTime(0).mean());
  }

  /** What left counts, and what machines have by its chance, for the types that come. */
  @Test
  void sufferageIsOfWhatLeftAndOfWhatMachinesHave() {
    ArrivalRates rates = new ArrivalRates(Forecast.NONE);
    Sufferage seen = new Sufferage(0.2);
    SuccessWorth worth = new SuccessWorth(3, seen);
    SuccessWorth same = new SuccessWorth(0, new Sufferage(0.2));
    Sufferage plain = new Sufferage(0.2);
    Scene scene = new Scene(Scene.system(new Pmf[][] {{TIME}, {Pmf.at(9, 1)}}));
    scene.to(session -> {
      rates.observe(session.event());
      worth.observe(session.event(), rates);
      same.observe(session.event(), rates);
      plain.come(rates.lately(0), rates.lately(1));
      for (Departure departure : session.event().departures()) {
        plain.left(departure.task().type(), departure.fate() == Fate.ON_TIME);
      }
      worth.expect(session);
      same.expect(session);
      plain.noneIsGiven();
      MachineQueue queue = session.queue(0);
      for (int i = 0; i < queue.size(); i++) {
        plain.isGiven(queue.task(i).type(), queue.chanceOfSuccess(i));
      }
      for (int type = 0; type < 2; type++) {
        assertThat(seen.of(type)).isEqualTo(plain.of(type));
        assertThat(worth.of(type)).isEqualTo(Math.max(0.01, 1 + 3 * plain.of(type)));
        assertThat(same.of(type)).isEqualTo(1);
      }
      if (!session.open().isEmpty() && session.hasRoom(0)) {
        session.assign(session.open().getFirst(), 0, Scene.basis());
      }
    });
    for (int now = 0; now < 200; now++) {
      if (scene.manager().queue(0).isBusy() && now - scene.manager().queue(0).start() >= 9) {
        scene.manager().taskFinished(now, 0);
      }
      if (now % 5 == 0) {
        scene.arrive(now, now % 3 == 0 ? 0 : 1, now + 25);
      }
      scene.settle(now);
    }

    assertThat(seen.of(0) - seen.of(1)).as("they fare unlike").isNotZero();
  }

  @Test
  void aMachineThatIsIdleIsReadyNow() {
    MappingSession session =
        new Scene(Scene.system(new Pmf[][] {{TIME}})).arrive(3, 0, 90).settle(3).session();

    assertThat(new Pace().ready(session.queue(0), 3)).isEqualTo(3);
  }

  /** Those that come later count alike, whoever was first: a half of all until then. */
  @Test
  void whatHasNoDeadlineIsForgottenNever() {
    ArrivalRates rates = new ArrivalRates(Forecast.NONE);
    Scene scene = new Scene(Scene.system(new Pmf[][] {{TIME}}));
    scene.to(session -> rates.observe(session.event()));
    List<Integer> times = IntStream.range(0, 10).map(i -> 100 * i).boxed().toList();
    for (int now : times) {
      scene.arrive(now, new Task(now, 0, now, Task.NO_DEADLINE)).settle(now);
    }

    assertThat(rates.lately(0)).isEqualTo(10);
    assertThat(rates.meanLength()).isZero();
    assertThat(rates.expected(0, 900, 900)).as("ten and one more").isCloseTo(11, within(1e-9));
  }
}
