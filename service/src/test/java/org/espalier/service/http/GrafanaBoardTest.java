package org.espalier.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskRequest.Deadline;
import org.espalier.service.live.UserFigures;
import org.espalier.service.live.WorthOf;
import org.espalier.service.scheduling.LiveFixtures;
import org.espalier.service.scheduling.LiveScheduler;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.process.ProgramPath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The figures by task type and machine, whether the example's board and rules ask for what there
 * is, and whether the rules alert when they are to.
 */
class GrafanaBoardTest {
  private static final HttpSettings SETTINGS = HttpSettings.loopback(0);
  private static final Path BOARD = Path.of("../examples/grafana/espalier.json");
  private static final Path RULES = BOARD.resolveSibling("alerts.yaml");
  private static final Pattern SAMPLE =
      Pattern.compile("(?m)^([a-z_]+)(?:\\{([^}]*)\\})? [-+0-9.NaInfE]+$");
  private static final Pattern METRIC =
      Pattern.compile("\\b((?:espalier|jvm|process)_[a-z_]+)(?:\\{([^}]*)\\})?");
  private static final Pattern LABEL =
      Pattern.compile("([a-z_]+)\\s*(?:=~|!=|!~|=)\\s*\"([^\"]*)\"");
  private static final Pattern GROUPS = Pattern.compile("\\bby \\(([^)]*)\\)");

  /** What Prometheus adds to all it is told. */
  private static final Set<String> ADDED = Set.of("job", "instance");

  /** Told where there is a budget of energy. */
  private static final List<String> WITH_A_BUDGET =
      List.of("espalier_energy_budget", "espalier_energy_spent", "espalier_energy_left");

  private final HttpClient client = HttpClient.newHttpClient();
  private final LiveScheduler scheduler =
      LiveFixtures.start(LiveFixtures.store(), "PAM", 50, false);
  private ApiServer server;

  @BeforeEach
  void start() throws Exception {
    server = ApiServer.start(SETTINGS, SETTINGS.listen(), scheduler, _ -> true, new NoUpkeep());
    submit("20", "in 60 s", 1);
    submit("20", "in 60 s", 1);
    submit("20", "in 0 s", 8);
    await().until(() -> metrics().contains("espalier_tasks_left_total{fate=\"on-time\"} 2.0"));
  }

  private void submit(String millis, String deadline, int worth) throws Exception {
    String task =
        "{\"type\":\"type-0\",\"parameters\":{\"ms\":%s},\"deadline\":\"%s\",\"worth\":%d}"
            .formatted(millis, deadline, worth);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.address() + "/v1/tasks"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(task))
            .build();
    assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(202);
  }

  @AfterEach
  void stop() {
    server.close();
    scheduler.close();
    client.close();
  }

  private String metrics() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.address() + "/metrics"))
            .timeout(Duration.ofSeconds(30))
            .build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  @Test
  void figuresAreGivenByTypeAndMachine() throws Exception {
    String text = metrics();

    assertThat(text)
        .contains("espalier_task_type_submitted_total{task_type=\"type-0\"} 3.0")
        .contains("fate=\"on-time\",machine_type=\"")
        .contains(
            "espalier_task_type_left_total{fate=\"expired-in-batch\",machine_type=\"none\",task_type=\"type-0\"}"
                + " 1.0")
        .contains(
            "espalier_task_type_worth_total{fate=\"expired-in-batch\",task_type=\"type-0\"} 8.0")
        .contains("espalier_task_type_worth_total{fate=\"on-time\",task_type=\"type-0\"} 2.0")
        .contains("espalier_priority_worth_total{fate=\"expired-in-batch\",priority=\"8\"} 8.0")
        .contains("espalier_priority_worth_total{fate=\"on-time\",priority=\"1\"} 2.0")
        .contains("espalier_machine_available{machine=\"machine-1\"")
        .contains("espalier_oversubscription_level ")
        .contains("espalier_task_waiting_seconds_count{task_type=\"type-0\"} 2")
        .contains("espalier_task_response_seconds_count{task_type=\"type-0\"} 2")
        .contains("espalier_task_response_seconds_bucket{task_type=\"type-0\",le=\"0.01\"} 0")
        .containsPattern("espalier_build_info\\{java=\"25[^\"]*\",version=\"\\d[^\"]*\"\\} 1");
    assertThat(values(text, "espalier_machine_left_total")).isEqualTo(3);
  }

  /** Names of users may come and go without end, and those of metrics may not. */
  @Test
  void worthIsGivenByUserAndOfTheFirstUsersOnly() throws Exception {
    for (int i = 0; i < UserFigures.MOST + 3; i++) {
      Submission submission =
          new Submission("type-0", Map.of("ms", "20"), Optional.empty())
              .by(Optional.of("user-" + i));
      Deadline now = new TaskRequest.In(Duration.ZERO);
      scheduler.submit(
          List.of(
              new TaskRequest(
                  submission, now, Optional.of(new TaskRequest.Of(5)), Optional.empty())));
    }
    await()
        .until(() -> values(metrics(), "espalier_user_worth_total") == 5 * (UserFigures.MOST + 3));

    String text = metrics();
    assertThat(text)
        .contains("espalier_user_worth_total{fate=\"expired-in-batch\",user=\"user-99\"} 5.0")
        .contains("espalier_user_worth_total{fate=\"expired-in-batch\",user=\"(others)\"} 15.0")
        .doesNotContain("user-100");
    WorthOf others = new WorthOf("user", "(others)", 0, 15);
    await().until(() -> scheduler.overview().worth().contains(others));
    assertThat(scheduler.overview().worth())
        .hasSize(UserFigures.MOST + 5)
        .contains(
            new WorthOf("priority", "1", 2, 0),
            new WorthOf("priority", "5", 0, 5 * (UserFigures.MOST + 3)),
            new WorthOf("priority", "8", 0, 8),
            new WorthOf("task_type", "type-0", 2, 8 + 5 * (UserFigures.MOST + 3)),
            new WorthOf("user", "user-7", 0, 5));
  }

  private static double values(String text, String metric) {
    return text.lines()
        .filter(line -> line.startsWith(metric + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  @Test
  void theBoardAsksForWhatThereIs() throws Exception {
    List<String> expressions = expressions(JsonMapper.builder().build().readTree(BOARD.toFile()));

    assertThat(expressions).hasSizeGreaterThan(15);
    checkAll(expressions);
  }

  @Test
  void theRulesAskForWhatThereIs() throws Exception {
    List<String> expressions =
        Problems.demand(problems -> Document.read(RULES, problems))
            .list("groups")
            .required(List.of())
            .stream()
            .flatMap(group -> group.list("rules").required(List.of()).stream())
            .map(rule -> rule.string("expr").required(""))
            .filter(expression -> !expression.startsWith("up{")) // that is Prometheus' own
            .toList();

    assertThat(expressions).hasSizeGreaterThan(10);
    checkAll(expressions);
  }

  @Test
  void theRulesAlertWhenTheyAreTo(@TempDir Path directory) throws Exception {
    Optional<Path> promtool = ProgramPath.find("promtool", System.getenv("PATH"), directory);
    assumeThat(promtool).as("promtool, as in the Debian package prometheus").isPresent();
    Files.copy(RULES, directory.resolve("alerts.yaml"));
    Path tests = directory.resolve("alerts-test.yaml");
    try (InputStream in = GrafanaBoardTest.class.getResourceAsStream("alerts-test.yaml")) {
      Files.copy(Objects.requireNonNull(in), tests);
    }

    Process run =
        new ProcessBuilder(promtool.orElseThrow().toString(), "test", "rules", tests.toString())
            .redirectErrorStream(true)
            .start();

    String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(run.waitFor()).as(said).isZero();
    assertThat(said).contains("SUCCESS");
  }

  private void checkAll(List<String> expressions) throws Exception {
    Map<String, Set<String>> there = there(metrics());
    WITH_A_BUDGET.forEach(metric -> there.put(metric, Set.of("period", "unit")));
    there.put("espalier_user_worth_total", Set.of("user", "fate"));
    for (String expression : expressions) {
      Set<String> labels = new HashSet<>(ADDED);
      Matcher metrics = METRIC.matcher(expression);
      int found = 0;
      while (metrics.find()) {
        found++;
        assertThat(there).as(expression).containsKey(metrics.group(1));
        labels.addAll(there.get(metrics.group(1)));
        checkMatchers(String.valueOf(metrics.group(2)), labels, expression);
      }
      assertThat(found).as(expression).isPositive();
      checkGroups(expression, labels);
    }
  }

  /** The names of metrics with the names of their labels. */
  private static Map<String, Set<String>> there(String text) {
    Map<String, Set<String>> there = new HashMap<>();
    Matcher samples = SAMPLE.matcher(text);
    while (samples.find()) {
      Set<String> labels = there.computeIfAbsent(samples.group(1), m -> new HashSet<>());
      Matcher label = LABEL.matcher(String.valueOf(samples.group(2)));
      while (label.find()) {
        labels.add(label.group(1));
      }
    }
    return there;
  }

  private static List<String> expressions(JsonNode board) {
    List<String> all = new ArrayList<>();
    for (JsonNode panel : board.get("panels")) {
      assertThat(panel.get("title").asString()).isNotBlank();
      assertThat(panel.get("targets")).isNotEmpty();
      panel.get("targets").forEach(target -> all.add(target.get("expr").asString()));
    }
    return all;
  }

  private static void checkMatchers(String matchers, Set<String> labels, String expression) {
    List<String> fates = Arrays.stream(Fate.values()).map(Names::word).toList();
    Matcher matcher = LABEL.matcher(matchers);
    while (matcher.find()) {
      assertThat(labels).as(expression).contains(matcher.group(1));
      if (matcher.group(1).equals("fate")) {
        assertThat(fates).as(expression).contains(matcher.group(2));
      }
    }
  }

  private static void checkGroups(String expression, Set<String> labels) {
    Matcher groups = GROUPS.matcher(expression);
    while (groups.find()) {
      assertThat(labels).as(expression).contains(groups.group(1).split(",\\s*"));
    }
  }
}
