package org.espalier.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The data of a report as the JSON that its page holds. A page can be made again, and its figures
 * drawn, from the page alone.
 *
 * <p>Estimates are arrays of three, with null for NaN; tasks are arrays of eight; points of curves
 * and scatters and values of matrices have six digits.
 *
 * @param json the data
 * @param title title of the page
 * @param version version of the program that made the results
 */
public record ReportText(String json, String title, String version) {
  private static final String BEGIN = "id=\"report-data\">";
  private static final String END = "</script>";
  private static final JsonMapper MAPPER = JsonMapper.shared();

  /** Leaves no sign in the data with which an end tag or a comment could begin. */
  public ReportText {
    json = json.replace("<", "\\u003c");
  }

  /** The data of a report. */
  public static ReportText of(ReportData data) {
    String json = MAPPER.writeValueAsString(data);
    return new ReportText(json, data.study().title(), data.study().version());
  }

  /**
   * The data in a page.
   *
   * @return nothing if the file holds no report
   * @throws IOException if it cannot be read
   */
  public static Optional<ReportText> read(Path page) throws IOException {
    String text = Files.readString(page);
    int begin = text.indexOf(BEGIN);
    int end = begin < 0 ? -1 : text.indexOf(END, begin);
    return end < 0 ? Optional.empty() : parse(text.substring(begin + BEGIN.length(), end));
  }

  private static Optional<ReportText> parse(String json) {
    try {
      JsonNode study = MAPPER.readTree(json).path("study");
      String title = study.path("title").asString("");
      String version = study.path("version").asString("");
      boolean complete = !title.isEmpty() && !version.isEmpty();
      return complete ? Optional.of(new ReportText(json, title, version)) : Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }
}
