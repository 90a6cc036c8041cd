package org.espalier.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
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
import java.util.HexFormat;
import java.util.List;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.espalier.service.config.LiveFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the dashboard shows energy beside its budget, and worth, where there are such. */
class EnergyAndWorthBrowserTest {
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
      policy: MM
      data: data
      task_types:
        nap:
          command: [sleep, "{seconds}"]
          parameters: {seconds: {number: [0, 60], default: 0.3}}
        rest: {command: [sleep, "0.2"]}
      """;
  private static final String BUDGETED =
      """
      settings:
        energy_zone: Europe/Berlin
        energy_carbon: {"00:00-12:00": 300, "12:00-24:00": 300}
        energy_budget: 3 kg CO2
        energy_period: month
      priorities: {high: 8, low: 0.5}
      http: {tokens: tokens.yaml}
      """;

  private static final Browser BROWSER = new Browser();

  @TempDir Path directory;

  @AfterAll
  static void closeBrowser() {
    BROWSER.close();
  }

  private LiveServer serve(String more) throws Exception {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest("sesame".getBytes(StandardCharsets.UTF_8));
    Path tokens =
        Files.writeString(
            directory.resolve("tokens.yaml"),
            "tokens:\n  - {name: alice, role: operate, sha256: %s}\n"
                .formatted(HexFormat.of().formatHex(digest)));
    Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(directory.resolve("system.yaml"), SYSTEM);
    Files.writeString(
        directory.resolve("times.csv"),
        "task_type,machine_type,execution_time_s\nnap,plain,0.3\nnap,plain,0.4\nrest,plain,0.2\n");
    Path live = Files.writeString(directory.resolve("live.yaml"), LIVE + more);
    return LiveServer.start(LiveFiles.read(live, PolicyRegistry.builtIn()).value().onPort(0));
  }

  private static void submit(LiveServer server, String type, String deadline, String more)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(server.address() + "/v1/tasks"))
              .header("Content-Type", "application/json")
              .header("Authorization", "Bearer sesame")
              .POST(
                  BodyPublishers.ofString(
                      "{\"type\":\"%s\",\"deadline\":\"%s\"%s}".formatted(type, deadline, more)))
              .build();
      assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(202);
    }
  }

  private static String text(Page page, String selector) {
    return page.locator(selector).innerText();
  }

  @Test
  void energyStandsBesideItsBudgetAndWorthByPriorityTypeAndUser() throws Exception {
    try (LiveServer server = serve(BUDGETED);
        Page page = BROWSER.open("about:blank")) {
      page.setDefaultTimeout(60_000);
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
      page.navigate(server.address() + "/");
      page.locator("#token-dialog").waitFor();
      page.fill("#token", "sesame");
      page.click("#token-form button");
      page.waitForCondition(() -> text(page, "#connection").equals("live"));
      assertThat(page.locator("#worth").isVisible()).isFalse();
      submit(server, "nap", "in 60 s", ",\"priority\":\"high\"");
      submit(server, "nap", "in 60 s", ",\"priority\":\"low\"");
      submit(server, "nap", "in 0 s", ",\"priority\":\"high\"");
      submit(server, "rest", "in 60 s", "");

      String worth =
          """
          priority\t0.5\t0.5\t0\t100 %
          priority\t1\t1\t0\t100 %
          priority\t8\t8\t8\t50 %
          task type\tnap\t8.5\t8\t52 %
          task type\trest\t1\t0\t100 %
          user\talice\t9.5\t8\t54 %\
          """;
      page.waitForCondition(() -> text(page, "#by-worth").equals(worth));

      page.waitForCondition(
          () -> text(page, "#energy-note").matches("0\\.\\d+ kg CO2 spent, 0 .*"));
      assertThat(text(page, "#energy-note")).contains(" of 3 kg CO2 until ");
      assertThat(page.locator("#energy").getAttribute("aria-label"))
          .matches("energy beside its budget of [0-9.]+ kg CO2: 0\\.[0-9]+ kg CO2 spent.*");
      for (int width : List.of(390, 1400)) {
        page.setViewportSize(width, 900);
        page.waitForCondition(
            () -> (Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
      }
      assertThat(metrics(server))
          .containsPattern("energy_budget\\{period=\"whole\",unit=\"kg CO2\"} (3\\.0|2\\.99999)")
          .contains("espalier_energy_left{period=\"present\",unit=\"kg CO2\"} ")
          .contains("espalier_user_worth_total{fate=\"on-time\",user=\"alice\"} 9.5");
    }
  }

  private static String metrics(LiveServer server) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(server.address() + "/metrics"))
              .header("Authorization", "Bearer sesame")
              .build();
      return client.send(request, BodyHandlers.ofString()).body();
    }
  }

  @Test
  void whereAllIsWorthOneAndNothingIsBudgetedNothingIsAdded() throws Exception {
    try (LiveServer server = serve("");
        Page page = BROWSER.open(server.address() + "/")) {
      page.setDefaultTimeout(60_000);
      page.waitForCondition(() -> text(page, "#connection").equals("live"));
      submit(server, "nap", "in 60 s", "");
      submit(server, "nap", "in 0 s", "");
      page.waitForCondition(() -> text(page, "#by-type").contains("50 %"));

      assertThat(page.locator("#task-types th:visible").count()).isEqualTo(7);
      assertThat(page.locator("#worth").isVisible()).isFalse();
      assertThat(page.locator("#energy-budget").isVisible()).isFalse();
    }
  }
}
