package org.espalier.simulator.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;

/** A small study of two policies and two arrival intensities with one figure of a kind. */
record FigureStudy(Path directory, String kind, Problems problems) {
  /**
   * Reads it.
   *
   * @param options of the figure, each with a comma before it
   */
  Optional<Experiment> load(String options) throws IOException {
    Path study = directory.resolve("study.yaml");
    Files.writeString(
        study,
        """
        name: study
        trials: 2
        system: "%s"
        axes: {policy: [MM, PAM], arrival_intensity: [9k, 15k]}
        figures:
          - {title: Figure, kind: %s%s}
        """
            .formatted(Repository.file("inputs/spec/system.yaml"), kind, options));
    return Experiment.load(study, List.of(), PolicyRegistry.builtIn(), problems);
  }

  List<Study.FigureRequest> figures(String options) throws IOException {
    return load(options).orElseThrow().study().presentation().figures();
  }
}
