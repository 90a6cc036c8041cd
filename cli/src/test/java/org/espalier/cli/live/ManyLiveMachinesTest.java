package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.espalier.cli.CommandRun;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.OutputChannel;
import org.espalier.service.backend.OutputPart;
import org.espalier.service.config.LiveFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands of a live service say of 1,200 machines. */
final class ManyLiveMachinesTest {
  private static final String SYSTEM =
      """
      name: many
      tick: 1 ms
      machines: [{type: small, count: 800}, {type: big, count: 400}]
      pet: {samples: times.csv, step: 100 ms}
      """;
  private static final String LIVE =
      """
      system: system.yaml
      task_types: {nap: {command: [sleep, "2"]}}
      """;

  @TempDir private Path directory;
  private LiveServer server;

  @BeforeEach
  void serve() throws IOException {
    Files.writeString(directory.resolve("system.yaml"), SYSTEM);
    Files.writeString(
        directory.resolve("times.csv"),
        "task_type,machine_type,execution_time_s\nnap,small,3\nnap,big,2\n");
    Path live = Files.writeString(directory.resolve("live.yaml"), LIVE);
    server =
        LiveServer.start(
            LiveFiles.read(live, PolicyRegistry.builtIn()).value().onPort(0),
            (owner, listener) -> new IdleBackend());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** One that begins nothing, whatever it is given. */
  private static final class IdleBackend implements Backend {
    @Override
    public void launch(Launch launch) {}

    @Override
    public void stop(LaunchId launch) {}

    @Override
    public void adopt(List<Launch> launches) {}

    @Override
    public Optional<OutputPart> output(
        LaunchId launch, OutputChannel channel, long from, int most) {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }

  private CommandRun run(String... args) {
    return CommandRun.at(server.address(), args);
  }

  @Test
  void theStatusIsAScreenful() {
    assertThat(run("machines", "drain", "small-700").status()).isZero();

    String out = run("status").out();

    assertThat(out.lines().count()).isLessThan(30);
    assertThat(out)
        .containsPattern("machine type +machines +executing +idle")
        .containsPattern("small +800 +0 % +799 +0 +0 +1 +0 +0 +0")
        .containsPattern("big +400 +0 % +400")
        .contains("10 of 1,200 machines, those most worth a look first")
        .containsPattern("machine +condition.*\\Rsmall-700 +drained");
  }

  @Test
  void machinesAreListedAFewAtATime() {
    assertThat(run("machines", "drain", "big-3").status()).isZero();

    String few = run("machines").out();
    assertThat(few.lines()).hasSize(42);
    assertThat(few.lines().toList().get(1)).startsWith("big-3 ").contains("drained");
    assertThat(few).endsWith("40 of 1,200 machines; --limit N lists more, --all all of them\n");

    List<String> all = run("machines", "--all").out().lines().toList();
    assertThat(all).hasSize(1201);
    assertThat(all.get(1)).startsWith("small-0 ");
    assertThat(all.getLast()).startsWith("big-399 ");
    assertThat(run("machines", "--limit", "1100").out().lines()).hasSize(1102);
  }

  @Test
  void machinesAreFound() {
    assertThat(run("machines", "drain", "big-3").status()).isZero();

    assertThat(run("machines", "--state", "drained,failed").out().lines()).hasSize(2);
    assertThat(run("machines", "--type", "big", "--name", "-39").out().lines()).hasSize(12);
    assertThat(run("machines", "--state", "asleep").err()).contains("?state", "drained");
    assertThat(run("machines", "--limit", "0").err()).contains("--limit is 0; expected at least 1");
  }

  @Test
  void whyATaskWaitsIsShort() {
    for (String type : List.of("small", "big")) {
      assertThat(run("machines", "drain", type + "-0").status()).isZero();
    }
    assertThat(run("submit", "nap", "--deadline", "in 10 min", "--count", "3601").status())
        .isZero();

    String out = run("status", "3600").out();

    assertThat(out).contains("why it waits", "1,194 machines left out");
    assertThat(out.lines().count()).isLessThan(30);
  }
}
