package org.espalier.simulator.checkpoint;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.espalier.core.model.HcSystem;
import org.espalier.simulator.study.ContentDigest;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.ResolvedStudy;
import org.espalier.simulator.study.SystemChoice;
import org.espalier.simulator.study.SystemSource;
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
    experiments.forEach(study -> content.put(study(study, version, problems)));
    words.forEach(content::put);
    plugins.forEach(content::put);
    problems.throwIfAny();
    return content.hex();
  }

  /**
   * Says which study results are of, by a SHA-256 in hexadecimal digits. It is that of the version
   * of the program, the options of the study, its system and its files. The system counts with
   * every bit of its PET; where systems are generated, it is that of trial 1. The files are those
   * of workloads and those that policies take for forecasts, byte by byte.
   *
   * <p>It is that of what files hold; their names and places do not matter, so that a study may be
   * run on machines that have it in different directories. Jars of plug-ins are not in it: that a
   * policy does the same everywhere is taken for granted.
   *
   * @param problems where workload files are reported that cannot be read; the digest is then none
   */
  static String study(Experiment experiment, String version, Problems problems) {
    ContentDigest content = new ContentDigest(problems);
    content.put(ResolvedStudy.nameless(experiment.study(), experiment.system().tick(), version));
    systems(experiment).forEach(content::put);
    experiment.trialFiles().forEach(content::put);
    return content.hex();
  }

  /** Its systems, as trial 1 has them; where they are generated, their options tell the rest. */
  private static List<HcSystem> systems(Experiment experiment) {
    Set<SystemChoice> seen = new HashSet<>();
    return experiment.study().inputs().system() instanceof SystemSource.Generated
        ? List.of(experiment.system())
        : experiment.scenarios().stream()
            .filter(scenario -> seen.add(scenario.system()))
            .map(scenario -> experiment.inputs().system(scenario, 1))
            .toList();
  }
}
