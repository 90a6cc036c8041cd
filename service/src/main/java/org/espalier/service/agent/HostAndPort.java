package org.espalier.service.agent;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Addresses as people write them, as in {@code 10.1.0.5:7401} or {@code [fd00::5]:7401}. */
public final class HostAndPort {
  private static final Pattern ADDRESS =
      Pattern.compile("(?:\\[([0-9a-fA-F:.%\\w]+)]|([^\\[\\]:/\\s]+)):(\\d{1,5})");

  private static final int MOST_PORT = 65_535;

  private HostAndPort() {}

  /** Host and port, not looked up; empty if a text is none. */
  public static Optional<InetSocketAddress> parse(String text) {
    Matcher matcher = ADDRESS.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    int port = Integer.parseInt(matcher.group(3));
    return port > MOST_PORT
        ? Optional.empty()
        : Optional.of(InetSocketAddress.createUnresolved(host, port));
  }
}
