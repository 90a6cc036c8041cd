package org.espalier.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
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
 * That the dashboard of a service with 1,000 machines reads well: counted by type, as a wall for
 * pointer and keyboard, and as a list that is searched and paged; and that it costs little.
 */
@Sampled(0.34)
class ManyMachinesBrowserTest {
  private static final int MACHINES = 1000;
  private static final double MOST_KIB_PER_SECOND = 100;
  private static final double LONGEST_TASK_MILLIS = 200;
  private static final String SYSTEM =
      """
      name: many
      tick: 1 ms
      machine_types: [{name: small}, {name: big}]
      machines: [{type: small, count: 600}, {type: big, count: 400}]
      pet: {samples: times.csv, step: 100 ms}
      """;
  private static final String TIMES =
      """
      task_type,machine_type,execution_time_s
      nap,small,2
      nap,small,3
      nap,big,1
      nap,big,1.5
      """;
  private static final String LIVE =
      """
      system: system.yaml
      policy: SQ
      task_types:
        nap:
          command: [sleep, "{seconds}"]
          parameters: {seconds: {number: [0, 600], default: 2}}
      """;

  @TempDir Path directory;

  private static final Browser BROWSER = new Browser();

  private final List<String> complaints = new ArrayList<>();
  private LiveServer server;
  private Page page;

  @BeforeEach
  void start() throws IOException {
    Files.writeString(directory.resolve("system.yaml"), SYSTEM);
    Files.writeString(directory.resolve("times.csv"), TIMES);
    Path live = Files.writeString(directory.resolve("live.yaml"), LIVE);
    LiveSettings settings = LiveFiles.read(live, PolicyRegistry.builtIn()).value().onPort(0);
    server =
        LiveServer.start(
            settings, (owner, listener) -> new TimedBackend(listener, Set.of("small-599")));
    page = BROWSER.open("about:blank");
    page.setDefaultTimeout(60_000);
    page.setViewportSize(1400, 900);
    page.onConsoleMessage(message -> complaints.add(message.type() + ": " + message.text()));
    page.onPageError(complaints::add);
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
  }

  private String text(String selector) {
    return page.locator(selector).innerText();
  }

  private List<String> column(String table, int column) {
    return page.locator("#%s tr td:nth-child(%d)".formatted(table, column)).allInnerTexts();
  }

  private void submit(int tasks, double seconds) throws IOException, InterruptedException {
    String task =
        "{\"type\": \"nap\", \"deadline\": \"in 300 s\", \"parameters\": {\"seconds\": %s}}"
            .formatted(seconds);
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(server.address() + "/v1/tasks"));
      request.header("Content-Type", "application/json");
      request.POST(
          BodyPublishers.ofString("[" + String.join(",", Collections.nCopies(tasks, task)) + "]"));
      assertThat(client.send(request.build(), BodyHandlers.discarding()).statusCode())
          .isEqualTo(202);
    }
  }

  @Test
  void machinesAreCountedByTypeAndThoseWorthALookComeFirst() throws Exception {
    submit(MACHINES, 300);

    page.waitForCondition(() -> text("#tiles").contains("999 / 1,000"));
    assertThat(column("groups", 1)).containsExactly("small", "big");
    assertThat(column("groups", 2)).containsExactly("600", "400");
    page.waitForCondition(() -> column("groups", 8).equals(List.of("1", "0")));
    page.waitForCondition(() -> column("machines", 1).getFirst().equals("small-599"));
    assertThat(column("machines", 3).getFirst()).contains("failed: it is broken");
    assertThat(column("machines", 1)).hasSize(24);
    assertThat(page.locator("#machine-actions").isVisible()).isFalse();
  }

  @Test
  void theListIsSearchedAndPaged() {
    page.waitForCondition(() -> text("#machine-count").equals("1 to 24 of 1,000"));

    page.selectOption("#machine-type", "big");
    page.fill("#machine-text", "-39");
    page.click("#machine-filter button:text('show')");
    page.waitForCondition(() -> text("#machine-count").equals("1 to 11 of 11"));
    assertThat(column("machines", 1)).contains("big-39", "big-390", "big-399");

    page.fill("#machine-text", "");
    page.keyboard().press("Enter");
    page.waitForCondition(() -> text("#machine-count").equals("1 to 24 of 400"));
    page.click("#machine-next");
    page.waitForCondition(() -> text("#machine-count").equals("25 to 48 of 400"));
    assertThat(column("machines", 1)).startsWith("big-24");
    page.click("#machine-back");
    page.waitForCondition(() -> text("#machine-count").equals("1 to 24 of 400"));

    page.selectOption("#machine-state", "full");
    page.click("#machine-filter button:text('show')");
    page.waitForCondition(() -> page.locator("#machines-empty.empty").isVisible());
    page.selectOption("#machine-state", "");
    page.locator("#groups tr").first().click();
    page.waitForCondition(() -> text("#machine-count").equals("1 to 24 of 600"));
  }

  @Test
  void theWallIsReadAndUsedByKeys() {
    Locator wall = page.locator("#wall");
    wall.focus();
    page.keyboard().press("ArrowRight");
    page.keyboard().press("ArrowRight");
    assertThat(text("#cell")).isEqualTo("small, number 3 of 600: 0 tasks");
    page.waitForCondition(() -> text("#cell").equals("small-2, small: idle; no task"));
    page.keyboard().press("PageDown");
    page.waitForCondition(() -> text("#cell").startsWith("big-0,"));
    page.keyboard().press("ArrowLeft");
    page.waitForCondition(() -> text("#cell").startsWith("small-599,"));
    page.keyboard().press("ArrowDown");
    page.keyboard().press("ArrowUp");
    page.waitForCondition(() -> text("#cell").startsWith("small-599,"));
    page.keyboard().press("Home");
    page.waitForCondition(() -> text("#cell").startsWith("small-0,"));

    page.keyboard().press("Enter");
    page.waitForCondition(() -> page.locator("#machine").isVisible());
    assertThat(text("#machine")).contains("Machine small-0", "0 of 3");
    page.click("#machine-action");
    page.waitForCondition(() -> text("#machine-action").equals("resume"));
    page.keyboard().press("Escape");
    assertThat(page.locator("#machine").isVisible()).isFalse();
    page.waitForCondition(() -> column("groups", 7).equals(List.of("1", "0")));
    page.waitForCondition(() -> column("machines", 1).getFirst().equals("small-0"));
  }

  @Test
  void theWallIsReadAndUsedByPointer() throws Exception {
    submit(MACHINES - 1, 300);
    page.waitForCondition(() -> text("#tiles").contains("999 / 1,000"));
    Locator wall = page.locator("#wall");
    wall.scrollIntoViewIfNeeded();

    wall.hover(new Locator.HoverOptions().setPosition(5, 27));
    page.waitForCondition(() -> text("#cell").startsWith("small-0, small: running; task "));
    wall.click(new Locator.ClickOptions().setPosition(14 + 5, 27));

    page.waitForCondition(() -> text("#machine-title").equals("Machine small-1"));
    page.locator("#machine-body tr.link").first().click();
    page.waitForCondition(() -> text("#detail-title").startsWith("Task "));
    assertThat(text("#detail-body")).contains("machine small-1");
    page.click("#close");
    String byTasks = picture();
    page.selectOption("#wall-by", "wall_late");
    assertThat(picture()).isNotEqualTo(byTasks);
  }

  /** All that is drawn on the wall. */
  private String picture() {
    return (String) page.evaluate("document.getElementById('wall').toDataURL()");
  }

  /** The page's longest task is that of the quietest second, since other work makes tasks long. */
  @Test
  void itCostsLittleWhileTasksComeAndGo() throws Exception {
    page.evaluate(
        "new PerformanceObserver(list => list.getEntries().forEach("
            + "e => { window.longest = Math.max(window.longest, e.duration); }))"
            + ".observe({type: 'longtask'})");
    AtomicLong bytes = new AtomicLong();
    CDPSession session = page.context().newCDPSession(page);
    session.send("Network.enable");
    session.on("Network.dataReceived", event -> bytes.addAndGet(length(event)));
    long begin = System.nanoTime();
    double longest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 5; i++) {
      page.evaluate("window.longest = 0");
      submit(500, 1.5);
      page.waitForTimeout(1000);
      longest = Math.min(longest, ((Number) page.evaluate("window.longest")).doubleValue());
    }
    double seconds = (System.nanoTime() - begin) / 1e9;

    assertThat(bytes.get() / 1024.0 / seconds).isBetween(1.0, MOST_KIB_PER_SECOND);
    assertThat(longest).isLessThan(LONGEST_TASK_MILLIS);
  }

  private static long length(JsonObject event) {
    return event.get("dataLength").getAsLong();
  }

  @Test
  void fitsWindowsFromNarrowToWide() {
    page.waitForCondition(() -> text("#machine-count").equals("1 to 24 of 1,000"));
    for (int width : List.of(360, 800, 1400, 2200)) {
      page.setViewportSize(width, 900);
      page.waitForCondition(
          () -> (Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
    }
  }
}
