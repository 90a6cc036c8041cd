package org.espalier.service.config;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.espalier.service.http.Role;
import org.espalier.service.http.TokenFile;
import org.espalier.service.http.Tokens;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Problems;

/**
 * Reads who may do what.
 *
 * <pre>{@code
 * tokens:
 *   - {name: alice, role: submit, sha256: 9f86..., expires: 2030-01-31}   # espalier token makes them
 * }</pre>
 */
final class TokenReader {
  private TokenReader() {}

  /** The tokens of a file that is read again when it changes; empty if it is wrong now. */
  static Optional<Tokens> tokens(Path file, Problems problems) {
    long before = problems.count();
    read(file, problems);
    return problems.count() == before
        ? Optional.of(
            Tokens.of(
                new TokenFile(file, path -> Problems.demand(own -> Optional.of(read(path, own))))))
        : Optional.empty();
  }

  private static List<Tokens.Entry> read(Path file, Problems problems) {
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
                TokenReader::hash)
            .required();
    Optional<Instant> expires =
        item.value("expires", "2030-01-31 or 2030-01-31T12:00:00Z", TokenReader::time).find();
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
