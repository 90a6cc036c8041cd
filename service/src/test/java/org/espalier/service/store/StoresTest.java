package org.espalier.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses of stores, and a look at what is there. */
class StoresTest {
  @TempDir private Path directory;

  @Test
  void aLookAtTheTasksDisturbsNobody() {
    String address = directory.resolve("espalier.db").toString();
    assertThat(Stores.unfinished(address)).isEmpty();
    assertThat(directory).isEmptyDirectory();
    try (Store store = Stores.open(address)) {
      store.commit(Samples.busy(0));

      assertThat(Stores.unfinished(address)).hasSize(20);

      store.commit(Samples.busy(1));
      assertThat(Stores.unfinished(address)).hasSize(40);
    }
    assertThat(Stores.unfinished(address)).hasSize(40);
  }

  @Test
  void aServerIsToldWithoutItsPassword() {
    assertThat(
            server(
                    "jdbc:postgresql://h1:1,[::1]/d%20b?user=us%40er&password=se%3Acret&sslmode=require")
                .name())
        .isEqualTo("the store postgresql://us@er@h1:1,[::1]:5432/d b");
    assertThat(server("jdbc:postgresql://h/d").name()).endsWith("h:5432/d");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sqlite:a/b.db",
        "a.db?mode=secret",
        "mysql://u:secret@h/d",
        "postgresql://u:secret@h/d",
        "jdbc:postgresql://u:secret@h/d",
        "jdbc:postgresql://h:port/d?password=secret",
        "jdbc:postgresql://h/d?password=sec%ret",
        "jdbc:postgresql://h/?password=secret",
        "jdbc:sqlite:secret.db"
      })
  void badAddressesAreRefusedWithoutTheirPasswords(String text) {
    assertThatThrownBy(() -> Stores.open(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the store's address is ")
        .hasMessageContaining("expected")
        .hasMessageNotContainingAny("secret@", "=secret", "sec%ret", "u:secret")
        .hasNoCause();
  }

  private static PostgresEngine server(String address) {
    return PostgresEngine.of(address, new Lease("", InstantSource.system(), null));
  }
}
