package org.espalier.service.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Who may do what: bearer tokens, of which only the SHA-256 is kept. Tokens are 256 random bits, so
 * that a fast hash without salt is enough. Safe for use by many threads.
 */
public final class Tokens {
  private static final int TOKEN_BYTES = 32;
  private static final String PREFIX = "esp_";

  private final boolean areAsked;
  private final Supplier<List<Entry>> entries;

  private Tokens(boolean areAsked, Supplier<List<Entry>> entries) {
    this.areAsked = areAsked;
    this.entries = entries;
  }

  /** Always the same; none for a service that asks for none. */
  public Tokens(List<Entry> entries) {
    List<Entry> copy = List.copyOf(entries);
    this(!copy.isEmpty(), () -> copy);
  }

  /** The tokens of a file, which is read again when it has changed. */
  public static Tokens of(TokenFile file) {
    return new Tokens(true, file::entries);
  }

  /**
   * A token as it is kept.
   *
   * @param name whose it is, for logs
   * @param hash SHA-256 of the token in hexadecimal, with small letters
   * @param expires when it is valid no longer; empty for ever
   */
  public record Entry(String name, Role role, String hash, Optional<Instant> expires) {
    /** Whether it is valid no longer. */
    boolean isExpired(Instant now) {
      return expires.filter(end -> !now.isBefore(end)).isPresent();
    }
  }

  /** Whether none are asked for. */
  public boolean isEmpty() {
    return !areAsked;
  }

  /** The entry of a token. */
  Optional<Entry> find(String token) {
    byte[] hash = hash(token).getBytes(StandardCharsets.US_ASCII);
    Entry found = null;
    for (Entry entry : entries.get()) {
      if (MessageDigest.isEqual(hash, entry.hash().getBytes(StandardCharsets.US_ASCII))) {
        found = entry;
      }
    }
    return Optional.ofNullable(found);
  }

  /** A new token, to be given to a user once. */
  public static String generate() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** What is kept of a token. */
  public static String hash(String token) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
