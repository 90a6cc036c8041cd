package org.espalier.service.http;

import io.helidon.webserver.http.ServerRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads bodies of requests, up to a size. */
final class Bodies {
  private Bodies() {}

  static byte[] read(ServerRequest request, int mostBytes) throws IOException {
    if (!request.content().hasEntity()) {
      return new byte[0];
    }
    try (InputStream in = request.content().inputStream()) {
      byte[] body = in.readNBytes(mostBytes + 1);
      if (body.length > mostBytes) {
        throw tooLarge("the body", mostBytes);
      }
      return body;
    }
  }

  /** The next line, empty at the end. */
  static Optional<String> line(BufferedReader reader, int mostCharacters) throws IOException {
    StringBuilder line = new StringBuilder();
    int c = reader.read();
    if (c < 0) {
      return Optional.empty();
    }
    while (c >= 0 && c != '\n') {
      if (line.length() == mostCharacters) {
        throw tooLarge("a line", mostCharacters);
      }
      line.append((char) c);
      c = reader.read();
    }
    return Optional.of(line.toString());
  }

  private static Problem tooLarge(String what, int most) {
    return new Problem(
        413, "Too large", "%s is longer than %,d bytes; send less at a time".formatted(what, most));
  }
}
