package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, as the build wrote it beside this class. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {"espalier " + number()};
  }

  static String number() throws IOException {
    try (InputStream in = Version.class.getResourceAsStream("version.txt")) {
      if (in == null) {
        throw new IOException("version.txt is missing beside " + Version.class.getName());
      }
      return new String(in.readAllBytes(), UTF_8).strip();
    }
  }
}
