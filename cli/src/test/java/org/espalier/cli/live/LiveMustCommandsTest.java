package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a check says of tasks that must be completed. */
final class LiveMustCommandsTest {
  @TempDir private Path directory;

  /** A machine that takes 4 s or, one time in four, 8 s for what must be; another takes 16 s. */
  private String check(String must, String other, int tasks) throws IOException {
    Files.writeString(
        directory.resolve("pet.csv"),
        """
        task_type,machine_type,execution_time_s
        vital,fast,4
        vital,fast,4
        vital,fast,4
        vital,fast,8
        vital,slow,16
        idle,fast,4
        idle,slow,4
        """);
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: two
        tick: 1 s
        machine_types: [{name: fast}, {name: slow}]
        machines: [{type: fast}, {type: slow}]
        pet: {samples: pet.csv, step: 1 s}
        """
            + versions());
    StringBuilder load = new StringBuilder("task_type,arrival_s,deadline_s\n");
    for (int i = 0; i < tasks; i++) {
      load.append("vital,%d,%d\n".formatted(i * 3600 / tasks, 7200));
    }
    load.append("idle,3599,7200\n");
    Path day = Files.writeString(directory.resolve("day.csv"), load);
    Path file =
        Files.writeString(
            directory.resolve("live.yaml"),
            """
            system: system.yaml
            policy: JIT
            backend: simulated
            data: data
            settings: {JIT.forecast: %s}
            task_types:
              vital: {command: ["true"], %s}
              idle: {command: ["true"], %s}
            """
                .formatted(day, must, other));
    CommandRun run = CommandRun.of("serve", file, "--check");
    assertThat(run.err()).isEmpty();
    return run.out();
  }

  private String versions() throws IOException {
    Path file = directory.resolve("versions");
    return Files.exists(file) ? Files.readString(file) : "";
  }

  @Test
  void aDeadlineThatIsTooShortIsTold() throws IOException {
    assertThat(check("must: complete, deadline: 3 s", "must: complete", 1))
        .contains("Must:       vital: only 0.000 % can be on time by its default deadline, even");
    assertThat(check("must: complete, deadline: 7 s", "must: complete", 1))
        .contains("Must:       vital: only 75.00 % can be on time");
    assertThat(check("must: complete, deadline: 8 s", "must: complete", 1))
        .doesNotContain("can be on time");
    assertThat(check("deadline: 3 s", "must: complete", 1)).doesNotContain("can be on time");
  }

  /** One that takes 4 s may be served in place of one that takes 8 s one time in four. */
  @Test
  void aTypeCanBeOnTimeAsAVersion() throws IOException {
    Files.writeString(directory.resolve("versions"), "versions: {vital: {idle: 0.5}}\n");

    assertThat(check("must: complete, deadline: 7 s", "must: complete", 1))
        .doesNotContain("can be on time");
    assertThat(check("must: complete, deadline: 3 s", "must: complete", 1))
        .contains("vital: only 0.000 % can be on time");
  }

  @Test
  void aTypeThatNoMachineCanRunIsTold() throws IOException {
    Files.writeString(
        directory.resolve("rare.pet.csv"),
        """
        # tick 1 s, step 1
        task_type,machine_type,time_s,mass
        vital,fast,4,1.0
        vital,slow,,
        idle,fast,,
        idle,slow,4,1.0
        """);
    Files.writeString(
        directory.resolve("rare.yaml"),
        """
        name: two
        tick: 1 s
        machine_types: [{name: fast}, {name: slow}]
        machines: [{type: slow}]
        pet: rare.pet.csv
        """);
    Path file =
        Files.writeString(
            directory.resolve("rare-live.yaml"),
            """
            system: rare.yaml
            policy: JIT
            backend: simulated
            data: data
            task_types:
              vital: {command: ["true"], must: complete, deadline: 9 s}
              idle: {command: ["true"], must: complete}
            """);
    assertThat(CommandRun.of("serve", file, "--check").out())
        .contains("Must:       vital: no machine can run it")
        .doesNotContain("idle: no machine")
        .doesNotContain("can be on time");
  }

  /** Of 5 s each: 720 of them take half of both machines' hour, and 2,000 more than both have. */
  @Test
  void machineTimeOfWhatMustBeIsHeldAgainstWhatThereIs() throws IOException {
    assertThat(check("must: complete", "durable: false", 720))
        .contains("tasks that must be completed take at least 50.00 % of machine time by the mean")
        .doesNotContain("more than there is");
    assertThat(check("must: complete", "must: complete", 2000))
        .contains("take at least 138.9 % of machine time")
        .contains("day.csv: more than there is, so some will be lost");
    assertThat(check("durable: false", "durable: false", 2000)).doesNotContain("Must:");
  }
}
