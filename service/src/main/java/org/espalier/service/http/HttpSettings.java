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
import java.util.Optional;

/**
 * Where and for whom the API is served.
 *
 * @param host name or address to listen on
 * @param port port to listen on; 0 for any that is free
 * @param tokens who may do what; none only on loopback
 * @param tls certificate and key; empty for plain HTTP, on loopback only
 * @param readOnly whether nobody may change anything
 * @param limits how much there may be
 */
public record HttpSettings(
    String host, int port, Tokens tokens, Optional<TlsFiles> tls, boolean readOnly, Limits limits) {
  /** Port of a service whose file names none. */
  public static final int DEFAULT_PORT = 7400;

  private static final int BACKLOG = 4096;

  public HttpSettings {
    if (!isLoopback(host) && (tokens.isEmpty() || tls.isEmpty())) {
      throw new IllegalArgumentException(
          "host %s is not loopback; give tokens and tls, or listen on 127.0.0.1".formatted(host));
    }
  }

  /** Loopback, no tokens, the given port. */
  public static HttpSettings loopback(int port) {
    return new HttpSettings(
        "127.0.0.1", port, new Tokens(List.of()), Optional.empty(), false, Limits.USUAL);
  }

  /** The same on another port. */
  public HttpSettings onPort(int other) {
    return new HttpSettings(host, other, tokens, tls, readOnly, limits);
  }

  /** The same, for looking only. */
  public HttpSettings forReading() {
    return new HttpSettings(host, port, tokens, tls, true, limits);
  }

  /**
   * The socket of its address, bound.
   *
   * @throws AddressUnavailableException if it cannot be listened on
   */
  public ServerSocketChannel listen() {
    return listen(false);
  }

  /**
   * The same beside another service of this user, which listens at the same address and is about to
   * end. Connections come to either until it does.
   */
  public ServerSocketChannel join() {
    return listen(true);
  }

  private ServerSocketChannel listen(boolean joins) {
    try {
      ServerSocketChannel channel = ServerSocketChannel.open();
      try {
        channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        channel.setOption(StandardSocketOptions.SO_REUSEPORT, joins);
        channel.bind(new InetSocketAddress(InetAddress.getByName(host), port), BACKLOG);
        return channel.setOption(StandardSocketOptions.SO_REUSEPORT, true); // for whoever joins
      } catch (IOException e) {
        channel.close();
        throw e;
      }
    } catch (BindException e) {
      throw new AddressUnavailableException(
          "port %s of %s cannot be listened on (%s); choose another with --port or http.port"
              .formatted(port, host, reason(e)),
          e);
    } catch (IOException e) {
      throw new AddressUnavailableException(
          "host %s cannot be listened on (%s); give another as http.host".formatted(host, e), e);
    }
  }

  /** Where people and programs find what is served at a port. */
  public String address(int served) {
    String scheme = tls.isPresent() ? "https" : "http";
    return "%s://%s:%s".formatted(scheme, host.contains(":") ? "[" + host + "]" : host, served);
  }

  /** The same for those on other computers, where it listens on all addresses of this one. */
  public String addressElsewhere(ServerSocketChannel bound) {
    String own = host;
    try {
      InetAddress any = InetAddress.getByName(host);
      own = any.isAnyLocalAddress() ? InetAddress.getLocalHost().getHostName() : host;
    } catch (UnknownHostException e) {
      // it is told as it is written
    }
    return new HttpSettings(own, port, tokens, tls, readOnly, limits)
        .address(bound.socket().getLocalPort());
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

  /**
   * How much there may be.
   *
   * @param bytes size of the greatest request
   * @param requestsPerSecond for each user; 0 for no limit
   * @param connections how many at a time; fewer where the process may not open so many files
   * @param invocations how many may wait for their answers at a time
   * @param heldBytes how much of their bodies and answers is held in memory at a time
   */
  public record Limits(
      int bytes, int requestsPerSecond, int connections, int invocations, long heldBytes) {
    /** The limits where nothing is said. */
    public static final Limits USUAL = new Limits(1 << 20, 0, 2000, 1000, 256L << 20);
  }

  /** Certificate chain and private key, as PEM files. */
  public record TlsFiles(Path certificate, Path key) {}
}
