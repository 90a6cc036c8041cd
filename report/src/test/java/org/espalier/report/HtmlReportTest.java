package org.espalier.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** That a report is one safe file, the same every time. */
class HtmlReportTest {

  private static final String NASTY =
      "</script><script>alert(1)</script><!-- @@page@@ $1 \\ \" ' & \u2028 </title>";
  private static final Pattern DATA =
      Pattern.compile(
          "<script type=\"application/json\" id=\"report-data\">(.*?)</script>", Pattern.DOTALL);

  @TempDir Path directory;

  @Test
  void equalDataGivesEqualBytes() throws IOException {
    Path one = directory.resolve("one.html");
    Path two = directory.resolve("two.html");
    HtmlReport.write(TinyReport.titled("A study"), one);
    HtmlReport.write(TinyReport.titled("A study"), two);
    assertThat(one).hasSameBinaryContentAs(two);
  }

  @Test
  void replacesAFileAndLeavesNothingElse() throws IOException {
    Path file = directory.resolve("report.html");
    Files.writeString(file, "old");
    HtmlReport.write(TinyReport.titled("A study"), file);
    assertThat(file).content().startsWith("<!DOCTYPE html>").endsWith("</html>\n");
    assertThat(directory.toFile().list()).containsExactly("report.html");
  }

  @Test
  void noStringBreaksOut() {
    String page = HtmlReport.page(ReportText.of(TinyReport.titled(NASTY)));
    assertThat(page).doesNotContain("alert(1)</script>").doesNotContain("<script>alert");
    assertThat(occurrences(page, "<script"))
        .isEqualTo(occurrences(HtmlReport.page(ReportText.of(TinyReport.titled("A"))), "<script"));
    assertThat(dataOf(page).get("study").get("title").asString()).isEqualTo(NASTY);
    assertThat(page).contains("<title>&lt;/script&gt;");
  }

  @Test
  void dataIsComplete() {
    JsonNode data = dataOf(HtmlReport.page(ReportText.of(TinyReport.titled("A study"))));
    assertThat(data.get("study").get("seed").asString()).isEqualTo("9223372036854775807");
    assertThat(data.get("axes").get(1).get("positions").toString()).isEqualTo("[15000.0,30000.0]");
    assertThat(data.get("rows").get(0).get("estimates").toString()).isEqualTo("[[35.1,34.1,36.1]]");
    assertThat(data.get("traces").get(0).get("tasks").toString())
        .isEqualTo("[[0,0,0,1,2,5,6,\"ON_TIME\"]]");
  }

  @Test
  void pointsAreWrittenShort() {
    ScatterFigure.Series series =
        new ScatterFigure.Series(
            List.of("PAM", ""),
            ScatterFigure.Style.CLOUD,
            List.of(8.123456789, 1234567.89),
            List.of(-1.0 / 3, 0.0));
    ScatterFigure.Mark mark = ScatterFigure.Mark.level(List.of("", ""), 2.0 / 3, "half");
    JsonNode data =
        dataOf(
            HtmlReport.page(
                ReportText.of(TinyReport.of(TinyReport.scatter(true, List.of(series), mark)))));
    JsonNode figure = data.get("figures").get(0);
    assertThat(figure.get("series").get(0).toString())
        .isEqualTo(
            """
            {"values":["PAM",""],"style":"CLOUD","xs":[8.12346,1234570.0],\
            "ys":[-0.333333,0.0],"rxs":[],"rys":[],"colours":[],"labels":[]}\
            """);
    assertThat(figure.get("marks").get(0).toString())
        .isEqualTo("{\"values\":[\"\",\"\"],\"x\":null,\"y\":0.666667,\"label\":\"half\"}");
    assertThat(figure.get("plane").get("oneToOne").asBoolean()).isTrue();
  }

  @Test
  void absentNumbersAreNull() {
    ReportRow row =
        new ReportRow(List.of("PAM", "30k"), 1, List.of(Estimate.ofMean(Double.NaN)), List.of());
    String json = ReportText.of(TinyReport.of(List.of(row), List.of(), List.of())).json();
    assertThat(json).contains("[[null,null,null]]").doesNotContain("NaN");
  }

  @Test
  void policyAllowsNoNetwork() {
    String page = HtmlReport.page(ReportText.of(TinyReport.titled("A study")));
    assertThat(page).containsPattern("default-src 'none';[^\"]*script-src( 'sha256-[^']+'){3}\"");
    assertThat(page.replace(WebPage.text(WebPage.ECHARTS), ""))
        .doesNotContain("src=")
        .doesNotContain("http:")
        .doesNotContain("https:")
        .doesNotContain("@import");
  }

  @Test
  void scriptsEndOnlyWhereTheyShould() {
    String page = HtmlReport.page(ReportText.of(TinyReport.titled("A study")));
    assertThat(occurrences(page, "</script")).isEqualTo(occurrences(page, "<script")).isEqualTo(4);
    assertThat(page).doesNotContain("<!--").doesNotContain("\r").doesNotContain("@@");
  }

  @Test
  void chartLibraryIsTheOneThatWasVendored() throws GeneralSecurityException {
    String recorded = WebPage.text(WebPage.ECHARTS + ".sha256").split(" ")[0];
    byte[] library = WebPage.text(WebPage.ECHARTS).getBytes(StandardCharsets.UTF_8);
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(library);
    assertThat(HexFormat.of().formatHex(hash)).isEqualTo(recorded);
    assertThat(WebPage.text("echarts/LICENSE")).contains("Apache License");
    assertThat(WebPage.text("echarts/NOTICE")).contains("Apache ECharts");
  }

  private static int occurrences(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  private static JsonNode dataOf(String page) {
    Matcher data = DATA.matcher(page);
    assertThat(data.find()).isTrue();
    return JsonMapper.shared().readTree(data.group(1));
  }
}
