package org.espalier.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses of stores. */
class StoreAddressTest {
  @ParameterizedTest
  @ValueSource(strings = {"a/b.db", "sqlite:a/b.db", "jdbc:sqlite:a/b.db", " a/b.db "})
  void filesAreSeveralWaysToWrite(String text) {
    assertThat(StoreAddress.parse(text)).isEqualTo(new StoreAddress.OfFile(Path.of("a/b.db")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://us%40er:se%3Acret@h1:1,[::1]/db?sslmode=require",
        "jdbc:postgresql://h1:1,[::1]:5432/db?user=us%40er&password=se%3Acret&sslmode=require",
        "postgres://us%40er:se:cret@h1:1,[::1]/db?sslmode=require"
      })
  void serversAreSeveralWaysToWrite(String text) {
    StoreAddress address = StoreAddress.parse(text);

    assertThat(address)
        .isEqualTo(
            new StoreAddress.OfServer(
                List.of(new StoreAddress.Host("h1", 1), new StoreAddress.Host("[::1]", 5432)),
                "db",
                "us@er",
                "se:cret",
                Map.of("sslmode", "require")));
    assertThat(address).hasToString("postgresql://us@er@h1:1,[::1]:5432/db");
  }

  @Test
  void allProblemsAreTold() {
    assertThatThrownBy(() ->
            StoreAddress.parse(
                "postgresql://u:secret@:1,h:99999/?sslmod=x&sslmode=a&sslmode=b&user=v&ssl"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the store's address \"postgresql://***@:1,h:99999/")
        .hasMessageContaining("did you mean \"sslmode\"?")
        .hasMessageContaining("\"sslmode\" twice")
        .hasMessageContaining("\"ssl\" without a value")
        .hasMessageContaining("another as a parameter")
        .hasMessageContaining("has the host \":1\"")
        .hasMessageContaining("has the port \"99999\"; expected a number from 1 to 65535")
        .hasMessageContaining("names no database");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sqlite:",
        "sqlite::memory:",
        "mysql://u:secret@h/d",
        "postgresql:u:secret@h/d",
        "postgresql//u:secret@h/d",
        "postgresql://u:se@cret@h/d",
        "postgresql://u:sec%ret@h/d",
        "postgresql://u:secret@h",
        "postgresql://h?password=secret",
        "jdbc:postgresql://u:secret@h/d?x=1"
      })
  void badAddressesAreRefusedWithoutTheirPasswords(String text) {
    assertThatThrownBy(() -> StoreAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the store's address \"")
        .hasMessageNotContainingAny("secret", "cret@", "sec%ret");
  }
}
