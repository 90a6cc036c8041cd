package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.espalier.cli.CommandRun;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a least share costs, as monitoring sees it. */
class SharePriceMetricsTest {
  @TempDir private Path directory;

  @Test
  void thePriceOfALeastShareIsAMetric() throws Exception {
    Path example = Repository.file("examples/live");
    String text = Files.readString(example.resolve("live.yaml"));
    Path file =
        Files.writeString(
            directory.resolve("live.yaml"),
            text.replace("system: ", "system: " + example + "/")
                + "\nhttp: {port: 0}\ndata: data\nsettings: {at_least: {cpu: 50%}}\n");
    try (LiveServer server =
        new Serving(
                Optional.of(file),
                Optional.empty(),
                Optional.of(0),
                false,
                PolicyRegistry.builtIn())
            .start(new PrintWriter(new StringWriter()))) {
      assertThat(
              CommandRun.at(
                      server.address(),
                      "submit",
                      "cpu",
                      "work=1",
                      "--deadline",
                      "in 30 s",
                      "--wait")
                  .err())
          .isEmpty();
      assertThat(
              new ServiceClient(List.of(URI.create(server.address())), Optional.empty())
                  .text("/metrics"))
          .containsPattern("espalier_task_type_share_price\\{type=\"cpu\"\\} \\d");
    }
  }
}
