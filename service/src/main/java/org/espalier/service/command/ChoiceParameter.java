package org.espalier.service.command;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.espalier.workload.document.Names;

/**
 * A parameter that takes one of some words. A word may begin with a hyphen, since whoever wrote it
 * here meant it.
 *
 * @param choices the words
 */
public record ChoiceParameter(String name, Optional<String> fallback, List<String> choices)
    implements Parameter {
  public ChoiceParameter {
    choices = List.copyOf(choices);
    checkChoices(name, choices);
  }

  @Override
  public Optional<String> fault(String value) {
    return choices.contains(value)
        ? Optional.empty()
        : Optional.of(
            "value '%s' is not one of %s%s"
                .formatted(
                    Parameter.show(value),
                    String.join(", ", choices),
                    Names.nearest(value, choices).map("; did you mean %s?"::formatted).orElse("")));
  }

  @Override
  public boolean mayLookLikeAnOption() {
    return true;
  }

  @Override
  public String values() {
    return "one of " + String.join(", ", choices);
  }

  private static void checkChoices(String name, List<String> choices) {
    if (choices.isEmpty() || new HashSet<>(choices).size() < choices.size()) {
      throw new IllegalArgumentException(
          "choices of parameter %s are %s; expected at least one, each once"
              .formatted(name, choices));
    }
    for (String choice : choices) {
      Optional<String> fault = Parameter.characterFault(choice);
      if (fault.isPresent()) {
        throw new IllegalArgumentException(
            "a choice of parameter %s: %s".formatted(name, fault.get()));
      }
    }
  }
}
