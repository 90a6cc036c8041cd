package org.espalier.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.simulator.column.Column;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The studies of both presets on this project's own trials give the means that they gave when the
 * table was written. This is a regression table: its numbers are this program's own, and say that
 * results have not changed, not that they are right. Of the two loads one runs a day where only a
 * sample is wanted.
 */
final class OwnResultsTest {
  private static final Path OWN = Repository.file("simulator/src/test/resources/own");
  private static final List<Column> COLUMNS =
      List.of(
          Column.ROBUSTNESS,
          Column.REACTIVE,
          Column.PROACTIVE,
          Column.MACHINE_USE,
          Column.TYPE_DEVIATION,
          Column.RESPONSE,
          Column.MAKESPAN,
          Column.MAPPING_EVENTS);

  private static final List<String> LOADS = List.of("15k", "30k");

  @ParameterizedTest
  @ValueSource(strings = {"journal", "thesis"})
  void meansAreThoseOfTheTable(String preset) throws IOException {
    List<String> loads = TestSample.of(1, LOADS.size()).mapToObj(LOADS::get).toList();
    StudyRun run =
        StudyRun.of(
            "studies/reference-%s.yaml".formatted(preset),
            List.of("data=" + OWN, "trials=3", "arrival_intensity=" + String.join(",", loads)));
    List<NamedCsvRecord> table =
        table(preset).stream()
            .filter(row -> loads.stream().anyMatch(row.getField("scenario")::contains))
            .toList();

    assertThat(table).hasSize(run.experiment().scenarios().size());
    for (Column column : COLUMNS) {
      Map<String, Double> means = run.means(column);
      for (NamedCsvRecord row : table) {
        assertThat(means.get(row.getField("scenario")))
            .as("%s of %s", column.key(), row.getField("scenario"))
            .isCloseTo(Double.parseDouble(row.getField(column.key())), within(1e-6));
      }
    }
  }

  private static List<NamedCsvRecord> table(String preset) throws IOException {
    Path file = OWN.resolve("regression-%s.csv".formatted(preset));
    try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(file)) {
      return rows.stream().toList();
    }
  }
}
