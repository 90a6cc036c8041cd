package org.espalier.simulator.shard;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.util.function.BiConsumer;
import org.espalier.simulator.run.UnitResult;
import org.espalier.workload.document.FileProblems;
import tools.jackson.core.JacksonException;

/** Reads the file of a shard, line by line. */
final class ShardReader {
  private static final String AGAIN = "run the shard again";

  private final FileProblems problems;
  private final StudyDigest study;

  /**
   * @param problems those of the file
   * @param study the study that it should be of
   */
  ShardReader(FileProblems problems, StudyDigest study) {
    this.problems = problems;
    this.study = study;
  }

  /** Reads the results in it; those of another study are refused as a whole. */
  void read(BiConsumer<UnitResult, FileProblems> results) {
    try (BufferedReader lines = Files.newBufferedReader(problems.file())) {
      String first = lines.readLine();
      ShardJson.Header header = ShardJson.header(first == null ? "" : first);
      if (header.study().equals(study.hex())) {
        read(lines, header.units(), results);
      } else {
        problems.report(
            1,
            "study",
            header.study(),
            "is a shard of another study, or was run by another version or with another system, PET or"
                + " workload files; expected "
                + study.hex(),
            "take it away, or run it again with this study and its files");
      }
    } catch (JacksonException e) {
      problems.report(1, "", "", "is no shard", "take it away, or run it again");
    } catch (IOException e) {
      problems.report(e);
    }
  }

  private void read(BufferedReader lines, int units, BiConsumer<UnitResult, FileProblems> results)
      throws IOException {
    int read = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      read++;
      try {
        results.accept(ShardJson.result(line), problems);
      } catch (JacksonException e) {
        problems.report(read + 1, "", "", "is no result of a unit", AGAIN);
      }
    }
    if (read != units) {
      problems.report(
          0, "", "", "holds %,d units, its first line says %,d".formatted(read, units), AGAIN);
    }
  }
}
