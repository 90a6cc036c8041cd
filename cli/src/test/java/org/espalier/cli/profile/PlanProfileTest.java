package org.espalier.cli.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.cli.CommandRun;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** {@code espalier profile PLAN.yaml} as users see it. */
@Sampled(0.5)
class PlanProfileTest {
  @TempDir private Path directory;

  private CommandRun profile(String text, String... options) throws IOException {
    Path plan = Files.writeString(directory.resolve("plan.yaml"), text);
    String[] arguments = new String[options.length + 4];
    arguments[0] = "profile";
    arguments[1] = plan.toString();
    arguments[2] = "--out";
    arguments[3] = directory.resolve("results").toString();
    System.arraycopy(options, 0, arguments, 4, options.length);
    return CommandRun.of(arguments);
  }

  private Path journal() {
    return directory.resolve("results.measuring");
  }

  @Test
  void whatDoesNotFitIsToldAndNothingIsWritten() throws IOException {
    CommandRun run =
        profile(
            """
            name: p
            measure: [time]
            applications:
              - {name: a, command: [no-such-program]}
              - {name: b, command: [no-such-other]}
            machines: [{name: m, cores: [7000]}]
            """);
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .contains("no-such-program", "no-such-other", "this machine has no such cores");
    assertThat(directory.resolve("results")).doesNotExist();
    assertThat(journal()).doesNotExist();
  }

  @Test
  void aPlanThatFailsAtOnceLeavesNothing() throws IOException {
    CommandRun run =
        profile(
            "{name: p, measure: [time], applications: [{name: a, command: 'echo why; exit 4'}]}");
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("warm-up run 1 of a", "exit code 4", "why");
    assertThat(journal()).doesNotExist();
  }

  @Test
  void aPlanThatFailedGoesOnWithResumeOnly() throws IOException {
    String plan =
        """
        name: p
        measure: [time]
        warm_up: 0
        runs: {least: 4, most: 4}
        applications:
          - name: a
            command: 'echo x >> %1$s/calls; [ -e %1$s/mended ] || [ $(wc -l < %1$s/calls) -lt 3 ]'
        """
            .formatted(directory);
    assertThat(profile(plan).err()).contains("run 3 of a", "--resume goes on");
    Files.createFile(directory.resolve("mended"));
    assertThat(profile(plan).err()).contains("is of a plan that was stopped");
    assertThat(profile(plan, "--resume", "--seed", "9").err()).contains("--restart");
    CommandRun resumed = profile(plan, "--resume");
    assertThat(resumed.err()).doesNotContain("espalier:");
    assertThat(resumed.status()).isEqualTo(ExitCode.OK);
    assertThat(Files.readAllLines(directory.resolve("calls"))).hasSize(5);
    assertThat(directory.resolve("results/samples.csv")).exists();
    assertThat(journal()).doesNotExist();
  }

  @Test
  void stockPlansAreRecognised() {
    for (String plan :
        new String[] {
          "docs/profile-reference.yaml", "studies/profile/stock.yaml", "studies/profile/parsec.yaml"
        }) {
      CommandRun run = CommandRun.of("check", Repository.file(plan).toString());
      assertThat(run.out()).contains("plan of measurements");
      assertThat(run.status()).isEqualTo(ExitCode.OK);
    }
  }
}
