package org.espalier.service.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.espalier.service.cpufreq.CpufreqSettings;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.TestSample;
import org.espalier.workload.process.ProcessStat;
import org.espalier.workload.process.Signals;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
@Sampled(0.4)
class LocalBackendTest {
  private static final MachineLimits LIMITS =
      new MachineLimits("", 0, 0, 1000, Duration.ofMillis(400), Map.of());

  private static final int STOP = 19;
  private static final int CONTINUE = 18;

  @TempDir Path directory;
  private final Ends ends = new Ends();
  private final List<LocalBackend> open = new ArrayList<>();
  private int last;

  @AfterEach
  void close() throws InterruptedException {
    for (LocalBackend backend : open) {
      backend.close();
    }
    Awaitility.await().until(() -> processesWith("SCRIPT=" + directory).isEmpty());
  }

  @Test
  void exitStatusIsTold() throws InterruptedException {
    LocalBackend backend = open(LIMITS);
    for (int status : new int[] {0, 1, 7, 125, 255}) {
      LaunchId id = shell(backend, "exit " + status);
      LaunchEnd end = ends.next();
      assertThat(end)
          .isEqualTo(new LaunchEnd(id, Kind.EXITED, status, end.milliseconds(), end.ago(), ""));
      assertThat(end.ago()).isLessThan(Duration.ofMinutes(1));
    }
  }

  @Test
  void deathBySignalIsToldAs128PlusItsNumber() throws InterruptedException {
    LocalBackend backend = open(LIMITS);
    shell(backend, "kill -s SEGV $$");
    LaunchEnd end = ends.next();
    assertThat(end.kind()).isEqualTo(Kind.EXITED);
    assertThat(end.exitCode()).isEqualTo(139);
    assertThat(end.detail()).contains("signal 11");
  }

  /** Whoever is to stop it may stand still, or be gone. */
  @Test
  void theKeeperKeepsADeadline() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id = new LaunchId(1, 1);
    Execution execution =
        new Execution(
            "t", "m", 0, Duration.ZERO, Optional.empty(), Optional.of(Duration.ofMillis(200)));
    List<String> command = List.of("sh", "-c", "trap '' TERM; while :; do sleep 1; done");
    backend.launch(new Launch(id, execution, command, false, LaunchLimits.NONE));

    LaunchEnd end = ends.next();

    assertThat(end.kind()).isEqualTo(Kind.STOPPED);
    assertThat(end.detail()).isEqualTo("stopped at its deadline");
    assertThat(end.milliseconds()).isGreaterThanOrEqualTo(400);
  }

  @Test
  void whatEndsBeforeItsDeadlineLeavesNothingBehind() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id = new LaunchId(1, 1);
    Execution execution =
        new Execution(
            "t", "m", 0, Duration.ZERO, Optional.empty(), Optional.of(Duration.ofSeconds(98_765)));
    backend.launch(
        new Launch(id, execution, List.of("sh", "-c", "exit 3"), false, LaunchLimits.NONE));

    assertThat(ends.next().exitCode()).isEqualTo(3);
    Awaitility.await()
        .until(() ->
            ProcessHandle.allProcesses()
                .noneMatch(p -> p.info().commandLine().orElse("").contains("sleep 9876")));
  }

  @Test
  void durationIsThatOfTheCommand() throws InterruptedException {
    LocalBackend backend = open(LIMITS);
    shell(backend, "sleep 0.5");
    long milliseconds = ends.next().milliseconds();
    assertThat(milliseconds).isBetween(490L, 60_000L);
  }

  @Test
  void argumentsArriveAsTheyAre() throws Exception {
    LocalBackend backend = open(LIMITS);
    List<String> arguments =
        List.of(
            "",
            " ",
            "a b",
            "'",
            "\"",
            "$(id)",
            "`id`",
            "a\nb",
            "\n",
            "\n\n=x\n+y\n.\n",
            "*",
            "\\",
            "\\n",
            "é日本🙂",
            "=",
            "+",
            ".",
            "-n",
            "--",
            "\t\r",
            "x\u0081\u0088\u00ff");
    List<String> command = new ArrayList<>(List.of("printf", "%s\\0"));
    command.addAll(arguments);
    LaunchId id = launch(backend, "m", command, true);
    assertThat(ends.next().exitCode()).isZero();
    String output = text(backend, id, OutputChannel.STDOUT);
    assertThat(output).isEqualTo(String.join("\0", arguments) + "\0");
  }

  @Test
  void environmentIsThatOfTheSettings() throws Exception {
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("_run", "kept");
    environment.put("status", "kept too");
    LocalBackend backend = open(Map.of("m", LIMITS), environment);
    LaunchId id = launch(backend, "m", List.of("/usr/bin/env"), true);
    ends.next();
    String output = text(backend, id, OutputChannel.STDOUT);
    assertThat(output.lines().toList()).as("%s", output).contains("status=kept too");
    assertThat(output).doesNotContain("HOME=");
  }

  @Test
  void outputIsKept() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id = launch(backend, "m", script("echo out; echo err >&2; exit 3"), true);
    assertThat(ends.next().exitCode()).isEqualTo(3);
    assertThat(text(backend, id, OutputChannel.STDOUT)).isEqualTo("out\n");
    assertThat(text(backend, id, OutputChannel.STDERR)).isEqualTo("err\n");
  }

  @Test
  void aLineCanBeReadWhileTheCommandGoesOn() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id = launch(backend, "m", script("echo first; exec sleep 60"), true);
    Awaitility.await().until(() -> "first\n".equals(textSoFar(backend, id, OutputChannel.STDOUT)));
    backend.stop(id);
    ends.next();
  }

  @Test
  void outputIsNotKeptUnlessWanted() throws InterruptedException {
    LocalBackend backend = open(LIMITS);
    LaunchId id = shell(backend, "echo out");
    ends.next();
    assertThat(backend.output(id, OutputChannel.STDOUT, 0, 10)).isEmpty();
  }

  @Test
  void muchOutputIsCutAndTheCommandEndsByItself() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id =
        launch(backend, "m", script("head -c 1000000000 /dev/zero && echo done >&2"), true);
    LaunchEnd end = ends.next();
    assertThat(end.kind()).isEqualTo(Kind.EXITED);
    assertThat(end.exitCode()).isZero();
    assertThat(text(backend, id, OutputChannel.STDOUT)).hasSize(1000);
    assertThat(text(backend, id, OutputChannel.STDERR)).isEqualTo("done\n");
  }

  @Test
  void oldOutputMakesRoom() throws InterruptedException {
    LocalBackend backend = open(LIMITS); // each output takes two blocks, and two fit
    List<LaunchId> ids = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ids.add(launch(backend, "m", script("echo text"), true));
      ends.next();
    }
    List<Boolean> kept =
        ids.stream()
            .map(id -> backend.output(id, OutputChannel.STDOUT, 0, 10).isPresent())
            .toList();
    assertThat(kept).isEqualTo(List.of(false, false, true, true));
  }

  @Test
  void daemonThatHoldsTheOutputIsNotWaitedFor() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id =
        launch(backend, "m", script("setsid sh -c '%s' & echo text".formatted(untilLetGo())), true);
    assertThat(ends.next().exitCode()).isZero();
    assertThat(backend.output(id, OutputChannel.STDOUT, 0, 10)).isPresent();
    shell(backend, "exit 4");
    assertThat(ends.next().exitCode()).isEqualTo(4);
    letGo();
  }

  @Test
  void stopEndsACommand() throws InterruptedException {
    LocalBackend backend = open(LIMITS);
    LaunchId id = shell(backend, "exec sleep 1000");
    awaitMarked("sleep");
    backend.stop(id);
    LaunchEnd end = ends.next();
    assertThat(end.kind()).isEqualTo(Kind.STOPPED);
    assertThat(end.exitCode()).isEqualTo(-1);
  }

  @Test
  void commandMayEndInOrderWhenItIsStopped() throws Exception {
    LocalBackend backend = open(LIMITS);
    Path file = directory.resolve("tidy");
    LaunchId id = shell(backend, "trap 'echo tidy >" + file + "; exit 0' TERM; sleep 300");
    awaitMarked("sleep");
    backend.stop(id);
    assertThat(ends.next().kind()).isEqualTo(Kind.STOPPED);
    assertThat(Files.readString(file)).isEqualTo("tidy\n");
  }

  @Test
  void commandThatIgnoresTermIsKilledAfterTheGrace() throws InterruptedException {
    LocalBackend backend = open(LIMITS);
    LaunchId id = shell(backend, "trap '' TERM; sleep 300");
    awaitMarked("sleep");
    long before = System.nanoTime();
    backend.stop(id);
    assertThat(ends.next().kind()).isEqualTo(Kind.STOPPED);
    assertThat(System.nanoTime() - before >= 400_000_000).as("the grace was not given").isTrue();
    assertThat(processesWith("SCRIPT=" + directory + "/")).isEmpty();
  }

  @Test
  void childrenAndGrandchildrenAreGoneWhenTheEndIsTold() throws InterruptedException {
    LocalBackend backend = open(LIMITS);
    LaunchId id =
        shell(
            backend,
            "(trap '' TERM; sleep 1001 & (sleep 1002 & exec sleep 1003) & wait; sleep 1004) &"
                + " wait");
    awaitMarked("1003");
    backend.stop(id);
    assertThat(ends.next().kind()).isEqualTo(Kind.STOPPED);
    assertThat(processesWith("SCRIPT=" + directory + "/")).isEmpty();
  }

  @Test
  void whatACommandLeavesBehindIsKilled() throws InterruptedException {
    LocalBackend backend = open(LIMITS);
    shell(backend, "sleep 1000 & (trap '' TERM; sleep 1001) & exit 5");
    LaunchEnd end = ends.next();
    assertThat(end.exitCode()).isEqualTo(5);
    assertThat(processesWith("SCRIPT=" + directory + "/")).isEmpty();
  }

  @Test
  void aMachineRunsOneLaunchAtATime() throws Exception {
    LocalBackend backend = open(LIMITS);
    Path file = directory.resolve("order");
    for (int i = 0; i < 4; i++) {
      shell(backend, "echo begin >>" + file + "; sleep 0.05; echo end >>" + file);
    }
    for (int i = 1; i <= 4; i++) {
      assertThat(ends.next().id().task()).isEqualTo(i);
    }
    assertThat(Files.readString(file)).isEqualTo("begin\nend\n".repeat(4));
  }

  @Test
  void whatWaitsIsStoppedAtOnce() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId first = shell(backend, "exec sleep 1000");
    Path file = directory.resolve("ran");
    LaunchId second = shell(backend, "echo ran >" + file);
    awaitMarked("sleep");
    backend.stop(second);
    assertThat(ends.next())
        .isEqualTo(
            new LaunchEnd(second, Kind.STOPPED, -1, 0, "stopped by the service before it began"));
    backend.stop(first);
    assertThat(ends.next().id()).isEqualTo(first);
    assertThat(file).doesNotExist();
  }

  @Test
  void stopAtAnyMomentIsToldOnce() throws InterruptedException {
    Map<String, MachineLimits> machines = Map.of("a", LIMITS, "b", LIMITS);
    LocalBackend backend = open(machines, environment());
    int count = 200;
    for (int i = 0; i < count; i++) {
      LaunchId id = launch(backend, i % 2 == 0 ? "a" : "b", script("exit 9"), i % 3 == 0);
      if (i % 5 > 0) {
        LockSupport.parkNanos((i * 7919 % 40) * 100_000L);
      }
      backend.stop(id);
      backend.stop(id);
    }
    Map<LaunchId, Kind> kinds = new HashMap<>();
    for (int i = 0; i < count; i++) {
      LaunchEnd end = ends.next();
      assertThat(kinds.put(end.id(), end.kind())).as("told twice: %s", end).isNull();
      assertThat(Set.of(Kind.STOPPED, Kind.EXITED)).as("%s", end).contains(end.kind());
      assertThat(end.kind() == Kind.STOPPED || end.exitCode() == 9).as("%s", end).isTrue();
    }
    assertThat(ends.restWithin(100)).isEmpty();
  }

  @Test
  void manyMachinesRunManyLaunches() throws InterruptedException {
    Map<String, MachineLimits> machines = new HashMap<>();
    for (int i = 0; i < 32; i++) {
      machines.put("m" + i, LIMITS);
    }
    LocalBackend backend = open(machines, environment());
    Set<LaunchId> expected = new HashSet<>();
    int launches = 32 * (TestSample.isFull() ? 20 : 6);
    for (int i = 0; i < launches; i++) {
      expected.add(launch(backend, "m" + i % 32, List.of("/bin/true"), false));
    }
    for (int i = 0; i < launches; i++) {
      LaunchEnd end = ends.next();
      assertThat(end.exitCode()).as("%s", end).isZero();
      assertThat(expected.remove(end.id())).as("told twice: %s", end).isTrue();
    }
  }

  @Test
  void missingProgramNeverBegins() throws Exception {
    LocalBackend backend = open(LIMITS);
    Path text = Files.writeString(directory.resolve("text"), "no program");
    Map<String, String> faults =
        new TreeMap<>(
            Map.of(
                "/no/such/program",
                "does not exist",
                "no-such-program",
                "is not on the PATH",
                text.toString(),
                "is not an executable file",
                directory.toString(),
                "is not an executable file",
                "",
                "is not on the PATH"));
    for (Map.Entry<String, String> fault : faults.entrySet()) {
      launch(backend, "m", List.of(fault.getKey(), "argument"), true);
      LaunchEnd end = ends.next();
      assertThat(end.kind()).isEqualTo(Kind.UNRUNNABLE);
      assertThat(end.detail()).contains(fault.getValue());
    }
    launch(backend, "m", List.of("/bin/echo", "a\0b"), false);
    assertThat(ends.next().detail()).contains("argument 1 has a NUL character");
  }

  @Test
  void programWhoseInterpreterIsMissingIsExplained() throws Exception {
    LocalBackend backend = open(LIMITS);
    Path program =
        Files.createFile(
            directory.resolve("program"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    Files.writeString(program, "#!/no/such/interpreter\n");
    launch(backend, "m", List.of(program.toString()), false);
    LaunchEnd end = ends.next();
    assertThat(end.detail()).as("%s", end).contains("could not be started");
  }

  @Test
  void limitsThatOnlyCgroupsHoldAreRefusedByNameWithoutThem() {
    MachineLimits narrow =
        new MachineLimits("", 0, 200L << 20, 1000, Duration.ofSeconds(1), Map.of());
    LaunchLimits limits =
        new LaunchLimits(Optional.empty(), Optional.of(1L << 30), Optional.of(1), Optional.of(9));
    LocalSettings settings =
        new LocalSettings(
            directory.resolve("state"),
            Map.of("m", narrow, "n", narrow),
            0,
            directory,
            environment(),
            Map.of("render", limits, "zip", limits),
            new Containment.None(),
            CpufreqSettings.NONE);

    BackendException e =
        catchThrowableOfType(BackendException.class, () -> LocalBackend.open(settings, ends));

    assertThat(e.problems()).hasSize(3);
    assertThat(e.problems().getFirst())
        .startsWith("limits.memory of task type render is not held here (process groups: ")
        .endsWith("leave it out, or give the service cgroups with that controller");
    assertThat(e.problems().get(1)).startsWith("memory of machine m is not held here");
    assertThat(e.problems().get(2)).startsWith("limits.processes of task type render");
    assertThatExceptionOfType(BackendException.class)
        .isThrownBy(() -> LocalBackend.check(settings))
        .withMessage(e.getMessage());
  }

  @Test
  void aCommandKnowsWhatItIsAndWhereItRuns() throws Exception {
    MachineLimits limits = LIMITS.with(Map.of("WHERE", "here", "PLACE", "a b"));
    LocalBackend backend = open(Map.of("m", limits, "other", LIMITS), environment());
    Instant deadline = Instant.parse("2030-01-31T12:00:00.250Z");
    Execution execution =
        new Execution("a", "m", 0, Duration.ZERO, Optional.of(deadline), Optional.empty());
    List<String> shown = List.of("sh", "-c", "env | grep -E '^(ESPALIER_|WHERE|PLACE)' | sort");
    for (int attempt = 1; attempt <= 2; attempt++) {
      LaunchId id = new LaunchId(77, attempt);
      backend.launch(new Launch(id, execution, shown, true, LaunchLimits.NONE));
      ends.next();

      assertThat(text(backend, id, OutputChannel.STDOUT).lines())
          .containsExactly(
              "ESPALIER_ATTEMPT=" + attempt,
              "ESPALIER_DEADLINE=2030-01-31T12:00:00.250Z",
              "ESPALIER_P_STATE=0",
              "ESPALIER_TASK=77",
              "PLACE=a b",
              "WHERE=here");
    }
  }

  @Test
  void niceAndCpusAreThoseOfTheMachine() throws Exception {
    MachineLimits limits = new MachineLimits("0", 7, 0, 100_000, Duration.ofSeconds(1), Map.of());
    LocalBackend backend = open(Map.of("m", limits, "other", LIMITS), environment());
    LaunchId id =
        launch(backend, "m", List.of("cat", "/proc/self/status", "/proc/self/stat"), true);
    ends.next();
    String output = text(backend, id, OutputChannel.STDOUT);
    assertThat(output).contains("Cpus_allowed_list:\t0\n");
    String stat = output.lines().filter(l -> l.contains("(cat)")).findFirst().orElseThrow();
    int own = nice(Files.readString(Path.of("/proc/self/stat")));
    assertThat(nice(stat)).isEqualTo(Math.min(19, own + 7));
  }

  /** Of a line of {@code /proc/PID/stat}. */
  private static int nice(String stat) {
    return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[16]);
  }

  @Test
  void sessionOfACommandIsAsNiceAsItsMachine() throws Exception {
    Assumptions.assumeTrue(
        Files.exists(Path.of("/proc/self/autogroup")), "this kernel has no autogroups");
    MachineLimits limits = new MachineLimits("", 7, 0, 100_000, Duration.ofSeconds(1), Map.of());
    LocalBackend backend = open(Map.of("m", limits, "other", LIMITS), environment());
    LaunchId id = launch(backend, "m", List.of("cat", "/proc/self/autogroup"), true);
    ends.next();
    String output = text(backend, id, OutputChannel.STDOUT);
    int own = nice(Files.readString(Path.of("/proc/self/stat")));
    assertThat(output.endsWith(" nice %d\n".formatted(Math.min(19, own + 7))))
        .as("%s", output)
        .isTrue();
  }

  @Test
  void commandLeadsAGroupOfItsOwnAndReadsNothing() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id = launch(backend, "m", script("cat; cat /proc/$$/stat"), true);
    ends.next();
    String stat = text(backend, id, OutputChannel.STDOUT);
    ProcessStat process = ProcessStat.parse(stat).orElseThrow();
    assertThat(process.group()).isEqualTo(process.pid());
  }

  @Test
  void launcherThatDiesIsReplacedAndTheExitStatusIsKnown() throws Exception {
    for (boolean keepsOutput : new boolean[] {false, true}) {
      LocalBackend backend = open(Map.of("m" + keepsOutput, LIMITS), environment());
      LaunchId id = launch(backend, "m" + keepsOutput, untilLetGo(6), keepsOutput);
      awaitMarked("sleep");
      long running = System.nanoTime();
      kill(claimOf("m" + keepsOutput, id).launcher());
      Thread.sleep(100);
      long least = (System.nanoTime() - running) / 1_000_000 - 10;
      letGo();
      LaunchEnd end = ends.next();
      assertThat(end.kind()).as(end.detail()).isEqualTo(Kind.EXITED);
      assertThat(end.exitCode()).isEqualTo(6);
      assertThat(end.milliseconds()).isBetween(least, 60_000L);
      backend.close();
      Files.delete(directory.resolve("let-go"));
    }
  }

  private static void kill(int pid) {
    assertThat(Signals.toProcess(pid, Signals.KILL)).isTrue();
  }

  @Test
  void theEndOfACommandWhoseLauncherStandsStillIsWrittenDown() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id = launch(backend, "m", untilLetGo(6), true);
    awaitClaim(id);
    int launcher = claimOf(id).launcher();
    Signals.toProcess(launcher, STOP);
    try {
      letGo();
      Awaitility.await().until(() -> backend.ended(id).isPresent());
      Thread.sleep(500);
      LaunchEnd end = backend.ended(id).orElseThrow();
      assertThat(end.exitCode()).isEqualTo(6);
      assertThat(end.ago()).isGreaterThanOrEqualTo(Duration.ofMillis(480));
    } finally {
      Signals.toProcess(launcher, CONTINUE);
    }
    assertThat(ends.next().ago()).isGreaterThanOrEqualTo(Duration.ofMillis(480));
    Awaitility.await("it was told").until(() -> backend.ended(id).isEmpty());
  }

  @Test
  void whatEndedBeforeItIsStoppedWasNotStopped() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id = launch(backend, "m", untilLetGo(6), true);
    awaitClaim(id);
    Claim claim = claimOf(id);
    int launcher = claim.launcher();
    Signals.toProcess(launcher, STOP);
    try {
      letGo();
      Awaitility.await().until(() -> !claim.isRunning());
      backend.stop(id);
    } finally {
      Signals.toProcess(launcher, CONTINUE);
    }
    LaunchEnd end = ends.next();
    assertThat(end.kind()).isEqualTo(Kind.EXITED);
    assertThat(end.exitCode()).isEqualTo(6);
  }

  @Test
  void whatHasEndedIsNotStoppedThoughItsKeeperHasNotWrittenThat() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id = launch(backend, "m", untilLetGo(6), false);
    awaitClaim(id);
    Claim claim = claimOf(id);
    Signals.toProcess(claim.keeper(), STOP);
    try {
      letGo();
      Awaitility.await().until(() -> !claim.isRunning());
      backend.stop(id);
      Thread.sleep(50); // what it writes down is later than that
    } finally {
      Signals.toProcess(claim.keeper(), CONTINUE);
    }
    LaunchEnd end = ends.next();
    assertThat(end.kind()).isEqualTo(Kind.EXITED);
    assertThat(end.exitCode()).isEqualTo(6);
  }

  @Test
  void whoeverAsksWaitsForAKeeperThatIsAboutToWrite() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id = launch(backend, "m", untilLetGo(6), false);
    awaitClaim(id);
    Claim claim = claimOf(id);
    Signals.toProcess(claim.keeper(), STOP);
    letGo();
    Awaitility.await().until(() -> !claim.isRunning());
    Thread late =
        Thread.startVirtualThread(() -> {
          LockSupport.parkNanos(20_000_000);
          Signals.toProcess(claim.keeper(), CONTINUE);
        });
    assertThat(backend.ended(id)).isEmpty();
    assertThat(backend.endedByNow(id))
        .hasValueSatisfying(end -> assertThat(end.exitCode()).isEqualTo(6));
    late.join();
    ends.next();
  }

  /** A command that ends when a test says so, however slow the computer is. */
  private List<String> untilLetGo(int status) {
    return script("%s; exit %d".formatted(untilLetGo(), status));
  }

  private String untilLetGo() {
    return "while [ ! -e %s ]; do sleep 0.02; done".formatted(directory.resolve("let-go"));
  }

  private void letGo() throws IOException {
    Files.createFile(directory.resolve("let-go"));
  }

  private void awaitClaim(LaunchId id) {
    Awaitility.await()
        .ignoreExceptions()
        .pollInterval(Duration.ofMillis(5))
        .until(() -> claimOf(id).isRunning());
  }

  @Test
  void onlyWhereTheKeeperDiesTooTheExitStatusIsNotKnown() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id = launch(backend, "m", untilLetGo(6), false);
    awaitMarked("sleep");
    kill(claimOf(id).keeper());
    kill(claimOf(id).launcher());
    letGo();
    LaunchEnd end = ends.next();
    assertThat(end.kind()).isEqualTo(Kind.LOST);
    assertThat(end.detail()).contains("note its exit status");
    assertThat(processesWith("SCRIPT=" + directory + "/")).isEmpty();
    shell(backend, "exit 6");
    assertThat(ends.next().exitCode()).isEqualTo(6);
    kill(claimOf(new LaunchId(2, 1)).launcher());
    shell(backend, "exit 8"); // an idle launcher is dead
    assertThat(ends.next().exitCode()).isEqualTo(8);
  }

  @Test
  void filesOfARunGoWithTheNextLaunch() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId first = shell(backend, "exit 0");
    ends.next();
    assertThat(runDirectory(first)).as("its end might not be durable").exists();
    LaunchId next = first;
    for (int i = 0; i < 100 && Files.exists(runDirectory(first)); i++) {
      next = shell(backend, "exit 0");
      ends.next(); // what was told is noted a moment later
    }
    assertThat(runDirectory(first)).doesNotExist();
    assertThat(runDirectory(next)).exists();
  }

  @Test
  void aLaunchHasCpusOfItsOwn() throws Exception {
    LocalBackend backend = open(MachineLimits.NONE);
    LaunchId id = new LaunchId(++last, 1);
    LaunchLimits limits = onCpus(Optional.of(1));
    backend.launch(new Launch(id, "m", List.of("cat", "/proc/self/status"), true, limits));

    assertThat(ends.next().exitCode()).isZero();

    String output = text(backend, id, OutputChannel.STDOUT);
    assertThat(output).containsPattern("Cpus_allowed_list:\\t\\d+\\n");
  }

  @Test
  void theCpusOfAMachineAreNotExceededByALaunch() {
    MachineLimits narrow = new MachineLimits("0", 0, 0, 1, Duration.ZERO, Map.of());
    LaunchLimits wide = onCpus(Optional.of(5));
    Launch launch = new Launch(new LaunchId(3, 1), "m", List.of("true"), false, wide);

    assertThat(new LimitedCommand(launch, narrow).arguments())
        .containsExactly("taskset", "-c", "0", "true");
  }

  @Test
  void oneServiceAtATimeUsesADirectory() {
    open(LIMITS);
    BackendException e = catchThrowableOfType(BackendException.class, () -> open(LIMITS));
    assertThat(e.getMessage()).contains("is used by another service");
  }

  @Test
  void missingToolsAreNamedTogether() {
    MachineLimits pinned = new MachineLimits("0", 3, 0, 1, Duration.ZERO, Map.of());
    BackendException e =
        catchThrowableOfType(
            BackendException.class,
            () -> open(Map.of("m", pinned), Map.of("PATH", directory.toString())));
    assertThat(e.problems().size()).as("%s", e.getMessage()).isEqualTo(5);
    assertThat(e.getMessage()).contains("taskset is not on the PATH");
    assertThat(e.getMessage()).contains("or do not pin machine m");
    assertThat(e.getMessage()).contains("setsid is not on the PATH");
    open(LIMITS);
  }

  @Test
  void aTaskTypeWithALimitOfCpusNeedsTasksetAtTheStart() {
    LaunchLimits oneCpu = onCpus(Optional.of(1));
    BackendException e =
        catchThrowableOfType(
            BackendException.class,
            () ->
                open(
                    Map.of("m", LIMITS),
                    Map.of("PATH", directory.toString()),
                    Map.of("render", oneCpu, "zip", oneCpu)));
    assertThat(e.problems())
        .filteredOn(problem -> problem.contains("taskset"))
        .containsExactly(
            "taskset is not on the PATH (%s); install it (package util-linux), or do not limit the CPUs of task type render"
                .formatted(directory));
    open(Map.of("m", LIMITS), environment(), Map.of("render", oneCpu));
  }

  private static LaunchLimits onCpus(Optional<Integer> count) {
    return new LaunchLimits(Optional.empty(), Optional.empty(), count, Optional.empty());
  }

  @Test
  void aLaunchRunsOnCpusThatAreThere() throws Exception {
    MachineLimits wide = new MachineLimits("0-9999", 0, 0, 1000, Duration.ofSeconds(1), Map.of());
    LocalBackend backend = open(wide);
    List<LaunchId> launches = new ArrayList<>();
    for (int task : new int[] {1, 7, 4711, 9998}) {
      launches.add(new LaunchId(task, 1));
    }
    for (LaunchId id : launches) {
      backend.launch(new Launch(id, "m", List.of("true"), false, onCpus(Optional.of(1))));

      assertThat(ends.next()).extracting(LaunchEnd::id, LaunchEnd::exitCode).containsExactly(id, 0);
    }
  }

  @Test
  void workingDirectoryMustExist() {
    LocalSettings settings =
        new LocalSettings(
            directory.resolve("state"),
            Map.of("m", LIMITS),
            0,
            directory.resolve("none"),
            environment(),
            Map.of(),
            Containment.automatic(),
            CpufreqSettings.NONE);
    BackendException e =
        catchThrowableOfType(BackendException.class, () -> LocalBackend.open(settings, ends));
    assertThat(e.getMessage()).contains("none does not exist");
  }

  @Test
  void cpusThatAreNotThereAreRefusedAtTheStart() {
    MachineLimits pinned = new MachineLimits("8000", 0, 0, 1, Duration.ZERO, Map.of());
    BackendException e =
        catchThrowableOfType(
            BackendException.class, () -> open(Map.of("far", pinned), environment()));
    assertThat(e.getMessage()).contains("machine far");
    assertThat(e.getMessage()).contains("8000");
    open(LIMITS);
  }

  @Test
  void mistakesOfTheCallerAreRefused() {
    LocalBackend backend = open(LIMITS);
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> launch(backend, "x", script(""), false));
    shell(backend, "sleep 0.3");
    last--;
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> shell(backend, "exit 0"));
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> backend.adopt(List.of()));
    backend.stop(new LaunchId(99, 1));
  }

  @Test
  void limitsThatCannotBeAreRefusedTogether() {
    IllegalArgumentException e =
        catchThrowableOfType(
            IllegalArgumentException.class,
            () -> new MachineLimits("0-", 20, 1000, 0, Duration.ofSeconds(-1), Map.of()));
    assertThat(e.getMessage().split("expected").length - 1).as("%s", e.getMessage()).isEqualTo(5);
    for (String cpus : List.of("0", "0-3", "0,2", "0-3,8-11,15")) {
      assertThat(new MachineLimits(cpus, 0, 0, 1, Duration.ZERO, Map.of()).cpus()).isEqualTo(cpus);
    }
    for (String cpus : List.of(",", "0,", "-1", "0 1", "0-1-2", "a")) {
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> new MachineLimits(cpus, 0, 0, 1, Duration.ZERO, Map.of()));
    }
  }

  private LocalBackend open(MachineLimits limits) {
    return open(Map.of("m", limits), environment());
  }

  private LocalBackend open(Map<String, MachineLimits> machines, Map<String, String> environment) {
    return open(machines, environment, Map.of());
  }

  private LocalBackend open(
      Map<String, MachineLimits> machines,
      Map<String, String> environment,
      Map<String, LaunchLimits> limited) {
    LocalSettings settings =
        new LocalSettings(
            directory.resolve("state"),
            machines,
            20_000,
            directory,
            environment,
            limited,
            Containment.automatic(),
            CpufreqSettings.NONE);
    LocalBackend backend = LocalBackend.open(settings, ends);
    open.add(backend);
    backend.adopt(List.of());
    return backend;
  }

  private static Map<String, String> environment() {
    return Map.of("PATH", System.getenv("PATH"));
  }

  private LaunchId shell(LocalBackend backend, String script) {
    return launch(backend, "m", script(script), false);
  }

  /** A shell script whose processes can be told by what stands in their command line. */
  private List<String> script(String script) {
    return List.of("env", "SCRIPT=" + directory + "/", "/bin/sh", "-c", script);
  }

  private LaunchId launch(
      LocalBackend backend, String machine, List<String> command, boolean keepsOutput) {
    LaunchId id = new LaunchId(++last, 1);
    backend.launch(new Launch(id, machine, command, keepsOutput));
    return id;
  }

  private static String textSoFar(Backend backend, LaunchId id, OutputChannel channel) {
    byte[] bytes = backend.output(id, channel, 0, 1000).map(OutputPart::bytes).orElse(new byte[0]);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static String text(Backend backend, LaunchId id, OutputChannel channel) {
    byte[] bytes = backend.output(id, channel, 0, 1 << 20).orElseThrow().bytes();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private Path runDirectory(LaunchId id) {
    return directory.resolve("state/runs/m/" + id);
  }

  private Claim claimOf(LaunchId id) {
    return claimOf("m", id);
  }

  private Claim claimOf(String machine, LaunchId id) {
    Path path = directory.resolve("state/runs").resolve(machine).resolve(id.toString());
    return Claim.parse(new RunDirectory(path).claim()).orElseThrow();
  }

  private void awaitMarked(String word) {
    Awaitility.await()
        .until(() ->
            processesWith("SCRIPT=" + directory + "/").stream()
                .anyMatch(line -> line.contains(word)));
  }

  /** Command lines of living processes with a text in their environment. */
  private static List<String> processesWith(String text) {
    Set<String> found = new HashSet<>();
    for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
      Path proc = Path.of("/proc/" + process.pid());
      try {
        boolean alive =
            ProcessStat.of((int) process.pid()).filter(ProcessStat::isAlive).isPresent();
        if (alive
            && Files.readString(proc.resolve("environ"), StandardCharsets.ISO_8859_1)
                .contains(text)) {
          found.add(
              Files.readString(proc.resolve("cmdline"), StandardCharsets.ISO_8859_1)
                  .replace('\0', ' '));
        }
      } catch (IOException gone) {
        continue;
      }
    }
    return List.copyOf(found);
  }
}
