package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.espalier.cli.CommandRun;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands that talk to a live service, against the example service over a real port. */
final class LiveCommandsTest {
  @TempDir private Path directory;

  private LiveServer server;
  private String told;

  @BeforeEach
  void serve() {
    StringWriter out = new StringWriter();
    Path data = directory.resolve("data");
    server =
        new Serving(
                Optional.empty(),
                Optional.of(data),
                Optional.of(0),
                false,
                PolicyRegistry.builtIn())
            .start(new PrintWriter(out));
    told = out.toString();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private CommandRun run(Object... args) {
    String[] texts = Arrays.stream(args).map(String::valueOf).toArray(String[]::new);
    return CommandRun.at(server.address(), texts);
  }

  @Test
  void servingTellsTheDashboardAndALineThatSubmits() {
    assertThat(told)
        .contains("Dashboard:  " + server.address() + "/")
        .contains("espalier submit cpu --deadline \"in 5 s\" --url " + server.address());
  }

  @Test
  void theNextStartTellsThatItGoesOnWithThePolicyThatWasSwitchedTo() throws Exception {
    assertThat(told).contains("Policy:     JIT\n");
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest change =
          HttpRequest.newBuilder(URI.create(server.address() + "/v1/policy"))
              .header("Content-Type", "application/json")
              .PUT(HttpRequest.BodyPublishers.ofString("{\"policy\": \"MM\"}"))
              .build();
      assertThat(http.send(change, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }
    server.close();
    serve();

    assertThat(told).contains("Policy:     MM, to which it was switched; the file says JIT\n");
  }

  @Test
  void thePolicyIsToldAndChangedWithItsSettings() {
    assertThat(run("policy").out()).isEqualTo("JIT\n");
    assertThat(run("policy", "PAM", "toggle=2", "deferring_threshold=80%").out())
        .isEqualTo("PAM deferring_threshold=80% toggle=2\n");
    assertThat(run("policy").out()).isEqualTo("PAM deferring_threshold=80% toggle=2\n");
    assertThat(run("policy", "PAM", "queue_capacity=9").err()).contains("change it in the file");
    assertThat(run("policy", "PAM", "=9").err()).contains("expected KEY=VALUE");
    assertThat(run("policy", "PAN").err()).contains("did you mean PAM?");
    assertThat(run("policy", "JIT").out()).isEqualTo("JIT\n");
  }

  @Test
  void whetherItCouldBeServedIsSaidWithoutServing() {
    Path data = directory.resolve("unused");
    CommandRun run = CommandRun.of("serve", "--check", "--port", "0", "--data", data.toString());

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .containsPattern("Containment: (a cgroup for each task, in /|process groups: )")
        .contains("It can be served here.");
    assertThat(data).doesNotExist();
    assertThat(told).contains("Containment: ");
  }

  @Test
  void aPortThatCannotBeIsRefused() {
    for (String port : List.of("70000", "-1")) {
      CommandRun run = CommandRun.of("serve", "--check", "--port", port);

      assertThat(run.status()).isEqualTo(ExitCode.USAGE);
      assertThat(run.err()).contains("--port is " + port + "; expected 0 to 65535");
    }
  }

  @Test
  void aDataDirectoryThatIsOfNoUseIsFoundByTheCheckAsByTheStart() throws IOException {
    Path file = Files.createFile(directory.resolve("a-file"));
    Path open = Files.createDirectory(directory.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

    for (Path data : List.of(file, file.resolve("below"), Path.of("/proc/none"), open)) {
      CommandRun check =
          CommandRun.of("serve", "--check", "--port", "0", "--data", data.toString());
      CommandRun start = CommandRun.of("serve", "--port", "0", "--data", data.toString());

      assertThat(check.status()).as(data.toString()).isEqualTo(2);
      assertThat(check.err())
          .contains("the directory " + data)
          .doesNotContain("Exception")
          .isEqualTo(start.err());
      assertThat(check.out()).doesNotContain("It can be served");
    }
    assertThat(open).isEmptyDirectory();
  }

  @Test
  void aTaskIsSubmittedFollowedAndTakenBack() {
    CommandRun submitted =
        run("submit", "cpu", "work=100000000", "--deadline", "in 1 min", "--key", "k");
    assertThat(submitted.status()).isZero();
    String id = submitted.out().strip();

    assertThat(run("status", id).out())
        .contains("cpu", "work=100000000", "arrived")
        .containsPattern("deadline +[0-9: -]+\\.\\d [+-][0-9:]{5}, in (5\\d|60)\\.\\d s")
        .containsPattern(
            "expected +at [0-9: -]+\\.\\d [+-][0-9:]{5}, .* s (before|after) the deadline")
        .doesNotContainPattern("\\d{4}-\\d\\d-\\d\\dT");
    assertThat(run("status").out())
        .contains("policy JIT", "fast-0", "Fine: too few tasks have left to say more.")
        .containsPattern("mapping events: [1-9]\\d*, mean .* ms, 99 % within");
    assertThat(run("status", "--tasks").out()).contains("cpu");
    assertThat(run("submit", "cpu", "work=100000000", "--deadline", "in 1 min", "--key", "k").out())
        .contains(id + "  (submitted before)");
    assertThat(run("cancel", id).out()).isEqualTo(id + " cancelled\n");
    assertThat(run("cancel", id).status()).isEqualTo(ExitCode.USAGE);
    assertThat(run("status", "--state", "cancelled").out()).contains(id, "cancelled");
  }

  @Test
  void allTasksOfATypeAreTakenBack() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(run("submit", "cpu", "work=100000000", "--deadline", "in 1 h").out().strip());
    }

    assertThat(run("cancel").err()).contains("name the tasks by their ids, or all of a --type");
    assertThat(run("cancel", "1", "--type", "cpu").status()).isEqualTo(ExitCode.USAGE);
    assertThat(run("cancel", "--type", "gpu").out()).isEmpty();
    assertThat(run("cancel", "--type", "cpu").lines())
        .extracting(line -> line.split(" ")[0])
        .containsExactlyElementsOf(ids);
  }

  @Test
  void whatATaskIsWorthIsSubmittedAndTold() throws IOException {
    String worthy = run("submit", "cpu", "--deadline", "in 60 s", "--worth", "2.5").out().strip();
    String plain = run("submit", "cpu", "--deadline", "in 60 s").out().strip();

    assertThat(run("status", worthy).out()).containsPattern("(?m)^worth +2\\.5$");
    assertThat(run("status", plain).out()).doesNotContainPattern("(?m)^worth ");
    assertThat(json(run("status", plain, "--json")).get("worth").asDouble()).isOne();
    Path file = tasks(LINE.formatted("cpu").replace("}", ",\"worth\":7}"));
    assertThat(run("submit", "--file", file, "--worth", "8", "--count", "2").err())
        .contains("--worth, --count: each line of --file says that");
    assertThat(run("submit", "cpu", "--file", file).err()).contains("its own task type");
    assertThat(run("submit", "cpu", "--deadline", "in 60 s", "--dry-run", "--wait").err())
        .contains("--wait: --dry-run submits nothing");
    String fromFile = run("submit", "--file", file).out().strip();
    assertThat(json(run("status", fromFile, "--json")).get("worth").asDouble()).isEqualTo(7);
    assertThat(run("submit", "cpu", "--deadline", "in 60 s", "--worth", "-1").err())
        .contains("/worth: value -1.0; expected a number from");
    assertThat(run("submit", "cpu", "--deadline", "in 60 s", "--worth", "much").err())
        .contains("/worth: value \"much\"; expected a number");
    assertThat(run("submit", "cpu", "--deadline", "in 60 s", "--priority", "high").err())
        .contains("/priority: unknown priority \"high\"");
    assertThat(run("submit", "cpu", "--deadline", "in 60 s", "--urgency", "1 s: 1, 2 s: 0").err())
        .contains("/urgency: points, but the service has no urgencies");
    assertThat(run("policy", "FCFS").status()).isZero();
    assertThat(run("submit", "cpu", "--deadline", "in 60 s", "--worth", "8").err())
        .contains(": policy FCFS does not mind what tasks are worth");
  }

  @Test
  void aTaskCanBeWaitedFor() {
    CommandRun run = run("submit", "cpu", "work=1000", "--deadline", "in 60 s", "--wait");
    assertThat(run.out()).isEqualTo("0\n0 completed, on-time\n");
    assertThat(run.status()).isZero();

    CommandRun late =
        run("submit", "cpu", "--deadline", "2020-01-31T12:00:00Z", "--count", "2", "--wait");
    assertThat(late.out()).contains("1 dropped, expired-in-batch\n2 dropped, expired-in-batch\n");
    assertThat(late.err()).contains("2 of 2 tasks are not completed");
    assertThat(late.status()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void aPortInUseIsToldBeforeAnythingIsTouched() {
    Path data = directory.resolve("other-data");
    String port = server.address().replaceAll(".*:", "");
    CommandRun run = CommandRun.of("serve", "--port", port, "--data", data);
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .isEqualTo(
            "espalier: port %s of 127.0.0.1 cannot be listened on (it is in use);".formatted(port)
                + " choose another with --port or http.port\n");
    assertThat(run.out()).doesNotContain("Dashboard");
    assertThat(data).doesNotExist();
  }

  @Test
  void whatIsWrongIsTold() {
    assertThat(run("submit", "cpu", "work=many", "--deadline", "soon").err())
        .contains("/deadline", "in 3 s");
    assertThat(run("submit", "cpu", "work=many", "--deadline", "in 1 s").err())
        .contains("/parameters/work", "many");
    assertThat(run("submit", "cpu").err()).contains("deadline");
    assertThat(run("status", "17").err()).contains("no task 17");
    assertThat(CommandRun.of("status", "--url", "http://127.0.0.1:9").err())
        .contains("espalier serve");
    assertThat(CommandRun.of("status", "--url", "nonsense").err()).contains("http://");
  }

  @Test
  void aCountThatIsNoneIsRefused() {
    for (String count : List.of("0", "-3")) {
      String expected = "espalier: --count is %s; expected at least 1\n".formatted(count);

      assertRefused(run("submit", "cpu", "--deadline", "in 2 s", "--count", count), expected);
      assertRefused(
          run("submit", "cpu", "--deadline", "in 2 s", "--count", count, "--dry-run"), expected);
    }
    assertRefused(run("watch", "--times", "0"), "espalier: --times is 0; expected at least 1\n");
    assertThat(run("status", "--tasks").lines()).hasSize(1);
  }

  private static void assertRefused(CommandRun run, String message) {
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).isEqualTo(message);
    assertThat(run.out()).isEmpty();
  }

  private static final String LINE = "{\"type\":\"%s\",\"deadline\":\"in 60 s\"}\n";

  private Path tasks(String text) throws IOException {
    return Files.writeString(directory.resolve("tasks.jsonl"), text, StandardCharsets.ISO_8859_1);
  }

  @Test
  void aFileIsSubmittedOnceUnderAKey() throws IOException {
    Path file = tasks(LINE.formatted("memory") + "\n" + LINE.formatted("cpu"));

    CommandRun first = run("submit", "--file", file, "--key", "night");
    CommandRun again = run("submit", "--file", file, "--key", "night");

    assertThat(first.status()).isZero();
    assertThat(first.lines()).hasSize(2);
    assertThat(again.lines())
        .containsExactlyElementsOf(
            first.lines().stream().map(id -> id + "  (submitted before)").toList());
    assertThat(json(run("status", first.lines().get(1), "--json")).get("key").asString())
        .isEqualTo("night:3");
    assertThat(run("submit", "--file", file).lines())
        .hasSize(2)
        .doesNotContainSequence(first.lines());
  }

  @Test
  void aLineThatIsRefusedIsNamedWithWhatWasAccepted() throws IOException {
    Path file = tasks("\n" + LINE.formatted("memory").repeat(501) + LINE.formatted("disk"));

    CommandRun run = run("submit", "--file", file, "--key", "night");

    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.lines()).hasSize(500);
    assertThat(run.err())
        .contains(
            file + ":503: /type: ", "cpu", "accepted was all up to line 501; ", "--key night");
    Path wrong = tasks(LINE.formatted("disk"));
    assertThat(run("submit", "--file", wrong).err()).contains("accepted was nothing; ");
  }

  @Test
  void aFileThatIsWrongAnywhereIsNotSubmitted() throws IOException {
    Path file = tasks(LINE.formatted("cpu") + "{oops\n\n7\n{} {}\n");

    CommandRun run = run("submit", "--file", file);

    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(file + ":2: ", file + ":4: ", file + ":5: ", "3 problems");
    assertRefused(
        run("submit", "--file", tasks(LINE.formatted("cpu") + LINE.formatted("\u00ff"))),
        file + ":2: is not UTF-8; save it as UTF-8\n1 problem\n");
    assertThat(run("status", "--tasks").lines()).hasSize(1);
    Path none = directory.resolve("none.jsonl");
    assertRefused(
        run("submit", "--file", none),
        none + ": there is no such file; give the path of an existing file\n1 problem\n");
  }

  private static JsonNode json(CommandRun run) {
    assertThat(run.err()).isEmpty();
    return JsonMapper.builder().build().readTree(run.out());
  }

  @Test
  void programsAreGivenJson() {
    JsonNode task = json(run("submit", "cpu", "--deadline", "in 60 s", "--json"));
    String id = task.get("id").asString();

    assertThat(task.get("type").asString()).isEqualTo("cpu");
    assertThat(json(run("status", "--json")).get("policy").asString()).isEqualTo("JIT");
    assertThat(json(run("status", id, "--json")).get("history")).isNotEmpty();
    assertThat(json(run("status", "--tasks", "--json")).get("tasks")).hasSize(1);
    assertThat(json(run("machines", "--json")).get("machines")).hasSize(4);
    assertThat(json(run("machines", "--type", "fast", "--json")).get("matching").asInt())
        .isEqualTo(2);
  }

  @Test
  void aDryRunTellsTheChanceOnEachMachineAndSubmitsNothing() {
    CommandRun run = run("submit", "cpu", "--deadline", "in 60 s", "--dry-run");

    assertThat(run.out())
        .contains("nothing was submitted", "slow-1")
        .containsPattern(
            "fast-0 +has room +100 % +at [0-9:]+\\.\\d [+-][0-9:]{5}, 5\\d\\.\\d s before the"
                + " deadline");
    assertThat(
            json(run("submit", "cpu", "--deadline", "in 60 s", "--dry-run", "--json"))
                .get("machines"))
        .hasSize(4);
    assertThat(run("submit", "cpu", "work=0", "--deadline", "in 60 s", "--dry-run").err())
        .contains("/parameters/work");
    assertThat(run("status", "--tasks").lines()).hasSize(1);
  }

  @Test
  void aDeadlineThatHasPassedIsWarnedOf() {
    CommandRun run = run("submit", "cpu", "--deadline", "2020-01-31T12:00:00Z");

    assertThat(run.err()).contains("warning: task 0: the deadline 2020-01-31");
    assertThat(run("submit", "cpu", "--deadline", "in 60 s").err()).isEmpty();
    assertThat(run("submit", "cpu", "--deadline", "2020-01-31T12:00:00Z", "--dry-run").err())
        .contains("warning: the deadline 2020-01-31");
  }

  @Test
  void listsAreOfARangeOfTimes() {
    run("submit", "cpu", "--deadline", "in 60 s");

    assertThat(run("status", "--since", "1 h").lines()).hasSize(2);
    assertThat(run("status", "--since", "1 h").lines().getFirst())
        .contains("submitted", "started", "elapsed", "user", "deadline");
    assertThat(run("status", "--until", "1 h").lines()).hasSize(1);
    assertThat(run("status", "--since", "2020-01-31T12:00:00Z", "--until", "0 s").lines())
        .hasSize(2);
    assertThat(run("status", "--since", "yesterday").err()).contains("--since yesterday", "1 h");
    assertThat(run("status", "--user", "alice").lines()).hasSize(1);
  }

  @Test
  void machinesAreListedDrainedAndResumed() {
    assertThat(run("machines").out()).contains("fast-0", "slow-1", "ready");
    assertThat(run("machines", "drain", "slow-1").status()).isZero();
    assertThat(run("machines").out()).contains("drained");
    assertThat(run("machines", "resume", "slow-1").status()).isZero();
    assertThat(run("machines", "drain", "slow-9").err()).contains("slow-9");
  }

  @Test
  void watchShowsItAgainAndAgain() {
    CommandRun run = run("watch", "--every", "0.1", "--times", "2");

    assertThat(run.lines().stream().filter(line -> line.contains("policy JIT"))).hasSize(2);
  }

  @Test
  void calibrationIsShown() {
    assertThat(run("status", "--calibration").out()).contains("cpu", "fast", "completions");
  }

  @Test
  void aTokenIsMadeWithTheLineThatLetsItIn() {
    CommandRun run = CommandRun.of("token", "--name", "alice", "--role", "submit");

    assertThat(run.lines().getFirst()).startsWith("esp_");
    assertThat(run.out()).containsPattern("name: \"alice\", role: submit, sha256: [0-9a-f]{64}");
    assertThat(CommandRun.of("token", "--name", "a", "--role", "king").err()).contains("operate");
    assertThat(CommandRun.of("token", "--name", "a", "--role", "read", "--expires", "90 d").out())
        .containsPattern("sha256: [0-9a-f]{64}, expires: 20\\d\\d-\\d\\d-\\d\\dT[0-9:]{8}Z}");
    assertThat(CommandRun.of("token", "--name", "a", "--role", "read", "--expires", "soon").err())
        .contains("expected a duration");
  }

  @Test
  void theJournalOfTheServiceReplays() throws Exception {
    run("submit", "cpu", "work=1000", "--deadline", "in 10 s", "--count", "20");
    for (int i = 0;
        i < 100 && run("status", "--state", "queued,assigned,running").lines().size() > 1;
        i++) {
      Thread.sleep(100);
    }

    CommandRun check = CommandRun.of("replay", "--from", server.address(), "--check");

    assertThat(check.err()).isEmpty();
    assertThat(check.status()).isZero();
    assertThat(check.out()).contains("identical");
  }
}
