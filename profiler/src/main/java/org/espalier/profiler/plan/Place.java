package org.espalier.profiler.plan;

import java.nio.file.Path;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;

/**
 * A place in the file of a plan, for problems that are found only on the machines.
 *
 * @param path where in the structure of the file, for example {@code machines[0]}
 */
public record Place(Path file, int line, String path) {

  static Place of(DocumentNode node) {
    return new Place(node.file(), node.line(), node.path());
  }

  /** Reports a problem at a key of what stands here, or of itself if the key is empty. */
  public void report(Problems problems, String key, String value, String message, String remedy) {
    String whole = key.isEmpty() || path.isEmpty() ? path + key : path + "." + key;
    problems.add(new Problem(file, line, whole, value, message, remedy));
  }
}
