package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.learning.HistogramLearning;
import org.espalier.service.learning.Publishing;
import org.espalier.service.live.MachineGroup;
import org.espalier.service.live.Overview;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;

/**
 * A live service to which anything happens, all of it drawn from a seed: tasks come, fail and are
 * taken back, machines break and are drained, policies change, the store does not answer or hears
 * without answering, the cluster makes tasks wait, and the service is stopped, dies, or finds the
 * cluster started anew.
 */
final class RandomSchedule {
  private static final int ROUNDS = 120;
  private static final List<String> POLICIES = List.of("PAM", "MM", "MSD-P", "FCFS", "PAMF", "JIT");
  private static final List<String> MACHINES = List.of("machine-0", "machine-1");
  private static final Publishing EAGER = new Publishing(1, 0, 0);

  private final Random random;
  private final boolean mayRetry;

  /** Whether its machines may be out of reach, and tell later how launches ended. */
  private final boolean areElsewhere;

  private final int rulesNumber;
  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private final Map<String, Long> acknowledged = new HashMap<>();
  private final List<TaskRequest> unanswered = new ArrayList<>();
  private LiveScheduler scheduler;
  private int names;

  RandomSchedule(long seed) {
    this.random = new Random(seed);
    this.mayRetry = seed % 2 == 1; // the first draws of neighbouring seeds are alike
    this.areElsewhere = seed % 4 < 2;
    boolean startsAhead = seed % 8 < 4;
    if (startsAhead) {
      cluster.startAhead();
    }
    this.rulesNumber = startsAhead ? (int) (seed / 8 % 4) : 0;
    if (areElsewhere) {
      cluster.tellLater();
      cluster.takeBackIn(Duration.ofMillis(seed / 32 % 3));
    }
    this.scheduler = start();
  }

  private LiveScheduler start() {
    return LiveFixtures.turned(
        time,
        cluster,
        store,
        settings(),
        state -> HistogramLearning.of(EAGER, LiveFixtures.system(), state));
  }

  /** Where starts are ahead, the rules that say what may leave a queue are others each time. */
  private SchedulerSettings settings() {
    SchedulerSettings usual = LiveFixtures.settings(LiveFixtures.policies(), "PAM", 30, mayRetry);
    AllocationRules rules =
        switch (rulesNumber) {
          case 1 -> usual.rules().withScope(DroppingScope.PENDING);
          case 2 -> usual.rules().withScope(DroppingScope.NONE);
          case 3 -> usual.rules().withManagement(new TaskManagement.PendingSlot());
          default -> usual.rules();
        };
    return new SchedulerSettings(
        usual.system(),
        rules,
        usual.policies(),
        usual.policy(),
        usual.commands(),
        usual.batchCapacity(),
        usual.patience());
  }

  MemoryStore store() {
    return store;
  }

  /** Ids of the tasks that were accepted, by name. */
  Map<String, Long> acknowledged() {
    return acknowledged;
  }

  /**
   * All of it, to the end of the last task. The service may fail at nothing of it, and executes
   * nothing twice that may not be retried.
   */
  void play() {
    for (int i = 0; i < ROUNDS; i++) {
      happen(random.nextInt(40));
      time.turn(Duration.ofMillis(random.nextInt(random.nextInt(20) == 0 ? 3000 : 30)));
    }
    calm();
    List.copyOf(unanswered).forEach(request -> submit(request));
    time.turn(Duration.ofMinutes(10));
    assertAlive();
    scheduler.close();
    assertThat(cluster.violations()).isEmpty();
    assertThat(cluster.begun()).isNotEmpty().doesNotHaveDuplicates();
    if (!mayRetry) {
      assertThat(cluster.begun()).extracting(LaunchId::task).doesNotHaveDuplicates();
    }
  }

  private void assertAlive() {
    assertThat(scheduler.isAlive()).as("the scheduler still decides").isTrue();
  }

  private void happen(int what) {
    switch (what) {
      case 0 -> operate(() -> scheduler.drain(anyMachine()));
      case 1, 2 -> operate(() -> scheduler.resume(anyMachine()));
      case 3 -> operate(() -> scheduler.switchPolicy(anyPolicy(), Map.of()));
      case 4, 5, 6 -> operate(() -> scheduler.cancel(random.nextInt(names + 1)));
      case 7 -> operate(this::look);
      case 8 -> operate(scheduler::beginJournalAnew);
      case 9 -> outage(store::setBroken);
      case 10 -> outage(store::setMute);
      case 11 -> cluster.queueFor(Duration.ofMillis(random.nextInt(60)));
      case 12 -> cluster.breakDown(anyMachine());
      case 13, 14 -> MACHINES.forEach(cluster::mend);
      case 15 -> stop();
      case 16 -> die();
      case 17 -> List.copyOf(unanswered).forEach(this::submit);
      case 18, 19 -> beAwayFor(anyMachine(), Duration.ofMillis(1 + random.nextInt(2000)));
      default -> submit(request());
    }
  }

  /** What is shown machine by machine agrees with what is put up as machines change. */
  private void look() {
    Overview overview = scheduler.overview();
    long now = scheduler.now();
    List<MachineGroup> groups = scheduler.machineGroups();
    assertThat(groups)
        .flatExtracting(MachineGroup::machines)
        .extracting(machine -> shown(machine, now))
        .containsExactlyElementsOf(
            overview.machines().stream().map(machine -> shown(machine, now)).toList());
    assertThat(groups.stream().mapToInt(MachineGroup::queued).sum())
        .isEqualTo(overview.machines().stream().mapToInt(machine -> machine.queue().size()).sum());
    assertThat(groups.stream().mapToInt(MachineGroup::busy).sum())
        .isEqualTo(overview.machines().stream().filter(machine -> machine.busy()).count());
  }

  private static List<Object> shown(Overview.MachineState machine, long now) {
    return List.of(machine.activity(), machine.queue().size(), machine.expectedLate(now));
  }

  private String anyPolicy() {
    return POLICIES.get(random.nextInt(POLICIES.size()));
  }

  private String anyMachine() {
    return MACHINES.get(random.nextInt(MACHINES.size()));
  }

  /** What an operator asks for may be refused. */
  private static void operate(Runnable order) {
    try {
      order.run();
    } catch (Refusal refusal) {
      if (refusal.reason() == Refusal.Reason.INVALID) {
        throw refusal;
      }
    }
  }

  private void beAwayFor(String machine, Duration absence) {
    if (!areElsewhere) {
      return;
    }
    if (absence.toMillis() % 2 == 0) {
      cluster.depart(machine);
    } else {
      cluster.depart(machine, absence);
    }
    time.after(absence, () -> cluster.comeBack(machine));
  }

  private interface Switch {
    void set(boolean on);
  }

  private void outage(Switch trouble) {
    trouble.set(true);
    time.after(Duration.ofMillis(1 + random.nextInt(4000)), () -> trouble.set(false));
  }

  private void stop() {
    calmStore();
    assertAlive();
    scheduler.close();
    beAway();
    scheduler = start();
  }

  /** It is not closed, so that what it has not made durable is lost. */
  private void die() {
    assertAlive();
    cluster.forsake();
    calmStore();
    beAway();
    scheduler = start();
  }

  private void beAway() {
    time.driveNothing();
    time.turn(Duration.ofMillis(random.nextInt(100)));
    if (random.nextInt(4) == 0) {
      cluster.reboot();
    }
  }

  private void calmStore() {
    store.setBroken(false);
    store.setMute(false);
  }

  private void calm() {
    calmStore();
    time.turn(Duration.ofSeconds(5)); // troubles that were to end
    MACHINES.forEach(machine -> {
      cluster.mend(machine);
      cluster.comeBack(machine);
      scheduler.resume(machine);
    });
  }

  private TaskRequest request() {
    String name = "task-" + names++;
    Map<String, String> parameters = new HashMap<>();
    parameters.put("name", name);
    parameters.put("ms", Integer.toString(20 + random.nextInt(60)));
    if (random.nextInt(10) == 0) {
      parameters.put("exit", "3");
    }
    Submission submission = new Submission("type-0", parameters, Optional.of(name));
    Duration deadline = Duration.ofMillis(50L + random.nextInt(500));
    return new TaskRequest(submission, new TaskRequest.In(deadline));
  }

  /** One that gets no answer is asked for again later, as it is. */
  private void submit(TaskRequest request) {
    try {
      long id = scheduler.submit(List.of(request)).getFirst().task().id();
      acknowledged.put(request.submission().key().orElseThrow(), id);
      unanswered.remove(request);
    } catch (Refusal refusal) {
      if (refusal.reason() == Refusal.Reason.INVALID
          || refusal.reason() == Refusal.Reason.CONFLICT) {
        throw refusal;
      }
      if (!unanswered.contains(request)) {
        unanswered.add(request);
      }
    }
  }
}
