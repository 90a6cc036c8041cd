package org.espalier.profiler.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.testsupport.PlainStart;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Real commands on the machine of the test. */
@Sampled(0.5)
class LocalHostTest extends HostContract {
  private static Host host;

  @BeforeAll
  static void open() throws MeasuringFailedException {
    host = Hosts.local();
  }

  @AfterAll
  static void close() {
    host.close();
    assertThat(Path.of(host.scratch())).doesNotExist();
  }

  @Override
  Host host() {
    return host;
  }

  @Override
  String suffix() {
    return "";
  }

  @Test
  void handsOnVariablesThatNoShellCanHave() throws Exception {
    Map<String, String> odd = Map.of("a.b", "1");
    String script = "env -0 | grep -zc '^a.b=1'";
    assertThat(run(placed(directory.toString(), odd, List.of(), 0, "bash", "-c", script)).output())
        .isEqualTo("1\n");
  }

  @Test
  void beginsWithDefaultSignalsNothingOpenAndAnEmptyInput() throws Exception {
    assertThat(run(shell("grep -E 'SigBlk|SigIgn' /proc/self/status; cat")).output())
        .isEqualTo("SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
    assertThat(run(RunRequest.of(List.of("ls", "/proc/self/fd")).keeping(100)).output().strip())
        .isEqualTo("0\n1\n2\n3");
  }

  /** A program with one thread cannot use more; the shell that waited for its start would. */
  @Test
  void tellsTheProcessorTimeOfTheCommandAlone() throws Exception {
    int more = 0;
    for (int i = 0; i < 20; i++) {
      RunOutcome outcome = run(RunRequest.of(List.of("true")));
      more += outcome.resources().processorSeconds() > outcome.seconds() ? 1 : 0;
    }
    assertThat(more).isLessThan(10);
  }

  /** Works and takes 40 MB beside a command that ends after it, and does not wait for it. */
  private RunRequest helped(String with) {
    String script = "mkfifo f; %s bash -c 'printf -v x %%040000000d 0; echo > f' & exec cat f";
    return placed(
        directory.toString(), Map.of(), List.of(), 0, "bash", "-c", script.formatted(with));
  }

  @Test
  void countsProcessesOfItsGroupThatNobodyWaitsFor() throws Exception {
    try (Host none = Hosts.local(Path.of("/"), RunCgroups.in(Optional.empty()))) {
      Resources alone = none.run(helped("")).resources();
      assertThat(alone.peakMemoryBytes().orElseThrow()).isGreaterThan(40_000_000);
      assertThat(alone.processorSeconds()).isGreaterThan(0.005);
      assertThat(none.counted()).contains("no cgroups can be made", "only what is waited for");
    }
  }

  @Test
  void countsProcessesOfOtherSessionsWhereThereAreCgroups() throws Exception {
    Assumptions.assumeTrue(host.counted().contains("by its cgroup"), "no cgroups can be made here");
    double group = 0;
    try (Host none = Hosts.local(Path.of("/"), RunCgroups.in(Optional.empty()))) {
      group = none.run(helped("setsid")).resources().processorSeconds();
    }
    Files.delete(directory.resolve("f"));
    assertThat(run(helped("setsid")).resources().processorSeconds()).isGreaterThan(group + 0.005);
  }

  @Test
  void aCgroupTellsTimesAndPeakWhereTheKernelDoes() throws Exception {
    RunCgroup cgroup = new RunCgroup(directory);
    assertThat(cgroup.times()).isEmpty();
    assertThat(cgroup.peakMemoryBytes(5)).isEmpty();

    Files.writeString(
        directory.resolve("cpu.stat"), "usage_usec 3500\nuser_usec 2000\nsystem_usec 1500\n");
    Files.writeString(directory.resolve("memory.peak"), "4096\n");

    assertThat(cgroup.times()).hasValue(new RunCgroup.Times(0.002, 0.0015));
    assertThat(cgroup.peakMemoryBytes(5)).hasValue(4096);
    assertThat(cgroup.peakMemoryBytes(5000)).hasValue(5000);
  }

  /**
   * Where others use the processors too, some run is undisturbed. What a sleep takes on this
   * computer the JDK says, in turns.
   */
  @Test
  void measuresASleepWithinOnePercent() throws Exception {
    List<String> sleep = List.of("sleep", "0.2");
    double plain = Double.POSITIVE_INFINITY;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 50 && !(least <= 1.01 * plain); i++) {
      plain = Math.min(plain, PlainStart.seconds(sleep));
      least = Math.min(least, run(RunRequest.of(sleep)).seconds());
    }
    assertThat(least).isBetween(0.2, 1.01 * plain);
  }

  @Test
  void takesLittleTimeForACommandThatDoesNothing() throws Exception {
    RunRequest nothing = RunRequest.of(List.of("true"));
    double start = PlainStart.seconds();
    double limitOfOwn = Math.max(0.005, start);
    double limitOfAll = Math.max(0.01, 3 * start);
    double leastOwn = Double.POSITIVE_INFINITY;
    double leastAll = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 1000 && (leastOwn > limitOfOwn || leastAll > limitOfAll); i++) {
      long begin = System.nanoTime();
      leastOwn = Math.min(leastOwn, run(nothing).seconds());
      leastAll = Math.min(leastAll, (System.nanoTime() - begin) / 1e9);
    }
    assertThat(leastOwn).isLessThanOrEqualTo(limitOfOwn);
    assertThat(leastAll).isLessThanOrEqualTo(limitOfAll);
  }

  @Test
  void tellsTheMemoryOfTheCommandNotOfTheProfiler() throws Exception {
    RunOutcome large =
        run(RunRequest.of(List.of("dd", "bs=200M", "count=1", "if=/dev/zero", "of=/dev/null")));
    assertThat(large.resources().peakMemoryBytes().orElseThrow()).isBetween(200L << 20, 215L << 20);
    RunOutcome small = run(RunRequest.of(List.of("true")));
    assertThat(small.resources().peakMemoryBytes().orElseThrow()).isBetween(500L << 10, 8L << 20);
  }

  @Test
  void tellsProcessorTimeAndSwitches() throws Exception {
    RunOutcome counting = run(shell("i=0; while ((i < 300000)); do ((i++)); done"));
    assertThat(counting.resources().userSeconds().orElseThrow())
        .isBetween(0.05, counting.seconds() * 1.05);
    RunOutcome copying = run(shell("dd if=/dev/zero of=/dev/null bs=1 count=200000 2>&1"));
    assertThat(copying.resources().systemSeconds().orElseThrow())
        .isBetween(0.005, copying.seconds() * 1.05);
    RunOutcome waiting = run(shell("for i in 1 2 3 4 5; do sleep 0.01; done"));
    assertThat(waiting.resources().voluntarySwitches().orElseThrow()).isGreaterThanOrEqualTo(5);
    assertThat(waiting.resources().userSeconds().orElseThrow()).isLessThan(waiting.seconds());
  }

  @Test
  void refusesCoresThatAreNotThere() {
    assertThatThrownBy(() -> run(shell("true").on(List.of(0, 4_000))))
        .isInstanceOf(MeasuringFailedException.class)
        .hasMessageContaining("cannot pin to cores [4000]")
        .hasMessageContaining("may use cores");
  }

  @Test
  void saysWhyAFileIsNoProgram() throws IOException {
    Path text = Files.writeString(directory.resolve("text"), "echo hello");
    assertThatThrownBy(() -> run(RunRequest.of(List.of(text.toString()))))
        .hasMessageContaining("is not executable; use chmod +x");
  }

  @Test
  void clearsWhatItCanOfWhatIsLeftAndSaysWhatNot() throws Exception {
    Path put = Files.writeString(directory.resolve("put"), "changed");
    Path bad = Files.createDirectories(directory.resolve("espalier-profile-a/.state/full"));
    Path none = Files.createDirectories(directory.resolve("espalier-profile-b"));
    Path good = Files.createDirectories(directory.resolve("espalier-profile-c"));
    Files.writeString(
        good.resolve(".state"),
        ShellFields.line("scratch", good.toString())
            + ShellFields.line("put", put.toString(), "before"));

    assertThat(Hosts.clear(directory))
        .singleElement()
        .asString()
        .contains("could not be cleared", "remove " + bad.getParent().getParent());

    assertThat(bad).exists();
    assertThat(none).exists();
    assertThat(good).doesNotExist();
    assertThat(put).hasContent("before");
    assertThat(Hosts.clear(directory.resolve("none"))).isEmpty();
  }

  @Test
  void readsAndWritesFilesOfAnotherRoot() throws Exception {
    Path sys = Files.createDirectories(directory.resolve("sys/class"));
    Files.writeString(sys.resolve("b"), " 12\n");
    Files.writeString(sys.resolve("a"), "x");
    try (Host fake = Hosts.local(directory)) {
      assertThat(fake.read("/sys/class/b")).contains("12");
      assertThat(fake.read("/sys/class/c")).isEmpty();
      assertThat(fake.read("/proc/self/stat")).isEmpty();
      assertThat(fake.list("/sys/class")).containsExactly("a", "b");
      assertThat(fake.list("/sys/none")).isEmpty();
      assertThat(fake.read(sys.resolve("a").toString())).contains("x");
      fake.putBack("/sys/class/a", "first");
      fake.putBack("/sys/class/a", "a b\\n\t%s\n$(x)");
      assertThat(fake.write("/sys/class/a", "changed")).isEmpty();
      assertThat(fake.write("/sys/class/none", "1")).contains("there is no /sys/class/none");
      assertThat(sys.resolve("a")).hasContent("changed");
    }
    assertThat(Files.readString(sys.resolve("a"))).isEqualTo("a b\\n\t%s\n$(x)");
    assertThat(sys.resolve("none")).doesNotExist();
  }
}
