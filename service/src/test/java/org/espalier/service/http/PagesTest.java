package org.espalier.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.regex.Pattern;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.report.WebPage;
import org.espalier.service.scheduling.LiveFixtures;
import org.espalier.service.scheduling.LiveScheduler;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That the dashboard is one safe page, which has the words of this project. */
class PagesTest {
  private HttpResponse<String> dashboard;

  @BeforeEach
  void get() throws IOException, InterruptedException {
    HttpSettings settings = HttpSettings.loopback(0);
    try (LiveScheduler scheduler = LiveFixtures.start(LiveFixtures.store(), "PAM", 50, false);
        ApiServer server =
            ApiServer.start(settings, settings.listen(), scheduler, _ -> true, new NoUpkeep());
        HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "/")).build();
      dashboard = client.send(request, BodyHandlers.ofString());
    }
  }

  private String policy() {
    return dashboard.headers().firstValue("Content-Security-Policy").orElseThrow();
  }

  private List<String> inside(String tag) {
    return Pattern.compile("(?s)<%1$s>(.*?)</%1$s>".formatted(tag))
        .matcher(dashboard.body())
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  @Test
  void onlyItsOwnScriptsAndStylesAreAllowed() {
    String scripts = WebPage.hashes(inside("script").toArray(String[]::new));
    String styles = WebPage.hashes(inside("style").toArray(String[]::new));
    assertThat(inside("script")).hasSize(2);
    assertThat(policy())
        .startsWith("default-src 'none'; ")
        .contains("; style-src " + styles + ";")
        .endsWith("; script-src " + scripts)
        .doesNotContain("unsafe");
  }

  @Test
  void itIsWholeAndLoadsNothing() {
    assertThat(dashboard.body())
        .startsWith("<!doctype html>")
        .endsWith("</html>\n")
        .doesNotContain("@@")
        .doesNotContain("src=")
        .doesNotContain("style=")
        .doesNotContain("@import");
  }

  @Test
  void everyFateHasItsWords() {
    assertThat(Fate.values())
        .allSatisfy(fate ->
            assertThat(dashboard.body())
                .contains("%s: { label: '%s',".formatted(fate, fate.label())));
  }
}
