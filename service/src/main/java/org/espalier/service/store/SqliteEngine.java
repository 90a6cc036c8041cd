package org.espalier.service.store;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javax.sql.DataSource;
import org.espalier.service.files.FilePlace;
import org.espalier.service.files.PrivateFiles;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteException;

/** An SQLite file with a write-ahead log. */
final class SqliteEngine implements Engine {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int LONGEST_LOG = 64 << 20;

  /** By how many changes a copy is ahead, so that no log of the original fits it. */
  private static final int FAR = 1 << 30;

  private final Path file;
  private final Optional<StoreLock> lock;
  private final boolean lacksLog;
  private int changes;

  private SqliteEngine(Path file, Optional<StoreLock> lock) {
    this.file = file;
    this.lock = lock;
    this.lacksLog = Files.notExists(StoreLog.of(file));
  }

  /** Takes the file, which need not exist. */
  static SqliteEngine open(Path path) {
    Path file = realPath(path.toAbsolutePath());
    StoreLock lock = StoreLock.take(file.resolveSibling(file.getFileName() + ".lock"), name(file));
    try {
      shutOthersOut(file);
      refuseSecondName(file);
      refuseForeignLog(file);
    } catch (IOException e) {
      lock.close();
      throw unlooked(file, e);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
    return new SqliteEngine(file, Optional.of(lock));
  }

  /** Only reads a file that is there, whoever has taken it. */
  static SqliteEngine lookAt(Path path) {
    Path file = realPath(path.toAbsolutePath());
    try {
      refuseForeignLog(file);
    } catch (IOException e) {
      throw unlooked(file, e);
    }
    return new SqliteEngine(file, Optional.empty());
  }

  private static StoreUnavailableException unlooked(Path file, IOException e) {
    return new StoreUnavailableException(
        "%s cannot be looked at (%s); make it a file of this user".formatted(name(file), e), e);
  }

  /** A log that another state of the file has left would be mixed into this one. */
  private static void refuseForeignLog(Path file) throws IOException {
    if (StoreLog.isForeign(file)) {
      throw new StoreRefusedException(
          "%s does not belong to the log beside it, %s: one of them was put there from elsewhere, and together they say nothing; bring back the file that was there, or move the log and the file that ends in -shm away to go on from this one as a copy"
              .formatted(name(file), StoreLog.of(file)));
    }
  }

  /** SQLite gives the files beside it the rights of the file. */
  private static void shutOthersOut(Path file) throws IOException {
    PrivateFiles.file(file);
    for (String beside : List.of("-wal", "-shm", ".lock")) {
      PrivateFiles.shut(file.resolveSibling(file.getFileName() + beside));
    }
  }

  /** A lock and a log beside the file would be others under its other name. */
  private static void refuseSecondName(Path file) throws IOException {
    if (PrivateFiles.names(file) > 1) {
      throw new StoreRefusedException(
          "%s has a second name (a hard link), under which another service may have it open; remove that name: find / -samefile %s"
              .formatted(name(file), file));
    }
  }

  /** The one path of a file, through whatever links it is reached. */
  private static Path realPath(Path path) {
    if (Files.isDirectory(path)) {
      throw new IllegalArgumentException(
          "the store's address %s is a directory; expected a file in it, for example %s"
              .formatted(path, path.resolve("espalier.db")));
    }
    try {
      Path directory = path.getParent();
      return Files.exists(path) || directory == null
          ? path.toRealPath()
          : directory.toRealPath().resolve(path.getFileName());
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "%s cannot be opened: its directory %s does not exist or cannot be read; create it"
              .formatted(name(path), path.getParent()),
          e);
    }
  }

  @Override
  public String name() {
    return name(file);
  }

  private static String name(Path file) {
    return "the store " + file;
  }

  @Override
  public String remedyForForeignTables() {
    return "give the path of a file of its own";
  }

  @Override
  public String longType() {
    return "INTEGER";
  }

  @Override
  public DataSource migrations() {
    return source(writing());
  }

  @Override
  public Connection connectWriter(Look meanwhile) throws SQLException {
    Connection connection = source(writing()).getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  @Override
  public HikariDataSource readers() {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout((int) PATIENCE.toMillis());
    return Engine.pool(source(config), "PRAGMA query_only = ON");
  }

  /**
   * The driver begins a transaction with the end of the one before; it must not lock that early.
   */
  private SQLiteConfig writing() {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setBusyTimeout((int) PATIENCE.toMillis());
    config.setTransactionMode(SQLiteConfig.TransactionMode.DEFERRED);
    config.setJournalSizeLimit(LONGEST_LOG);
    return config;
  }

  private DataSource source(SQLiteConfig config) {
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file);
    return source;
  }

  @Override
  public String place(Connection connection) {
    try {
      return FilePlace.of(file);
    } catch (IOException e) {
      throw unlooked(file, e);
    }
  }

  @Override
  public boolean isSetBack(Connection connection) throws SQLException {
    int present = changes(connection);
    OptionalInt noted = lock.map(StoreLock::noted).orElse(OptionalInt.empty());
    return noted.isPresent() && noted.getAsInt() - present > 0;
  }

  private static int changes(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("PRAGMA user_version")) {
      return row.getInt(1);
    }
  }

  /** In the header of the file, which the log then has as of each change. */
  @Override
  public void count(Connection connection) throws SQLException {
    changes = changes(connection) + 1;
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA user_version = " + changes);
    }
  }

  @Override
  public void noteCount() {
    lock.ifPresent(held -> held.note(changes));
  }

  @Override
  public boolean lacksLog() {
    return lacksLog;
  }

  /** What the file says by itself is from now on that it is in use. */
  @Override
  public void settle(Connection writer) throws SQLException {
    writer.commit();
    writer.setAutoCommit(true);
    try (Statement statement = writer.createStatement()) {
      statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    writer.setAutoCommit(false);
  }

  /** By a connection of its own, so that commits go on meanwhile. */
  @Override
  public Path copy() throws SQLException {
    Path copy;
    try {
      copy = Files.createTempFile(file.getParent(), "copy-", ".db"); // for its owner only
    } catch (IOException e) {
      throw new StoreUnavailableException("no copy of %s can be made: %s".formatted(name(), e), e);
    }
    try (Connection connection = source(new SQLiteConfig()).getConnection();
        PreparedStatement vacuum = connection.prepareStatement("VACUUM INTO ?")) {
      vacuum.setString(1, copy.toString());
      vacuum.execute();
    }
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + copy);
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE mark SET closed = 1, place = 'a copy'");
      statement.execute("PRAGMA user_version = " + (changes(connection) + FAR));
    }
    return copy;
  }

  @Override
  public RuntimeException translated(SQLException e) {
    int code = Causes.find(e, SQLiteException.class).map(s -> s.getResultCode().code).orElse(0);
    return switch (code & 0xff) { // the primary one, see sqlite.org/rescode.html
      case 13 -> unavailable("the disk is full; free some space in " + file.getParent(), e);
      case 5, 6 -> unavailable("it is locked by another process; close what has it open", e);
      case 3, 8, 23 ->
          unavailable(
              "it is not writable; make the file and its directory writable for this user", e);
      case 14 ->
          unavailable("it cannot be opened; see that its directory exists and is writable", e);
      case 10 -> unavailable("the disk failed to read or write; see the system's log", e);
      case 7 -> unavailable("memory is short", e);
      case 9 -> unavailable("a statement was interrupted", e);
      case 11, 26 ->
          refused("it is damaged or no SQLite file; put a backup in its place or move it away", e);
      case 19, 20 -> new IllegalArgumentException(said("a change breaks a rule", e), e);
      default ->
          Causes.inPool(e)
              ? unavailable("no connection came free in time", e)
              : refused("it failed in a way that is not foreseen", e);
    };
  }

  private StoreUnavailableException unavailable(String problem, SQLException e) {
    return new StoreUnavailableException(said(problem, e), e);
  }

  private StoreRefusedException refused(String problem, SQLException e) {
    return new StoreRefusedException(said(problem, e), e);
  }

  private String said(String problem, SQLException e) {
    return "%s: %s (%s)".formatted(name(), problem, Causes.deepest(e).getMessage());
  }

  @Override
  public void close() {
    lock.ifPresent(StoreLock::close);
  }
}
