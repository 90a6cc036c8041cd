package org.espalier.report;

import java.util.Map;

/** The text of a report page: the template with styles, scripts and data put in. */
final class HtmlPage {
  static final String SCRIPTS =
      "format charts panels curves scatters matrices gantt decisions figures table page";

  private HtmlPage() {}

  static String of(ReportData data) {
    return of(ReportText.of(data));
  }

  static String of(ReportText report) {
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

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
