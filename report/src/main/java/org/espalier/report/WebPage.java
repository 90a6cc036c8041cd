package org.espalier.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What pages of one file are made of: a template with places, and scripts that all pages share.
 *
 * <p>The content security policy of such a page allows its own scripts by their hashes, so that no
 * string of its data can become code even if the escaping failed.
 */
public final class WebPage {
  static final String ECHARTS = "echarts/echarts-6.1.0.min.js";

  private static final Pattern PLACE = Pattern.compile("@@([a-z]+)@@");

  /** Elements, the colours of charts, and the fates of tasks. */
  static final String SHARED_SCRIPTS = "elements theme fates";

  private WebPage() {}

  /** The script that applies the remembered theme before anything is painted. */
  public static String earlyScript() {
    return text("early.js");
  }

  /**
   * The scripts that all pages share, and then those of one page.
   *
   * @param names of its own scripts, in their order, with blanks between them
   * @param text the text of the file of a name
   */
  public static String script(String names, UnaryOperator<String> text) {
    return joined(SHARED_SCRIPTS, WebPage::text) + "\n" + joined(names, text);
  }

  private static String joined(String names, UnaryOperator<String> text) {
    return Stream.of(names.split(" "))
        .map(name -> text.apply(name + ".js"))
        .collect(Collectors.joining("\n"));
  }

  /**
   * The template with each place {@code @@name@@} filled by the part of that name. A part is never
   * searched for places.
   */
  public static String filled(String template, Map<String, String> parts) {
    Matcher places = PLACE.matcher(template);
    return places.replaceAll(
        place -> Matcher.quoteReplacement(parts.getOrDefault(place.group(1), place.group())));
  }

  /** What a content security policy says to allow the given scripts or styles. */
  public static String hashes(String... texts) {
    return Stream.of(texts).map(WebPage::hash).collect(Collectors.joining(" "));
  }

  private static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-%s'".formatted(Base64.getEncoder().encodeToString(hash));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The text of a file that lies beside this class. */
  static String text(String name) {
    try (InputStream in = Objects.requireNonNull(WebPage.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
