package org.espalier.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.espalier.service.store.Samples.began;
import static org.espalier.service.store.Samples.change;
import static org.espalier.service.store.Samples.ended;
import static org.espalier.service.store.Samples.held;
import static org.espalier.service.store.Samples.line;
import static org.espalier.service.store.Samples.queued;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A clean-up that is broken off between any two of its transactions leaves a whole journal. */
class RetentionCutTest {
  private static final int CHAPTERS = 3;
  private static final long LAST = 1000L * (CHAPTERS - 1);
  private static final int TASKS = 110;
  private static final int LEAST_CUTS = 8;

  @TempDir private Path directory;

  @Test
  void whatIsLeftGoesOnFromItsFirstBeginning() {
    List<LiveTask> tasks = new ArrayList<>();
    List<JournalLine> all = new ArrayList<>();
    for (int chapter = 0; chapter < CHAPTERS; chapter++) {
      all.add(began(all.size() + 1, 1000L * chapter));
      for (int i = 0; i < TASKS; i++) {
        long id = tasks.size();
        LiveTask task = queued(id);
        tasks.add(ended(task, Fate.LATE, 1000L * chapter + i));
        all.add(line(all.size() + 1, 1000L * chapter + i, id));
        for (int j = 0; j < 10; j++) {
          all.add(held(all.size() + 1, 1000L * chapter + i));
        }
      }
    }
    int cuts = 0;
    for (boolean cut = true; cut; cuts += cut ? 1 : 0) {
      Path file = directory.resolve("cut-%d.db".formatted(cuts));
      try (Store store = Stores.open(file.toString())) {
        store.commit(change(tasks, all));
      }
      cut = isCut(file, cuts);
      try (Store store = Stores.open(file.toString())) {
        List<JournalLine> left =
            store.journal(0, Integer.MAX_VALUE).stream()
                .dropWhile(line -> !line.isBeginning())
                .toList();
        assertThat(left)
            .as("after %d transactions", cuts)
            .isEqualTo(all.subList(all.indexOf(left.getFirst()), all.size()));
        store.forget(LAST, LAST);
        assertThat(store.journal(0, Integer.MAX_VALUE))
            .as("after the next one")
            .isEqualTo(all.stream().filter(line -> line.time() >= LAST).toList());
      }
    }
    assertThat(cuts).isGreaterThan(LEAST_CUTS);
  }

  /** Forgets in a process that dies after so many transactions; whether it died before the end. */
  private static boolean isCut(Path file, int transactions) {
    try (Store store = SqlStore.open(new Dying(SqliteEngine.open(file), transactions))) {
      store.forget(LAST, LAST);
      return false;
    } catch (DiedException e) {
      return true;
    }
  }

  private static final class DiedException extends RuntimeException {}

  /** An engine whose writer dies after so many transactions, but those of the opening. */
  private record Dying(Engine engine, int[] left) implements Engine {
    Dying(Engine engine, int transactions) {
      this(engine, new int[] {transactions + 3});
    }

    @Override
    public Connection connectWriter(Look meanwhile) throws SQLException {
      Connection connection = engine.connectWriter(meanwhile);
      return (Connection)
          Proxy.newProxyInstance(
              Connection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (_, method, arguments) -> {
                if (method.getName().equals("commit") && left[0]-- == 0) {
                  throw new DiedException();
                }
                try {
                  return method.invoke(connection, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    @Override
    public String name() {
      return engine.name();
    }

    @Override
    public String remedyForForeignTables() {
      return engine.remedyForForeignTables();
    }

    @Override
    public String longType() {
      return engine.longType();
    }

    @Override
    public DataSource migrations() {
      return engine.migrations();
    }

    @Override
    public HikariDataSource readers() {
      return engine.readers();
    }

    @Override
    public String place(Connection connection) throws SQLException {
      return engine.place(connection);
    }

    @Override
    public Path copy() throws SQLException {
      return engine.copy();
    }

    @Override
    public RuntimeException translated(SQLException e) {
      return engine.translated(e);
    }

    @Override
    public void close() {
      engine.close();
    }
  }
}
