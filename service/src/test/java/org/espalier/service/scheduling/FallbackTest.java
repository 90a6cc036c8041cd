package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.service.backend.RealTimers;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.learning.Learning;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.espalier.workload.policy.RegistrySettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Another policy decides in place of a user's that throws or takes too long in a mapping event. */
class FallbackTest {
  private static final String USERS = "Users";

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private final PolicyRegistry registry =
      PolicyRegistry.of(
          Stream.concat(
                  PolicyRegistry.builtIn().providers().stream(),
                  Stream.of(
                      new LiveFixtures.Provider(
                          USERS,
                          () ->
                              new UsersPolicy(
                                  PolicyRegistry.builtIn()
                                      .find("MM")
                                      .orElseThrow()
                                      .create(PolicySettings.JOURNAL)))))
              .toList());

  /** What the user's policy does before it decides. */
  private Runnable before = () -> {};

  private LiveScheduler scheduler = start("MM");

  private Policies policies(String fallback) {
    return Policies.of(
        registry,
        RegistrySettings.of(PolicySettings.JOURNAL),
        LiveFixtures.system(),
        Optional.of(new Policies.Fallback(fallback, Optional.of(Duration.ofMillis(200)))));
  }

  private LiveScheduler start(String fallback) {
    return LiveFixtures.turned(
        time, cluster, store, LiveFixtures.settings(policies(fallback), USERS, 1000, false));
  }

  @AfterEach
  void theJournalTellsAllOfIt() {
    scheduler.close();
    before = () -> {};
    assertThat(Journals.difference(store, registry)).isEmpty();
  }

  private void failFromNowOn() {
    before =
        () -> {
          throw new ArithmeticException("the stars are not right");
        };
  }

  private long submit() {
    return submit(scheduler);
  }

  private static long submit(LiveScheduler scheduler) {
    Submission submission = new Submission("type-0", Map.of("ms", "50"), Optional.empty());
    TaskRequest request = new TaskRequest(submission, new TaskRequest.In(Duration.ofSeconds(60)));
    return scheduler.submit(List.of(request)).getFirst().task().id();
  }

  private void assertOnTime(long... ids) {
    for (long id : ids) {
      assertThat(time.turnUntil(Duration.ofSeconds(20), () -> task(id).state().isFinal())).isTrue();
      assertThat(task(id).ending().orElseThrow().fate()).isEqualTo(Fate.ON_TIME);
    }
  }

  private LiveTask task(long id) {
    return scheduler.task(id).orElseThrow();
  }

  private List<String> changes() {
    return Journals.read(store).stream()
        .filter(Journal.PolicyChanged.class::isInstance)
        .map(entry -> ((Journal.PolicyChanged) entry).policy())
        .toList();
  }

  private void assertThatItFellBack(String why) {
    String notice =
        "MM decides as the fallback: %s; espalier policy Users goes back".formatted(why);
    assertThat(scheduler.fallenBack()).contains(notice);
    assertThat(scheduler.overview().notices()).containsExactly(notice);
    assertThat(scheduler.overview().policy()).isEqualTo("MM");
    assertThat(scheduler.isReady()).isTrue();
    assertThat(scheduler.metrics()).contains("espalier_policy_fallback 1.0");
  }

  @Test
  void aRequestAtWhichThePolicyThrowsIsDone() {
    long first = submit();
    failFromNowOn();
    long second = submit();

    assertThatItFellBack(
        "policy Users failed at time %s: java.lang.ArithmeticException: the stars are not right"
            .formatted(task(second).arrival()));
    assertOnTime(first, second, submit());
    assertThat(changes()).containsExactly("MM");

    scheduler.close();
    scheduler = start("MM");
    assertThat(scheduler.overview().policy()).isEqualTo("MM");
    assertThat(scheduler.fallenBack()).as("after a restart").isPresent();

    before = () -> {};
    scheduler.switchPolicy(USERS, Map.of());
    assertThat(scheduler.fallenBack()).isEmpty();
    assertThat(scheduler.overview().notices()).isEmpty();
    assertThat(scheduler.metrics()).contains("espalier_policy_fallback 0.0");
    assertOnTime(submit());
  }

  /** Nobody asks for anything then who could be refused. */
  @Test
  void anEndAtWhichThePolicyThrowsIsHeardAllTheSame() {
    long[] ids = {submit(), submit(), submit()};
    before =
        () -> {
          throw new NoSuchMethodError("it was compiled for another version");
        };

    assertOnTime(ids);

    assertThat(scheduler.isAlive()).isTrue();
    assertThat(changes()).containsExactly("MM");
    for (long id : ids) {
      assertThat(task(id).attempts()).isOne();
    }
  }

  @Test
  void whatWasDecidedTooSlowlyHoldsAndTheFallbackDecidesNext() {
    before = () -> time.sleep(Duration.ofMillis(200).toNanos());
    long first = submit();
    assertThat(scheduler.fallenBack()).isEmpty();

    before = () -> time.sleep(Duration.ofMillis(201).toNanos());
    long second = submit();

    assertThat(task(second).state()).isEqualTo(TaskState.RUNNING);
    assertThatItFellBack("a mapping event of policy Users took 201 ms, more than 200");
    assertOnTime(first, second, submit());
    assertThat(changes()).containsExactly("MM");
  }

  @Test
  void theSettingsThatItHadAreNamed() {
    scheduler.switchPolicy(USERS, Map.of("toggle", "2"));
    failFromNowOn();
    submit();

    assertThat(scheduler.policySettings()).isEmpty();
    assertThat(scheduler.fallenBack().orElseThrow())
        .endsWith("espalier policy Users toggle=2 goes back");
  }

  @Test
  void aPolicyThatIsSwitchedToAndThrowsIsRefused() {
    scheduler.switchPolicy("PAM", Map.of());
    failFromNowOn();

    assertThatThrownBy(() -> scheduler.switchPolicy(USERS, Map.of())).isInstanceOf(Refusal.class);

    assertThat(scheduler.overview().policy()).isEqualTo("PAM");
    assertThat(scheduler.fallenBack()).isEmpty();
  }

  /** Else whoever looks again and again would see the same for ever. */
  @Test
  @Tag("slow")
  void aPolicyThatNeverReturnsIsNoticed() throws InterruptedException {
    CountDownLatch released = new CountDownLatch(1);
    LiveScheduler real =
        LiveScheduler.start(
            new SchedulerSettings.Configuration(
                LiveFixtures.settings(policies("MM"), USERS, 1000, false),
                LiveFixtures.cluster(LiveFixtures.system(), new RealTimers())::open,
                state -> Learning.NONE),
            LiveFixtures.store());
    before = () -> awaits(released);
    Thread client =
        Thread.ofVirtual()
            .start(() -> assertThatThrownBy(() -> submit(real)).isInstanceOf(Refusal.class));

    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThatThrownBy(real::overview).isInstanceOf(Refusal.class));

    released.countDown();
    client.join();
    await().until(() -> real.fallenBack().isPresent());
    real.close();
  }

  private static void awaits(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A fallback of its own would be no help. */
  @Test
  void whereTheFallbackThrowsTheRequestIsRefused() {
    scheduler.close();
    scheduler = start(USERS);
    long first = submit();
    failFromNowOn();

    assertThatThrownBy(this::submit).isInstanceOf(Refusal.class).hasMessageContaining("the stars");

    assertThat(scheduler.isReady()).isFalse();
    before = () -> {};
    assertOnTime(first, submit());
    assertThat(scheduler.isReady()).isTrue();
  }

  /** MM, in which something happens before events. */
  private final class UsersPolicy implements AllocationPolicy {
    private final AllocationPolicy decider;

    UsersPolicy(AllocationPolicy decider) {
      this.decider = decider;
    }

    @Override
    public String name() {
      return USERS;
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      before.run();
      return decider.decide(event);
    }
  }
}
