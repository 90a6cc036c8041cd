package org.espalier.service.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.espalier.service.http.ConnectionLimits;
import org.espalier.service.http.HttpSettings;
import org.espalier.service.http.Tokens;
import org.espalier.workload.document.DocumentNode;

/**
 * Reads where and for whom the API is served.
 *
 * <pre>{@code
 * http:
 *   host: 127.0.0.1
 *   port: 7400
 *   tokens: tokens.yaml
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

  private HttpReader() {}

  static Optional<HttpSettings> read(DocumentNode root) {
    Optional<DocumentNode> block = root.mapping("http").find();
    return block.isPresent()
        ? settings(block.get())
        : Optional.of(HttpSettings.loopback(HttpSettings.DEFAULT_PORT));
  }

  private static Optional<HttpSettings> settings(DocumentNode node) {
    String host = node.string("host").orElse("127.0.0.1");
    int port = node.integer("port", 0, MOST_PORT).orElse(HttpSettings.DEFAULT_PORT);
    Optional<Path> file = node.fileName("tokens").find().map(node::resolve);
    Optional<Tokens> given = file.flatMap(path -> TokenReader.tokens(path, node.problems()));
    Tokens tokens = given.orElseGet(() -> new Tokens(List.of()));
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
    if (!HttpSettings.isLoopback(host) && (file.isEmpty() || tls.isEmpty())) {
      node.report(
          "host",
          "is not loopback, where nobody but this computer's users comes",
          "give tokens and tls, or listen on 127.0.0.1");
      return Optional.empty();
    }
    if (file.isPresent() && given.isEmpty()) {
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
    Optional<Path> file = node.fileName(key).required().map(node::resolve);
    if (file.isPresent() && !Files.isReadable(file.get())) {
      node.report(key, "no file that can be read", "give the path of a PEM file");
    }
    return file;
  }
}
