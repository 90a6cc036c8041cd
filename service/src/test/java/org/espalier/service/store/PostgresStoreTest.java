package org.espalier.service.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.espalier.service.store.Samples.change;
import static org.espalier.service.store.Samples.line;
import static org.espalier.service.store.Samples.queued;
import static org.espalier.service.store.Samples.tasks;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store in PostgreSQL. */
@Sampled(0.3)
class PostgresStoreTest extends StoreContract {
  private static final String PASSWORD = "p@ss:/?# w%rd";

  @TempDir static Path directory;
  private static PostgresServer server;
  private static int databases;

  private String database;

  @BeforeAll
  static void startServer() throws Exception {
    server = new PostgresServer(directory.resolve("data"));
    admin("postgres", "CREATE ROLE espalier LOGIN CREATEDB PASSWORD '" + PASSWORD + "'");
  }

  @AfterAll
  static void stopServer() throws Exception {
    server.stop();
  }

  @BeforeEach
  @Override
  void openStore() throws Exception {
    database = "test" + databases++;
    admin("postgres", "CREATE DATABASE " + database + " OWNER espalier");
    super.openStore();
  }

  @Override
  Store open() {
    return Stores.open(url(""));
  }

  private String url(String parameters) {
    return "jdbc:postgresql://localhost:%d/%s?user=espalier&password=%s%s"
        .formatted(server.port(), database, URLEncoder.encode(PASSWORD, UTF_8), parameters);
  }

  @Override
  void tamper(String sql) throws SQLException {
    admin(database, sql);
  }

  private static void admin(String database, String sql) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Connection connect(String database) throws SQLException {
    String url =
        "jdbc:postgresql://localhost:%d/%s?user=postgres".formatted(server.port(), database);
    return DriverManager.getConnection(url);
  }

  private static void assertWithoutPassword(Throwable e) {
    StringWriter trace = new StringWriter();
    e.printStackTrace(new PrintWriter(trace));
    assertThat(trace.toString()).doesNotContain(PASSWORD).doesNotContain("w%25rd");
  }

  @Test
  void theStoreIsFoundAgainAfterTheServerWasStopped() throws Exception {
    store().commit(Samples.busy(0));
    server.stop();
    try {
      assertThatThrownBy(() -> store().commit(Samples.busy(1)))
          .isInstanceOf(StoreUnavailableException.class)
          .satisfies(PostgresStoreTest::assertWithoutPassword);
      assertThatThrownBy(() -> store().commit(Samples.busy(1)))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("cannot be reached");
      assertThatThrownBy(() -> store().find(0))
          .isInstanceOf(StoreUnavailableException.class)
          .satisfies(PostgresStoreTest::assertWithoutPassword);
      assertThatThrownBy(this::open).isInstanceOf(StoreUnavailableException.class);
    } finally {
      server.start();
    }
    store().commit(Samples.busy(1));
    assertThat(store().find(39)).contains(queued(39));
    assertThat(store().journal(0, 1000)).hasSize(120);
    assertThatThrownBy(this::open).hasMessageContaining("is in use by");
  }

  @Test
  void theStoreIsFoundAgainAfterItsConnectionsWereCut() throws Exception {
    store().commit(tasks(queued(0)));
    assertThat(store().find(0)).isPresent();
    cutConnections();

    assertThatThrownBy(() -> store().commit(tasks(queued(1))))
        .isInstanceOf(StoreUnavailableException.class);
    store().commit(tasks(queued(1)));
    assertThat(store().find(1)).contains(queued(1));
  }

  private void cutConnections() throws SQLException {
    admin(
        "postgres",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"
            + database
            + "'");
  }

  @Test
  void aServiceThatLostTheStoreToAnotherWritesNoMore() throws Exception {
    cutConnections();
    try (Store other = open()) {
      assertThatThrownBy(() -> store().commit(tasks(queued(0))))
          .isInstanceOf(StoreUnavailableException.class);
      assertThat(store().isFollowed()).isFalse();
      assertThatThrownBy(() -> store().commit(tasks(queued(0))))
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("used by another service while it was out of reach");
      assertThat(store().isFollowed()).isTrue();
      assertThatThrownBy(this::open).hasMessageContaining("is in use by another service (");
      other.commit(tasks(queued(7)));
    }
    assertThatThrownBy(() -> store().commit(tasks(queued(0))))
        .isInstanceOf(StoreRefusedException.class);
    reopen();
    assertThat(store().resume().nextTask()).isEqualTo(8);
  }

  @Test
  void aServiceWhoseStoreWasSetBackWritesNoMore() throws Exception {
    store().commit(change(List.of(queued(0)), List.of(line(1, 0, 0), line(2, 0, 0))));
    cutConnections();
    tamper("DELETE FROM journal WHERE sequence = 2");

    assertThatThrownBy(() -> store().commit(tasks(queued(1))))
        .isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(() -> store().commit(tasks(queued(1))))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("has lost entries 2 to 2 of the journal");
  }

  @Test
  void aCommitDoesNotWaitForEver() throws Exception {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("LOCK TABLE task IN ACCESS EXCLUSIVE MODE");
      long begin = System.nanoTime();
      assertThatThrownBy(() -> store().commit(tasks(queued(0))))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("locked by another");
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(12));
      connection.rollback();
    }
    store().commit(tasks(queued(0)));
    assertThat(store().find(0)).contains(queued(0));
  }

  @Test
  void aWrongPasswordIsRefusedWithoutBeingTold() throws Exception {
    String wrong = url("").replace("w%25rd", "sw%25rdfish");

    assertThatThrownBy(() -> Stores.open(wrong))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("refuses this user or password")
        .satisfies(e -> assertThat(e.toString()).doesNotContain("fish"));
  }

  @Test
  void aDatabaseThatIsMissingIsRefused() {
    String missing = url("").replace("/" + database, "/nowhere");

    assertThatThrownBy(() -> Stores.open(missing))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("no such database; create it");
  }

  @Test
  void schemasOfOneDatabaseAreStoresOfTheirOwn() throws Exception {
    tamper("CREATE SCHEMA second AUTHORIZATION espalier");

    try (Store second = Stores.open(url("&currentSchema=second"))) {
      second.commit(tasks(queued(0)));
      assertThat(second.find(0)).isPresent();
      assertThat(store().find(0)).isEmpty();
    }
    assertThatThrownBy(() -> Stores.open(url("&currentSchema=third")))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("no schema of the name");
  }

  @Test
  void aUserWithoutRightsIsRefused() throws Exception {
    tamper("CREATE SCHEMA foreign_schema");
    tamper("GRANT USAGE ON SCHEMA foreign_schema TO espalier");

    assertThatThrownBy(() -> Stores.open(url("&currentSchema=foreign_schema")))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("may not do what a store needs");
  }
}
