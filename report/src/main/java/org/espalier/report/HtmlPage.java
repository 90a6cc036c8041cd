package org.espalier.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The text of a report page: the template with styles, scripts and data put in.
 *
 * <p>The page's content security policy allows its own scripts, by hash, and no network at all, so
 * that no string of the data can become code even if the escaping failed.
 */
final class HtmlPage {

  private static final Pattern PLACE = Pattern.compile("@@([a-z]+)@@");
  static final List<String> PAGE_SCRIPTS =
      List.of(
          "format.js",
          "theme.js",
          "charts.js",
          "curves.js",
          "scatters.js",
          "matrices.js",
          "gantt.js",
          "decisions.js",
          "figures.js",
          "table.js",
          "page.js");

  private HtmlPage() {}

  static String of(ReportData data) {
    return of(ReportText.of(data));
  }

  static String of(ReportText report) {
    String early = Resources.text("early.js");
    String charts = Resources.text(Resources.ECHARTS);
    String page = PAGE_SCRIPTS.stream().map(Resources::text).collect(Collectors.joining("\n"));
    Map<String, String> parts =
        Map.of(
            "policy", policy(early, charts, page),
            "title", escaped(report.title()),
            "style", Resources.text("report.css"),
            "early", early,
            "charts", charts,
            "data", report.json(),
            "page", page);
    return filled(Resources.text("report.html"), parts);
  }

  /** Puts the parts in their places in one pass, so that a part is never searched for places. */
  private static String filled(String template, Map<String, String> parts) {
    Matcher places = PLACE.matcher(template);
    return places.replaceAll(
        place -> Matcher.quoteReplacement(parts.getOrDefault(place.group(1), place.group())));
  }

  private static String policy(String... scripts) {
    StringBuilder hashes = new StringBuilder();
    for (String script : scripts) {
      hashes.append(" 'sha256-").append(sha256(script)).append('\'');
    }
    return "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; script-src"
        + hashes;
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
