package org.espalier.cli.live;

import java.nio.file.Path;
import java.util.List;

/** What a file of requests says, for tests of other packages. */
public final class RequestLines {
  private RequestLines() {}

  /** The requests, each as JSON. */
  public static List<String> read(Path file) {
    return RequestLine.readAll(file, "key").stream()
        .map(line -> line.request().toString())
        .toList();
  }
}
