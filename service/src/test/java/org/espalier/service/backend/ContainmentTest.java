package org.espalier.service.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.espalier.service.cpufreq.CpufreqSettings;
import org.espalier.workload.process.ProcessStat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command has started ends with it, in real cgroups. */
class ContainmentTest {
  private static final MachineLimits LIMITS =
      new MachineLimits("", 0, 0, 1000, Duration.ofMillis(300), Map.of());
  private static final LaunchId ID = new LaunchId(7, 1);

  /** Begins a session, forks twice, ignores TERM and notes its process number. */
  private static final String RUNAWAY =
      "setsid sh -c '(trap \"\" TERM; echo $$ >\"$1.1\"; sh -c \"echo \\$\\$ >\\\"$1\\\"; sleep"
          + " 300\" ) &' sh \"$1\"; ";

  @TempDir Path directory;
  private final Ends ends = new Ends();
  private final List<LocalBackend> open = new ArrayList<>();

  @BeforeEach
  void cgroupsMustBePossible() {
    String found = LocalBackend.check(settings(Containment.automatic()));
    assumeTrue(found.startsWith("a cgroup for each task"), found);
  }

  @AfterEach
  void close() {
    open.forEach(LocalBackend::close);
  }

  private LocalSettings settings(Containment containment) {
    return new LocalSettings(
        directory.resolve("state"),
        Map.of("m", LIMITS),
        0,
        directory,
        Map.of("PATH", System.getenv("PATH")),
        Map.of(),
        containment,
        CpufreqSettings.NONE);
  }

  private LocalBackend open(Launch... wanted) {
    LocalBackend backend = LocalBackend.open(settings(Containment.automatic()), ends);
    open.add(backend);
    backend.adopt(List.of(wanted));
    return backend;
  }

  private Path pidFile() {
    return directory.resolve("runaway");
  }

  private Launch launch(String then) {
    return new Launch(
        ID, "m", List.of("sh", "-c", RUNAWAY + then, "sh", pidFile().toString()), false);
  }

  private int awaitRunaway() {
    Awaitility.await().until(() -> pid().isPresent());
    return pid().orElseThrow();
  }

  private Optional<Integer> pid() {
    try {
      return Optional.of(Files.readString(pidFile()).strip())
          .filter(text -> !text.isEmpty())
          .map(Integer::valueOf);
    } catch (IOException notYet) {
      return Optional.empty();
    }
  }

  private static boolean lives(int pid) {
    return ProcessStat.of(pid).filter(ProcessStat::isAlive).isPresent();
  }

  private Path cgroup() throws IOException {
    return Path.of(Files.readString(directory.resolve("state/runs/m/%s/cgroup".formatted(ID))));
  }

  @Test
  void whatLeftItsSessionIsStoppedWithItsCommand() throws Exception {
    LocalBackend backend = open();
    backend.launch(launch("trap '' TERM; sleep 300"));
    int runaway = awaitRunaway();
    assertThat(ProcessStat.of(runaway).orElseThrow().group()).isNotEqualTo(leader());
    Path cgroup = cgroup();

    backend.stop(ID);

    assertThat(ends.next().kind()).isEqualTo(Kind.STOPPED);
    assertThat(lives(runaway)).isFalse();
    assertThat(cgroup).doesNotExist();
  }

  private int leader() {
    RunDirectory run = new RunDirectory(directory.resolve("state/runs/m/" + ID));
    return Claim.parse(run.claim()).orElseThrow().leader().pid();
  }

  @Test
  void whatLeftItsSessionIsKilledWhenItsCommandEnds() throws Exception {
    LocalBackend backend = open();
    backend.launch(launch("while [ ! -s \"$1\" ]; do sleep 0.02; done; exit 3"));

    LaunchEnd end = ends.next();

    assertThat(end.exitCode()).isEqualTo(3);
    assertThat(lives(awaitRunaway())).isFalse();
    assertThat(cgroup()).doesNotExist();
  }

  @Test
  void itIsKilledThoughTheServiceIsDeadAndItsCgroupGoesWithTheNext() throws Exception {
    LocalBackend first = open();
    Launch launch = launch("while [ ! -s \"$1\" ]; do sleep 0.02; done; sleep 0.2; exit 3");
    first.launch(launch);
    int runaway = awaitRunaway();
    first.close();

    Awaitility.await().until(() -> !lives(runaway));
    open(launch);

    assertThat(ends.next().exitCode()).isEqualTo(3);
    assertThat(cgroup()).doesNotExist();
  }

  @Test
  void whatRunsIsStillContainedForTheNextService() throws Exception {
    LocalBackend first = open();
    Launch launch = launch("trap '' TERM; sleep 300");
    first.launch(launch);
    int runaway = awaitRunaway();
    first.close();

    LocalBackend second = open(launch);
    assertThat(lives(runaway)).isTrue();
    second.stop(ID);

    assertThat(ends.next().kind()).isEqualTo(Kind.STOPPED);
    assertThat(lives(runaway)).isFalse();
    assertThat(cgroup()).doesNotExist();
  }

  @Test
  void whatIsLeftOfARunThatNobodyKnowsIsKilled() throws Exception {
    LocalBackend first = open();
    first.launch(launch("trap '' TERM; sleep 300"));
    int runaway = awaitRunaway();
    Path cgroup = cgroup();
    first.close();
    Path run = directory.resolve("state/runs/m/" + ID);
    for (String file : List.of("claim", "cgroup", "status", "stop", "out", "err")) {
      Files.deleteIfExists(run.resolve(file));
    }
    Files.delete(run);

    open();

    Awaitility.await().until(() -> !lives(runaway) && !Files.exists(cgroup));
  }

  @Test
  void cgroupsOfDeadServicesDoNotPileUp() throws Exception {
    LocalBackend backend = open();
    backend.launch(new Launch(ID, "m", List.of("sleep", "100"), false));
    Awaitility.await().until(() -> Files.exists(directory.resolve("state/runs/m/7-1/claim")));
    Path root = cgroup().getParent().getParent();
    Path dead = Files.createDirectory(root.resolve("espalier-0123456789ab-999999999"));
    Files.createDirectory(dead.resolve("1-1"));
    backend.stop(ID);
    ends.next();
    backend.close();

    open().close();

    assertThat(dead).doesNotExist();
    String own = cgroup().getParent().getFileName().toString();
    try (Stream<Path> all = Files.list(root)) {
      assertThat(all.map(each -> each.getFileName().toString())).doesNotContain(own);
    }
  }

  @Test
  void nothingIsContainedWhereThatIsNotWanted() {
    LocalBackend backend = LocalBackend.open(settings(new Containment.None()), ends);
    open.add(backend);
    assertThat(backend.containment().orElseThrow())
        .startsWith("process groups")
        .contains("containment is none");
  }

  @Test
  void aDirectoryThatIsNoCgroupIsRefused() {
    Containment wrong = new Containment.Below(directory);
    assertThatThrownBy(() -> LocalBackend.open(settings(wrong), ends))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining(directory + ", where no cgroups can be made (it is no cgroup)");
    open(); // its directory is free again
  }
}
