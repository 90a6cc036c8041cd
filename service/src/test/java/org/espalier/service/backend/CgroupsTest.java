package org.espalier.service.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.espalier.service.cpufreq.CpufreqSettings;
import org.espalier.workload.process.ProcessStat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of tasks as a whole, in directories that stand for cgroups. */
class CgroupsTest {
  private static final LaunchLimits LIMITS =
      new LaunchLimits(Optional.empty(), Optional.of(64L << 20), Optional.of(2), Optional.of(50));
  private static final Launch LAUNCH =
      new Launch(new LaunchId(3, 2), "m", List.of("true"), false, LIMITS);

  private static final String FOUND =
      "a cgroup for each task, in %s; limits of CPU time hold for a task as a whole; no controllers"
          + " for limits of memory, processes are there";
  private static final String REMEDY =
      "leave it out, or give the service cgroups with that controller";

  @TempDir private Path root;

  @BeforeEach
  void makeRoot() throws IOException {
    Files.createFile(root.resolve("cgroup.procs"));
    Files.createFile(root.resolve("cgroup.subtree_control"));
  }

  private LocalSettings settings(MachineLimits machine) {
    return new LocalSettings(
        root.resolve("data"),
        Map.of("m", machine),
        0,
        root,
        Map.of(),
        Map.of("type", LIMITS),
        Containment.automatic(),
        CpufreqSettings.NONE);
  }

  private Cgroups cgroups(String controllers) throws IOException {
    Files.writeString(root.resolve("cgroup.controllers"), controllers + "\n");
    return in(root, settings(MachineLimits.NONE));
  }

  /** In a directory that stands for a cgroup, where nothing is tried. */
  private static Cgroups in(Path root, LocalSettings settings) throws IOException {
    long pid = ProcessHandle.current().pid();
    Path home = Files.createDirectories(root.resolve(Cgroups.name(settings.directory(), pid)));
    Cgroups found = Cgroups.limiting(root, home, Cgroups.wanted(settings));
    return Cgroups.holdingAll(found, settings);
  }

  private static String read(Cgroup cgroup, String file) throws IOException {
    return Files.readString(cgroup.path().resolve(file));
  }

  @Test
  void limitsAreThoseOfTheTaskAsAWhole() throws IOException {
    Cgroups cgroups = cgroups("cpuset cpu io memory pids");
    Cgroup cgroup = cgroups.make(LAUNCH, MachineLimits.NONE).orElseThrow();

    assertThat(read(cgroup, "memory.max")).isEqualTo("67108864");
    assertThat(read(cgroup, "cpu.max")).isEqualTo("200000 100000");
    assertThat(read(cgroup, "pids.max")).isEqualTo("50");
    assertThat(cgroup.path()).hasFileName("3-2");
    assertThat(cgroups.description())
        .endsWith("; limits of memory, CPU time, processes hold for a task as a whole");
  }

  @Test
  void theLimitOfAMachineIsNotExceeded() throws IOException {
    MachineLimits narrow = new MachineLimits("", 0, 32L << 20, 1, Duration.ZERO, Map.of());
    Cgroup cgroup = cgroups("memory pids").make(LAUNCH, narrow).orElseThrow();

    assertThat(read(cgroup, "memory.max")).isEqualTo("33554432");
  }

  @Test
  void whatIsKilledForMemoryIsKilledAsAWholeWhereTheKernelCan() throws IOException {
    Cgroups cgroups = cgroups("memory pids");
    Path made = cgroups.make(LAUNCH, MachineLimits.NONE).orElseThrow().path();
    Files.createFile(made.resolve("memory.oom.group"));

    Cgroup again = cgroups.make(LAUNCH, MachineLimits.NONE).orElseThrow();

    assertThat(read(again, "memory.oom.group")).isEqualTo("1");
  }

  @Test
  void limitsThatNoControllerHoldsAreRefused() {
    BackendException e = catchThrowableOfType(BackendException.class, () -> cgroups("cpu hugetlb"));

    assertThat(e.problems())
        .containsExactly(
            "limits.memory of task type type is not held here (%s); %s"
                .formatted(FOUND.formatted(root), REMEDY),
            "limits.processes of task type type is not held here (%s); %s"
                .formatted(FOUND.formatted(root), REMEDY));
  }

  @Test
  void withoutAControllerOfCpuTimeTasksetGivesTheCpus() throws IOException {
    assertThat(cgroups("memory pids").description())
        .endsWith(
            "; no controllers for limits of CPU time are there; CPUs are those that taskset gives");
  }

  @Test
  void namesOfSeveralServicesDoNotCollide() throws IOException {
    Cgroups one = cgroups("memory pids");
    LocalSettings other =
        new LocalSettings(
            root.resolve("other"),
            Map.of(),
            0,
            root,
            Map.of(),
            Map.of(),
            Containment.automatic(),
            CpufreqSettings.NONE);

    Path first = one.make(LAUNCH, MachineLimits.NONE).orElseThrow().path();
    Path second = in(root, other).make(LAUNCH, MachineLimits.NONE).orElseThrow().path();

    assertThat(second).isNotEqualTo(first);
    assertThat(first.getParent().getFileName().toString())
        .matches("espalier-[0-9a-f]{12}-" + ProcessHandle.current().pid());
  }

  @Test
  void aCgroupThatWasTakenAwayIsMadeAgain() throws IOException {
    Cgroups cgroups = cgroups("memory pids");
    Launch free = new Launch(new LaunchId(3, 2), "m", List.of("true"), false);
    Path home = cgroups.make(free, MachineLimits.NONE).orElseThrow().path().getParent();
    Files.delete(home.resolve("3-2"));
    Files.delete(home.resolve("cgroup.subtree_control"));
    Files.delete(home);

    assertThat(cgroups.make(free, MachineLimits.NONE).orElseThrow().path()).exists();
  }

  /** A kernel before 5.14 has no {@code cgroup.kill}: each process is killed by its number. */
  @Test
  void whatIsLeftIsKilledWithoutAFileThatKillsAll() throws Exception {
    Cgroup cgroup = new Cgroup(root);
    Process left = new ProcessBuilder("sleep", "1000").start();
    try {
      Files.writeString(root.resolve("cgroup.procs"), left.pid() + "\n");
      cgroup.kill();
      assertThat(left.waitFor()).isEqualTo(137);
    } finally {
      left.destroyForcibly();
    }
  }

  @Test
  void aKeeperKillsWhatIsLeftWithoutSuchAFile() throws Exception {
    LocalSettings settings =
        new LocalSettings(
            root.resolve("data"),
            Map.of("m", MachineLimits.NONE),
            0,
            root,
            Map.of("PATH", System.getenv("PATH")),
            Map.of(),
            new Containment.None(),
            CpufreqSettings.NONE);
    LocalBackend.open(settings, new Ends()).close(); // writes the launcher's program
    RunDirectory run = new RunDirectory(root.resolve("run"));
    run.create(false);
    Path script = settings.directory().resolve(LocalSettings.SCRIPT);
    try (Launcher launcher =
        Launcher.start(
            settings, MachineLimits.NONE, script, root.resolve("note"), root.resolve("errors"))) {
      assertThat(launcher.answer()).hasValue("ready");
      String leave =
          "setsid sleep 1000 & echo $! >\"$1/cgroup.procs\"; echo $! >\"$1/pid\"; exit 4";
      LocalRun leaving =
          new LocalRun(new Launch(new LaunchId(1, 1), "m", List.of("sh"), false), run);
      leaving.contain(Optional.of(new Cgroup(root)));
      launcher.request(
          leaving,
          Duration.ZERO,
          Optional.empty(),
          List.of("sh", "-c", leave, "sh", root.toString()));
      assertThat(launcher.answer().orElseThrow()).startsWith("ended 4 ");
    }
    int left = Integer.parseInt(Files.readString(root.resolve("pid")).strip());
    Awaitility.await().until(() -> ProcessStat.of(left).filter(ProcessStat::isAlive).isEmpty());
  }
}
