package org.espalier.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.espalier.service.store.Samples.queued;
import static org.espalier.service.store.Samples.tasks;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import org.espalier.service.live.Standing;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services that share a store on a server, of which one has it and others wait for it. */
class StandByStoreTest {
  private static final String MAKE_SILENT =
      "UPDATE service SET renewed = renewed - 16 WHERE address = 'first'";

  @TempDir static Path directory;
  private static PostgresServer server;
  private static int schemas;

  private final Queue<List<Standing>> seen = new ConcurrentLinkedQueue<>();
  private String url;
  private String schema;

  @BeforeAll
  static void startServer() throws Exception {
    server = new PostgresServer(directory.resolve("data"));
  }

  @AfterAll
  static void stopServer() throws Exception {
    server.stop();
  }

  @BeforeEach
  void makeSchema() throws SQLException {
    schema = "s" + schemas++;
    url = server.url() + "&currentSchema=" + schema;
    admin("CREATE SCHEMA " + schema);
  }

  private void admin(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private long number(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  private Store first() {
    return Stores.open(url, "first", Duration.ZERO);
  }

  private CompletableFuture<Store> standBy() {
    return CompletableFuture.supplyAsync(
        () -> Stores.standBy(url, "second", seen::add),
        Executors.newVirtualThreadPerTaskExecutor());
  }

  private void awaitSeen(int more) {
    int before = seen.size();
    await().until(() -> seen.size() >= before + more);
  }

  @Test
  void oneThatIsThereIsLeftAlone() throws Exception {
    CompletableFuture<Store> second;
    try (Store first = first()) {
      second = standBy();
      awaitSeen(2);

      first.commit(tasks(queued(0)));
      List<Standing> services = first.services();
      assertThat(services).extracting(Standing::address).containsExactly("first", "second");
      assertThat(services).extracting(Standing::decides).containsExactly(true, false);
      assertThat(services)
          .allSatisfy(each -> assertThat(each.clockAheadMs()).isBetween(-1000.0, 1000.0));
      assertThat(seen.peek()).extracting(Standing::address).contains("first");
      assertThat(second).isNotDone();
    }
    try (Store store = second.get()) {
      assertThat(store.find(0)).contains(queued(0));
      assertThat(store.tenure()).isEqualTo(2);
      assertThat(store.services()).extracting(Standing::address).containsExactly("second");
      assertThat(store.services()).extracting(Standing::decides).containsExactly(true);
    }
  }

  @Test
  void oneThatIsSilentLosesTheStore() throws Exception {
    try (Store first = first()) {
      first.commit(tasks(queued(0)));
      CompletableFuture<Store> second = standBy();
      awaitSeen(1);
      admin(MAKE_SILENT);

      try (Store store = second.get()) {
        store.commit(tasks(queued(1)));
        assertThatThrownBy(() -> first.commit(tasks(queued(2))))
            .isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> first.commit(tasks(queued(2))))
            .isInstanceOf(StoreRefusedException.class);
        assertThat(first.isFollowed()).isTrue();
        assertThat(store.isFollowed()).isFalse();
        assertThat(store.find(2)).isEmpty();
      }
    }
  }

  @Test
  void checksRenewWhatIsASecondOld() throws Exception {
    String renewed = "SELECT renewed * 1000 FROM service";
    try (Store first = first()) {
      long before = number(renewed);
      await()
          .until(() -> {
            first.check();
            return number(renewed) - before >= 1000;
          });
    }
  }

  @Test
  void nobodyTakesOverWhereTheServerTakesNoChange() throws Exception {
    try (Store first = first()) {
      admin("ALTER DATABASE postgres SET default_transaction_read_only = on");
      try (Connection changes = DriverManager.getConnection(url);
          Statement change = changes.createStatement()) {
        change.execute("SET default_transaction_read_only = off");
        change.execute(MAKE_SILENT);
        String tried = "SELECT sessions FROM pg_stat_database WHERE datname = 'postgres'";
        CompletableFuture<Store> second = standBy();
        long before = number(tried);
        await()
            .until(() -> number(tried) > before + 10); // of which at most half are questions here
        assertThat(second).isNotDone();
        assertThat(seen).isEmpty();
        first.commit(tasks(queued(0)));
        change.execute(MAKE_SILENT);
        change.execute("ALTER DATABASE postgres RESET default_transaction_read_only");
        second.get().close();
      }
    }
  }

  @Test
  void aWrongClockIsRefused() {
    Lease ahead = new Lease("second", () -> Instant.now().plusSeconds(2), seen::add);

    assertThatThrownBy(() -> SqlStore.open(PostgresEngine.of(url, ahead)))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageMatching("the clock of this computer is \\d{4} ms ahead of .*; set it.*");
  }

  @Test
  void oneThatHasSeenMoreThanThereIsDoesNotGoOn() throws Exception {
    Store first = first();
    first.commit(Samples.change(List.of(queued(0)), List.of(Samples.line(1, 0, 0))));
    CompletableFuture<Store> second = standBy();
    awaitSeen(1);
    admin("DELETE FROM journal");
    first.close();

    assertThat(second)
        .failsWithin(Duration.ofMinutes(1))
        .withThrowableThat()
        .withMessageContaining("has lost entries 1 to 1 of the journal");
  }
}
