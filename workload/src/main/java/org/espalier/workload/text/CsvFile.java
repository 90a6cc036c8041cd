package org.espalier.workload.text;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A CSV file that is written: a header, then rows, in UTF-8, each line with a line feed. */
public final class CsvFile {
  private CsvFile() {}

  /** Writes rows as they come, so that they need not be there at once. */
  public static void write(Path file, List<String> header, Stream<List<String>> rows)
      throws IOException {
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
      csv.writeRecord(header);
      rows.forEach(csv::writeRecord);
    }
  }
}
