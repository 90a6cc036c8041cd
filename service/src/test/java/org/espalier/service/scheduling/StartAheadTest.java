package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.backend.Unheard;
import org.espalier.service.live.Accepted;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The next task of a busy machine is handed over before that is free. It begins by itself, is taken
 * back where it is not to, and no death of the service has it run twice or forgotten.
 */
class StartAheadTest {
  private static final Duration HOUR = Duration.ofHours(1);

  /** Something that nobody wants. */
  private static final LaunchId OTHER = new LaunchId(99, 1);

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private LiveScheduler scheduler;

  @BeforeEach
  void begin() {
    cluster.startAhead();
    scheduler = start();
    scheduler.drain("machine-1");
  }

  private LiveScheduler start() {
    return LiveFixtures.turned(
        time, cluster, store, LiveFixtures.settings(LiveFixtures.policies(), "MM", 20, false));
  }

  /** Nothing of what happens here may be in the way of a replay, or run what ran before. */
  @AfterEach
  void checkAll() {
    scheduler.close();
    assertThat(cluster.violations()).isEmpty();
    assertThat(cluster.begun()).extracting(LaunchId::task).doesNotHaveDuplicates();
    assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
  }

  private long submit(int milliseconds, Duration deadline) {
    Submission submission =
        new Submission("type-0", Map.of("ms", Integer.toString(milliseconds)), Optional.empty());
    return scheduler
        .submit(List.of(new TaskRequest(submission, new TaskRequest.In(deadline))))
        .getFirst()
        .task()
        .id();
  }

  private void turn(int milliseconds) {
    time.turn(Duration.ofMillis(milliseconds));
  }

  private LiveTask task(long id) {
    return scheduler.task(id).orElseThrow();
  }

  private TaskState state(long id) {
    return task(id).state();
  }

  /** The service dies, and the next one comes at once. */
  private void die() {
    cluster.forsake();
    time.driveNothing();
    scheduler = start();
  }

  private long ahead(Duration deadline) {
    return ahead(50, deadline);
  }

  private long ahead(int milliseconds, Duration deadline) {
    long id = submit(milliseconds, deadline);
    turn(1);
    assertThat(task(id).isAhead()).isTrue();
    assertThat(state(id)).isEqualTo(TaskState.ASSIGNED);
    assertThat(cluster.begun()).extracting(LaunchId::task).doesNotContain(id);
    return id;
  }

  @Test
  void itBeginsHoweverLongACommitTakes() {
    long first = submit(50, HOUR);
    long next = ahead(HOUR);

    store.refuse(change -> {
      time.sleep(Duration.ofMillis(40).toNanos());
      return false;
    });
    turn(300);

    assertThat(state(first)).isEqualTo(TaskState.COMPLETED);
    assertThat(state(next)).isEqualTo(TaskState.COMPLETED);
    long free = task(first).ending().orElseThrow().time();
    assertThat(task(next).run().orElseThrow().start()).as("it counts from then").isEqualTo(free);
    assertThat(task(next).ending().orElseThrow().time()).isBetween(free + 49, free + 51);
  }

  @Test
  void whatIsExpectedToWaitLongIsNotHandedOver() {
    submit(50, HOUR);
    ahead(HOUR);
    long third = submit(50, HOUR);
    turn(1);

    assertThat(task(third).isAhead()).isFalse();
    turn(49);
    assertThat(task(third).isAhead()).as("now it is the next").isTrue();
    turn(200);
    assertThat(state(third)).isEqualTo(TaskState.COMPLETED);
  }

  @Test
  void itIsTakenBackWhereItIsCancelled() {
    long first = submit(50, HOUR);
    long next = ahead(HOUR);

    assertThat(scheduler.cancel(next).state()).isEqualTo(TaskState.CANCELLED);
    turn(200);

    assertThat(state(first)).isEqualTo(TaskState.COMPLETED);
    assertThat(cluster.begun()).extracting(LaunchId::task).containsExactly(first);
    assertThat(task(next).attempts()).isZero();
  }

  /** As an agent, which has to be asked. */
  private void tellLater() {
    cluster.tellLater();
    cluster.takeBackIn(Duration.ofMillis(4));
  }

  private CompletableFuture<LiveTask> cancel(long id) {
    CompletableFuture<LiveTask> answer = new CompletableFuture<>();
    scheduler.tell(new Message.Cancel(id, answer));
    return answer;
  }

  @Test
  void whoCancelsHearsWhenItsMachineHasGivenItBack() {
    tellLater();
    long first = submit(50, HOUR);
    long next = ahead(HOUR);
    CompletableFuture<LiveTask> answer = cancel(next);

    turn(2);
    assertThat(answer).isNotDone();
    assertThat(state(next)).isEqualTo(TaskState.ASSIGNED);
    turn(200);

    assertThat(answer.join().state()).isEqualTo(TaskState.CANCELLED);
    assertThat(state(first)).isEqualTo(TaskState.COMPLETED);
    assertThat(cluster.begun()).extracting(LaunchId::task).containsExactly(first);
    assertThat(task(next).attempts()).isZero();
  }

  @Test
  void whatBeginsBeforeItsMachineIsAskedIsStopped() {
    tellLater();
    submit(50, HOUR);
    long next = ahead(1000, HOUR);
    turn(47);
    CompletableFuture<LiveTask> answer = cancel(next);

    turn(200);

    assertThat(answer.join().stopping()).isPresent();
    assertThat(state(next)).isEqualTo(TaskState.CANCELLED);
    assertThat(cluster.end(new LaunchId(next, 1)).orElseThrow().kind())
        .isEqualTo(LaunchEnd.Kind.STOPPED);
  }

  @Test
  void whoCancelsIsRefusedWhenTheMachineGoesMeanwhile() {
    tellLater();
    submit(50, HOUR);
    CompletableFuture<LiveTask> answer = cancel(ahead(HOUR));
    turn(1);
    cluster.depart("machine-0");
    turn(10);

    assertThat(answer).isCompletedExceptionally();
    cluster.comeBack("machine-0");
    turn(100);
  }

  @Test
  void itGoesElsewhereWhenItsMachineHasGivenItBack() {
    tellLater();
    long first = submit(50, HOUR);
    long next = ahead(HOUR);

    scheduler.resume("machine-1");
    scheduler.drain("machine-0");
    turn(2);
    assertThat(task(next).isAhead()).isTrue();
    turn(10);

    assertThat(state(next)).isEqualTo(TaskState.RUNNING);
    assertThat(task(next).run().orElseThrow().machine()).isEqualTo("machine-1");
    assertThat(task(next).attempts()).isOne();
    turn(100);
    assertThat(state(first)).isEqualTo(TaskState.COMPLETED);
    assertThat(state(next)).isEqualTo(TaskState.COMPLETED);
  }

  /** It is being asked back, and would go to the other machine. */
  private long askedBack() {
    tellLater();
    submit(200, HOUR);
    long next = ahead(HOUR);
    scheduler.resume("machine-1");
    scheduler.drain("machine-0");
    assertThat(task(next).isAhead()).isTrue();
    return next;
  }

  private CompletableFuture<List<Accepted>> post(String type, String key) {
    Submission keyed = new Submission(type, Map.of("ms", "50"), Optional.of(key));
    CompletableFuture<List<Accepted>> answer = new CompletableFuture<>();
    scheduler.tell(
        new Message.Submit(List.of(new TaskRequest(keyed, new TaskRequest.In(HOUR))), answer));
    return answer;
  }

  /** A step begins, and waits until the store answers whether it has the key of a request. */
  private void beginStepThatWaits() {
    store.setBroken(true);
    time.after(Duration.ofMillis(20), () -> store.setBroken(false));
    assertThat(post("no such type", "key")).isNotDone();
  }

  private void setAvailable(boolean available) {
    scheduler.tell(new Message.SetAvailable("machine-0", available, new CompletableFuture<>()));
  }

  /** Its number is given again, on the other machine, before it is heard that it was given back. */
  @Test
  void whatIsHeardLateOfItIsNotTakenForWhatHasItsNumberNow() {
    long next = askedBack();
    beginStepThatWaits();
    setAvailable(true);
    setAvailable(false); // by then it is given back, and that was told since the step began

    turn(400);

    assertThat(state(next)).isEqualTo(TaskState.COMPLETED);
    assertThat(task(next).attempts()).isOne();
  }

  @Test
  void norIsItWhereTheStepFailsInWhichThatIsHeard() {
    long next = askedBack();
    store.refuse(change ->
        change.tasks().stream()
            .anyMatch(each -> each.submission().key().equals(Optional.of("poison"))));
    beginStepThatWaits();
    List<CompletableFuture<List<Accepted>>> answers = new ArrayList<>();
    time.after(Duration.ofMillis(1), () -> answers.add(post("type-0", "good")));
    time.after(Duration.ofMillis(10), () -> answers.add(post("type-0", "poison")));

    turn(400);

    assertThat(answers.getFirst()).isCompleted();
    assertThat(answers.getLast()).isCompletedExceptionally();
    assertThat(state(next)).isEqualTo(TaskState.COMPLETED);
    assertThat(task(next).attempts()).isOne();
  }

  @Test
  void itLeavesWhenItCouldNotBeginInTimeAndItsMachineHasGivenItBack() {
    tellLater();
    long first = submit(200, HOUR);
    long next = ahead(Duration.ofMillis(120));

    turn(140);

    assertThat(state(next)).isEqualTo(TaskState.DROPPED);
    turn(200);
    assertThat(cluster.begun()).extracting(LaunchId::task).containsExactly(first);
  }

  @Test
  void whatHasBegunIsStoppedAlthoughThatWasNotHeardYet() {
    long first = submit(50, HOUR);
    long next = ahead(1000, HOUR);
    store.setBroken(true); // the scheduler asks it for the key before it looks at the other
    time.after(Duration.ofMillis(70), () -> store.setBroken(false));
    Submission keyed = new Submission("type-0", Map.of("ms", "50"), Optional.of("key"));
    CompletableFuture<LiveTask> answer = new CompletableFuture<>();
    scheduler.tell(
        new Message.Submit(
            List.of(new TaskRequest(keyed, new TaskRequest.In(HOUR))), new CompletableFuture<>()));
    scheduler.tell(new Message.Cancel(next, answer));
    turn(300);

    assertThat(answer.join().state()).isEqualTo(TaskState.CANCELLED);
    assertThat(cluster.begun()).extracting(LaunchId::task).startsWith(first, next).hasSize(3);
    assertThat(cluster.end(new LaunchId(next, 1)).orElseThrow().kind())
        .isEqualTo(LaunchEnd.Kind.STOPPED);
    assertThat(state(first)).isEqualTo(TaskState.COMPLETED);
  }

  @Test
  void itIsTakenBackWhenItCouldNotBeginInTimeAnyMore() {
    long first = submit(200, HOUR);
    long next = ahead(Duration.ofMillis(120));

    turn(130);

    assertThat(state(first)).isEqualTo(TaskState.RUNNING);
    assertThat(state(next)).isEqualTo(TaskState.DROPPED);
    turn(200);
    assertThat(cluster.begun()).extracting(LaunchId::task).containsExactly(first);
  }

  @Test
  void itGoesElsewhereWhenItsMachineIsDrained() {
    long first = submit(50, HOUR);
    long next = ahead(HOUR);

    scheduler.resume("machine-1");
    scheduler.drain("machine-0");
    turn(5);

    assertThat(state(next)).isEqualTo(TaskState.RUNNING);
    assertThat(task(next).run().orElseThrow().machine()).isEqualTo("machine-1");
    turn(100);
    assertThat(state(first)).isEqualTo(TaskState.COMPLETED);
    assertThat(state(next)).isEqualTo(TaskState.COMPLETED);
  }

  /** Nobody knows for now; it begins there when what runs there is over. */
  @Test
  void itStaysWithAMachineThatIsAway() {
    cluster.tellLater();
    submit(50, HOUR);
    long next = ahead(HOUR);
    cluster.depart("machine-0");
    turn(1);

    assertThatThrownBy(() -> scheduler.cancel(next))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("may be beginning just now");
    turn(500);
    assertThat(state(next)).isEqualTo(TaskState.ASSIGNED);

    cluster.comeBack("machine-0");
    turn(10);
    assertThat(state(next)).isEqualTo(TaskState.COMPLETED);
    assertThat(task(next).ending().orElseThrow().time()).isBetween(100L, 101L);
  }

  @Test
  void itCountsFromTheEndOfWhatWasToBeStoppedThoughThatIsHeardLate() {
    cluster.tellLater();
    long first = submit(50, HOUR);
    long next = ahead(HOUR);
    cluster.depart("machine-0");
    turn(1);
    CompletableFuture<LiveTask> answer = cancel(first);
    turn(500);
    assertThat(answer.join().stopping()).isPresent();

    cluster.comeBack("machine-0");
    turn(10);
    assertThat(task(first).ending().orElseThrow().time()).isBetween(50L, 51L);
    assertThat(task(next).run().orElseThrow().start()).isBetween(50L, 51L);
    assertThat(task(next).ending().orElseThrow().time()).isBetween(100L, 101L);
  }

  /** Its machine is away, and that it is lost is heard before the machine is back. */
  private void loseWhileAway(long task) {
    cluster.depart("machine-0");
    turn(500);
    LaunchEnd lost = new LaunchEnd(new LaunchId(task, 1), LaunchEnd.Kind.LOST, -1, 0, "gone");
    scheduler.tell(new Message.Ended(lost, 500));
    cluster.comeBack("machine-0");
    turn(10);
  }

  /** When what runs first was gone nobody knows; that it is, is heard when the next is over. */
  @Test
  void itCountsFromItsBeginningWhereWhatRanBeforeItWasLost() {
    tellLater();
    long first = submit(50, HOUR);
    long next = ahead(Duration.ofMillis(200));
    loseWhileAway(first);

    assertThat(state(first)).isEqualTo(TaskState.FAILED);
    assertThat(task(next).run().orElseThrow().start()).isBetween(50L, 51L);
    assertThat(task(next).ending().orElseThrow().time()).isBetween(100L, 101L);
    assertThat(task(next).ending().orElseThrow().fate()).isEqualTo(Fate.ON_TIME);
  }

  @Test
  void itCountsFromItsBeginningWhereItRunsOnBehindWhatWasLost() {
    tellLater();
    long first = submit(50, HOUR);
    long next = ahead(1000, HOUR);
    loseWhileAway(first);

    assertThat(state(next)).isEqualTo(TaskState.RUNNING);
    assertThat(task(next).run().orElseThrow().start()).isBetween(50L, 51L);
    turn(600);
    assertThat(task(next).ending().orElseThrow().time()).isBetween(1050L, 1051L);
  }

  /** What runs first is stopped and gone, and something else is being stopped there still. */
  private long aheadOfWhatIsGone() {
    tellLater();
    long first = submit(1000, HOUR);
    turn(960);
    long next = ahead(HOUR);
    scheduler.tell(new Message.Stopping(OTHER, "machine-0"));
    CompletableFuture<LiveTask> answer = cancel(first);
    turn(20);
    assertThat(answer).isCompleted();
    assertThat(state(first)).isEqualTo(TaskState.CANCELLED);
    assertThat(task(next).isAhead()).isTrue();
    assertThat(cluster.running()).containsExactly(new LaunchId(next, 1));
    return next;
  }

  private void checkThatItCountsFromItsBeginning(long next) {
    turn(10);
    assertThat(task(next).run().orElseThrow().start()).isBetween(962L, 966L);
    scheduler.tell(new Message.Gone(OTHER));
    turn(100);

    assertThat(state(next)).isEqualTo(TaskState.COMPLETED);
    assertThat(task(next).run().orElseThrow().start()).isBetween(962L, 966L);
    assertThat(task(next).ending().orElseThrow().time()).isBetween(1012L, 1017L);
  }

  @Test
  void itCountsFromTheEndOfWhatWasStoppedToTheNextServiceToo() {
    long next = aheadOfWhatIsGone();

    die();

    checkThatItCountsFromItsBeginning(next);
  }

  @Test
  void itCountsFromTheEndOfWhatWasStoppedInAJournalBegunAnewToo() {
    long next = aheadOfWhatIsGone();

    scheduler.beginJournalAnew();

    checkThatItCountsFromItsBeginning(next);
  }

  @Test
  void itCountsFromTheEndOfWhatWasStoppedThoughItsMachineIsClearLater() {
    long next = aheadOfWhatIsGone();

    scheduler.tell(new Message.Gone(OTHER));

    checkThatItCountsFromItsBeginning(next);
  }

  @Test
  void itIsTheNextStillForTheNextService() {
    long first = submit(50, HOUR);
    long next = ahead(HOUR);

    die();
    turn(1);
    assertThat(task(next).isAhead()).isTrue();
    turn(200);

    assertThat(state(first)).isEqualTo(TaskState.COMPLETED);
    assertThat(state(next)).isEqualTo(TaskState.COMPLETED);
  }

  @Test
  void theNextServiceFindsThatItHasBegun() {
    long first = submit(50, HOUR);
    long next = ahead(HOUR);
    cluster.forsake();
    time.driveNothing();
    turn(70);
    assertThat(cluster.running()).containsExactly(new LaunchId(next, 1));

    scheduler = start();
    turn(200);

    assertThat(state(first)).isEqualTo(TaskState.COMPLETED);
    assertThat(state(next)).isEqualTo(TaskState.COMPLETED);
  }

  /** As with a server, whose connections go with the service. */
  @Test
  void whatMayHaveBegunAndIsGoneIsLost() {
    long first = submit(50, HOUR);
    long next = ahead(HOUR);
    cluster.reboot();

    die();
    turn(200);

    assertThat(state(first)).isEqualTo(TaskState.FAILED);
    assertThat(state(next)).isEqualTo(TaskState.FAILED);
  }

  /** Only its hand-over was made durable. */
  @Test
  void whatWasNeverHandedOverWaitsAgain() {
    long first = submit(100, HOUR);
    long next = ahead(HOUR);
    takeBackUnheard(next);

    die();
    turn(400);

    assertThat(state(first)).isEqualTo(TaskState.COMPLETED);
    assertThat(state(next)).isEqualTo(TaskState.COMPLETED);
  }

  private void takeBackUnheard(long id) {
    assertThat(cluster.open(new Unheard()).takeBack(new LaunchId(id, 1))).isTrue();
  }

  @Test
  void aServiceThatStopsTakesItBack() {
    long first = submit(50, HOUR);
    long next = ahead(HOUR);

    scheduler.close();
    assertThat(store.find(next).orElseThrow().state()).isEqualTo(TaskState.QUEUED);
    time.driveNothing();
    turn(100);
    assertThat(cluster.begun()).extracting(LaunchId::task).containsExactly(first);

    scheduler = start();
    turn(200);
    assertThat(state(next)).isEqualTo(TaskState.COMPLETED);
  }

  @Test
  void aJournalBegunAnewLosesNothingOfIt() {
    long first = submit(50, HOUR);
    long next = ahead(HOUR);

    scheduler.beginJournalAnew();
    turn(1);
    assertThat(task(next).isAhead()).as("again").isTrue();
    turn(200);

    assertThat(state(first)).isEqualTo(TaskState.COMPLETED);
    assertThat(state(next)).isEqualTo(TaskState.COMPLETED);
    assertThat(task(next).attempts()).isOne();
  }
}
