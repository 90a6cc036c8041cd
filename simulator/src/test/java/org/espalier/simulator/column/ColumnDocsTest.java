package org.espalier.simulator.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.Test;

/** Run with {@code ESPALIER_WRITE_DOCS=true} in the environment to write the page again. */
final class ColumnDocsTest {
  private static final Path PAGE = Repository.file("docs/columns.md");

  @Test
  void thePageIsUpToDate() throws IOException {
    if (Boolean.parseBoolean(System.getenv("ESPALIER_WRITE_DOCS"))) {
      Files.writeString(PAGE, ColumnDocs.markdown());
    }
    assertThat(PAGE).content().isEqualTo(ColumnDocs.markdown());
  }

  @Test
  void columnsHaveDistinctNamesThatStudiesCanWrite() {
    assertThat(Column.keys()).doesNotHaveDuplicates().allMatch(key -> key.matches("[a-z0-9_]+"));
    assertThat(Arrays.stream(Column.values()).map(Column::label)).doesNotHaveDuplicates();
  }
}
