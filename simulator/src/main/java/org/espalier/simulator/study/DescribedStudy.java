package org.espalier.simulator.study;

import java.util.Map;
import java.util.Optional;
import org.espalier.workload.document.Assignments;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Problems;

/**
 * A study with the places that it was read from, where problems are reported.
 *
 * @param namesFigures whether it says which figures its report has
 * @param file the root of its file
 * @param assignments what the user set
 * @param policies where each policy stands, by its name
 * @param systems its systems
 */
record DescribedStudy(
    Study study,
    boolean namesFigures,
    DocumentNode file,
    Assignments assignments,
    Map<String, DocumentNode> policies,
    Systems systems) {
  /** The same places with another study made of them. */
  DescribedStudy with(Study other) {
    return new DescribedStudy(other, namesFigures, file, assignments, policies, systems);
  }

  Problems problems() {
    return file.problems();
  }

  /** Where the policy of a name stands. */
  DocumentNode node(String policy) {
    return policies.getOrDefault(policy, file);
  }

  /** The block of axes. */
  Optional<DocumentNode> axes() {
    return file.node("axes").find().filter(DocumentNode::isMapping);
  }

  /** Reports a problem with a key where the user set it, on its axis, or in the study. */
  void report(String key, String problem, String remedy) {
    assignments
        .find(key)
        .or(() -> axes().filter(node -> node.has(key)))
        .orElse(file)
        .report(key, problem, remedy);
  }
}
