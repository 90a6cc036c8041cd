package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.espalier.service.agent.TestKeys;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gate that may open no more files does not fill the log with that, nor a processor. */
@Tag("slow")
class GateWithoutDescriptorsTest {
  private static final String TOLD = "somebody could not dial";

  @TempDir private Path directory;

  @Test
  void itTriesAgainNowAndThen() throws Exception {
    TestKeys.write(directory.resolve("gate.key"));
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    SmallSystem.in(
        directory, 100, "gate: {listen: \"127.0.0.1:%s\", key: gate.key}".formatted(port));
    Path live = directory.resolve("live.yaml");
    Files.writeString(
        live, Files.readString(live).replace("policy: PAM", "policy: PAM\nbackend: agents"));
    List<Socket> strangers = new ArrayList<>();
    try (ServiceProcess service = ServiceProcess.start(directory, "ulimit -n 200; ")) {
      for (int i = 0; i < 250; i++) {
        strangers.add(new Socket(InetAddress.getLoopbackAddress(), port));
      }
      await().atMost(Duration.ofSeconds(30)).until(() -> told() > 0);
      long before = told();
      double seconds = service.cpuSeconds();

      Thread.sleep(2_000);

      assertThat(told() - before).isLessThan(50);
      assertThat(service.cpuSeconds() - seconds).isLessThan(1.5);
    } finally {
      for (Socket stranger : strangers) {
        stranger.close();
      }
    }
  }

  private long told() throws IOException {
    try (var lines = Files.lines(directory.resolve("log"))) {
      return lines.filter(line -> line.contains(TOLD)).count();
    }
  }
}
