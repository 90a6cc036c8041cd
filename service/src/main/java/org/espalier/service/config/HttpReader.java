package org.espalier.service.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.espalier.service.files.PrivateFiles;
import org.espalier.service.http.HttpSettings;
import org.espalier.service.http.Role;
import org.espalier.service.http.TokenFile;
import org.espalier.service.http.Tokens;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Quantities;

/**
 * Reads where and for whom the API is served, and the file of tokens that says who may do what.
 *
 * <pre>{@code
 * http:
 *   host: 127.0.0.1
 *   port: 7400
 *   tokens: tokens.yaml
 *   tls: {certificate: server.pem, key: server.key}
 *   largest_request: 1 MiB
 *   requests_per_second: 0     # for each user; 0: no limit
 *   connections: 2000
 *   invocations: 1000
 *   held: 256 MiB
 *   read_only: false
 *
 * tokens:                     # in tokens.yaml; espalier token makes them
 *   - {name: alice, role: submit, sha256: 9f86..., expires: 2030-01-31}
 * }</pre>
 */
final class HttpReader {
  private static final int MOST_PORT = 65_535;
  private static final int MOST_BYTES = 1 << 28;
  private static final int MOST = 1_000_000;

  private HttpReader() {}

  static Optional<HttpSettings> read(DocumentNode root) {
    Optional<DocumentNode> block = root.mapping("http").find();
    return block.isPresent()
        ? settings(block.get())
        : Optional.of(HttpSettings.loopback(HttpSettings.DEFAULT_PORT));
  }

  private static Optional<HttpSettings> settings(DocumentNode node) {
    HttpSettings.Limits usual = HttpSettings.Limits.USUAL;
    String host = node.string("host").orElse("127.0.0.1");
    int port = node.integer("port", 0, MOST_PORT).orElse(HttpSettings.DEFAULT_PORT);
    Optional<Path> file = node.fileName("tokens").find().map(node::resolve);
    Optional<Tokens> given = file.flatMap(path -> tokens(path, node.problems()));
    Tokens tokens = given.orElseGet(() -> new Tokens(List.of()));
    Optional<HttpSettings.TlsFiles> tls = node.mapping("tls").find().flatMap(HttpReader::tls);
    int bytes = size(node, "largest_request").orElse(usual.bytes());
    int rate = node.integer("requests_per_second", 0, MOST).orElse(usual.requestsPerSecond());
    int connections = node.integer("connections", 1, MOST).orElse(usual.connections());
    int invocations = node.integer("invocations", 1, MOST).orElse(usual.invocations());
    long held = node.bytes("held").orElse(usual.heldBytes());
    boolean readOnly = node.flag("read_only").orElse(false);
    node.rejectUnknownKeys();
    if (!HttpSettings.isLoopback(host) && (file.isEmpty() || tls.isEmpty())) {
      return node.report(
          "host",
          "is not loopback, where nobody but this computer's users comes",
          "give tokens and tls, or listen on 127.0.0.1");
    }
    if (file.isPresent() && given.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new HttpSettings(
            host,
            port,
            tokens,
            tls,
            readOnly,
            new HttpSettings.Limits(bytes, rate, connections, invocations, held)));
  }

  /** The greatest size of a body at a key. */
  static Optional<Integer> size(DocumentNode node, String key) {
    return node.value(
            key,
            "1 B to 256 MiB",
            text -> Quantities.bytes(text).filter(size -> size >= 1 && size <= MOST_BYTES))
        .find()
        .map(Long::intValue);
  }

  private static Optional<HttpSettings.TlsFiles> tls(DocumentNode node) {
    Optional<Path> certificate = file(node, "certificate");
    Optional<Path> key = file(node, "key");
    key.filter(PrivateFiles::isReadableByAll)
        .ifPresent(file ->
            node.report("key", "can be read by all users of this computer", "chmod o-r " + file));
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

  /** The tokens of a file that is read again when it changes; empty if it is wrong now. */
  private static Optional<Tokens> tokens(Path file, Problems problems) {
    long before = problems.count();
    entries(file, problems);
    return problems.count() == before
        ? Optional.of(
            Tokens.of(
                new TokenFile(
                    file, path -> Problems.demand(own -> Optional.of(entries(path, own))))))
        : Optional.empty();
  }

  private static List<Tokens.Entry> entries(Path file, Problems problems) {
    List<Tokens.Entry> entries = new ArrayList<>();
    Optional<DocumentNode> root = Document.read(file, problems);
    for (DocumentNode item :
        root.flatMap(node -> node.list("tokens").required()).orElse(List.of())) {
      entry(item).ifPresent(entries::add);
    }
    root.ifPresent(DocumentNode::rejectUnknownKeys);
    return entries;
  }

  private static Optional<Tokens.Entry> entry(DocumentNode item) {
    Optional<String> name = item.string("name").required();
    Optional<Role> role = item.choice("role", Role.class).required();
    Optional<String> hash =
        item.value(
                "sha256",
                "the 64 hexadecimal digits of a SHA-256; make one with: espalier token",
                HttpReader::hash)
            .required();
    Optional<Instant> expires =
        item.value("expires", "2030-01-31 or 2030-01-31T12:00:00Z", HttpReader::time).find();
    item.rejectUnknownKeys();
    return name.isPresent() && role.isPresent() && hash.isPresent()
        ? Optional.of(new Tokens.Entry(name.get(), role.get(), hash.get(), expires))
        : Optional.empty();
  }

  private static Optional<String> hash(String text) {
    return Optional.of(text.toLowerCase(Locale.ROOT)).filter(hash -> hash.matches("[0-9a-f]{64}"));
  }

  /** A day ends a token at its beginning in UTC. */
  private static Optional<Instant> time(String text) {
    try {
      return Optional.of(
          text.length() == 10
              ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
              : Instant.parse(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
