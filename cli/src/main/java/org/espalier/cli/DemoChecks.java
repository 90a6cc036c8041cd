package org.espalier.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.espalier.workload.document.Names;

/** Checks of the options of {@code espalier demo}, before anything starts. */
final class DemoChecks {
  private final List<String> problems = new ArrayList<>();

  void checkPositive(String option, double number) {
    if (!(number > 0 && Double.isFinite(number))) {
      problems.add("%s is %s; expected a number above 0".formatted(option, number));
    }
  }

  void checkPort(int port) {
    Ports.problem(port).ifPresent(problems::add);
  }

  /** Each is known; a blank one comes of a comma too many. */
  void checkPolicies(List<String> names, Collection<String> known) {
    if (names.stream().anyMatch(String::isBlank)) {
      problems.add(
          "--policy is %s; expected names with commas between them, as in JIT,MM"
              .formatted(String.join(",", names)));
    }
    names.stream()
        .filter(name -> !name.isBlank() && !known.contains(name))
        .forEach(name ->
            problems.add(
                "--policy: there is no policy %s; %s".formatted(name, Names.remedy(name, known))));
  }

  /**
   * Ends the checks.
   *
   * @throws CommandFailure with all that is wrong, if anything is
   */
  void finish() {
    if (!problems.isEmpty()) {
      throw new CommandFailure(String.join(System.lineSeparator(), problems));
    }
  }
}
