package org.espalier.service.store;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Where a store is. */
sealed interface StoreAddress {
  /** An SQLite file. */
  record OfFile(Path file) implements StoreAddress {}

  /**
   * A database of a PostgreSQL server.
   *
   * @param hosts where the server may be, tried in order
   * @param user empty for the name of the operating system's user
   * @param password may be empty
   * @param parameters of the driver, by name
   */
  record OfServer(
      List<Host> hosts,
      String database,
      String user,
      String password,
      Map<String, String> parameters)
      implements StoreAddress {
    public OfServer {
      hosts = List.copyOf(hosts);
      parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
    }

    /** The address as users know it, without what is secret. */
    @Override
    public String toString() {
      String places = String.join(",", hosts.stream().map(Host::toString).toList());
      return "postgresql://%s%s/%s".formatted(user.isEmpty() ? "" : user + "@", places, database);
    }
  }

  /** A host and its port. */
  record Host(String name, int port) {
    @Override
    public String toString() {
      return name + ":" + port;
    }
  }

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException with all problems, and without what is secret
   */
  static StoreAddress parse(String text) {
    return new StoreAddressParser(text).parse();
  }
}
