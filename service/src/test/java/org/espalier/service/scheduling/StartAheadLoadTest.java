package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.espalier.testkit.TinySystems;
import org.espalier.testsupport.TestSample;
import org.espalier.workload.policy.PolicyVocabulary;
import org.espalier.workload.policy.RegistrySettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One machine on which a request takes 7 ms, deadlines of 100 ms, and a store each commit of which
 * takes 5 ms. A start that waits for its commit leaves the machine idle meanwhile; one ahead does
 * not. Time is turned by hand, so that nothing but this counts, and it is the same on any computer.
 */
class StartAheadLoadTest {
  private static final Duration RUN = Duration.ofSeconds(TestSample.isFull() ? 20 : 5);
  private static final Duration COMMIT = Duration.ofMillis(5);
  private static final HcSystem SYSTEM = system();
  private static final Map<String, String> DURABLE = Map.of("ms", "7");

  private final ManualTime time = new ManualTime();
  private final MemoryStore store = new MemoryStore();
  private final ScriptedCluster cluster = LiveFixtures.cluster(SYSTEM, time);

  private static HcSystem system() {
    HcSystem one = TinySystems.of(new Pmf[][] {{Pmf.of(7, 1, 1)}}, 0);
    return new HcSystem(
        one.name(),
        Duration.ofMillis(1),
        one.taskTypes(),
        one.machineTypes(),
        one.machines(),
        one.pet());
  }

  private static SchedulerSettings settings() {
    PolicyRegistry registry = PolicyRegistry.builtIn();
    RegistrySettings registered =
        RegistrySettings.of(PolicySettings.JOURNAL)
            .with(
                new PolicyVocabulary(registry).values(Map.of("JIT.lead", "10 ms")), SYSTEM.tick());
    return new SchedulerSettings(
        SYSTEM,
        PolicySettings.JOURNAL.rules(),
        Policies.of(registry, registered, SYSTEM, Optional.empty()),
        "JIT",
        new LiveFixtures.TimedCommands(_ -> Retry.NEVER),
        10_000,
        2000);
  }

  /** Requests at random, so many a second on average; the share that is on time. */
  private double onTime(int perSecond, Map<String, String> parameters) {
    Thread decides = Thread.currentThread();
    store.refuse(change -> {
      if (Thread.currentThread().equals(decides)) { // nobody waits for what others commit
        time.sleep(COMMIT.toNanos());
      }
      return false;
    });
    LiveScheduler scheduler = LiveFixtures.turned(time, cluster, store, settings());
    Random random = new Random(perSecond);
    int requests = Math.toIntExact(RUN.toSeconds() * perSecond);
    double at = 0;
    for (int i = 0; i < requests; i++) {
      at -= Math.log(1 - random.nextDouble()) / perSecond;
      time.after(Duration.ofNanos((long) (at * 1e9)), () -> scheduler.tell(request(parameters)));
    }
    time.turn(RUN.plusSeconds(5));
    scheduler.close();
    long onTime =
        IntStream.range(0, requests)
            .mapToObj(id -> store.find(id).orElseThrow())
            .filter(task -> task.state() == TaskState.COMPLETED)
            .count();
    return onTime / (double) requests;
  }

  private static Message request(Map<String, String> parameters) {
    Submission submission = new Submission("type-0", parameters, Optional.empty());
    TaskRequest request = new TaskRequest(submission, new TaskRequest.In(Duration.ofMillis(100)));
    return new Message.Submit(List.of(request), new CompletableFuture<>());
  }

  @ParameterizedTest
  @CsvSource({"60, 0.99", "100, 0.97", "140, 0.88"})
  void commitsAreHidden(int perSecond, double atLeast) {
    double waiting = new StartAheadLoadTest().onTime(perSecond, DURABLE);
    cluster.startAhead();
    double ahead = onTime(perSecond, DURABLE);
    assertThat(ahead)
        .as("%s where each start waits", waiting)
        .isGreaterThanOrEqualTo(atLeast)
        .isGreaterThanOrEqualTo(waiting);
    assertThat(cluster.violations()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"60, 0.99", "100, 0.97", "140, 0.88"})
  void whatNeedNotBeDurableWaitsForNone(int perSecond, double atLeast) {
    cluster.startAhead();

    assertThat(onTime(perSecond, Map.of("ms", "7", "forgettable", "yes")))
        .isGreaterThanOrEqualTo(atLeast);
  }
}
