package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.espalier.cli.CommandRun;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A live service that reads its changed file again. */
class ReloadCommandTest {
  private static final String SYSTEM =
      """
      name: small
      tick: 1 ms
      machine_types: [{name: box}]
      machines: [{type: box, count: %s}]
      pet: {samples: times.csv, step: 10 ms}
      """;

  @TempDir private Path directory;

  private LiveServer server;

  @BeforeEach
  void serve() throws IOException {
    write("policy: PAM", 2, "short,long");
    server =
        new Serving(
                Optional.of(directory.resolve("live.yaml")),
                Optional.empty(),
                Optional.of(0),
                false,
                PolicyRegistry.builtIn())
            .start(new PrintWriter(Writer.nullWriter()));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Task types each take 0.1 s. */
  private void write(String live, int machines, String types) throws IOException {
    StringBuilder times = new StringBuilder("task_type,machine_type,execution_time_s\n");
    for (String type : types.split(",", -1)) {
      times.append(type).append(",box,0.1\n");
    }
    Files.writeString(directory.resolve("times.csv"), times);
    Files.writeString(directory.resolve("system.yaml"), SYSTEM.formatted(machines));
    Files.writeString(
        directory.resolve("live.yaml"),
        "system: system.yaml\nbackend: simulated\n%s\n".formatted(live));
  }

  private CommandRun run(String... args) {
    return CommandRun.at(server.address(), args);
  }

  @Test
  void theDifferenceIsToldBeforeAndAfterItIsMade() throws IOException {
    String waits = run("submit", "long", "--deadline", "in 600 s", "--count", "40").out();
    assertThat(waits.lines()).hasSize(40);
    write("policy: MM\nbatch_queue: 50\nsettings: {queue_capacity: 3}", 3, "short,middle");
    String[] difference = {
      "policy: MM instead of PAM",
      "batch_queue is new: 50",
      "settings.queue_capacity is new: 3",
      "task types that are new: middle",
      "task types that are gone: long",
      "machines that are new: box-2",
    };

    CommandRun trial = run("reload", "--dry-run");
    assertThat(trial.out()).contains(difference).contains("Nothing was changed.");
    assertThat(run("policy").out()).isEqualTo("PAM\n");

    CommandRun done = run("reload");
    assertThat(done.err()).isEmpty();
    assertThat(done.out())
        .contains(difference)
        .contains("of type long, waiting: task type long is not configured", "Reloaded;");
    assertThat(run("policy").out()).isEqualTo("MM\n");
    assertThat(run("machines").out()).contains("box-2");
    assertThat(run("submit", "middle", "--deadline", "in 5 s", "--wait").out()).contains("on-time");
    assertThat(run("reload").out()).contains("The file says what it said before.");
    assertThat(CommandRun.of("replay", "--from", server.address(), "--check").status()).isZero();
  }

  @Test
  void whatIsWrongIsToldAtOnceAndNothingIsChanged() throws IOException {
    write("policy: NONE\nbatch_queue: 0", 2, "short,long");

    assertThat(run("reload").err())
        .contains("nothing was changed", "unknown policy (value NONE)", "batch_queue", "live.yaml");
    assertThat(run("policy").out()).isEqualTo("PAM\n");
  }

  @Test
  void whatCannotChangeWhileItIsServedForbidsTheRest() throws IOException {
    write("policy: MM\ndata: elsewhere\nstore: other.db", 2, "short,long");

    assertThat(run("reload", "--dry-run").err())
        .contains("data cannot change while it is served", "store cannot change");
    assertThat(run("reload").err()).contains("nothing was changed");
    assertThat(run("policy").out()).isEqualTo("PAM\n");
  }

  @Test
  void theSignalIsHeardAndDoesNotEndTheProcess() throws Exception {
    for (int i = 0; i < 2; i++) {
      CountDownLatch heard = new CountDownLatch(1);
      HangUp.does(heard::countDown);
      String[] kill = {"kill", "-HUP", Long.toString(ProcessHandle.current().pid())};
      assertThat(new ProcessBuilder(kill).start().waitFor()).isZero();
      assertThat(heard.await(5, TimeUnit.MINUTES)).isTrue();
    }
  }
}
