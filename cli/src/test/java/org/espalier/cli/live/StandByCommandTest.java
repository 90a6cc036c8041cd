package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.espalier.cli.CommandRun;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.espalier.service.http.HttpSettings;
import org.espalier.service.http.StandByServer;
import org.espalier.service.live.Standing;
import org.espalier.service.live.Timeline;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands where several services share a store, of which one decides. */
class StandByCommandTest {
  private static final String LIVE =
      """
      system: system.yaml
      backend: simulated
      policy: MM
      """;
  private static final String SYSTEM =
      """
      name: small
      tick: 1 ms
      machine_types: [{name: box}]
      machines: [{type: box, count: 2}]
      pet: {samples: times.csv, step: 10 ms}
      """;

  @TempDir private Path directory;
  private LiveServer server;
  private StandByServer standBy;
  private Store looked;
  private String waiting;
  private String nowhere;

  @BeforeEach
  void serve() throws IOException {
    Files.writeString(
        directory.resolve("times.csv"), "task_type,machine_type,execution_time_s\nshort,box,0.1\n");
    Files.writeString(directory.resolve("system.yaml"), SYSTEM);
    Files.writeString(file(), LIVE);
    server =
        new Serving(
                Optional.of(file()),
                Optional.empty(),
                Optional.of(0),
                false,
                PolicyRegistry.builtIn())
            .start(new PrintWriter(Writer.nullWriter()));
    HttpSettings http = HttpSettings.loopback(0);
    ServerSocketChannel bound = http.listen();
    waiting = http.addressElsewhere(bound);
    Standing decides = new Standing(server.address(), true, "2030-01-31T12:00:00Z", 0);
    looked = Stores.lookAt(directory.resolve("data/espalier.db").toString());
    Timeline timeline = new Timeline(Instant.EPOCH, Duration.ofMillis(1), Timeline.Setting.NONE);
    standBy = new StandByServer(http, bound, looked, _ -> timeline, () -> {});
    standBy.saw(List.of(decides));
    try (ServerSocketChannel free = http.listen()) {
      nowhere = http.addressElsewhere(free);
    }
  }

  @AfterEach
  void stop() {
    standBy.close();
    looked.close();
    server.close();
  }

  private Path file() {
    return directory.resolve("live.yaml");
  }

  @Test
  void theServiceThatDecidesIsFoundAmongSeveral() {
    String all = "%s,%s,%s/".formatted(nowhere, waiting, server.address());

    CommandRun submitted =
        CommandRun.at(all, "submit", "short", "--deadline", "in 60 s", "--count", "2", "--json");
    assertThat(submitted.err()).isEmpty();
    assertThat(submitted.out().lines()).hasSize(2).allMatch(line -> line.contains("\"key\":\""));
    assertThat(CommandRun.at(all, "status", "0").out()).contains("short");
    assertThat(CommandRun.at(server.address(), "status", "--json", "0").out()).contains("\"key\"");
    assertThat(CommandRun.at(server.address(), "submit", "short", "--deadline", "in 60 s").out())
        .isEqualTo("2\n");
    assertThat(CommandRun.at(server.address(), "status", "--json", "2").out())
        .doesNotContain("\"key\"");
  }

  @Test
  void oneThatStandsBySaysWhoDecides() {
    CommandRun status = CommandRun.at(waiting, "status");

    assertThat(status.status()).isNotZero();
    assertThat(status.err())
        .contains("This service stands by (503)", server.address() + " decides since");
  }

  @Test
  void whatOnlyLooksIsAnsweredFromTheStore() {
    CommandRun submitted =
        CommandRun.at(server.address(), "submit", "short", "--deadline", "in 60 s", "--wait");
    assertThat(submitted.status()).as(submitted.err()).isZero();

    assertThat(CommandRun.at(waiting, "status", "0").out()).contains("short", "on-time");
    assertThat(CommandRun.at(waiting, "status", "--state", "completed").out()).contains("short");
    assertThat(CommandRun.of("replay", "--from", waiting, "--check").status()).isZero();
    CommandRun cancelled = CommandRun.at(waiting, "cancel", "0");
    assertThat(cancelled.status()).isNotZero();
    assertThat(cancelled.err()).contains("This service stands by (503)");
    assertThat(CommandRun.at(waiting, "status", "7").err()).contains("404");
  }

  @Test
  void whatCannotStandByIsRefusedWithAllReasons() {
    for (String check : new String[] {"--check", "--port=0"}) {
      CommandRun serve = CommandRun.of("serve", file().toString(), "--standby", check);

      assertThat(serve.status()).isNotZero();
      assertThat(serve.err())
          .contains("a store that computers share", "PostgreSQL", "backend: simulated");
    }
    assertThat(CommandRun.of("serve", file().toString(), "--standby", "--take-over").err())
        .contains("give one of them");
  }
}
