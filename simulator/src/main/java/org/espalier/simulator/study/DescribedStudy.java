package org.espalier.simulator.study;

import java.util.Map;
import org.espalier.workload.document.Assignments;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Problems;

/**
 * A study with the places that it was read from, where problems are reported.
 *
 * @param file the root of its file
 * @param assignments what the user set
 * @param policies where each policy stands, by its name
 * @param systems its systems
 */
record DescribedStudy(
    Study study,
    DocumentNode file,
    Assignments assignments,
    Map<String, DocumentNode> policies,
    Systems systems) {
  /** The same places with another study made of them. */
  DescribedStudy with(Study other) {
    return new DescribedStudy(other, file, assignments, policies, systems);
  }

  Problems problems() {
    return file.problems();
  }

  /** Where the policy of a name stands. */
  DocumentNode node(String policy) {
    return policies.getOrDefault(policy, file);
  }

  /** The mapping that has a key: the user's, that of axes, or else the study. */
  DocumentNode holder(String key) {
    return assignments
        .find(key)
        .or(() -> file.node("axes").find().filter(node -> node.isMapping() && node.has(key)))
        .orElse(file);
  }

  /** Reports a problem with a key where the user set it, on its axis, or in the study. */
  void report(String key, String problem, String remedy) {
    holder(key).report(key, problem, remedy);
  }
}
