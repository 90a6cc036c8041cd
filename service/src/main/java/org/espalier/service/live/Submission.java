package org.espalier.service.live;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a user asked for: a task type, parameters for its command, and a key that makes a repeated
 * submission harmless.
 *
 * @param type name of the task type
 * @param parameters values of the command's parameters, by name
 * @param key idempotency key: a second submission with it gives the first one's task
 * @param user who asked for it, where users have tokens
 */
public record Submission(
    String type, Map<String, String> parameters, Optional<String> key, Optional<String> user) {
  private static final String BODY = "(body)";
  private static final String TRACE = "(trace)";

  public Submission {
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  /** One of nobody who is known. */
  public Submission(String type, Map<String, String> parameters, Optional<String> key) {
    this(type, parameters, key, Optional.empty());
  }

  /** The same, asked for by a user. */
  public Submission by(Optional<String> other) {
    return new Submission(type, parameters, key, other);
  }

  /**
   * The same as an invocation, whose body is not kept. A parameter says so that no command can
   * have.
   */
  public Submission invoked(int bytes) {
    Map<String, String> all = new TreeMap<>(parameters);
    all.put(BODY, bytes + " B");
    return new Submission(type, all, key, user);
  }

  /** Whether it is an invocation. */
  public boolean isInvoked() {
    return parameters.containsKey(BODY);
  }

  /** The length of the body of an invocation; 0 of what is none. */
  public long bodyBytes() {
    return Long.parseLong(parameters.getOrDefault(BODY, "0 B").replace(" B", ""));
  }

  /** The same as a part of a trace, which is kept as a parameter too. */
  public Submission traced(Optional<String> traceparent) {
    Map<String, String> all = new TreeMap<>(parameters);
    traceparent.ifPresent(trace -> all.put(TRACE, trace));
    return new Submission(type, all, key, user);
  }

  /** The trace that it is a part of, as the header {@code traceparent} tells it (W3C). */
  public Optional<String> traceparent() {
    return Optional.ofNullable(parameters.get(TRACE));
  }

  /** The parameters without what says that it is an invocation, or part of a trace. */
  public Map<String, String> parametersOfCommand() {
    Map<String, String> own = new TreeMap<>(untraced());
    own.remove(BODY);
    return own;
  }

  /** The parameters without what says that it is part of a trace. */
  public Map<String, String> untraced() {
    Map<String, String> own = new TreeMap<>(parameters);
    own.remove(TRACE);
    return own;
  }

  /** The same of another type with the same parameters. */
  public Submission as(String other) {
    return new Submission(other, parameters, key, user);
  }

  /** The same under a key, unless it has one. */
  public Submission orUnder(Optional<String> other) {
    return new Submission(type, parameters, key.or(() -> other), user);
  }
}
