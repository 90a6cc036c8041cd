package org.espalier.service.http;

import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads bodies of requests, up to a size. */
final class Bodies {
  /** The status of what was not whole in its time. */
  static final int TOO_LATE = Status.REQUEST_TIMEOUT_408.code();

  private Bodies() {}

  static byte[] read(ServerRequest request, int mostBytes) throws IOException {
    if (!request.content().hasEntity()) {
      return new byte[0];
    }
    byte[] body = firstBytes(request, mostBytes + 1);
    if (body.length > mostBytes) {
      throw tooLarge("the body", mostBytes);
    }
    return body;
  }

  private static byte[] firstBytes(ServerRequest request, int most) throws IOException {
    try (InputStream in = request.content().inputStream()) {
      return in.readNBytes(most);
    } catch (RequestException e) {
      throw unread(e);
    } catch (RuntimeException e) {
      throw malformed(e);
    }
  }

  /** A body that took too long, or is longer than the library takes. */
  private static ProblemAnswer unread(RequestException e) {
    return new ProblemAnswer(
        e.status().code(), e.status().reasonPhrase(), String.valueOf(e.getMessage()));
  }

  /** The server tells so of chunks without a length. */
  private static ProblemAnswer malformed(RuntimeException e) {
    return new ProblemAnswer(
        400, "Malformed body", "the body cannot be read: %s; send it whole".formatted(e));
  }

  /**
   * The next line, empty at the end; one that is too long is read to its end, then refused. None
   * comes after one that took {@linkplain #TOO_LATE too long}.
   */
  static Optional<String> line(BufferedReader reader, int mostCharacters) throws IOException {
    try {
      return nextLine(reader, mostCharacters);
    } catch (RequestException e) {
      throw unread(e);
    }
  }

  private static Optional<String> nextLine(BufferedReader reader, int mostCharacters)
      throws IOException {
    StringBuilder line = new StringBuilder();
    int c = reader.read();
    if (c < 0) {
      return Optional.empty();
    }
    while (c >= 0 && c != '\n') {
      if (line.length() == mostCharacters) {
        skipLine(reader);
        throw tooLarge("a line", mostCharacters);
      }
      line.append((char) c);
      c = reader.read();
    }
    Connection.present().ifPresent(Connection::restartBody);
    return Optional.of(line.toString());
  }

  private static void skipLine(BufferedReader reader) throws IOException {
    for (int c = reader.read(); c >= 0 && c != '\n'; ) {
      c = reader.read();
    }
  }

  private static ProblemAnswer tooLarge(String what, int most) {
    return new ProblemAnswer(
        413, "Too large", "%s is longer than %,d bytes; send less at a time".formatted(what, most));
  }
}
