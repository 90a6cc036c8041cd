package org.espalier.cli.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.cli.CommandRun;
import org.espalier.testsupport.Repository;

/** Results of a small study, for commands that read results. */
final class SmallResults {
  static final int TASKS = 120;

  static final Path ROOT = Repository.root();

  private SmallResults() {}

  /** Runs the study in a directory, and returns where its results are. */
  static Path in(Path directory, String name, String... more) throws IOException {
    Path study = directory.resolve("small.yaml");
    Files.writeString(
        study,
        """
        name: small
        trials: 2
        leave_out_first: 5
        leave_out_last: 5
        system: "%s"
        workload: {tasks: %d}
        axes:
          policy: [PAM, MM]
          arrival_intensity: [15k, 30k]
        baseline: MM
        figures:
          - {title: Robustness, kind: lines, column: robustness, x: arrival_intensity, series: policy}
          - {title: A trial, kind: gantt}
          - {title: Misses, kind: distribution, column: misses, series: policy}
        traces: [{policy: PAM, arrival_intensity: 30k, trial: 2}]
        """
            .formatted(ROOT.resolve("inputs/spec/system.yaml"), TASKS));
    Path out = directory.resolve(name);
    List<Object> args = new ArrayList<>(List.of("run", study, "--out", out));
    args.addAll(Arrays.asList(more));
    CommandRun run = CommandRun.of(args.toArray());
    assertThat(run.status()).as(run.err()).isZero();
    return out;
  }
}
