package org.espalier.service.http;

import io.helidon.http.RequestException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/** Reads bodies of requests, up to a size. */
final class Bodies {
  private Bodies() {}

  static byte[] read(ServerRequest request, int mostBytes) throws IOException {
    if (!request.content().hasEntity()) {
      return new byte[0];
    }
    if (request.headers().contentLength().orElse(0) > mostBytes) {
      throw tooLarge(mostBytes);
    }
    byte[] body = firstBytes(request, mostBytes + 1);
    if (body.length > mostBytes) {
      throw tooLarge(mostBytes);
    }
    return body;
  }

  /** The rest is not waited for. */
  private static ProblemAnswer tooLarge(int most) {
    Connection.present().ifPresent(Connection::leaveUnread);
    return new ProblemAnswer(
        413,
        "Too large",
        String.format(Locale.ROOT, "the body is longer than %,d bytes; send less at a time", most));
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
}
