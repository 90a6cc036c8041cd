package org.espalier.service.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class LocalBackendTest {
  private static final MachineLimits LIMITS =
      new MachineLimits("", 0, 0, 1000, Duration.ofMillis(400));

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
      assertEquals(new LaunchEnd(id, Kind.EXITED, status, end.milliseconds(), ""), end);
    }
  }

  @Test
  void deathBySignalIsToldAs128PlusItsNumber() throws InterruptedException {
    LocalBackend backend = open(LIMITS);
    shell(backend, "kill -s SEGV $$");
    LaunchEnd end = ends.next();
    assertEquals(Kind.EXITED, end.kind());
    assertEquals(139, end.exitCode());
    assertTrue(end.detail().contains("signal 11"), end.detail());
  }

  @Test
  void durationIsThatOfTheCommand() throws InterruptedException {
    LocalBackend backend = open(LIMITS);
    shell(backend, "sleep 0.5");
    long milliseconds = ends.next().milliseconds();
    assertTrue(milliseconds >= 490 && milliseconds < 5000, "took " + milliseconds);
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
    assertEquals(0, ends.next().exitCode());
    String output = Files.readString(backend.output(id).orElseThrow().resolve("stdout"));
    assertEquals(String.join("\0", arguments) + "\0", output);
  }

  @Test
  void environmentIsThatOfTheSettings() throws Exception {
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("_run", "kept");
    environment.put("status", "kept too");
    LocalBackend backend = open(Map.of("m", LIMITS), environment);
    LaunchId id = launch(backend, "m", List.of("/usr/bin/env"), true);
    ends.next();
    String output = Files.readString(backend.output(id).orElseThrow().resolve("stdout"));
    assertTrue(output.lines().toList().contains("status=kept too"), output);
    assertFalse(output.contains("HOME="), output);
  }

  @Test
  void outputIsKept() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id = launch(backend, "m", script("echo out; echo err >&2; exit 3"), true);
    assertEquals(3, ends.next().exitCode());
    Path output = backend.output(id).orElseThrow();
    assertEquals("out\n", Files.readString(output.resolve("stdout")));
    assertEquals("err\n", Files.readString(output.resolve("stderr")));
  }

  @Test
  void outputIsNotKeptUnlessWanted() throws InterruptedException {
    LocalBackend backend = open(LIMITS);
    LaunchId id = shell(backend, "echo out");
    ends.next();
    assertTrue(backend.output(id).isEmpty());
  }

  @Test
  void muchOutputIsCutAndTheCommandEndsByItself() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id =
        launch(backend, "m", script("head -c 1000000000 /dev/zero && echo done >&2"), true);
    LaunchEnd end = ends.next();
    assertEquals(Kind.EXITED, end.kind());
    assertEquals(0, end.exitCode());
    Path output = backend.output(id).orElseThrow();
    assertEquals(1000, Files.size(output.resolve("stdout")));
    assertEquals("done\n", Files.readString(output.resolve("stderr")));
  }

  @Test
  void oldOutputMakesRoom() throws InterruptedException {
    LocalBackend backend = open(LIMITS); // each output takes two blocks, and two fit
    List<LaunchId> ids = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ids.add(launch(backend, "m", script("echo text"), true));
      ends.next();
    }
    List<Boolean> kept = ids.stream().map(id -> backend.output(id).isPresent()).toList();
    assertEquals(List.of(false, false, true, true), kept);
  }

  @Test
  void daemonThatHoldsTheOutputIsNotWaitedFor() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id = launch(backend, "m", script("setsid sleep 6 & echo text"), true);
    long before = System.nanoTime();
    assertEquals(0, ends.next().exitCode());
    assertTrue(System.nanoTime() - before < 5_000_000_000L);
    assertTrue(backend.output(id).isPresent());
    shell(backend, "exit 4");
    assertEquals(4, ends.next().exitCode());
  }

  @Test
  void stopEndsACommand() throws InterruptedException {
    LocalBackend backend = open(LIMITS);
    LaunchId id = shell(backend, "exec sleep 1000");
    awaitMarked("sleep");
    backend.stop(id);
    LaunchEnd end = ends.next();
    assertEquals(Kind.STOPPED, end.kind());
    assertEquals(-1, end.exitCode());
  }

  @Test
  void commandMayEndInOrderWhenItIsStopped() throws Exception {
    LocalBackend backend = open(LIMITS);
    Path file = directory.resolve("tidy");
    LaunchId id =
        shell(backend, "trap 'echo tidy >" + file + "; exit 0' TERM; while :; do sleep 0.02; done");
    awaitMarked("sleep");
    backend.stop(id);
    assertEquals(Kind.STOPPED, ends.next().kind());
    assertEquals("tidy\n", Files.readString(file));
  }

  @Test
  void commandThatIgnoresTermIsKilledAfterTheGrace() throws InterruptedException {
    LocalBackend backend = open(LIMITS);
    LaunchId id = shell(backend, "trap '' TERM; while :; do sleep 0.05; done");
    awaitMarked("sleep");
    long before = System.nanoTime();
    backend.stop(id);
    assertEquals(Kind.STOPPED, ends.next().kind());
    assertTrue(System.nanoTime() - before >= 400_000_000, "the grace was not given");
    assertEquals(List.of(), processesWith("SCRIPT=" + directory + "/"));
  }

  @Test
  void childrenAndGrandchildrenAreGoneWhenTheEndIsTold() throws InterruptedException {
    LocalBackend backend = open(LIMITS);
    LaunchId id =
        shell(
            backend,
            "(trap '' TERM; sleep 1001 & (sleep 1002 & exec sleep 1003) & wait; sleep 1004) & wait");
    awaitMarked("1003");
    backend.stop(id);
    assertEquals(Kind.STOPPED, ends.next().kind());
    assertEquals(List.of(), processesWith("SCRIPT=" + directory + "/"));
  }

  @Test
  void whatACommandLeavesBehindIsKilled() throws InterruptedException {
    LocalBackend backend = open(LIMITS);
    shell(backend, "sleep 1000 & (trap '' TERM; sleep 1001) & exit 5");
    LaunchEnd end = ends.next();
    assertEquals(5, end.exitCode());
    assertEquals(List.of(), processesWith("SCRIPT=" + directory + "/"));
  }

  @Test
  void aMachineRunsOneLaunchAtATime() throws Exception {
    LocalBackend backend = open(LIMITS);
    Path file = directory.resolve("order");
    for (int i = 0; i < 4; i++) {
      shell(backend, "echo begin >>" + file + "; sleep 0.05; echo end >>" + file);
    }
    for (int i = 1; i <= 4; i++) {
      assertEquals(i, ends.next().id().task());
    }
    assertEquals("begin\nend\n".repeat(4), Files.readString(file));
  }

  @Test
  void whatWaitsIsStoppedAtOnce() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId first = shell(backend, "exec sleep 1000");
    Path file = directory.resolve("ran");
    LaunchId second = shell(backend, "echo ran >" + file);
    awaitMarked("sleep");
    backend.stop(second);
    assertEquals(
        new LaunchEnd(second, Kind.STOPPED, -1, 0, "stopped before it began"), ends.next());
    backend.stop(first);
    assertEquals(first, ends.next().id());
    assertFalse(Files.exists(file));
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
      assertEquals(null, kinds.put(end.id(), end.kind()), "told twice: " + end);
      assertTrue(Set.of(Kind.STOPPED, Kind.EXITED).contains(end.kind()), end.toString());
      assertTrue(end.kind() == Kind.STOPPED || end.exitCode() == 9, end.toString());
    }
    assertEquals(List.of(), ends.restWithin(100));
  }

  @Test
  void manyMachinesRunManyLaunches() throws InterruptedException {
    Map<String, MachineLimits> machines = new HashMap<>();
    for (int i = 0; i < 32; i++) {
      machines.put("m" + i, LIMITS);
    }
    LocalBackend backend = open(machines, environment());
    Set<LaunchId> expected = new HashSet<>();
    for (int i = 0; i < 640; i++) {
      expected.add(launch(backend, "m" + i % 32, List.of("/bin/true"), false));
    }
    for (int i = 0; i < 640; i++) {
      LaunchEnd end = ends.next();
      assertEquals(0, end.exitCode(), end.toString());
      assertTrue(expected.remove(end.id()), "told twice: " + end);
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
      assertEquals(Kind.UNRUNNABLE, end.kind());
      assertTrue(end.detail().contains(fault.getValue()), end.detail());
    }
    launch(backend, "m", List.of("/bin/echo", "a\0b"), false);
    assertTrue(ends.next().detail().contains("argument 1 has a NUL character"));
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
    assertTrue(end.detail().contains("could not be started"), end.toString());
  }

  @Test
  void memoryLimitHolds() throws Exception {
    MachineLimits limits = new MachineLimits("", 0, 200L << 20, 1000, Duration.ofSeconds(1));
    LocalBackend backend = open(limits);
    launch(backend, "m", List.of("dd", "if=/dev/zero", "of=/dev/null", "bs=400M", "count=1"), true);
    LaunchEnd end = ends.next();
    assertEquals(1, end.exitCode(), end.toString());
    launch(backend, "m", List.of("dd", "if=/dev/zero", "of=/dev/null", "bs=40M", "count=1"), true);
    assertEquals(0, ends.next().exitCode());
  }

  @Test
  void niceCpusAndMemoryAreThoseOfTheMachine() throws Exception {
    MachineLimits limits = new MachineLimits("0", 7, 1L << 30, 100_000, Duration.ofSeconds(1));
    LocalBackend backend = open(Map.of("m", limits, "other", LIMITS), environment());
    LaunchId id =
        launch(
            backend,
            "m",
            List.of("cat", "/proc/self/status", "/proc/self/stat", "/proc/self/limits"),
            true);
    ends.next();
    String output = Files.readString(backend.output(id).orElseThrow().resolve("stdout"));
    assertTrue(output.contains("Cpus_allowed_list:\t0\n"), output);
    String stat = output.lines().filter(l -> l.contains("(cat)")).findFirst().orElseThrow();
    int own = ProcessStat.of((int) ProcessHandle.current().pid()).orElseThrow().nice();
    assertEquals(Math.min(19, own + 7), ProcessStat.parse(stat).orElseThrow().nice());
    assertTrue(output.matches("(?s).*Max address space +1073741824 +1073741824 .*"), output);
  }

  @Test
  void sessionOfACommandIsAsNiceAsItsMachine() throws Exception {
    Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/autogroup")));
    MachineLimits limits = new MachineLimits("", 7, 0, 100_000, Duration.ofSeconds(1));
    LocalBackend backend = open(Map.of("m", limits, "other", LIMITS), environment());
    LaunchId id = launch(backend, "m", List.of("cat", "/proc/self/autogroup"), true);
    ends.next();
    String output = Files.readString(backend.output(id).orElseThrow().resolve("stdout"));
    int own = ProcessStat.of((int) ProcessHandle.current().pid()).orElseThrow().nice();
    assertTrue(output.endsWith(" nice %d\n".formatted(Math.min(19, own + 7))), output);
  }

  @Test
  void commandLeadsAGroupOfItsOwnAndReadsNothing() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id = launch(backend, "m", script("cat; cat /proc/$$/stat"), true);
    ends.next();
    String stat = Files.readString(backend.output(id).orElseThrow().resolve("stdout"));
    ProcessStat process = ProcessStat.parse(stat).orElseThrow();
    assertEquals(process.pid(), process.group());
  }

  @Test
  void launcherThatDiesIsReplaced() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId id = shell(backend, "sleep 1; exit 6");
    awaitMarked("sleep");
    Signals.toProcess(claimOf(id).launcher(), Signals.KILL);
    LaunchEnd end = ends.next();
    assertEquals(Kind.LOST, end.kind());
    assertEquals(List.of(), processesWith("SCRIPT=" + directory + "/"));
    shell(backend, "exit 6");
    assertEquals(6, ends.next().exitCode());
    Signals.toProcess(claimOf(new LaunchId(2, 1)).launcher(), Signals.KILL);
    shell(backend, "exit 8"); // an idle launcher is dead
    assertEquals(8, ends.next().exitCode());
  }

  @Test
  void filesOfARunGoWithTheNextLaunch() throws Exception {
    LocalBackend backend = open(LIMITS);
    LaunchId first = shell(backend, "exit 0");
    ends.next();
    assertTrue(Files.exists(runDirectory(first)), "its end might not be durable");
    shell(backend, "exit 0");
    ends.next();
    LaunchId third = shell(backend, "exit 0");
    ends.next();
    assertFalse(Files.exists(runDirectory(first)));
    assertTrue(Files.exists(runDirectory(third)));
  }

  @Test
  void oneServiceAtATimeUsesADirectory() {
    open(LIMITS);
    BackendException e = assertThrows(BackendException.class, () -> open(LIMITS));
    assertTrue(e.getMessage().contains("is used by another service"), e.getMessage());
  }

  @Test
  void missingToolsAreNamedTogether() {
    MachineLimits pinned = new MachineLimits("0", 3, 0, 1, Duration.ZERO);
    BackendException e =
        assertThrows(
            BackendException.class,
            () -> open(Map.of("m", pinned), Map.of("PATH", directory.toString())));
    assertEquals(6, e.problems().size(), e.getMessage());
    assertTrue(e.getMessage().contains("taskset is not on the PATH"), e.getMessage());
    assertTrue(e.getMessage().contains("or do not pin machine m"), e.getMessage());
    assertTrue(e.getMessage().contains("setsid is not on the PATH"), e.getMessage());
    open(LIMITS);
  }

  @Test
  void workingDirectoryMustExist() {
    LocalSettings settings =
        new LocalSettings(
            directory.resolve("state"),
            Map.of("m", LIMITS),
            0,
            directory.resolve("none"),
            environment());
    BackendException e =
        assertThrows(BackendException.class, () -> LocalBackend.open(settings, ends));
    assertTrue(e.getMessage().contains("none does not exist"), e.getMessage());
  }

  @Test
  void cpusThatAreNotThereAreRefusedAtTheStart() {
    MachineLimits pinned = new MachineLimits("8000", 0, 0, 1, Duration.ZERO);
    BackendException e =
        assertThrows(BackendException.class, () -> open(Map.of("far", pinned), environment()));
    assertTrue(e.getMessage().contains("machine far"), e.getMessage());
    assertTrue(e.getMessage().contains("8000"), e.getMessage());
    open(LIMITS);
  }

  @Test
  void mistakesOfTheCallerAreRefused() {
    LocalBackend backend = open(LIMITS);
    assertThrows(IllegalArgumentException.class, () -> launch(backend, "x", script(""), false));
    shell(backend, "sleep 0.3");
    last--;
    assertThrows(IllegalArgumentException.class, () -> shell(backend, "exit 0"));
    assertThrows(IllegalStateException.class, () -> backend.adopt(List.of()));
    backend.stop(new LaunchId(99, 1));
  }

  @Test
  void limitsThatCannotBeAreRefusedTogether() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new MachineLimits("0-", 20, 1000, 0, Duration.ofSeconds(-1)));
    assertEquals(5, e.getMessage().split("expected").length - 1, e.getMessage());
    for (String cpus : List.of("0", "0-3", "0,2", "0-3,8-11,15")) {
      assertEquals(cpus, new MachineLimits(cpus, 0, 0, 1, Duration.ZERO).cpus());
    }
    for (String cpus : List.of(",", "0,", "-1", "0 1", "0-1-2", "a")) {
      assertThrows(
          IllegalArgumentException.class, () -> new MachineLimits(cpus, 0, 0, 1, Duration.ZERO));
    }
  }

  private LocalBackend open(MachineLimits limits) {
    return open(Map.of("m", limits), environment());
  }

  private LocalBackend open(Map<String, MachineLimits> machines, Map<String, String> environment) {
    LocalSettings settings =
        new LocalSettings(directory.resolve("state"), machines, 20_000, directory, environment);
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

  private Path runDirectory(LaunchId id) {
    return directory.resolve("state/runs/m/" + id);
  }

  private Claim claimOf(LaunchId id) {
    return Claim.parse(new RunDirectory(runDirectory(id)).claim()).orElseThrow();
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
