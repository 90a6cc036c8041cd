package org.espalier.cli.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.cli.CommandRun;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** Systems are generated, measured and retuned, and then checked and run like any other. */
final class SystemCommandTest {
  @TempDir private Path directory;

  private Path file(String name) {
    return directory.resolve(name);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(file(name), text);
  }

  private static CommandRun good(Object... args) {
    CommandRun run = CommandRun.of(args);
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isEqualTo(ExitCode.OK);
    return run;
  }

  private static void assertRefused(String message, Object... args) {
    CommandRun run = CommandRun.of(Stream.concat(Stream.of("system"), Stream.of(args)).toArray());
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(message);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  private CommandRun generateSmall(String name) {
    return good(
        "system",
        "generate",
        "-o",
        file(name),
        "--task-types",
        "6",
        "--special-task-types",
        "2",
        "--special-machines",
        "1",
        "--special-each",
        "1..2",
        "--general-machines",
        "2,1",
        "--mean-general",
        "100ms",
        "--mean-special",
        "10ms");
  }

  @Test
  void theSystemOfTheSourceIsGenerated() throws IOException {
    Path system = file("oak.yaml");
    assertThat(good("system", "generate", "-o", system, "--seed", "3").lines())
        .containsExactly(
            "system oak: 100 task types, 13 machine types, 100 machines, tick 1 ms, step 1 ms,"
                + " power by task type",
            "wrote %s, %s, %s".formatted(system, file("oak.pet.csv"), file("oak.power.csv")));
    assertThat(names()).containsExactly("oak.pet.csv", "oak.power.csv", "oak.yaml");
    assertThat(good("check", system, file("oak.power.csv")).out())
        .contains("power: 100 task types x 13 machine types", "2 files, 2 ok");
    assertThat(good("system", "measure", system).out())
        .contains("9 general machine types, 4 special", "TMA, task-machine affinity")
        .contains("Mean execution times in P-state 0, s", "Power in P-state 0, W");
  }

  @Test
  void theSameSeedGivesTheSameBytes() throws IOException {
    generateSmall("a.yaml");
    generateSmall("b.yaml");

    assertThat(file("a.pet.csv")).hasSameBinaryContentAs(file("b.pet.csv"));
    assertThat(file("a.power.csv")).hasSameBinaryContentAs(file("b.power.csv"));
    good("system", "generate", "-o", file("oak.yaml"), "--name", "x", "--seed", "1");
    byte[] first = Files.readAllBytes(file("oak.pet.csv"));
    good("system", "generate", "-o", file("oak.yaml"), "--name", "x", "--seed", "2");
    assertThat(Files.readAllBytes(file("oak.pet.csv"))).isNotEqualTo(first);
  }

  @Test
  void aGeneratedSystemRuns() throws IOException {
    generateSmall("small.yaml");
    Path study =
        write(
            "study.yaml",
            """
            name: small
            trials: 2
            system: small.yaml
            workload: {tasks: 300}
            axes: {policy: [MM, PAM]}
            """);
    good("check", study);
    CommandRun run = CommandRun.of("run", study, "--out", file("results"));
    assertThat(run.status()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(run.out()).contains("energy_per_on_time_j");
    assertThat(good("show", "--plain", file("small.yaml")).out())
        .contains("Power in P-state 0, W", "special-task-0");
  }

  /**
   * Figure 3.3, high TMA: speeds 25, 10 and 5 a second in all orders are times of 40, 100 and 200
   * ms. TMA is sqrt(325) / 40 = 0.450694; all sums are equal. Of the times, the mean is 340/3 ms
   * and the deviations -220/3, -40/3 and 260/3: their mean square is (220^2 + 40^2 + 260^2) / 27 =
   * 117600/27 = 4355.6, its root 65.9966, over the mean 0.582323.
   */
  @Test
  void measuresOfFigure33() throws IOException {
    assertThat(good("system", "measure", figure33()).lines())
        .contains(
            "3 general machine types, 0 special",
            "  TMA, task-machine affinity            0.450694         -",
            "  TDH, task difficulty homogeneity      1.000000  1.000000",
            "  MPH, machine performance homogeneity  1.000000  1.000000",
            "Mean execution times in P-state 0, ms",
            "  mean                      113.333333        -  113.333333",
            "  coefficient of variation    0.582323        -    0.582323");
  }

  private Path figure33() throws IOException {
    write(
        "fig.pet.csv",
        """
        # tick 1 ms, step 1
        task_type,machine_type,time_s,mass
        1,a,0.04,1
        1,b,0.1,1
        1,c,0.2,1
        2,a,0.2,1
        2,b,0.04,1
        2,c,0.1,1
        3,a,0.1,1
        3,b,0.2,1
        3,c,0.04,1
        """);
    return write("fig.yaml", "name: fig\ntick: 1 ms\npet: fig.pet.csv\n");
  }

  @Test
  void affinityIsRetunedToLowAndHigh() throws IOException {
    Path system = file("oak.yaml");
    good("system", "generate", "-o", system);
    good("system", "retune", system, "--affinity", "low", "-o", file("low.yaml"));
    assertThat(good("system", "retune", system, "--tma", "high", "-o", file("high.yaml")).lines())
        .containsExactly(
            "wrote %s, %s, %s"
                .formatted(file("high.yaml"), file("high.pet.csv"), file("high.power.csv")));
    assertThat(good("system", "measure", system).out()).contains("affinity            0.084225");
    assertThat(good("system", "measure", file("low.yaml")).out())
        .contains("affinity            0.000000");
    assertThat(good("system", "measure", file("high.yaml")).out())
        .contains("affinity            0.160759");
    assertThat(file("high.power.csv")).hasSameBinaryContentAs(file("oak.power.csv"));
    assertThat(file("high.yaml")).content().contains("name: oak-high-affinity");
    good("check", file("low.yaml"), file("high.yaml"));
  }

  @Test
  void whatCannotBeMeasuredIsRefused() throws IOException {
    write(
        "p.pet.csv",
        """
        # tick 1 ms, step 1
        task_type,machine_type,time_s,mass
        1,a,0.04,1
        1,b,,
        2,a,,
        2,b,0.04,1
        """);
    Path system = write("p.yaml", "name: p\ntick: 1 ms\npet: p.pet.csv\n");
    assertRefused("none of its 2 machine types can run all task types", "measure", system);
    assertRefused(
        "can run all task types", "retune", system, "--affinity", "low", "-o", file("o.yaml"));
    write("p.pet.csv", "# tick 1 ms, step 1\ntask_type,machine_type,time_s,mass\n1,a,0,1\n");
    assertRefused("task type 1 takes no time on machine type a", "measure", system);
    assertRefused("there is no such file", "measure", file("absent.yaml"));
    assertThat(names()).containsExactly("p.pet.csv", "p.yaml");
  }

  @Test
  void wrongOptionsAreToldAllAtOnce() throws IOException {
    CommandRun run =
        CommandRun.of(
            "system",
            "generate",
            "-o",
            file("bad.yaml"),
            "--power-shares",
            "1,0.5,1.5",
            "--static-power",
            "0W",
            "--dynamic-power",
            "-1W",
            "--special-machines",
            "2,2",
            "--mean-general",
            "soon",
            "--cov-general",
            "-0.1");
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .contains("--power-shares is 1,0.5,1.5; expected falling numbers, the first 1")
        .contains("--static-power is 0W; expected a power above 0")
        .contains("--dynamic-power is -1W; expected a power above 0")
        .contains("--special-task-types is 17; 2 special machine types with 3 to 5 each have 6 to")
        .contains("--mean-general is soon; expected a duration above 0")
        .contains("--cov-general is -0.1; expected a number from 0 to 10")
        .doesNotContain("mean-general is PT");
    assertThat(names()).isEmpty();
  }

  @Test
  void wrongLists() {
    Path out = file("o.yaml");
    assertRefused(
        "--general-machines is 2,x; expected whole numbers",
        "generate",
        "-o",
        out,
        "--general-machines",
        "2,x");
    assertRefused(
        "83 task types could run on no machine",
        "generate",
        "-o",
        out,
        "--general-machines",
        "none");
    assertRefused(
        "--special-each is 3; expected a range", "generate", "-o", out, "--special-each", "3");
    assertRefused(
        "a special machine type without a special task type",
        "generate",
        "-o",
        out,
        "--special-each",
        "0..5");
    assertRefused("--task-types is many", "generate", "-o", out, "--task-types", "many");
  }

  @Test
  void filesThatAreNotWritten() throws IOException {
    Path system = figure33();
    assertRefused("name it o.txt.yaml", "generate", "-o", file("o.txt"));
    assertRefused("is the file that is read", "retune", system, "--affinity", "low", "-o", system);
    assertRefused(
        "--affinity is medium; expected low or high",
        "retune",
        system,
        "--affinity",
        "medium",
        "-o",
        file("o.yaml"));
    write("o.pet.csv", "mine");
    assertRefused(
        "o.pet.csv would be replaced", "retune", system, "--affinity", "low", "-o", file("o.yaml"));
    assertThat(file("o.pet.csv")).hasContent("mine");
    assertThat(names()).containsExactly("fig.pet.csv", "fig.yaml", "o.pet.csv");
  }

  private static Path realSystem() {
    return Repository.file("inputs/pareto/data-set-1.yaml");
  }

  /** The moments wanted are those of the nine times of each of five programs, by hand. */
  @Test
  void aSmallSystemIsMadeLarger() throws IOException {
    Path big = file("big.yaml");
    CommandRun run =
        good(
            "system",
            "enlarge",
            realSystem(),
            "--task-types",
            "30",
            "--special",
            "3,3,2,2",
            "-o",
            big);
    assertThat(run.out())
        .contains("system big: 30 task types, 13 machine types, 13 machines, tick 1 us, step 1 us")
        .contains("Execution times, s", "Power, W", "ratio on AMD A8-3870k")
        .containsPattern("average +wanted +100\\.9556 +0\\.4533 +0\\.5718 +1\\.9518")
        .containsPattern(" +clipped +100\\.9616 +0\\.4620 +0\\.3813 +2\\.5598")
        .containsPattern(" +sampled +[0-9]+\\.[0-9]{4}")
        .contains("wrote %s, %s, %s".formatted(big, file("big.pet.csv"), file("big.power.csv")));
    good("check", big);
    assertThat(good("system", "measure", big).out()).contains("9 general machine types, 4 special");
    byte[] first = Files.readAllBytes(file("big.pet.csv"));
    good(
        "system", "enlarge", realSystem(), "--task-types", "30", "--special", "3,3,2,2", "-o", big);
    assertThat(file("big.pet.csv")).hasBinaryContent(first);
  }

  @Test
  void whatCannotBeMadeLargerIsRefused() throws IOException {
    Path big = file("big.yaml");
    Path real = realSystem();
    assertRefused(
        "--special is 3;2; expected at least 1",
        "enlarge",
        real,
        "--task-types",
        "30",
        "--special",
        "3;2",
        "-o",
        big);
    assertRefused(
        "task types: 3; expected the 5 that there are to 1000",
        "enlarge",
        real,
        "--task-types",
        "3",
        "-o",
        big);
    assertRefused(
        "special machine types execute 3 new task types; there are 1",
        "enlarge",
        real,
        "--task-types",
        "6",
        "--special",
        "3",
        "-o",
        big);
    assertRefused("is the file that is read", "enlarge", real, "--task-types", "6", "-o", real);
    assertThat(names()).isEmpty();
  }

  @Test
  void helpHasExamples() {
    for (String command : List.of("generate", "measure", "retune", "enlarge")) {
      assertThat(CommandRun.of("system", command, "--help").out())
          .contains("  espalier system " + command);
    }
    assertThat(CommandRun.of("system").status()).isEqualTo(ExitCode.USAGE);
  }
}
