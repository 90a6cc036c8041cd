package org.espalier.service.live;

import java.util.List;

/**
 * A task type.
 *
 * @param parameters what its command takes, one line each, for people
 */
public record TaskTypeView(String name, List<String> parameters) {
  public TaskTypeView {
    parameters = List.copyOf(parameters);
  }
}
