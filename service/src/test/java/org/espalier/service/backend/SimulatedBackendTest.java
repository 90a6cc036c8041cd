package org.espalier.service.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.RecordedOutages;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.junit.jupiter.api.Test;

/** What the contract of all back ends does not say of simulated machines. */
class SimulatedBackendTest {
  private static final Duration LONG_AGO = Duration.ofDays(1);

  private final LaunchLog log = new LaunchLog();

  private SimulatedBackend open(long seed) {
    return new SimulatedBackend(
        new SimulatedSettings(SimulatedMachines.SYSTEM, seed), Instant.EPOCH, log);
  }

  private static Launch launch(int task, String type, String machine, Duration ago) {
    return new Launch(
        new LaunchId(task, 1),
        new Execution(type, machine, 0, ago),
        List.of(),
        false,
        LaunchLimits.NONE);
  }

  /** What many tasks take, told by a process that finds them ended. */
  private List<Long> drawn(long seed, int tasks) {
    List<Launch> launches = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      launches.add(launch(task, SimulatedMachines.VARIED, "machine-" + task % 2, LONG_AGO));
    }
    LaunchLog told = new LaunchLog();
    try (Backend backend =
        new SimulatedBackend(
            new SimulatedSettings(SimulatedMachines.SYSTEM, seed), Instant.EPOCH, told)) {
      backend.adopt(launches);
    }
    return told.ends().stream()
        .sorted(Comparator.comparing(end -> end.id().task()))
        .map(LaunchEnd::milliseconds)
        .toList();
  }

  @Test
  void whatRanWhereNothingCanRunAnyMoreIsLost() {
    try (Backend backend = open(1)) {
      backend.adopt(
          List.of(
              launch(1, SimulatedMachines.VARIED, "machine-7", LONG_AGO),
              launch(2, "no type", "machine-1", LONG_AGO)));
    }
    assertThat(log.ends()).hasSize(2).allMatch(end -> end.kind() == LaunchEnd.Kind.LOST);
    assertThat(log.ends().getFirst().detail()).contains(SimulatedMachines.VARIED, "machine-7");
  }

  @Test
  void timesAreThoseOfThePetAndTheSameInEveryProcess() {
    int tasks = 4000;

    List<Long> times = drawn(7, tasks);

    assertThat(times).hasSize(tasks);
    assertThat(drawn(7, tasks)).isEqualTo(times);
    assertThat(drawn(8, tasks)).isNotEqualTo(times);
    Map<Long, Long> counts =
        times.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    assertThat(counts).containsOnlyKeys(10L, 20L, 30L, 40L);
    assertThat(counts.values()).allSatisfy(count -> assertThat(count).isBetween(900L, 1100L));
  }

  @Test
  void whatEndedMeanwhileIsToldInItsOrderBeforeAnythingElse() {
    try (Backend backend = open(1)) {
      backend.adopt(
          List.of(
              launch(0, "takes-600", "machine-0", Duration.ofMillis(700)),
              launch(1, "takes-150", "machine-1", Duration.ofMillis(700))));

      assertThat(log.ends())
          .extracting(LaunchEnd::id)
          .extracting(LaunchId::task)
          .containsExactly(1L, 0L);
      assertThat(log.ends()).extracting(LaunchEnd::milliseconds).containsExactly(150L, 600L);
      assertThat(log.hasBegun(new LaunchId(0, 1))).isTrue();
    }
  }

  @Test
  void whatStillRunsEndsWhenItWouldHave() throws InterruptedException {
    Ends ends = new Ends();
    try (Backend backend =
        new SimulatedBackend(
            new SimulatedSettings(SimulatedMachines.SYSTEM, 1), Instant.EPOCH, ends)) {
      long begin = System.nanoTime();
      backend.adopt(
          List.of(launch(0, "takes-600000", "machine-0", Duration.ofMillis(600_000 - 100))));

      LaunchEnd end = ends.next();

      assertThat(end.kind()).isEqualTo(Kind.EXITED);
      assertThat(end.milliseconds()).isEqualTo(600_000);
      assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(100_000_000);
    }
  }

  @Test
  void whatIsStoppedEndsAtOnceAndHasRunSinceItsStart() {
    try (Backend backend = open(1)) {
      Launch adopted = launch(0, "takes-600000", "machine-0", Duration.ofSeconds(30));
      backend.adopt(List.of(adopted));

      backend.stop(adopted.id());

      LaunchEnd end = log.find(adopted.id()).orElseThrow();
      assertThat(end.kind()).isEqualTo(Kind.STOPPED);
      assertThat(end.milliseconds()).isBetween(30_000L, 120_000L);
    }
  }

  @Test
  void aLimitOfTimeCountsFromTheStart() {
    LaunchLimits limits =
        new LaunchLimits(
            Optional.of(Duration.ofSeconds(10)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    Execution execution =
        new Execution("takes-600000", "machine-0", 0, Duration.ofSeconds(10).plusMillis(1));
    try (Backend backend = open(1)) {
      backend.adopt(List.of(new Launch(new LaunchId(0, 1), execution, List.of(), false, limits)));

      LaunchEnd end = log.ends().getFirst();
      assertThat(end.kind()).isEqualTo(Kind.STOPPED);
      assertThat(end.milliseconds()).isEqualTo(10_000);
      assertThat(end.detail()).contains("time limit of 10 s");
    }
  }

  @Test
  void whatThePetDoesNotKnowCannotRun() {
    try (Backend backend = open(1)) {
      backend.adopt(List.of());

      backend.launch(launch(0, "unknown", "machine-0", Duration.ZERO));

      LaunchEnd end = log.ends().getFirst();
      assertThat(end.kind()).isEqualTo(Kind.UNRUNNABLE);
      assertThat(end.detail())
          .isEqualTo(
              "machine machine-0 has no execution time for task type unknown; correct the PET of"
                  + " the system");
    }
  }

  @Test
  void oneThreadServesAllMachines() {
    Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
    try (Backend backend = open(1)) {
      backend.adopt(List.of());
      backend.launch(launch(0, "takes-600000", "machine-0", Duration.ZERO));
      backend.launch(launch(1, "takes-600000", "machine-1", Duration.ZERO));

      Set<Thread> own = new HashSet<>(Thread.getAllStackTraces().keySet());
      own.removeAll(before);
      own.removeIf(thread -> !thread.getName().equals("simulated-machines"));
      assertThat(own).hasSize(1);
    }
  }

  /** Two machines of which the first fails after so long, for good. */
  private static SimulatedSettings failing(Duration after) {
    HcSystem system = SimulatedMachines.SYSTEM;
    RecordedOutages outages =
        new RecordedOutages(
            List.of(new RecordedOutages.Outage("machine-0", after, Duration.ofDays(999))));
    MachineType type = system.machineTypes().getFirst().offAt(Optional.of(outages));
    return new SimulatedSettings(
        new HcSystem(
            system.name(),
            system.tick(),
            system.taskTypes(),
            List.of(type),
            system.machines().stream().map(m -> new Machine(m.id(), m.name(), type)).toList(),
            system.pet()),
        1);
  }

  @Test
  void whatAMachineExecutesWhenItFailsIsLostAndWhatWaitsThereNeverBegins()
      throws InterruptedException {
    Ends ends = new Ends();
    Duration soon = Duration.ofMillis(400);
    try (Backend backend = new SimulatedBackend(failing(soon), Instant.now(), ends)) {
      backend.adopt(List.of());
      backend.launch(launch(0, "takes-600000", "machine-0", Duration.ZERO));
      backend.launch(launch(1, "takes-600000", "machine-0", Duration.ZERO));

      LaunchEnd waited = ends.next();
      LaunchEnd ran = ends.next();
      backend.launch(launch(2, "takes-150", "machine-0", Duration.ZERO));
      LaunchEnd late = ends.next();
      backend.launch(launch(3, "takes-150", "machine-1", Duration.ZERO));

      assertThat(List.of(waited.id().task(), ran.id().task())).containsExactly(1L, 0L);
      assertThat(List.of(waited.kind(), ran.kind(), late.kind()))
          .containsExactly(Kind.NEVER_BEGAN, Kind.LOST, Kind.NEVER_BEGAN);
      assertThat(ran.detail()).isEqualTo("machine machine-0: it has failed");
      assertThat(ends.next().kind()).isEqualTo(Kind.EXITED);
    }
  }

  @Test
  void whatAnEarlierProcessBeganIsLostWhereTheMachineHasFailedSince() {
    Duration age = Duration.ofHours(2);
    Instant epoch = Instant.now().minus(age);
    try (Backend backend = new SimulatedBackend(failing(age.minusHours(1)), epoch, log)) {
      backend.adopt(
          List.of(
              launch(0, "takes-600000", "machine-0", Duration.ofMinutes(65)),
              launch(1, "takes-600000", "machine-1", Duration.ofMinutes(65)),
              launch(2, "takes-600000", "machine-0", Duration.ofMinutes(90))));

      assertThat(log.ends())
          .extracting(end -> end.id().task() + " " + end.kind())
          .containsExactlyInAnyOrder("0 LOST", "1 EXITED", "2 EXITED");
    }
  }
}
