package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Run;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskTypeView;
import org.espalier.service.live.Urgency;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.simulator.engine.TrialOutcome;
import org.espalier.testsupport.TestSample;
import org.espalier.workload.journal.JournalFiles;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The golden days in a live service whose clock is turned by hand, and in the simulator: the same
 * events and decisions, and each task on the same machine, in the same P-state, from the same tick
 * to the same tick. Priorities, machines, P-states, energy budgets, filters, triggers, permuting,
 * charged decisions, the order of arrivals and execution times are those of the days.
 *
 * <p>What differs from them is the same in both worlds. Worth falls along points some minutes
 * apart, since an urgency of a service can neither decay nor step. Each task has a deadline, a week
 * later and soft. Tasks come two minutes later: a service begins with a mapping event, from which
 * its periods count, as they do from the beginning in a simulation. {@code Round-Robin} goes by
 * machine. The simulator is not told that times are sure to be as expected, since a service never
 * is: it would leave out assignments that come to nothing. So what an independent program made of
 * the days, which {@code GoldenDaysTest} of the simulator holds, is no measure here.
 *
 * <p>JIT decides on all days with a budget too, and each other policy that the days lack on one.
 */
class GoldenDaysLiveTest {
  private static final Duration LEFT = Duration.ofDays(7);

  /** When the day begins, in ticks: some periods of any trigger after the first start. */
  private static final long MORNING = LiveDay.MORNING;

  /** At which a service is first started. */
  private static final long FIRST_TICK = 1;

  /** A sample of so many. */
  private static final int DRAWN = 12;

  /** What became of a task, or was becoming of it at the end of the day. */
  private record Outcome(String fate, String machine, int pState, long start, long end) {
    private static final Outcome WAITS = new Outcome("waits", "", 0, Departure.NOT_STARTED, 0);
  }

  /** What came of a day, as the world that it was run in tells it. */
  private record Told(List<Outcome> tasks, List<Journal.Entry> entries) {}

  static Stream<LiveDay> days() {
    List<LiveDay> all = new ArrayList<>(LiveDay.all());
    List<String> known = all.stream().map(LiveDay::policy).toList();
    List<LiveDay> bases = all.stream().filter(LiveDay::isBudgeted).toList();
    List<String> others =
        LiveDay.REGISTRY.namesFor(all.getFirst().day().system()).stream()
            .filter(name -> !known.contains(name))
            .toList();
    for (int i = 0; i < others.size(); i++) {
      all.add(bases.get(i % bases.size()).under(others.get(i)));
    }
    bases.forEach(day -> all.add(day.under("JIT")));
    return TestSample.of(DRAWN, all.size()).mapToObj(all::get);
  }

  @ParameterizedTest
  @MethodSource("days")
  void eachTaskFaresLiveAsInTheSimulator(LiveDay day) {
    Told simulated = simulated(day);
    Told live = live(day);

    assertThat(firstDifference(live.entries, simulated.entries)).isEmpty();
    assertThat(firstDifference(live.tasks, simulated.tasks)).isEmpty();
    assertThat(simulated.tasks).anyMatch(task -> task.start >= 0);
  }

  private static Optional<String> firstDifference(List<?> live, List<?> simulated) {
    return IntStream.range(0, Math.max(live.size(), simulated.size()))
        .filter(
            i -> i >= live.size() || i >= simulated.size() || !live.get(i).equals(simulated.get(i)))
        .mapToObj(i -> "%s live: %s; simulated: %s".formatted(i, at(live, i), at(simulated, i)))
        .findFirst();
  }

  private static String at(List<?> list, int index) {
    return index < list.size() ? list.get(index).toString() : "nothing";
  }

  private static Policies policies(LiveDay day) {
    return Policies.of(LiveDay.REGISTRY, day.settings(), day.day().system(), Optional.empty());
  }

  private static Told simulated(LiveDay day) {
    HcSystem system = day.day().system();
    List<LiveDay.Request> requests = day.requests();
    List<Task> tasks = new ArrayList<>();
    for (LiveDay.Request request : requests) {
      long arrival = request.arrival();
      tasks.add(
          new Task(
              tasks.size(),
              request.type(),
              arrival,
              arrival + LEFT.toMillis(),
              request.urgency().of(request.worth(), LEFT, Duration::toMillis)));
    }
    CounterStream times = new CounterStream(1, 0, system.pet());
    List<Journal.Entry> entries = new ArrayList<>();
    TrialOutcome outcome =
        EventEngine.run(
            new Trial(
                system,
                day.settings().common().rules(),
                new Workload(day.day().name(), tasks),
                times::of, // which promises as little of them as a service can
                day.day().horizon()),
            policies(day).create(day.policy()),
            entries::add);
    Map<Integer, Outcome> outcomes = new HashMap<>();
    for (Departure left : outcome.departures()) {
      String machine = left.machine() < 0 ? "" : system.machines().get(left.machine()).name();
      outcomes.put(
          left.task().id(),
          new Outcome(
              left.fate().name(), machine, left.placement().pState(), left.start(), left.time()));
    }
    return new Told(
        tasks.stream().map(task -> outcomes.getOrDefault(task.id(), Outcome.WAITS)).toList(),
        comparable(entries, day));
  }

  private static Told live(LiveDay day) {
    HcSystem system = day.day().system();
    ManualTime time = new ManualTime();
    ScriptedCluster cluster = LiveFixtures.cluster(system, time);
    MemoryStore store = new MemoryStore();
    List<LiveDay.Request> requests = day.requests();
    SchedulerSettings settings =
        new SchedulerSettings(
            system,
            day.settings().common().rules(),
            policies(day),
            day.policy(),
            DayCommands.of(requests, system),
            requests.size(),
            2000);
    List<LiveTask> tasks;
    LiveFixtures.turned(time, cluster, store, settings).close();
    time.driveNothing();
    time.turn(Duration.ofMillis(MORNING - FIRST_TICK));
    try (LiveScheduler service = LiveFixtures.turned(time, cluster, store, settings)) {
      assertThat(service.now()).isEqualTo(MORNING);
      IntStream.range(0, requests.size())
          .forEach(i -> submitOn(time, service, i, requests.get(i), system));
      time.turn(Duration.ofMillis(day.day().horizon() - 1 - MORNING));
      List<LiveTask> atHorizon = tasks(store, requests.size());
      time.turn(Duration.ofHours(2)); // what is running runs to its end
      List<LiveTask> after = tasks(store, requests.size());
      tasks =
          IntStream.range(0, requests.size())
              .mapToObj(i -> hasBegun(atHorizon.get(i)) ? after.get(i) : atHorizon.get(i))
              .toList();
    }
    assertThat(cluster.violations()).isEmpty();
    return new Told(
        tasks.stream().map(GoldenDaysLiveTest::outcome).toList(),
        comparable(
            JournalFiles.read(
                Path.of("journal"),
                store.journal(0, Integer.MAX_VALUE).stream().map(JournalLine::json)),
            day));
  }

  /** Behind all that ends at the same time, as in the simulator. */
  private static void submitOn(
      ManualTime time, LiveScheduler service, int id, LiveDay.Request of, HcSystem system) {
    TaskRequest request =
        new TaskRequest(
            new Submission(system.taskTypes().get(of.type()).name(), Map.of(), Optional.empty()),
            new TaskRequest.In(LEFT),
            Optional.of(new TaskRequest.Priority(Double.toString(of.worth()))),
            Optional.of(Integer.toString(id)));
    Message submit = new Message.Submit(List.of(request), new CompletableFuture<>());
    time.after(
        Duration.ofMillis(of.arrival() - MORNING),
        () -> time.after(Duration.ZERO, () -> service.tell(submit)));
  }

  private static List<LiveTask> tasks(MemoryStore store, int count) {
    return IntStream.range(0, count).mapToObj(id -> store.find(id).orElseThrow()).toList();
  }

  private static boolean hasBegun(LiveTask task) {
    return task.run().filter(Run::hasStarted).isPresent();
  }

  private static Outcome outcome(LiveTask task) {
    return task.ending()
        .map(end ->
            task.run()
                .map(run ->
                    new Outcome(
                        end.fate().name(), run.machine(), run.pState(), run.start(), end.time()))
                .orElse(new Outcome(end.fate().name(), "", 0, Departure.NOT_STARTED, end.time())))
        .orElse(Outcome.WAITS);
  }

  /**
   * A start of a service, and the mapping event with which it begins, have no like in a simulation.
   * Nor has what is after its horizon. Tasks that end at one instant are told by machine.
   */
  private static List<Journal.Entry> comparable(List<Journal.Entry> entries, LiveDay day) {
    List<Journal.Entry> all =
        new ArrayList<>(
            entries.stream()
                .filter(entry -> entry.time() > MORNING && entry.time() < day.day().horizon())
                .toList());
    for (int from = 0, to = 1; from < all.size(); from = to++) {
      while (to < all.size() && endTogether(all.get(from), all.get(to))) {
        to++;
      }
      all.subList(from, to).sort(Comparator.comparingInt(GoldenDaysLiveTest::machineOfEnd));
    }
    return all;
  }

  private static boolean endTogether(Journal.Entry one, Journal.Entry other) {
    return machineOfEnd(one) >= 0 && machineOfEnd(other) >= 0 && one.time() == other.time();
  }

  /** The machine on which a task ended; -1 of what is no end. */
  private static int machineOfEnd(Journal.Entry entry) {
    return switch (entry) {
      case Journal.Finished finished -> finished.machine();
      case Journal.Left left when left.departure().fate() == Fate.ON_TIME -> left.machine();
      default -> -1;
    };
  }

  /** Tasks take as long as the system says; each has an urgency of its own. */
  private record DayCommands(
      HcSystem system, Map<String, Double> priorities, Map<String, Urgency> urgencies)
      implements Commands {
    static DayCommands of(List<LiveDay.Request> requests, HcSystem system) {
      Map<String, Double> priorities = new HashMap<>();
      Map<String, Urgency> urgencies = new HashMap<>();
      for (LiveDay.Request request : requests) {
        priorities.put(Double.toString(request.worth()), request.worth());
        urgencies.put(Integer.toString(urgencies.size()), request.urgency());
      }
      return new DayCommands(system, priorities, urgencies);
    }

    @Override
    public List<Fault> faults(Submission submission, String pointer) {
      return List.of();
    }

    @Override
    public List<String> command(Submission submission, String machine, int pState) {
      int type =
          system.taskTypes().stream()
              .filter(each -> each.name().equals(submission.type()))
              .findFirst()
              .orElseThrow()
              .id();
      int on = system.findMachine(machine).orElseThrow().type().id();
      return List.of(Long.toString(Math.round(system.pet().get(type, on, pState).mean())));
    }

    @Override
    public Terms terms(String type) {
      return Terms.NONE;
    }

    @Override
    public Map<String, List<String>> choices(String type) {
      return Map.of();
    }

    @Override
    public List<TaskTypeView> views() {
      return List.of();
    }
  }
}
