package org.espalier.cli.live;

import java.net.URI;
import java.util.Arrays;
import java.util.Optional;
import org.espalier.cli.terminal.CommandFailure;
import picocli.CommandLine.Option;

/** The options that say which live service a command talks to. */
final class ServiceOptions {
  private static final String DEFAULT_URL = "http://127.0.0.1:7400";

  @Option(
      names = "--url",
      paramLabel = "URL,...",
      description =
          "the service, and those that stand by; $ESPALIER_URL or " + DEFAULT_URL + " if left out")
  private Optional<String> url;

  /** A client of the service; its token is in the environment, where other users cannot see it. */
  ServiceClient client() {
    String address =
        url.or(() -> Optional.ofNullable(System.getenv("ESPALIER_URL"))).orElse(DEFAULT_URL);
    return client(address);
  }

  /** A client of the service at one of some addresses, with the token of the environment. */
  static ServiceClient client(String addresses) {
    return new ServiceClient(
        Arrays.stream(addresses.split(",")).map(ServiceOptions::uri).toList(),
        Optional.ofNullable(System.getenv("ESPALIER_TOKEN")));
  }

  private static URI uri(String address) {
    try {
      URI uri = URI.create(address.replaceFirst("/+$", ""));
      if (uri.getHost() != null && String.valueOf(uri.getScheme()).matches("https?")) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // told below, with addresses of other kinds
    }
    throw new CommandFailure(
        "\"%s\" is no address of a service; expected one such as %s"
            .formatted(address, DEFAULT_URL));
  }
}
