package org.espalier.service.http;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Where and for whom the API is served.
 *
 * @param host name or address to listen on
 * @param port port to listen on; 0 for any that is free
 * @param tokens who may do what; none only on loopback
 * @param tls certificate and key; empty for plain HTTP, on loopback only
 * @param mostBytes size of the greatest request
 * @param requestsPerSecond for each user; 0 for no limit
 * @param mostFollowers how many may follow the events at a time
 * @param readOnly whether nobody may change anything
 * @param limits how many connections there may be, and how long they may take for what
 */
public record HttpSettings(
    String host,
    int port,
    Tokens tokens,
    Optional<TlsFiles> tls,
    int mostBytes,
    int requestsPerSecond,
    int mostFollowers,
    boolean readOnly,
    ConnectionLimits limits) {
  /** Port of a service whose file names none. */
  public static final int DEFAULT_PORT = 7400;

  public HttpSettings {
    Objects.requireNonNull(tls, "tls");
    if (!isLoopback(host) && (tokens.isEmpty() || tls.isEmpty())) {
      throw new IllegalArgumentException(
          "host %s is not loopback; give tokens and tls, or listen on 127.0.0.1".formatted(host));
    }
  }

  /** Loopback, no tokens, the given port. */
  public static HttpSettings loopback(int port) {
    return new HttpSettings(
        "127.0.0.1",
        port,
        new Tokens(List.of()),
        Optional.empty(),
        1 << 20,
        0,
        500,
        false,
        ConnectionLimits.DEFAULT);
  }

  /**
   * Makes sure that its address can be listened on, by doing so for a moment.
   *
   * @throws AddressUnavailableException if it cannot
   */
  public void checkAddress() {
    try (ServerSocketChannel channel = ServerSocketChannel.open()) {
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      channel.bind(new InetSocketAddress(InetAddress.getByName(host), port));
    } catch (BindException e) {
      throw new AddressUnavailableException(
          "port %d of %s cannot be listened on (%s); choose another with --port or http.port"
              .formatted(port, host, reason(e)),
          e);
    } catch (IOException e) {
      throw new AddressUnavailableException(
          "host %s cannot be listened on (%s); give another as http.host".formatted(host, e), e);
    }
  }

  private static String reason(BindException failure) {
    String message = String.valueOf(failure.getMessage());
    return message.contains("in use") ? "it is in use" : message;
  }

  /** Whether a host is reached from this machine only. */
  public static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Certificate chain and private key, as PEM files. */
  public record TlsFiles(Path certificate, Path key) {}
}
