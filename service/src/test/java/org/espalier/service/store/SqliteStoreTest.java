package org.espalier.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.espalier.service.store.Samples.queued;
import static org.espalier.service.store.Samples.tasks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store in an SQLite file. */
class SqliteStoreTest extends StoreContract {
  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("espalier.db");
  }

  @Override
  Store open() {
    return Stores.open(file().toString());
  }

  @Override
  void tamper(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file());
  }

  @Test
  void oneFileHasOneLockThroughWhateverPath() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("link.db"), file());

    assertThatThrownBy(() -> Stores.open(link.toString()))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("is in use by this process");
    assertThatThrownBy(() -> Stores.open(directory + "/./espalier.db"))
        .isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void aFileWithASecondNameIsRefused() throws Exception {
    Path other = Files.createDirectory(directory.resolve("other")).resolve("espalier.db");
    Files.createLink(other, file());

    assertThatThrownBy(() -> Stores.open(other.toString()))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("%s has a second name (a hard link)".formatted(other));
    Files.delete(other);
    reopen();
  }

  @Test
  void aFileLockedByAnotherProgramIsFreeLater() throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      assertThatThrownBy(() -> store().commit(tasks(queued(0))))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("locked by another process");
      statement.execute("ROLLBACK");
    }
    store().commit(tasks(queued(0)));
    assertThat(store().find(0)).contains(queued(0));
  }

  @Test
  void aDirectoryThatIsMissingIsNamed() {
    assertThatThrownBy(() -> Stores.open(directory + "/missing/espalier.db"))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining(directory.resolve("missing") + " does not exist");
    assertThatThrownBy(() -> Stores.open(directory.toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is a directory");
  }

  @Test
  void aFileThatIsNoDatabaseIsRefused() throws Exception {
    Path text = Files.writeString(directory.resolve("text.db"), "no database ".repeat(1000));

    assertThatThrownBy(() -> Stores.open(text.toString()))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("damaged or no SQLite file");
    assertThat(text).content().startsWith("no database");
  }
}
