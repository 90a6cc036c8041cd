package org.espalier.service.http;

import io.helidon.http.Method;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A path of the API, and who may use it.
 *
 * @param path with parameters in braces, as in {@code /v1/tasks/{id}}
 * @param role what it takes; empty for all the world
 * @param query names of the query parameters that it knows; others are refused
 */
record Route(Method method, String path, Optional<Role> role, Action action, List<String> query) {
  /** In place of names where any query parameter is known. */
  static final String ANY = "parameters";

  /** Answers a request. */
  @FunctionalInterface
  interface Action {
    void answer(Exchange exchange) throws IOException, InterruptedException;
  }

  static Route read(String path, Action action) {
    return of(Method.GET, path, Role.READ, action);
  }

  static Route of(Method method, String path, Role role, Action action) {
    return new Route(method, path, Optional.of(role), action, List.of());
  }

  static Route open(String path, Action action) {
    return new Route(Method.GET, path, Optional.empty(), action, List.of());
  }

  /** Whether it is kept who asked: what operators do, and what takes a task back. */
  boolean isOfOperators() {
    return role.equals(Optional.of(Role.OPERATE)) || method.equals(Method.DELETE);
  }

  /** The same, with query parameters. */
  Route with(String... names) {
    return new Route(method, path, role, action, List.of(names));
  }
}
