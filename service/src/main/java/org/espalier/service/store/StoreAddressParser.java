package org.espalier.service.store;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.DriverPropertyInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.espalier.workload.document.Names;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/** Reads one address and collects what is wrong with it. */
final class StoreAddressParser {
  private static final int USUAL_PORT = 5432;
  private static final Pattern SCHEME =
      Pattern.compile("(?:jdbc:)?(sqlite|postgres|postgresql):(.*)", Pattern.DOTALL);
  private static final Pattern SERVER =
      Pattern.compile(
          "//(?:(?<user>[^@]*)@)?(?<hosts>[^/?@]*)(?:/(?<database>[^?]*))?(?:\\?(?<parameters>.*))?",
          Pattern.DOTALL);
  private static final Pattern HOST =
      Pattern.compile("(?<name>\\[[0-9a-fA-F:.]+]|[^:\\[\\]\\s]+)(?::(?<port>.*))?");
  private static final Pattern OTHER_URL = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:.*");
  private static final String EXPECTED =
      "a path, sqlite:<path> or postgresql://user:password@host:port/database";

  private static final Set<String> KNOWN = known();

  private final String text;
  private final List<String> problems = new ArrayList<>();

  StoreAddressParser(String text) {
    this.text = text.strip();
  }

  StoreAddress parse() {
    Matcher scheme = SCHEME.matcher(text);
    if (!scheme.matches()) {
      return plainPath();
    }
    return scheme.group(1).equals("sqlite") ? file(scheme.group(2)) : server(scheme.group(2));
  }

  private StoreAddress plainPath() {
    boolean url = text.contains("://") || text.startsWith("jdbc:") || text.startsWith("postgres");
    if (url && (OTHER_URL.matcher(text).matches() || text.contains("@"))) {
      throw refusal("is of no known kind; expected " + EXPECTED);
    }
    return file(text);
  }

  private StoreAddress file(String path) {
    if (path.isEmpty()) {
      throw refusal("names no file; expected " + EXPECTED);
    }
    if (path.startsWith(":memory:") || path.startsWith("file:") || path.contains("?")) {
      throw refusal("is no plain path, and a store must outlive the process; expected " + EXPECTED);
    }
    try {
      return new StoreAddress.OfFile(Path.of(path));
    } catch (InvalidPathException e) {
      throw refusal("is no path: " + e.getReason());
    }
  }

  private StoreAddress server(String rest) {
    Matcher parts = SERVER.matcher(rest);
    if (!parts.matches()) {
      throw refusal(
          "is malformed; expected " + EXPECTED + ", with @ : / in names written as %40 %3A %2F");
    }
    Map<String, String> parameters = parameters(orEmpty(parts.group("parameters")));
    String[] user = orEmpty(parts.group("user")).split(":", 2);
    String name = named(parameters, "user", decoded("user", user[0]));
    String password =
        named(parameters, "password", user.length < 2 ? "" : decoded("password", user[1]));
    List<StoreAddress.Host> hosts = hosts(orEmpty(parts.group("hosts")));
    String database = decoded("database", orEmpty(parts.group("database")));
    if (database.isEmpty() || database.contains("/")) {
      problems.add("names no database; expected .../database after the host");
    }
    refuseProblems();
    return new StoreAddress.OfServer(hosts, database, name, password, parameters);
  }

  private List<StoreAddress.Host> hosts(String list) {
    return List.of(list.split(",", -1)).stream().map(this::host).flatMap(Optional::stream).toList();
  }

  private Optional<StoreAddress.Host> host(String host) {
    Matcher parts = HOST.matcher(host);
    if (!parts.matches()) {
      problems.add(
          host.isEmpty()
              ? "names no host; expected host:port, for example localhost:5432"
              : "has the host \"%s\"; expected host:port".formatted(host));
      return Optional.empty();
    }
    return port(parts.group("port")).map(port -> new StoreAddress.Host(parts.group("name"), port));
  }

  private Optional<Integer> port(@Nullable String port) {
    if (port == null) {
      return Optional.of(USUAL_PORT);
    }
    if (port.matches("[0-9]{1,5}")) {
      int number = Integer.parseInt(port);
      if (number >= 1 && number <= 65535) {
        return Optional.of(number);
      }
    }
    problems.add("has the port \"%s\"; expected a number from 1 to 65535".formatted(port));
    return Optional.empty();
  }

  private Map<String, String> parameters(String list) {
    Map<String, String> parameters = new TreeMap<>();
    for (String item : list.split("&")) {
      if (!item.isEmpty()) {
        parameter(item.split("=", 2), parameters);
      }
    }
    return parameters;
  }

  private void parameter(String[] item, Map<String, String> parameters) {
    String name = decoded("parameter", item[0]);
    if (!KNOWN.contains(name)) {
      problems.add(
          "has the parameter \"%s\", which the driver does not know%s"
              .formatted(name, nearest(name)));
    } else if (item.length < 2) {
      problems.add("has the parameter \"%s\" without a value".formatted(name));
    } else if (parameters.put(name, decoded("parameter", item[1])) != null) {
      problems.add("has the parameter \"%s\" twice".formatted(name));
    }
  }

  private static String nearest(String name) {
    return Names.nearest(name, KNOWN).map("; did you mean \"%s\"?"::formatted).orElse("");
  }

  /** A value given before the host, or as a parameter, but not as both. */
  private String named(Map<String, String> parameters, String name, String value) {
    String other = parameters.remove(name);
    if (other == null) {
      return value;
    }
    if (!value.isEmpty()) {
      problems.add("has a %s before the host and another as a parameter".formatted(name));
    }
    return other;
  }

  private String decoded(String what, String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      problems.add(
          "has a %s in which a %% begins no code; expected %%25 for a percent sign"
              .formatted(what));
      return "";
    }
  }

  private void refuseProblems() {
    if (!problems.isEmpty()) {
      throw refusal(String.join("; it ", problems));
    }
  }

  private IllegalArgumentException refusal(String problem) {
    return new IllegalArgumentException(
        "the store's address \"%s\" %s".formatted(shown(text), problem));
  }

  /** What may be told of an address, whatever is wrong with it: nothing that may be a password. */
  static String shown(String text) {
    String parameters = text.replaceAll("(?i)(password[a-z]*=)[^&]*", "$1***");
    int at = parameters.lastIndexOf('@');
    int begin = parameters.indexOf(':', parameters.startsWith("jdbc:") ? 5 : 0) + 1;
    return at < begin
        ? parameters
        : parameters.substring(0, begin) + "//***" + parameters.substring(at);
  }

  private static String orEmpty(@Nullable String group) {
    return group == null ? "" : group;
  }

  /** What the driver can be told, by its own account. */
  private static Set<String> known() {
    DriverPropertyInfo[] properties =
        new Driver().getPropertyInfo("jdbc:postgresql://host/database", new Properties());
    return Arrays.stream(properties).map(property -> property.name).collect(Collectors.toSet());
  }
}
