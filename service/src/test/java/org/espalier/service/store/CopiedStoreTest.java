package org.espalier.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores that are copied, moved, cut in two, backed up and restored. */
class CopiedStoreTest {
  @TempDir private Path directory;

  private Path file(String name) throws IOException {
    return Files.createDirectories(directory.resolve(name)).resolve("espalier.db");
  }

  private static boolean isCopy(Path file) {
    try (Store store = Stores.open(file.toString())) {
      return store.resume().facts().containsKey(Store.RESTORED);
    }
  }

  @Test
  void aStoreThatStaysOrIsMovedIsItself() throws Exception {
    try (Store store = Stores.open(file("first").toString())) {
      store.commit(Samples.busy(0));
    }
    assertThat(isCopy(file("first"))).isFalse();
    Files.move(directory.resolve("first"), directory.resolve("second"));
    assertThat(isCopy(file("second"))).isFalse();
  }

  private static String id(Path file) {
    try (Store store = Stores.open(file.toString())) {
      return store.id();
    }
  }

  @Test
  void aStoreKeepsItsIdAndACopyHasAnother() throws Exception {
    String first = id(file("first"));
    assertThat(id(file("first"))).isEqualTo(first);
    Files.copy(file("first"), file("second"));

    assertThat(id(file("second"))).isNotEqualTo(first);
    assertThat(id(file("first"))).isEqualTo(first);
  }

  @Test
  void eachOpeningHasAHigherTenure() throws Exception {
    long before = tenure(file("first"));
    assertThat(tenure(file("first"))).isGreaterThan(before);
  }

  private static long tenure(Path file) {
    try (Store store = Stores.open(file.toString())) {
      return store.tenure();
    }
  }

  @Test
  void aWholeCopyKnowsThatItIsOne() throws Exception {
    try (Store store = Stores.open(file("first").toString())) {
      store.commit(Samples.busy(0));
    }
    Files.copy(file("first"), file("second"));
    assertThat(isCopy(file("second"))).isTrue();
    assertThat(isCopy(file("second"))).as("until it is dealt with").isTrue();
    Files.delete(file("first"));
    Files.copy(file("second"), file("first"));
    assertThat(isCopy(file("first"))).as("also in the place of the first").isTrue();
  }

  @Test
  void aCopyWithoutItsLogIsRefused() throws Exception {
    try (Store store = Stores.open(file("first").toString())) {
      store.commit(Samples.busy(0));
      Files.copy(file("first"), file("second"));
      Files.copy(file("first"), file("third"));
      Files.copy(
          directory.resolve("first/espalier.db-wal"), directory.resolve("third/espalier.db-wal"));
    }
    assertThatThrownBy(() -> Stores.open(file("second").toString()))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining(file("second") + " was in use when it was copied")
        .hasMessageContaining("espalier backup");
    try (Store store = Stores.open(file("third").toString())) {
      assertThat(store.resume().facts()).containsKeys(Store.RESTORED, "change");
      assertThat(store.resume().unfinished()).hasSize(20);
    }
  }

  @Test
  void anEarlierStateThatIsPutInPlaceIsTakenForACopy() throws Exception {
    try (Store store = Stores.open(file("first").toString())) {
      store.commit(Samples.busy(0));
    }
    byte[] early = Files.readAllBytes(file("first"));
    try (Store store = Stores.open(file("first").toString())) {
      store.commit(Samples.busy(1));
    }
    assertThat(isCopy(file("first"))).isFalse();
    Files.write(file("first"), early);
    assertThat(isCopy(file("first"))).isTrue();
  }

  @Test
  void aFileThatIsPutBesideTheLogOfAnotherStateIsRefused() throws Exception {
    try (Store store = Stores.open(file("first").toString())) {
      store.commit(Samples.busy(0));
      byte[] early = Files.readAllBytes(file("first"));
      checkpoint(file("first"));
      byte[] late = Files.readAllBytes(file("first"));
      byte[] backup = Files.readAllBytes(store.copy());
      store.commit(Samples.busy(1));
      assertIsRefused(early);
      assertIsRefused(backup);
      assertThat(isCopyWithLog(late)).isTrue();
    }
  }

  private static void checkpoint(Path file) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA wal_checkpoint(RESTART)");
    }
  }

  private boolean isCopyWithLog(byte[] state) throws IOException {
    Path second = Files.write(file("second"), state);
    Files.copy(
        directory.resolve("first/espalier.db-wal"),
        directory.resolve("second/espalier.db-wal"),
        StandardCopyOption.REPLACE_EXISTING);
    return isCopy(second);
  }

  private void assertIsRefused(byte[] state) {
    assertThatThrownBy(() -> isCopyWithLog(state))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("does not belong to the log beside it");
    assertThatThrownBy(() -> Stores.unfinished(file("second").toString()))
        .hasMessageContaining("does not belong to the log beside it");
  }

  @Test
  void aBackupIsRestoredWholeAndKnowsThatItIsOne() throws Exception {
    Path outputs = Files.createDirectories(directory.resolve("output"));
    Files.writeString(Files.createDirectory(outputs.resolve("3-1")).resolve("stdout"), "hello");
    Path backup = directory.resolve("backup.zip");
    Path data = directory.resolve("restored");
    try (Store store = Stores.open(file("first").toString())) {
      store.commit(Samples.busy(0));
      Path copy = store.copy();
      store.commit(Samples.busy(1));
      try (OutputStream out = Files.newOutputStream(backup)) {
        Backup.write(copy, Optional.of(outputs), out);
      }
    }
    Backup.restore(backup, data);

    assertThat(data.resolve("local/output/3-1/stdout")).hasContent("hello");
    try (Store store = Stores.open(data.resolve("espalier.db").toString())) {
      assertThat(store.resume().facts()).containsAllEntriesOf(Map.of("change", "0"));
      assertThat(store.resume().facts()).containsKey(Store.RESTORED);
      assertThat(store.journal(0, 1000)).isEqualTo(Samples.busy(0).journal());
    }
    assertThatThrownBy(() -> Backup.restore(backup, data))
        .hasMessageContaining("there is something in " + data);
  }

  @Test
  void whatIsNoWholeBackupIsRefused() throws Exception {
    Path whole = directory.resolve("whole.zip");
    try (OutputStream out = Files.newOutputStream(whole)) {
      Backup.write(Files.writeString(directory.resolve("a"), "store"), Optional.empty(), out);
    }
    byte[] bytes = Files.readAllBytes(whole);
    Path data = directory.resolve("data");
    Path part = directory.resolve("part.zip");
    for (int length : new int[] {0, 1, bytes.length / 2, bytes.length - 1}) {
      Files.write(part, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> Backup.restore(part, data))
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining(part + " is no whole backup");
    }
    String foreign = new String(bytes, StandardCharsets.ISO_8859_1);
    Files.writeString(
        part, foreign.replace("espalier.db", "../palie.db"), StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> Backup.restore(part, data)).hasMessageContaining("something else");
    assertThat(data).doesNotExist();
  }
}
