package org.espalier.cli.live;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.JsonOutput;
import org.espalier.cli.terminal.PointsInTime;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.workload.document.Quantities;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier status}: tells how a live service or one of its tasks stands. */
@Command(
    name = "status",
    description = "Tells how a live service stands, or one of its tasks and why it waits.",
    footer = {
      "",
      "Examples:",
      "  espalier status",
      "  espalier status 17",
      "  espalier status --tasks --state queued,running",
      "  espalier status --state failed --since \"1 h\"",
      "  espalier status --since 2030-01-31T12:00:00Z --until 2030-01-31T13:00:00Z --limit 500",
      "  espalier status 17 --json",
      "  espalier status --calibration"
    })
final class StatusCommand extends Subcommand {
  private static final List<String> OF_LISTS =
      List.of("--tasks", "--state", "--user", "--since", "--until", "--limit");

  @Parameters(index = "0", arity = "0..1", paramLabel = "ID", description = "a task")
  private Optional<Long> id;

  @Option(names = "--tasks", description = "list tasks, latest first")
  private boolean tasks;

  @Option(names = "--state", paramLabel = "STATE,...", description = "only tasks in these states")
  private Optional<String> state;

  @Option(names = "--user", paramLabel = "NAME", description = "only tasks of this user")
  private Optional<String> user;

  @Option(
      names = "--since",
      paramLabel = "WHEN",
      description =
          "only tasks submitted since: a duration before now, as \"1 h\", or a time, as"
              + " 2030-01-31T12:00:00Z")
  private Optional<String> since;

  @Option(names = "--until", paramLabel = "WHEN", description = "only tasks submitted before that")
  private Optional<String> until;

  @Option(names = "--limit", paramLabel = "N", description = "list so many tasks; default 20")
  private Optional<Integer> limit;

  @Option(names = "--json", description = "print what the service answers, as JSON")
  private boolean json;

  @Option(
      names = "--calibration",
      description = "predicted chances of success against what happened, and mean times learned")
  private boolean calibration;

  @Mixin private ServiceOptions service;

  @Override
  protected void run() {
    if (id.isPresent() || calibration) {
      refuse(spec(), OF_LISTS, "is for lists of tasks; leave out ID and --calibration");
    }
    try (ServiceClient client = service.client()) {
      if (json) {
        JsonOutput.print(client.get(path()), out());
      } else {
        print(client);
      }
    }
  }

  private void print(ServiceClient client) {
    ServiceStatus status = new ServiceStatus(client, out(), display());
    if (id.isPresent()) {
      status.printTask(id.get());
    } else if (calibration) {
      status.printCalibration();
    } else if (wantsTasks()) {
      status.printTasks(query());
    } else {
      status.printOverview();
    }
  }

  private String path() {
    if (id.isPresent()) {
      return "/v1/tasks/" + id.get();
    }
    String rest = calibration ? "learning" : wantsTasks() ? "tasks?" + query() : "overview";
    return "/v1/" + rest;
  }

  private boolean wantsTasks() {
    return tasks || Stream.of(state, user, since, until, limit).anyMatch(Optional::isPresent);
  }

  private String query() {
    return "limit=%s%s%s%s%s"
        .formatted(
            limit.orElse(20),
            ServiceClient.parameter("state", state),
            ServiceClient.parameter("user", user),
            ServiceClient.parameter("since", since.map(text -> time("--since", text))),
            ServiceClient.parameter("until", until.map(text -> time("--until", text))));
  }

  /** The point in time that a duration before now, or a point in time, means. */
  private static String time(String option, String text) {
    try {
      Optional<Instant> past = Quantities.duration(text).map(Instant.now()::minus);
      return past.orElseGet(() -> PointsInTime.here().instant(text)).toString();
    } catch (DateTimeException e) {
      throw new CommandFailure(
          "%s %s; expected a duration before now, as \"1 h\", or a time, as 2030-01-31T12:00:00Z or \"2030-01-31 13:00:00 +01:00\""
              .formatted(option, text),
          e);
    }
  }
}
