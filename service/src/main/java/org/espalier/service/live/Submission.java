package org.espalier.service.live;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a user asked for: a task type, parameters for its command, and a key that makes a repeated
 * submission harmless.
 *
 * @param type name of the task type
 * @param parameters values of the command's parameters, by name
 * @param key idempotency key: a second submission with it gives the first one's task
 */
public record Submission(String type, Map<String, String> parameters, Optional<String> key) {
  public Submission {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(key, "key");
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }
}
