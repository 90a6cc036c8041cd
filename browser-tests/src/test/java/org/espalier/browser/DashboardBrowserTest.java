package org.espalier.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * That the dashboard shows a live service with real commands, and does what its controls promise.
 */
@Sampled(0.34)
class DashboardBrowserTest {

  private static final String SYSTEM =
      """
      name: tests
      tick: 1 ms
      machine_types: [{name: plain, rated_power: 60 W}]
      machines: [{type: plain, count: 2}]
      pet: {samples: times.csv, step: 20 ms}
      """;
  private static final String LIVE =
      """
      system: system.yaml
      policy: PAM
      task_types:
        nap:
          command: [sleep, "{seconds}"]
          parameters: {seconds: {number: [0, 60], default: 0.3}}
          output: discard
        fail:
          command: [sh, -c, 'echo "about to fail"; echo "<b>no disk</b>" >&2; sleep 0.2; exit 3']
      """;

  @TempDir Path directory;

  private static final Browser BROWSER = new Browser();

  private final List<String> complaints = new ArrayList<>();
  private final List<String> requests = new ArrayList<>();
  private final List<String> resumptions = new ArrayList<>();
  private LiveSettings settings;
  private LiveServer server;
  private Page page;

  @BeforeEach
  void start() throws IOException {
    Files.writeString(directory.resolve("live.yaml"), LIVE);
    Files.writeString(directory.resolve("system.yaml"), SYSTEM);
    Files.writeString(
        directory.resolve("times.csv"),
        "task_type,machine_type,execution_time_s\n"
            + "nap,plain,0.3\n"
            + "nap,plain,0.34\n"
            + "nap,plain,0.4\n"
            + "fail,plain,0.2\n");
    Path live = directory.resolve("live.yaml");
    settings = LiveFiles.read(live, PolicyRegistry.builtIn()).value().onPort(0);
    server = LiveServer.start(settings);
    page = BROWSER.open("about:blank");
    page.setDefaultTimeout(60_000);
    page.onConsoleMessage(message -> complaints.add(message.type() + ": " + message.text()));
    page.onPageError(complaints::add);
    page.onRequest(this::requested);
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
    open();
  }

  private void requested(Request request) {
    requests.add(request.url());
    if (request.url().endsWith("/v1/events")) {
      resumptions.add(request.headers().getOrDefault("last-event-id", ""));
    }
  }

  private void open() {
    page.navigate(server.address() + "/");
    page.waitForCondition(() -> text("#connection").equals("live"));
  }

  @AfterAll
  static void closeBrowser() {
    BROWSER.close();
  }

  @AfterEach
  void nothingWasComplainedOf() {
    page.close();
    server.close();
    assertThat(complaints).isEmpty();
    assertThat(requests).allMatch(url -> url.startsWith("http://127.0.0.1:"));
  }

  private String text(String selector) {
    return page.locator(selector).innerText();
  }

  private String chart() {
    return page.locator("#gantt").getAttribute("aria-label");
  }

  private void submit(String seconds, String deadline) {
    if (!seconds.isEmpty()) {
      page.fill("[data-parameter=seconds]", seconds);
    }
    page.fill("#new-deadline", deadline);
    page.evaluate("document.getElementById('submitted').textContent = ''");
    page.click("#submit button");
    page.waitForCondition(() -> text("#submitted").contains("accepted"));
  }

  private Locator rows(String table) {
    return page.locator("#" + table + " tr");
  }

  @Test
  void aTaskIsSubmittedSeenRunningAndFoundAgain() {
    submit("3", "in 30 s");

    page.waitForCondition(() -> chart().contains("task 0 100 %"));
    assertThat(text("#tiles")).contains("1 / 2").contains("energy");
    assertThat(page.locator("#many").isVisible()).isFalse();
    assertThat(text("#headline")).isEqualTo("Fine: too few tasks have left to say more.");
    assertThat(page.locator("#headline.fine").count()).isOne();
    page.waitForCondition(() -> text("#fates").contains("1 (100 %)"));
    page.waitForCondition(() -> rows("by-type").count() == 1);
    assertThat(rows("by-type").first().innerText())
        .contains("nap", "100 %", "nothing against them");
    page.selectOption("#state", "completed");
    page.click("#filter button");
    page.waitForCondition(() -> rows("tasks").allInnerTexts().toString().contains("on time"));
    assertThat(rows("tasks").count()).isEqualTo(1);
    assertThat(rows("tasks").first().innerText()).contains("nap", "100 %");
    page.selectOption("#state", "dropped");
    page.click("#filter button");
    page.waitForCondition(() -> text("#tasks-empty").isEmpty() && rows("tasks").count() == 0);
  }

  @Test
  void aTaskTellsItsHistoryAndWhyItWaits() {
    for (int i = 0; i < 8; i++) {
      submit("20", "in 60 s");
    }
    page.waitForCondition(() -> rows("batch").count() == 2);

    rows("batch").first().getByRole(AriaRole.BUTTON).focus();
    page.keyboard().press("Enter");

    page.waitForCondition(() -> page.locator("#detail").isVisible());
    assertThat(text("#detail-body"))
        .contains("Why it waits", "plain-0", "plain-1", "full", "History", "arrived");
    page.click("#cancel");
    page.waitForCondition(() -> text("#detail-body").contains("how it left\tcancelled"));
    page.keyboard().press("Escape");
    assertThat(page.locator("#detail").isVisible()).isFalse();
    page.waitForCondition(() -> rows("batch").count() == 1);
  }

  @Test
  void aFailedTaskShowsItsTimesAndTheLastLinesOfItsOutput() {
    page.selectOption("#new-type", "fail");
    submit("", "in 30 s");
    page.selectOption("#state", "failed");
    page.selectOption("#since", "3600000");
    page.waitForCondition(() -> {
      page.click("#filter button");
      return rows("tasks").count() == 1;
    });
    rows("tasks").first().click();

    page.waitForCondition(() -> text("#detail-body").contains("about to fail"));
    page.waitForCondition(() -> text("#detail-body").contains("<b>no disk</b>"));
    assertThat(text("#detail-body"))
        .contains("Standard output", "Standard error", "exit status")
        .containsPattern(
            "submitted\\s+\\d\\d:\\d\\d:\\d\\d\\.\\d [+-]\\d\\d:\\d\\d, \\d+\\.\\d+ s ago")
        .containsPattern(
            "ended\\s+[0-9:.]+ [+-]\\d\\d:\\d\\d, after [0-9.]+ s, [0-9.]+ s before the deadline");
  }

  @Test
  void aDeadlineThatHasPassedIsWarnedOf() {
    submit("", "2020-01-31T12:00:00Z");

    assertThat(text("#submitted")).contains("had passed when the task was submitted");
  }

  @Test
  void theKeyboardStaysInARowThatIsDrawnAnew() {
    String id = focusWaitingTask();

    page.waitForCondition(
        () -> (Boolean) page.evaluate("document.activeElement.old === undefined"));
    assertThat(focusedTask()).isEqualTo(id).isNotEmpty();
  }

  /** Puts the keyboard on the last of two tasks that wait, in a row that is marked; its number. */
  private String focusWaitingTask() {
    for (int i = 0; i < 8; i++) {
      submit("20", "in 60 s");
    }
    page.waitForCondition(() -> rows("batch").count() == 2);
    rows("batch").last().getByRole(AriaRole.BUTTON).focus();
    String id = focusedTask();
    page.evaluate("document.activeElement.old = true");
    return id;
  }

  private String focusedTask() {
    return (String) page.evaluate("document.activeElement.closest('tr')?.dataset.id || ''");
  }

  @Test
  void theKeyboardIsBackInItsRowWhenADialogIsClosed() {
    String id = focusWaitingTask();
    page.keyboard().press("Enter");
    page.waitForCondition(() -> page.locator("#detail").isVisible());
    String madeAnew = "![...document.querySelectorAll('#batch button')].some(each => each.old)";
    page.waitForCondition(() -> (Boolean) page.evaluate(madeAnew));

    page.keyboard().press("Escape");

    page.waitForCondition(() -> focusedTask().equals(id));
  }

  /** What a screen reader is told, as Chromium tells it. */
  @Test
  void everyControlTableAndChartHasAName() {
    submit("", "in 30 s");
    page.waitForCondition(() -> text("#fates").contains("1 (100 %)"));
    page.waitForCondition(() -> rows("tasks").count() == 1);
    page.waitForCondition(() -> named("image", "100 % of the last tasks"));

    List<JsonObject> all = accessibilityTree();

    assertThat(all.stream().filter(node -> is("focusable", node)).map(this::name))
        .hasSizeGreaterThan(20)
        .doesNotContain("");
    assertThat(all.stream().filter(node -> role(node).equals("table")).map(this::name))
        .contains("tasks", "task types", "batch queue")
        .doesNotContain("");
    assertThat(all.stream().filter(node -> role(node).equals("columnheader")).map(this::name))
        .contains("deadline", "why most failed", "best chance");
    assertThat(all.stream().filter(node -> role(node).equals("status")).map(this::name))
        .isNotEmpty();
    assertThat(text("#announced")).startsWith("Fine");
    assertThat(named("image", "Gantt chart of the machine queues: plain-0 idle")).isTrue();
    page.waitForCondition(() -> named("image", "of 1 said to be on time"));
    rows("tasks").first().click();
    page.waitForCondition(() -> named("dialog", "Task 0"));
    assertThat(named("rowheader", "how it left")).isTrue();
  }

  private List<JsonObject> accessibilityTree() {
    CDPSession session = page.context().newCDPSession(page);
    session.send("Accessibility.enable");
    JsonObject answer = session.send("Accessibility.getFullAXTree");
    session.detach();
    return answer.getAsJsonArray("nodes").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .filter(node -> !node.get("ignored").getAsBoolean())
        .filter(node -> !role(node).equals("RootWebArea"))
        .toList();
  }

  private boolean named(String role, String part) {
    return accessibilityTree().stream()
        .anyMatch(node -> role(node).startsWith(role) && name(node).contains(part));
  }

  private static String role(JsonObject node) {
    return node.getAsJsonObject("role").get("value").getAsString();
  }

  private String name(JsonObject node) {
    return node.has("name") ? node.getAsJsonObject("name").get("value").getAsString() : "";
  }

  private static boolean is(String property, JsonObject node) {
    return node.getAsJsonArray("properties").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .anyMatch(each ->
            each.get("name").getAsString().equals(property)
                && each.getAsJsonObject("value").get("value").getAsBoolean());
  }

  /** A service whose decisions take long does not answer for a while. */
  @Test
  void aPageThatIsNotAnsweredAsksAgain() {
    AtomicInteger refused = new AtomicInteger();
    page.route(
        "**/v1/overview",
        route -> {
          if (refused.incrementAndGet() == 1) {
            route.fulfill(new Route.FulfillOptions().setStatus(503).setBody("{}"));
          } else {
            route.resume();
          }
        });

    open();

    assertThat(refused.get()).isEqualTo(2);
    assertThat(text("#message")).isEmpty();
    assertThat(complaints).singleElement().asString().contains("503");
    complaints.clear();
  }

  /** However long the answer takes: the page's clock runs on for a minute. */
  @Test
  void nothingIsAskedAgainBeforeItsAnswer() {
    page.clock().install();
    open();
    List<Route> held = new ArrayList<>();
    page.route("**/v1/tasks?*", held::add);
    page.clock().runFor(2_000);
    page.waitForCondition(() -> held.size() == 1);

    page.clock().runFor(60_000);
    page.evaluate("void fetch('/v1/tasks?limit=1')"); // comes after all that was asked

    page.waitForCondition(() -> held.stream().anyMatch(r -> r.request().url().endsWith("limit=1")));
    assertThat(held).hasSize(2);
    held.forEach(Route::resume);
  }

  @Test
  void machinesAreDrainedAndResumed() {
    page.click("[aria-label='drain plain-0']");
    page.waitForCondition(() -> text("#machine-actions").contains("plain-0: drained"));
    submit("2", "in 30 s");
    page.waitForCondition(() -> chart().contains("plain-1 task 0"));

    page.click("[aria-label='resume plain-0']");
    page.waitForCondition(() -> text("#machine-actions").contains("plain-0: ready"));
  }

  @Test
  void thePolicyIsSwitched() {
    assertThat(page.locator("#policy").inputValue()).isEqualTo("PAM");

    page.waitForResponse("**/v1/policy", () -> page.selectOption("#policy", "MM"));

    page.reload();
    page.waitForCondition(() -> page.locator("#policy").inputValue().equals("MM"));
  }

  @Test
  void changesVanishInReadOnlyMode() {
    assertThat(page.locator(".change:visible").count()).isGreaterThan(2);

    page.check("#read-only");

    assertThat(page.locator(".change:visible").count()).isZero();
    assertThat(page.locator("#policy").isDisabled()).isTrue();
    page.reload();
    page.waitForCondition(() -> text("#connection").equals("live"));
    assertThat(page.locator(".change:visible").count()).isZero();
  }

  @Test
  void aServiceForLookingOnlyRefusesChanges() {
    page.navigate("about:blank");
    server.close();
    server = LiveServer.start(settings.readOnly());
    open();

    page.waitForResponse(
        response -> response.request().method().equals("POST"),
        () -> page.press("#new-deadline", "Enter"));

    page.waitForCondition(() -> page.locator(".change:visible").count() == 0);
    assertThat(text("#message")).isNotEmpty();
    assertThat(complaints).singleElement().asString().contains("403");
    complaints.clear();
  }

  @Test
  void aBrokenConnectionIsTakenUpAgain() throws Exception {
    submit("", "in 30 s");
    page.waitForCondition(() -> text("#fates").contains("1 (100 %)"));
    LiveSettings again = settings.onPort(URI.create(server.address()).getPort());

    server.close();
    page.waitForCondition(() -> text("#connection").startsWith("not connected"));
    server = LiveServer.start(again);
    submitElsewhere();

    page.waitForCondition(() -> text("#connection").equals("live"));
    page.waitForCondition(() -> text("#fates").contains("2 (100 %)"));
    assertThat(Long.parseLong(resumptions.getLast()))
        .isGreaterThan(Long.parseLong(resumptions.getFirst()));
    page.waitForCondition(
        () -> ((Number) page.evaluate("espalier.service.ended.length")).intValue() == 2);
    assertThat(text("#message")).isEmpty();
    assertThat(complaints).allMatch(text -> text.contains("net::ERR_"));
    complaints.clear();
  }

  private void submitElsewhere() throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(server.address() + "/v1/tasks"));
      request.header("Content-Type", "application/json");
      request.POST(BodyPublishers.ofString("{\"type\": \"nap\", \"deadline\": \"in 30 s\"}"));
      assertThat(client.send(request.build(), BodyHandlers.discarding()).statusCode())
          .isEqualTo(202);
    }
  }

  @Test
  void whatIsWrongWithATaskIsTold() {
    page.fill("#new-deadline", "soon");
    page.click("#submit button");

    page.waitForCondition(() -> text("#message").contains("deadline"));
    assertThat(complaints).singleElement().asString().contains("400");
    complaints.clear();
  }

  @Test
  void eachParameterHasAFieldOfItsKind() {
    Locator seconds = page.locator("[data-parameter=seconds]");
    assertThat(seconds.getAttribute("placeholder")).isEqualTo("0.3");
    seconds.fill("61");
    assertThat(seconds.evaluate("field => field.validity.rangeOverflow")).isEqualTo(true);
    page.selectOption("#new-type", "fail");
    assertThat(page.locator("[data-parameter]").count()).isZero();
  }

  @Test
  void aPolicyIsToldByItsOriginAndDecidesWithOtherSettings() {
    assertThat(page.locator("#policy optgroup").first().getAttribute("label"))
        .isEqualTo("Espalier's own");
    page.click("#settings");
    String threshold = "#policy-settings [data-parameter=deferring_threshold]";
    String toggle = "#policy-settings [data-parameter=toggle]";
    String choice = "#policy-settings select[data-parameter=dropping]";
    page.fill(threshold, "1.5");
    assertThat(page.locator(threshold).evaluate("field => field.validity.rangeOverflow"))
        .isEqualTo(true);
    page.fill(threshold, "0.8");
    page.fill(toggle, "sometimes");
    page.click("#policy-form button >> nth=0");
    page.waitForCondition(() -> text("#policy-fault").contains("toggle"));
    page.fill(toggle, "");
    page.selectOption(choice, "optimal");
    page.click("#policy-form button >> nth=0");
    page.waitForCondition(() -> !page.locator("#policy-dialog").isVisible());
    page.click("#settings");
    page.waitForCondition(() -> page.locator("#policy-dialog").isVisible());
    assertThat(page.inputValue(threshold)).isEqualTo("0.8");
    assertThat(page.inputValue(toggle)).isEmpty();
    assertThat(page.inputValue(choice)).isEqualTo("optimal");
    assertThat(complaints).singleElement().asString().contains("400");
    complaints.clear();
  }

  @Test
  void aTokenIsAskedForInAForm() throws Exception {
    page.navigate("about:blank");
    server.close();
    complaints.clear(); // that the stream of events broke off, perhaps
    Files.writeString(
        directory.resolve("tokens.yaml"),
        "tokens:\n  - {name: alice, role: operate, sha256: %s}\n".formatted(sha256("open sesame")));
    Files.setPosixFilePermissions(
        directory.resolve("tokens.yaml"), PosixFilePermissions.fromString("rw-------"));
    Files.writeString(directory.resolve("live.yaml"), LIVE + "http: {tokens: tokens.yaml}\n");
    settings =
        LiveFiles.read(directory.resolve("live.yaml"), PolicyRegistry.builtIn()).value().onPort(0);
    server = LiveServer.start(settings);
    page.navigate(server.address() + "/");
    page.locator("#token-dialog").waitFor();
    page.fill("#token", "open sesame");
    page.click("#token-form button");
    page.waitForCondition(() -> text("#connection").equals("live"));
    assertThat(complaints).isNotEmpty().allMatch(complaint -> complaint.contains("401"));
    complaints.clear();
  }

  private static String sha256(String token) throws NoSuchAlgorithmException {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest);
  }

  @Test
  void lightAndDarkAreChosenAndRemembered() {
    String light = background();
    page.click("#theme");
    String dark = background();
    assertThat(dark).isNotEqualTo(light);
    page.reload();
    assertThat(background()).isEqualTo(dark);
    page.click("#theme");
    assertThat(background()).isEqualTo(light);
  }

  private String background() {
    return (String) page.evaluate("getComputedStyle(document.body).backgroundColor");
  }

  @Test
  void fitsWindowsFromNarrowToWide() {
    submit("5", "in 30 s");
    for (int width : List.of(360, 800, 1400, 2200)) {
      page.setViewportSize(width, 900);
      page.waitForCondition(
          () -> (Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
    }
  }

  @Test
  void itsScriptsShareOneGlobalName() {
    String added =
        """
        () => {
          const empty = document.body.appendChild(document.createElement('iframe'));
          const usual = new Set(Object.getOwnPropertyNames(empty.contentWindow));
          empty.remove();
          return Object.getOwnPropertyNames(window).filter(name => !usual.has(name));
        }\
        """;
    assertThat((List<?>) page.evaluate(added)).asString().isEqualTo("[espalier]");
  }

  @Test
  void itIsPrintedOnWhite() {
    page.click("#theme");
    String dark = picture();

    page.evaluate("dispatchEvent(new Event('beforeprint'))");
    String printed = picture();
    page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));

    assertThat(printed).isNotEqualTo(dark);
    assertThat(background()).isEqualTo("rgb(255, 255, 255)");
    assertThat(page.locator("button:visible").count()).isZero();
  }

  /** The axes of a chart without points. */
  private String picture() {
    return (String) page.evaluate("document.getElementById('calibration').toDataURL()");
  }

  @Test
  void aKeyLeadsToTheSearch() {
    page.keyboard().press("/");

    assertThat(page.evaluate("document.activeElement.id")).isEqualTo("text");
    assertThat(page.locator("#text").inputValue()).isEmpty();
  }
}
