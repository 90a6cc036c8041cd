package org.espalier.service.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Measures commits per second of changes of 20 tasks and 60 journal entries; run by hand. */
final class CommitSpeed {
  private static final int WARM_UP = 200;
  private static final int MEASURED = 1000;

  private CommitSpeed() {}

  /** Takes a directory for files. */
  public static void main(String[] args) throws Exception {
    Path directory = Files.createTempDirectory(Path.of(args[0]), "commits");
    for (Durability durability : Durability.values()) {
      measure("SQLite", Stores.open(directory.resolve(durability + ".db"), durability), durability);
    }
    PostgresServer server = new PostgresServer(directory.resolve("data"));
    for (Durability durability : Durability.values()) {
      String url = "postgresql://postgres@localhost:%d/postgres?currentSchema=s%d";
      createSchema(server.port(), durability.ordinal());
      measure(
          "PostgreSQL",
          Stores.open(url.formatted(server.port(), durability.ordinal()), durability),
          durability);
    }
    server.stop();
  }

  private static void createSchema(int port, int number) throws Exception {
    String url = "jdbc:postgresql://localhost:%d/postgres?user=postgres".formatted(port);
    try (var connection = java.sql.DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA s" + number);
    }
  }

  private static void measure(String engine, Store store, Durability durability) {
    try (store) {
      long begin = 0;
      for (int n = 0; n < WARM_UP + MEASURED; n++) {
        begin = n == WARM_UP ? System.nanoTime() : begin;
        store.commit(Samples.busy(n));
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      System.out.printf(
          Locale.ROOT, "%s %s: %.0f commits/s%n", engine, durability, MEASURED / seconds);
    }
  }
}
