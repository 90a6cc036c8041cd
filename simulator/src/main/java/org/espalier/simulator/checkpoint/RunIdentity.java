package org.espalier.simulator.checkpoint;

import java.nio.file.Path;
import java.util.List;
import org.espalier.simulator.study.ContentDigest;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.Problems;

/**
 * All that the results of a run hang on: only a run of the same goes on from its checkpoint.
 *
 * @param version of the program, and its commit where that is known
 * @param experiments what is run, as far as it is known when the run begins
 * @param words what else decides what is run
 * @param plugins jars with policies of users' own
 */
public record RunIdentity(
    String version, List<Experiment> experiments, List<String> words, List<Path> plugins) {
  /**
   * Its digest in hexadecimal digits.
   *
   * @throws org.espalier.workload.document.InvalidInputException if a file cannot be read
   */
  String hex() {
    Problems problems = new Problems();
    ContentDigest content = new ContentDigest(problems);
    experiments.forEach(study -> content.put(StudyDigest.of(study, version, problems)));
    words.forEach(content::put);
    plugins.forEach(content::put);
    problems.throwIfAny();
    return content.hex();
  }
}
