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
    measure("SQLite", Stores.open(directory + "/espalier.db"));
    PostgresServer server = new PostgresServer(directory.resolve("data"));
    measure("PostgreSQL", Stores.open(server.url()));
    server.stop();
  }

  private static void measure(String engine, Store store) {
    try (store) {
      long begin = 0;
      for (int n = 0; n < WARM_UP + MEASURED; n++) {
        begin = n == WARM_UP ? System.nanoTime() : begin;
        store.commit(Samples.busy(n));
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      System.out.printf(Locale.ROOT, "%s: %.0f commits/s%n", engine, MEASURED / seconds);
    }
  }
}
