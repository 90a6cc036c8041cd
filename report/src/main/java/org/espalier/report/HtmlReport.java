package org.espalier.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The writer of reports: one HTML file that needs nothing else, not even a network.
 *
 * <p>Equal data gives equal bytes.
 */
public final class HtmlReport {
  static final String SCRIPTS =
      "format charts panels curves scatters matrices gantt decisions figures table page";

  private HtmlReport() {}

  /**
   * Writes a report; a file that is already there is replaced.
   *
   * @param data what the report shows
   * @param file where it goes
   * @throws IOException if the file cannot be written
   */
  public static void write(ReportData data, Path file) throws IOException {
    Files.writeString(file, page(ReportText.of(data)));
  }

  /** The text of the page: the template with styles, scripts and data put in. */
  static String page(ReportText report) {
    String early = WebPage.earlyScript();
    String charts = WebPage.text(WebPage.ECHARTS);
    String page = WebPage.script(SCRIPTS, WebPage::text);
    Map<String, String> parts =
        Map.of(
            "hashes", WebPage.hashes(early, charts, page),
            "title", escaped(report.title()),
            "style", WebPage.text("report.css"),
            "early", early,
            "charts", charts,
            "data", report.json(),
            "page", page);
    return WebPage.filled(WebPage.text("report.html"), parts);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
