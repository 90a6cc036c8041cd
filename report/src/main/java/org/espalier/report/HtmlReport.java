package org.espalier.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The writer of reports: one HTML file that needs nothing else, not even a network.
 *
 * <p>Equal data gives equal bytes.
 */
public final class HtmlReport {

  private HtmlReport() {}

  /**
   * Writes a report, whole or not at all; a file that is already there is replaced.
   *
   * @param data what the report shows
   * @param file where it goes; missing parent directories are made
   * @throws IOException if the file cannot be written
   */
  public static void write(ReportData data, Path file) throws IOException {
    write(ReportText.of(data), file);
  }

  /**
   * Writes a report from the data of a page, whole or not at all; a file that is already there is
   * replaced.
   *
   * @param report what the report shows
   * @param file where it goes; missing parent directories are made
   * @throws IOException if the file cannot be written
   */
  public static void write(ReportText report, Path file) throws IOException {
    Path target = file.toAbsolutePath();
    Files.createDirectories(target.getParent());
    Path draft = target.resolveSibling("." + target.getFileName() + ".part");
    try {
      Files.writeString(draft, HtmlPage.of(report));
      Files.move(
          draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
