package org.espalier.service.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What one kind of database does in a way of its own. */
interface Engine extends AutoCloseable {
  /** What users call this store, without a password. */
  String name();

  /** What users should do to have an empty store of this kind. */
  String remedyForForeignTables();

  /** The word for a 64-bit integer that may be a primary key. */
  String longType();

  /** Connections for the migration of the schema. */
  DataSource migrations();

  /** Looks at a database that another writes to. */
  interface Look {
    void at(Connection connection) throws SQLException;
  }

  /**
   * A connection that writes, with transactions begun by the first statement. It belongs to the
   * only store in any process that may write.
   *
   * @param meanwhile is done while another store writes, if anything can be
   * @throws StoreUnavailableException if another store writes
   */
  Connection connectWriter(Look meanwhile) throws SQLException;

  /** A small pool of connections that read; opens none before it is asked. */
  HikariDataSource readers();

  /** A pool that opens connections as they are asked for, and runs a statement on each new one. */
  static HikariDataSource pool(DataSource source, String firstStatement) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("store-readers");
    config.setDataSource(source);
    config.setMaximumPoolSize(4);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(5000);
    config.setValidationTimeout(2500);
    config.setInitializationFailTimeout(-1);
    config.setConnectionInitSql(firstStatement);
    return new HikariDataSource(config);
  }

  /**
   * Where the database is, in two words that another one, or a copy of it elsewhere, does not have.
   */
  String place(Connection connection) throws SQLException;

  /** Whether the database has been changed less often than was noted beside it. */
  default boolean isSetBack(Connection connection) throws SQLException {
    return false;
  }

  /** What says which of several services may write; null where they cannot share it. */
  default @Nullable Lease lease() {
    return null;
  }

  /** Counts a change in its own transaction. */
  default void count(Connection connection) throws SQLException {}

  /** Notes beside the database how often it was changed; once that is durable. */
  default void noteCount() {}

  /** Whether a part of the database is not where it must be; asked before it is opened. */
  default boolean lacksLog() {
    return false;
  }

  /** Sees to it that a part of the database does not pass for the whole; while none reads. */
  default void settle(Connection writer) throws SQLException {
    writer.commit();
  }

  /**
   * Writes the whole, as of one moment, to a file that knows that it is a copy.
   *
   * @throws StoreRefusedException if that is done in another way here
   */
  Path copy() throws SQLException;

  /** What a user of the store is told. */
  RuntimeException translated(SQLException e);

  /** Lets others use the database. */
  @Override
  void close();
}
