package org.espalier.service.http;

/** Paths with parameters in braces. */
final class Paths {
  private Paths() {}

  /** Whether a path is one of a route's. */
  static boolean matches(String route, String path) {
    String[] expected = route.split("/", -1);
    String[] parts = path.split("/", -1);
    if (expected.length != parts.length) {
      return false;
    }
    for (int i = 0; i < parts.length; i++) {
      if (!expected[i].startsWith("{") && !expected[i].equals(parts[i])) {
        return false;
      }
    }
    return true;
  }
}
