package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.Invocation;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.Accepted;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who submits does not wait for decisions that take long. */
class AnswersFirstTest {
  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private final Policies policies = slowPolicies();
  private final LiveScheduler scheduler =
      LiveFixtures.turned(time, cluster, store, LiveFixtures.settings(policies, "MM", 1000, false));

  /** Of each mapping event with tasks: how many were answered by then, and are in the store. */
  private final List<Integer> answeredByEvent = new ArrayList<>();

  private final List<CompletableFuture<List<Accepted>>> answers = new ArrayList<>();
  private Duration length = Duration.ZERO;
  private boolean fails;

  @AfterEach
  void stop() {
    scheduler.close();
  }

  private void post() {
    CompletableFuture<List<Accepted>> answer = new CompletableFuture<>();
    answers.add(answer);
    scheduler.tell(new Message.Submit(List.of(request()), answer));
    time.step();
  }

  private static TaskRequest request() {
    Submission submission = new Submission("type-0", Map.of("ms", "20"), Optional.empty());
    return new TaskRequest(submission, new TaskRequest.In(Duration.ofMinutes(1)));
  }

  private int answered() {
    return (int)
        answers.stream()
            .filter(CompletableFuture::isDone)
            .filter(a -> store.find(a.resultNow().getFirst().task().id()).isPresent())
            .count();
  }

  @Test
  void afterOneLongEventAnswersComeFirst() {
    length = Duration.ofMillis(20);
    post();
    post();
    length = Duration.ofMillis(1);
    post();
    post();

    assertThat(answeredByEvent).containsExactly(0, 2, 3, 3);
    assertThat(answers).allMatch(CompletableFuture::isDone);
    time.turn(Duration.ofSeconds(10));
    assertThat(answers)
        .allSatisfy(answer ->
            assertThat(scheduler.task(id(answer)).orElseThrow().state())
                .isEqualTo(TaskState.COMPLETED));
    assertThat(cluster.violations()).isEmpty();
  }

  /** Who waits for a task is answered by its decisions; there is nobody. */
  @Test
  void soTheyDoAfterAnInvocationWasNotAccepted() {
    fails = true;
    assertThatThrownBy(() ->
            scheduler.invoke(
                request(), new Invocation(new byte[0], Optional.empty(), bytes -> true)))
        .isInstanceOf(Refusal.class);

    length = Duration.ofMillis(20);
    post();
    post();

    assertThat(answeredByEvent).containsExactly(0, 0, 2);
  }

  /** It is not accepted a second time. */
  @Test
  void whatWasAnsweredStaysWhereTheEventFails() {
    length = Duration.ofMillis(20);
    post();
    fails = true;
    post();
    length = Duration.ZERO;
    time.turn(Duration.ofSeconds(10));

    assertThat(scheduler.overview().fates()).containsOnly(Map.entry(Fate.ON_TIME, 2L));
    assertThat(store.find(id(answers.get(1)) + 1)).isEmpty();
  }

  private static long id(CompletableFuture<List<Accepted>> answer) {
    return answer.resultNow().getFirst().task().id();
  }

  private Policies slowPolicies() {
    return LiveFixtures.policies(
        PolicyRegistry.of(
            List.of(
                new LiveFixtures.Provider(
                    "MM", () -> new Slow(LiveFixtures.policies().create("MM"))))));
  }

  private final class Slow implements AllocationPolicy {
    private final AllocationPolicy policy;

    Slow(AllocationPolicy policy) {
      this.policy = policy;
    }

    @Override
    public String name() {
      return policy.name();
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      if (!event.candidates().isEmpty()) {
        answeredByEvent.add(answered());
        time.sleep(length.toNanos());
      }
      if (fails) {
        fails = false;
        throw new IllegalStateException("it fails once");
      }
      return policy.decide(event);
    }
  }
}
