package org.espalier.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, as the build wrote it beside this class, and its commit. */
public final class Version implements IVersionProvider {
  private static final String COMMIT = "espalier.commit";

  @Override
  public String[] getVersion() {
    return new String[] {
      "espalier %s (%s)"
          .formatted(number(), commit().map(known -> "commit " + known).orElse("commit unknown")),
      "Java %s, %s, in %s"
          .formatted(
              Runtime.version(), System.getProperty("java.vendor"), System.getProperty("java.home"))
    };
  }

  public static String number() {
    try (InputStream in = Version.class.getResourceAsStream("version.txt")) {
      if (in == null) {
        throw new IOException("version.txt is missing beside " + Version.class.getName());
      }
      return new String(in.readAllBytes(), UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The number, and the commit where it is known. */
  public static String exact() {
    return number() + commit().map(known -> " " + known).orElse("");
  }

  /**
   * The commit of the sources of this build, as the launcher says it: with {@code -modified} where
   * they differed from it, empty where nobody knows.
   */
  static Optional<String> commit() {
    return Optional.ofNullable(System.getProperty(COMMIT)).filter(commit -> !commit.isBlank());
  }
}
