package org.espalier.service.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A real server that can be stopped and started. */
public final class PostgresServer {
  private final Path data;
  private EmbeddedPostgres server;
  private int port;

  public PostgresServer(Path data) throws IOException {
    this.data = data;
    start();
  }

  public void start() throws IOException {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false);
    server = (port == 0 ? builder : builder.setPort(port)).start();
    if (port == 0) {
      port = server.getPort();
      askForPasswords();
    }
  }

  /** The administrator is trusted; all others need a password. */
  private void askForPasswords() throws IOException {
    Files.writeString(
        data.resolve("pg_hba.conf"),
        "host all postgres all trust\nhost all all all scram-sha-256\n");
    stop();
    start();
  }

  public void stop() throws IOException {
    server.close();
  }

  public int port() {
    return port;
  }

  /** The address of a store for its administrator. */
  public String url() {
    return "jdbc:postgresql://localhost:%d/postgres?user=postgres".formatted(port);
  }
}
