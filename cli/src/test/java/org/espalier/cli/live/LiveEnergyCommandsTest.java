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

  private static LiveServer serve(Path file) {
    return new Serving(
            Optional.of(file), Optional.empty(), Optional.of(0), false, PolicyRegistry.builtIn())
        .start(new PrintWriter(new StringWriter()));
  }

  @Test
  void aMonthOfMoneyIsShownWithItsDay() throws IOException {
    Path file =
        live(
            "energy_budget: 31 money, energy_period: month, energy_zone: Europe/Berlin,"
                + " energy_price: {'22:00-06:00': 0.2, '06:00-22:00': 0.35}");
    assertThat(CommandRun.of("serve", file, "--check").out())
        .containsPattern("Budget: +[\\d.]+ money in 2\\d(\\.\\d+)? h, which all machines use up in")
        .containsPattern("Budget: +enough for [\\d,]+ tasks of cpu and no other");
    try (LiveServer server = serve(file)) {
      assertThat(CommandRun.at(server.address(), "status").out())
          .containsPattern("energy budget until \\S+: [\\d.]+ money of [\\d.]+ money left")
          .containsPattern("of that until \\S+: 0\\.000 money spent of 31\\.00 money");
      CommandRun.at(
          server.address(), "submit", "cpu", "work=100", "--deadline", "in 60 s", "--wait");
      assertThat(CommandRun.of("replay", "--from", server.address(), "--check").out())
          .containsPattern("tasks took \\d\\.\\d % of a budget of energy at most, 0\\.0 % by tasks")
          .contains("are identical");
    }
  }

  /** A day of tasks fits into a gigajoule, and hardly one into a joule. */
  @Test
  void aBudgetIsHeldAgainstTheLoadOfAnotherDay() throws IOException {
    StringBuilder tasks = new StringBuilder("task_type,arrival_s,deadline_s\n");
    for (int hour = 0; hour < 24; hour++) {
      tasks.append("cpu,%d,%d\n".formatted(hour * 3600 + 1800, hour * 3600 + 2400));
    }
    tasks.append("memory,%d,%d\n".formatted(86_399, 86_400));
    Path load = Files.writeString(directory.resolve("day.csv"), tasks);
    Path file = live("energy_budget: 1 GJ, energy_period: 24 h, JIT.forecast: " + load);

    assertThat(CommandRun.of("serve", file, "--check").out())
        .containsPattern(
            "Budget: +enough for 25 of the 25 tasks that \\S+ expects, at most, by energy alone;"
                + " all");
    Path tight = live("energy_budget: 1 J, energy_period: 24 h, JIT.forecast: " + load);
    assertThat(CommandRun.of("serve", tight, "--check").out())
        .containsPattern("Budget: +enough for [0-2] of the 25 tasks that \\S+ expects, at most");
  }

  @Test
  void allThatIsWrongOfACalendarBudgetIsTold() throws IOException {
    Path file =
        live(
            "energy_budget: 31 florins, energy_period: week, energy_zone: Mars,"
                + " energy_price: {'22:00-06:00': -0.2, '05:00-22:00': 0.35}");
    assertThat(CommandRun.of("serve", file, "--check").err())
        .contains("settings.energy_budget: does not fit (value 31 florins)")
        .contains("settings.energy_period: does not fit (value week)")
        .contains("settings.energy_zone: does not fit (value Mars)")
        .contains("settings.energy_price")
        .contains("-0.2");

    assertThat(
            CommandRun.of("serve", live("energy_budget: 31 money, energy_period: month"), "--check")
                .err())
        .contains("give energy_price by the hour");
    assertThat(
            CommandRun.of("serve", live("energy_budget: 31 MJ, energy_period: month"), "--check")
                .err())
        .contains("need a time zone");
    assertThat(CommandRun.of("serve", live("energy_zone: GMT+3"), "--check").err())
        .contains("settings.energy_zone: does not fit (value GMT+3)");
  }

  @Test
  void whatIsLeftIsShownAndWhyATaskWaits() throws IOException {
    Path file = live("energy_budget: 0.001 J, energy_period: 24 h");
    try (LiveServer server = serve(file)) {
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
