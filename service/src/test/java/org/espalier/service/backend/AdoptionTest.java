package org.espalier.service.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.espalier.service.ServiceJvm;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.espalier.service.cpufreq.CpufreqSettings;
import org.espalier.service.store.SmallDisk;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.TestSample;
import org.espalier.workload.process.ProcessStat;
import org.espalier.workload.process.Signals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class AdoptionTest {
  /** So many launches are looked at, whatever a slow computer takes for them. */
  private static final int ENOUGH = 25;

  private static final LaunchId ID = new LaunchId(7, 2);

  @TempDir Path directory;
  private final Ends ends = new Ends();

  @Test
  @Sampled(0.5)
  void nothingIsLostOrRunTwiceWhenTheServiceIsKilled() throws Exception {
    Random random = new Random(TestSample.seed());
    int rounds = TestSample.isFull() ? 8 : 4;
    for (int round = 0; round < rounds || launches() < ENOUGH; round++) {
      long known = sizeOfFacts();
      Process service = startService();
      if (round % 2 == 0) { // killed at work; else perhaps while it starts
        Awaitility.await().until(() -> sizeOfFacts() > known + 200);
      }
      Thread.sleep(random.nextInt(round % 2 == 0 ? 300 : 1600));
      service.destroyForcibly().waitFor();
    }
    KilledService last = new KilledService(directory, false);
    last.begin();
    Awaitility.await().until(last::isIdle);
    last.close();
    List<Long> expected = LongStream.rangeClosed(1, last.tasks()).boxed().toList();
    assertThat(
            Files.readAllLines(directory.resolve("ran")).stream()
                .map(Long::valueOf)
                .sorted()
                .toList())
        .isEqualTo(expected);
    assertThat(last.ends().values().stream().filter(Kind.EXITED::equals).count())
        .isEqualTo(last.tasks());
  }

  private long launches() throws IOException {
    return Files.readAllLines(directory.resolve("facts")).stream()
        .filter(fact -> fact.startsWith("launch"))
        .count();
  }

  private long sizeOfFacts() throws IOException {
    Path facts = directory.resolve("facts");
    return Files.exists(facts) ? Files.size(facts) : 0;
  }

  private Process startService() throws IOException {
    return new ProcessBuilder(
            ServiceJvm.get().command(KilledService.class.getName(), directory.toString()))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()))
        .start();
  }

  @Test
  void whatStillRunsIsWatched() throws Exception {
    leave("echo text; while [ ! -e %s ]; do sleep 0.02; done; exit 3".formatted(letGo()));
    try (LocalBackend second = open(launch("never used"))) {
      second.launch(new Launch(new LaunchId(8, 1), "m", List.of("true"), false));
      Files.createFile(letGo());
      LaunchEnd end = ends.next();
      assertThat(end)
          .isEqualTo(new LaunchEnd(ID, Kind.EXITED, 3, end.milliseconds(), end.ago(), ""));
      assertThat(end.ago()).isLessThan(Duration.ofMinutes(1));
      assertThat(end.milliseconds()).as("%s", end).isGreaterThanOrEqualTo(90);
      assertThat(LocalBackendTest.text(second, ID, OutputChannel.STDOUT)).isEqualTo("text\n");
      assertThat(ends.next().id().task()).isEqualTo(8);
    }
  }

  @Test
  void whatEndedMeanwhileIsTold() throws Exception {
    leave("exit 3");
    Awaitility.await().until(() -> run().exit().isPresent());
    try (LocalBackend second = open(launch("never used"))) {
      assertThat(ends.next().exitCode()).isEqualTo(3);
      assertThat(ends.restWithin(50)).isEmpty();
      second.stop(ID);
    }
  }

  @Test
  void whatStillRunsCanBeStopped() throws Exception {
    leave("trap '' TERM; sleep 300");
    Claim claim = claim();
    try (LocalBackend second = open(launch("never used"))) {
      second.stop(ID);
      assertThat(ends.next().kind()).isEqualTo(Kind.STOPPED);
      assertThat(ProcessStat.livesInGroup(claim.leader().pid())).isFalse();
    }
  }

  @Test
  void whatAnEarlierServiceStoppedWasStopped() throws Exception {
    try (LocalBackend first = open(new Ends())) {
      first.launch(launch("trap 'exit 0' TERM; sleep 300"));
      Awaitility.await().until(() -> run().claim().endsWith("\n.\n"));
      Awaitility.await().until(() -> ProcessStat.livesInGroup(claim().leader().pid()));
      Thread.sleep(100);
      first.stop(ID);
    }
    try (LocalBackend _ = open(launch("never used"))) {
      LaunchEnd end = ends.next();
      assertThat(end.kind()).isEqualTo(Kind.STOPPED);
      assertThat(end.detail()).isEqualTo("stopped by the service");
    }
  }

  @Test
  void whatNobodyWantsIsStopped() throws Exception {
    leave("sleep 1000 & sleep 1000");
    Claim claim = claim();
    try (LocalBackend second = open()) {
      second.launch(new Launch(new LaunchId(8, 1), "m", List.of("true"), false));
      assertThat(ends.next().id().task()).isEqualTo(8);
      assertThat(ProcessStat.livesInGroup(claim.leader().pid())).isFalse();
    }
  }

  @Test
  void whatWasNotClaimedNeverBegins() throws Exception {
    open().close();
    try (LocalBackend _ = open(launch("exit 0"))) {
      assertThat(ends.next().kind()).isEqualTo(Kind.NEVER_BEGAN);
    }
    try (LocalBackend _ = open(launch("exit 0"))) { // the answer was not durable
      assertThat(ends.next().kind()).isEqualTo(Kind.NEVER_BEGAN);
    }
  }

  /** Its files stay until its end may be known to be durable, whatever had its number before. */
  @Test
  void whatNeverBeganAndIsLaunchedAnewIsKnownWhenItHasEnded() throws Exception {
    Path more = directory.resolve("more");
    leave("while [ ! -e %s ]; do sleep 0.02; done".formatted(letGo()));
    Launch next = waiting(8, more, 4);
    Launch last = waiting(9, more, 5);
    try (LocalBackend second = open(launch("never used"), next)) {
      assertThat(ends.next().kind()).isEqualTo(Kind.NEVER_BEGAN);
      Awaitility.await().until(() -> second.takeBack(next.id()));
      second.launch(next);
      Files.createFile(letGo());
      assertThat(ends.next().id()).isEqualTo(ID);
      second.launch(last);
      Files.createFile(more);
      assertThat(ends.next().exitCode()).isEqualTo(4);
      assertThat(ends.next().exitCode()).isEqualTo(5);
    }
    try (LocalBackend _ = open(next, last)) { // what was told was not durable
      assertThat(List.of(ends.next().exitCode(), ends.next().exitCode()))
          .containsExactlyInAnyOrder(4, 5);
    }
  }

  private static Launch waiting(long task, Path file, int status) {
    String script = "while [ ! -e %s ]; do sleep 0.02; done; exit %s".formatted(file, status);
    return new Launch(new LaunchId(task, 1), "m", List.of("/bin/sh", "-c", script), false);
  }

  /** Whoever hears that it never began may launch it again before anything else happens. */
  @Test
  void aNumberThatNeverBeganIsFreeWhenThatIsTold() throws Exception {
    open().close();
    AtomicReference<LocalBackend> second = new AtomicReference<>();
    Ends again =
        new Ends() {
          @Override
          public void ended(LaunchEnd end) {
            super.ended(end);
            if (end.kind() == Kind.NEVER_BEGAN) {
              second.get().launch(launch("exit 4"));
            }
          }
        };
    LocalSettings settings =
        LocalFixtures.settings(directory.resolve("state"), Map.of("m", MachineLimits.NONE), 100);
    try (LocalBackend backend = LocalBackend.open(settings, again)) {
      second.set(backend);
      backend.adopt(List.of(launch("never used")));
      assertThat(again.next().kind()).isEqualTo(Kind.NEVER_BEGAN);
      assertThat(again.next().exitCode()).isEqualTo(4);
      assertThat(run().path()).as("its end might not be durable").exists();
    }
  }

  @Test
  void aTimeLimitCountsFromTheBeginning() throws Exception {
    leave("sleep 300");
    Duration limit = Duration.ofSeconds(4);
    Awaitility.await().until(() -> claim().age().compareTo(limit) > 0);
    LaunchLimits limits =
        new LaunchLimits(Optional.of(limit), Optional.empty(), Optional.empty(), Optional.empty());
    try (LocalBackend _ = open(new Launch(ID, "m", List.of("never used"), false, limits))) {
      LaunchEnd end = ends.next();
      assertThat(end.kind()).isEqualTo(Kind.STOPPED);
      assertThat(end.milliseconds()).isLessThan(2 * limit.toMillis());
    }
  }

  @Test
  void launcherThatComesTooLateRunsNothing() throws Exception {
    open().close();
    run().create(false);
    assertThat(run().revoke(Claim.REVOKED)).isTrue();
    Path ran = directory.resolve("ran");
    try (Launcher launcher = launcher()) {
      assertThat(launcher.answer().orElseThrow()).isEqualTo("ready");
      launcher.request(
          new LocalRun(launch("exit 0"), run()),
          Duration.ZERO,
          Optional.empty(),
          List.of("touch", ran.toString()));
      assertThat(launcher.answer().orElseThrow()).isEqualTo("unclaimed");
      run().remove();
      launcher.request(
          new LocalRun(launch("exit 0"), run()),
          Duration.ZERO,
          Optional.empty(),
          List.of("touch", ran.toString()));
      assertThat(launcher.answer().orElseThrow()).isEqualTo("unclaimed");
    }
    assertThat(ran).doesNotExist();
  }

  @Test
  void halfARequestIsNotRun() throws Exception {
    open().close();
    run().create(false);
    Path ran = directory.resolve("ran");
    Process process =
        new ProcessBuilder("/bin/sh", script().toString(), "1000", directory.toString()).start();
    process.outputWriter().write("%s\n\n\n=touch\n=%s\n".formatted(run().path(), ran));
    process.outputWriter().close();
    assertThat(process.waitFor()).isZero();
    assertThat(ran).doesNotExist();
    assertThat(run().claim()).isEmpty();
  }

  @Test
  void afterARebootNobodyKnowsWhatBegan() throws Exception {
    open().close();
    Files.writeString(directory.resolve("state/boot"), "another boot");
    try (LocalBackend _ = open(launch("exit 0"))) {
      assertThat(ends.next().kind()).isEqualTo(Kind.LOST);
    }
    try (LocalBackend _ = open(launch("exit 0"))) { // the answer was not durable
      assertThat(ends.next().kind()).isEqualTo(Kind.LOST);
    }
  }

  @Test
  void aDiskThatIsFullLosesNoExitStatus() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 2)) {
      leave("sleep 0.5; exit 3");
      disk.fill();
      Awaitility.await().until(() -> !claim().isRunning() && !claim().isKept());
      disk.empty();
      try (LocalBackend _ = open(launch("never used"))) {
        assertThat(ends.next().exitCode()).isEqualTo(3);
      }
      Awaitility.await().until(() -> !claim().isLaunched());
    }
  }

  @Test
  void thatADiskThatWasFullDidNotKeepSomeOutputIsTold() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 2)) {
      leave("while [ ! -e %s ]; do sleep 0.02; done; head -c 500 /dev/zero".formatted(letGo()));
      disk.fill();
      Files.createFile(letGo());
      Awaitility.await().until(() -> run().exit().isPresent());
      disk.empty();
      try (LocalBackend second = open(launch("never used"))) {
        assertThat(ends.next().exitCode()).isZero();
        OutputPart kept = second.output(ID, OutputChannel.STDOUT, 0, 1000).orElseThrow();
        assertThat(kept.size()).isZero();
        assertThat(kept.notKept()).isPositive();
        assertThat(second.output(ID, OutputChannel.STDERR, 0, 1000).orElseThrow().notKept())
            .isZero();
      }
      Awaitility.await().until(() -> !claim().isLaunched());
    }
  }

  @Test
  void aPlaceThatIsNotEnoughForAnExitStatusIsTriedUntilThereIsRoom() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 2)) {
      leave("sleep 0.5; exit 3");
      Files.delete(run().path().resolve("status"));
      disk.fill();
      Awaitility.await().until(() -> !claim().isRunning());
      disk.empty();
      Awaitility.await().until(() -> run().exit().isPresent());
      try (LocalBackend _ = open(launch("never used"))) {
        assertThat(ends.next().exitCode()).isEqualTo(3);
      }
      Awaitility.await().until(() -> !claim().isLaunched());
    }
  }

  @Test
  void aStopOnAFullDiskIsKnownToTheNextService() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 2)) {
      try (LocalBackend first = open(new Ends())) {
        first.launch(launch("trap 'exit 0' TERM; sleep 300"));
        Awaitility.await().until(() -> run().claim().endsWith("\n.\n"));
        Awaitility.await().until(() -> ProcessStat.livesInGroup(claim().leader().pid()));
        disk.fill();
        first.stop(ID);
      }
      Awaitility.await().until(() -> !claim().isKept());
      disk.empty();
      try (LocalBackend _ = open(launch("never used"))) {
        assertThat(ends.next().kind()).isEqualTo(Kind.STOPPED);
      }
      Awaitility.await().until(() -> !claim().isLaunched());
    }
  }

  @Test
  void runOfAnotherBootIsLostUnlessItsStatusIsThere() throws Exception {
    leave("exit 3");
    Awaitility.await().until(() -> run().exit().isPresent());
    String claim = run().claim();
    Files.writeString(run().path().resolve("claim"), claim.replace(ProcessStat.boot(), "another"));
    try (LocalBackend _ = open(launch("exit 3"))) {
      assertThat(ends.next().exitCode()).isEqualTo(3);
    }
    Path status = run().path().resolve("status");
    String written = Files.readString(status);
    Files.writeString(status, written.strip().substring(0, written.strip().length() - 1));
    try (LocalBackend _ = open(launch("exit 3"))) {
      assertThat(ends.next().kind()).isEqualTo(Kind.LOST);
    }
  }

  @Test
  void halfWrittenClaimIsLost() throws Exception {
    open().close();
    run().ensure();
    Files.writeString(run().path().resolve("claim"), "123\n");
    try (LocalBackend _ = open(launch("exit 3"))) {
      assertThat(ends.next().kind()).isEqualTo(Kind.LOST);
    }
  }

  @Test
  void clockThatIsSetDoesNotMatter() throws Exception {
    for (int hours : new int[] {-1, 1}) {
      try (LocalBackend backend = open()) {
        LaunchId id = new LaunchId(20 + hours, 1);
        backend.launch(new Launch(id, "m", List.of("sleep", "0.5"), false));
        Path claim = directory.resolve("state/runs/m/%s/claim".formatted(id));
        Awaitility.await().until(() -> Files.exists(claim));
        Files.setLastModifiedTime(
            claim, FileTime.from(Instant.now().plus(Duration.ofHours(hours))));
        long milliseconds = ends.next().milliseconds();
        assertThat(milliseconds).isBetween(480L, 60_000L);
      }
    }
  }

  @Test
  void processWithAnotherStartIsNotSignalled() throws Exception {
    Process stranger = new ProcessBuilder("setsid", "sleep", "1000").start();
    try {
      ProcessStat real =
          Awaitility.await()
              .until(
                  () -> ProcessStat.of((int) stranger.pid()).orElseThrow(),
                  stat -> stat.group() == stat.pid());
      ProcessStat earlier = new ProcessStat(real.pid(), 'S', 1, real.group(), real.start() - 1);
      Claim claim = new Claim(1, ProcessStat.boot(), earlier, 1);
      claim.signal(Signals.KILL);
      assertThat(claim.clear()).as("the group of the earlier process is gone").isTrue();
      assertThat(claim.isRunning()).isFalse();
      Thread.sleep(50);
      assertThat(ProcessStat.of(real.pid()).orElseThrow().isAlive()).isTrue();
      Claim itself = new Claim(1, ProcessStat.boot(), real, 1);
      assertThat(itself.isRunning()).isTrue();
      itself.signal(Signals.KILL);
      assertThat(stranger.waitFor()).isEqualTo(137);
    } finally {
      stranger.destroyForcibly();
    }
  }

  @Test
  void machineOfAnEarlierConfigurationIsFollowed() throws Exception {
    leave("sleep 2; exit 3");
    LocalSettings settings =
        LocalFixtures.settings(directory.resolve("state"), Map.of("other", MachineLimits.NONE), 0);
    try (LocalBackend second = LocalBackend.open(settings, ends)) {
      second.adopt(List.of(launch("never used")));
      assertThat(ends.next().exitCode()).isEqualTo(3);
    }
  }

  @Test
  void namesOfMachinesMayBeAnything() throws Exception {
    Map<String, MachineLimits> machines =
        List.of("..", "a/b", "a b", "é", ".", "A%2FB").stream()
            .collect(Collectors.toMap(name -> name, name -> MachineLimits.NONE));
    LocalSettings settings = LocalFixtures.settings(directory.resolve("state"), machines, 0);
    try (LocalBackend backend = LocalBackend.open(settings, ends)) {
      backend.adopt(List.of());
      int task = 0;
      for (String machine : machines.keySet()) {
        backend.launch(new Launch(new LaunchId(++task, 1), machine, List.of("true"), false));
        assertThat(ends.next().exitCode()).isZero();
      }
    }
    try (var all = Files.list(directory.resolve("state/runs"))) {
      assertThat(all.count()).isEqualTo(machines.size());
    }
  }

  @Test
  void aServiceOnACopyOfTheDirectoryLeavesTheCommandsOfTheFirstAlone() throws Exception {
    leave("sleep 1000");
    Path copy = directory.resolve("copy");
    new ProcessBuilder("cp", "-a", directory.resolve("state").toString(), copy.toString())
        .start()
        .waitFor();
    LocalSettings settings = LocalFixtures.settings(copy, Map.of("m", MachineLimits.NONE), 100_000);
    try (LocalBackend second = LocalBackend.open(settings, ends)) {
      second.adopt(List.of());
      second.launch(new Launch(new LaunchId(8, 1), "m", List.of("true"), false));
      assertThat(ends.next().id().task()).isEqualTo(8);
      assertThat(claim().isRunning()).isTrue();
    } finally {
      claim().clear();
    }
  }

  private Path letGo() {
    return directory.resolve("let-go");
  }

  /** Launches a command, and leaves it alone when it has begun. */
  private void leave(String script) throws InterruptedException {
    try (LocalBackend first = open(new Ends())) {
      first.launch(launch(script));
      Awaitility.await().until(() -> run().claim().endsWith("\n.\n"));
      if (script.contains("sleep")) {
        Awaitility.await().until(() -> ProcessStat.livesInGroup(claim().leader().pid()));
        Thread.sleep(100);
      }
    }
  }

  private LocalBackend open(Launch... adopted) {
    return open(ends, adopted);
  }

  private LocalBackend open(LaunchListener listener, Launch... adopted) {
    MachineLimits limits = new MachineLimits("", 0, 0, 1000, Duration.ofMillis(200), Map.of());
    LocalBackend backend =
        LocalBackend.open(
            LocalFixtures.settings(directory.resolve("state"), Map.of("m", limits), 100_000),
            listener);
    backend.adopt(List.of(adopted));
    return backend;
  }

  private static Launch launch(String script) {
    return new Launch(ID, "m", List.of("/bin/sh", "-c", script), true);
  }

  private RunDirectory run() {
    return new RunDirectory(directory.resolve("state/runs/m/" + ID));
  }

  private Claim claim() {
    return Claim.parse(run().claim()).orElseThrow();
  }

  private Path script() {
    return directory.resolve("state/launcher.sh");
  }

  private Launcher launcher() throws IOException {
    LocalSettings settings =
        new LocalSettings(
            directory.resolve("state"),
            Map.of(),
            0,
            directory,
            System.getenv(),
            Map.of(),
            new Containment.None(),
            CpufreqSettings.NONE);
    Path note = directory.resolve("note");
    return Launcher.start(
        settings, MachineLimits.NONE, script(), note, directory.resolve("errors"));
  }
}
