package org.espalier.service.store;

import java.nio.file.Path;

/** Opens stores. */
public final class Stores {
  private Stores() {}

  /** Opens a store that survives the loss of power. */
  public static Store open(String address) {
    return open(address, Durability.FULL);
  }

  /** Opens a store in an SQLite file that survives the loss of power. */
  public static Store open(Path file) {
    return open(file, Durability.FULL);
  }

  /**
   * Opens a store, new or old.
   *
   * @param address the path of an SQLite file, {@code sqlite:<path>}, or {@code
   *     postgresql://user:password@host:port/database?parameter=value}; JDBC URLs of both too
   * @throws IllegalArgumentException if the address is none, with all its problems
   * @throws StoreUnavailableException if the database does not answer or another service uses it
   * @throws StoreRefusedException if the database cannot be used as it is
   */
  public static Store open(String address, Durability durability) {
    return switch (StoreAddress.parse(address)) {
      case StoreAddress.OfFile(Path file) -> open(file, durability);
      case StoreAddress.OfServer server -> open(new PostgresEngine(server, durability));
    };
  }

  /** Opens a store in an SQLite file, new or old. */
  public static Store open(Path file, Durability durability) {
    return open(SqliteEngine.open(file, durability));
  }

  private static Store open(Engine engine) {
    try {
      return SqlStore.open(engine);
    } catch (RuntimeException | Error e) {
      engine.close();
      throw e;
    }
  }
}
