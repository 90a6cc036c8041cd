package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.espalier.cli.CommandRun;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A live service with an energy budget, as its commands show it. */
final class LiveEnergyCommandsTest {
  @TempDir private Path directory;

  private Path live(String settings) throws IOException {
    Path example = Repository.file("examples/live");
    String text = Files.readString(example.resolve("live.yaml"));
    return Files.writeString(
        directory.resolve("live.yaml"),
        text.replace("system: ", "system: " + example + "/")
            + "\nhttp: {port: 0}\ndata: data\nsettings: {%s}\n".formatted(settings));
  }

  @Test
  void whatIsLeftIsShownAndWhyATaskWaits() throws IOException {
    Path file = live("energy_budget: 0.001 J, energy_period: 24 h");
    try (LiveServer server =
        new Serving(
                Optional.of(file),
                Optional.empty(),
                Optional.of(0),
                false,
                PolicyRegistry.builtIn())
            .start(new PrintWriter(new StringWriter()))) {
      String id =
          CommandRun.at(server.address(), "submit", "cpu", "work=100", "--deadline", "in 48 h")
              .out()
              .strip();

      assertThat(CommandRun.at(server.address(), "status").out())
          .containsPattern(
              "energy budget until \\d{4}-\\d\\d-\\d\\dT00:00:00Z: 0\\.0 kJ of 0\\.0 kJ left, 0\\.0"
                  + " kJ spent, 0\\.0 kJ for tasks that are mapped");
      assertThat(CommandRun.at(server.address(), "status", id).out())
          .containsPattern(
              "why it waits: it takes .* J at least, and 0\\.00100 J are left of the energy budget;"
                  + " it waits for the next period");
    }
  }
}
