package org.espalier.service.http;

import io.helidon.http.RequestException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;

/** Reads bodies of requests, up to a size. */
final class Bodies {
  private Bodies() {}

  static byte[] read(ServerRequest request, int mostBytes) throws IOException {
    if (!request.content().hasEntity()) {
      return new byte[0];
    }
    long announced = request.headers().contentLength().orElse(-1);
    if (announced > mostBytes) {
      throw tooLarge(mostBytes);
    }
    byte[] body = bytes(request, announced, mostBytes);
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

  /** A body whose length is known is read to where it stays, without a copy. */
  private static byte[] all(InputStream in, long length) throws IOException {
    byte[] body = new byte[(int) length];
    int read = in.readNBytes(body, 0, body.length);
    return read == body.length ? body : Arrays.copyOf(body, read);
  }

  private static byte[] bytes(ServerRequest request, long announced, int most) throws IOException {
    try (InputStream in = request.content().inputStream()) {
      return announced < 0 ? in.readNBytes(most + 1) : all(in, announced);
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
