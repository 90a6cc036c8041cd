package org.espalier.service.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.espalier.service.http.ConnectionLimits;
import org.espalier.service.http.HttpSettings;
import org.espalier.service.http.Role;
import org.espalier.service.http.Tokens;
import org.espalier.workload.document.DocumentNode;

/**
 * Reads where and for whom the API is served.
 *
 * <pre>{@code
 * http:
 *   host: 127.0.0.1
 *   port: 7400
 *   tokens:
 *     - {name: alice, role: submit, sha256: 9f86...}   # espalier token makes them
 *   tls: {certificate: server.pem, key: server.key}
 *   largest_request: 1 MiB
 *   requests_per_second: 0     # for each user; 0: no limit
 *   followers: 500
 *   read_only: false
 *   connections: 2000
 *   time_limits: {idle: 45 s, head: 15 s, body: 30 s, answer: 20 s, follow: 30 s}
 * }</pre>
 */
final class HttpReader {
  private static final int MOST_PORT = 65_535;
  private static final int MOST_BYTES = 1 << 28;
  private static final int DEFAULT_BYTES = 1 << 20;
  private static final int MOST = 1_000_000;
  private static final int DEFAULT_FOLLOWERS = 500;
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofHours(24);
  private static final Map<String, Role> ROLES = roles();

  private HttpReader() {}

  private static Map<String, Role> roles() {
    Map<String, Role> roles = new LinkedHashMap<>();
    for (Role role : Role.values()) {
      roles.put(role.name().toLowerCase(Locale.ROOT), role);
    }
    return roles;
  }

  static Optional<HttpSettings> read(DocumentNode root) {
    Optional<DocumentNode> block = root.mapping("http").find();
    return block.isPresent()
        ? settings(block.get())
        : Optional.of(HttpSettings.loopback(HttpSettings.DEFAULT_PORT));
  }

  private static Optional<HttpSettings> settings(DocumentNode node) {
    String host = node.string("host").orElse("127.0.0.1");
    int port = node.integer("port", 0, MOST_PORT).orElse(HttpSettings.DEFAULT_PORT);
    Tokens tokens = new Tokens(tokens(node));
    Optional<HttpSettings.TlsFiles> tls = node.mapping("tls").find().flatMap(HttpReader::tls);
    long bytes = node.bytes("largest_request").orElse((long) DEFAULT_BYTES);
    int rate = node.integer("requests_per_second", 0, MOST).orElse(0);
    int followers = node.integer("followers", 0, MOST).orElse(DEFAULT_FOLLOWERS);
    boolean readOnly = node.flag("read_only").orElse(false);
    ConnectionLimits limits = limits(node);
    node.rejectUnknownKeys();
    if (bytes < 1 || bytes > MOST_BYTES) {
      node.report("largest_request", "does not fit", "expected 1 B to 256 MiB");
      return Optional.empty();
    }
    if (!HttpSettings.isLoopback(host) && (tokens.isEmpty() || tls.isEmpty())) {
      node.report(
          "host",
          "is not loopback, where nobody but this computer's users comes",
          "give tokens and tls, or listen on 127.0.0.1");
      return Optional.empty();
    }
    return Optional.of(
        new HttpSettings(host, port, tokens, tls, (int) bytes, rate, followers, readOnly, limits));
  }

  private static ConnectionLimits limits(DocumentNode node) {
    ConnectionLimits usual = ConnectionLimits.DEFAULT;
    int connections = node.integer("connections", 1, MOST).orElse(usual.connections());
    Optional<DocumentNode> block = node.mapping("time_limits").find();
    ConnectionLimits limits =
        new ConnectionLimits(
            connections,
            time(block, "idle", usual.idle()),
            time(block, "head", usual.head()),
            time(block, "body", usual.body()),
            time(block, "answer", usual.answer()),
            time(block, "follow", usual.follow()));
    block.ifPresent(DocumentNode::rejectUnknownKeys);
    return limits;
  }

  private static Duration time(Optional<DocumentNode> block, String key, Duration usual) {
    Duration given = block.flatMap(node -> node.duration(key).find()).orElse(usual);
    if (given.compareTo(SHORTEST) < 0 || given.compareTo(LONGEST) > 0) {
      block.ifPresent(node -> node.report(key, "does not fit", "expected 1 s to 24 h"));
    }
    return given;
  }

  private static Optional<HttpSettings.TlsFiles> tls(DocumentNode node) {
    Optional<Path> certificate = file(node, "certificate");
    Optional<Path> key = file(node, "key");
    node.rejectUnknownKeys();
    return certificate.flatMap(c -> key.map(k -> new HttpSettings.TlsFiles(c, k)));
  }

  private static Optional<Path> file(DocumentNode node, String key) {
    Optional<Path> file = node.string(key).required().map(node::resolve);
    if (file.isPresent() && !Files.isReadable(file.get())) {
      node.report(key, "no file that can be read", "give the path of a PEM file");
    }
    return file;
  }

  private static List<Tokens.Entry> tokens(DocumentNode node) {
    List<Tokens.Entry> entries = new ArrayList<>();
    for (DocumentNode item : node.list("tokens").orElse(List.of())) {
      Optional<String> name = item.string("name").required();
      Optional<Role> role = item.choice("role", ROLES).required();
      Optional<String> hash = item.string("sha256").required();
      item.rejectUnknownKeys();
      if (name.isPresent() && role.isPresent() && hash.isPresent()) {
        entry(item, name.get(), role.get(), hash.get()).ifPresent(entries::add);
      }
    }
    return entries;
  }

  private static Optional<Tokens.Entry> entry(
      DocumentNode item, String name, Role role, String hash) {
    try {
      return Optional.of(new Tokens.Entry(name, role, hash));
    } catch (IllegalArgumentException e) {
      item.report("sha256", String.valueOf(e.getMessage()), "make one with: espalier token");
      return Optional.empty();
    }
  }
}
