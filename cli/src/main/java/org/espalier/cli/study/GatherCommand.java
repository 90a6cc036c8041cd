package org.espalier.cli.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.simulator.checkpoint.Shards;
import org.espalier.simulator.checkpoint.UnfitCheckpointException;
import org.espalier.simulator.result.ResultDirectory;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.Gathering;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.Names;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code espalier gather}: makes the results of a study of its shards. */
@Command(
    name = "gather",
    description = {
      "Makes the results of a study that was run in shards: those that one run of it would have.",
      "",
      "Give the same study, --set, --seed and --plugins as to the shards."
    },
    footer = {
      "",
      "Example, on four cores or four computers that share a directory:",
      "  for i in 1 2 3 4; do espalier run my-study.yaml --shard $i/4 --to shards & done; wait",
      "  espalier gather my-study.yaml shards",
      "",
      "docs/cluster.md shows how queues of clusters run shards."
    })
final class GatherCommand extends StudyCommand {
  private static final int SHOWN_SHARDS = 10;

  @Parameters(paramLabel = "STUDY.yaml", description = "the study")
  private Path study = Path.of("");

  @Parameters(paramLabel = "DIR", description = "the directory of its shards, which stay")
  private Path shards = Path.of("");

  @Override
  protected void run() throws IOException {
    Experiment experiment = StudyArgument.read(study, assignments(), plugins, err());
    ResultDirectory directory = directory(experiment, false);
    Gathering gathering = new Gathering(experiment);
    checkWhole(gather(experiment, gathering));
    ExperimentResults results = gathering.results();
    show(results, write(results, directory), study);
  }

  private List<Shards.Unfinished> gather(Experiment experiment, Gathering gathering)
      throws IOException {
    CommandFailure.when(
        !Files.isDirectory(shards),
        "%1$s is no directory of shards; espalier run %2$s --shard I/N --to %1$s makes one",
        shards,
        study);
    try {
      return new Shards(shards).gather(PART, experiment, identity(experiment), gathering::add);
    } catch (UnfitCheckpointException e) {
      throw new CommandFailure(
          "%s; give what the shards were given, or run them anew with --restart"
              .formatted(e.getMessage()),
          e);
    }
  }

  private void checkWhole(List<Shards.Unfinished> unfinished) {
    if (unfinished.isEmpty()) {
      return;
    }
    String some =
        Names.listed(
            unfinished.stream()
                .map(one ->
                    "%s (%s of %s trials missing)"
                        .formatted(one.shard(), one.missing(), one.units())),
            unfinished.size(),
            SHOWN_SHARDS);
    throw new CommandFailure(
        "%s of %s shards are not finished: %s; run each with espalier run %s --shard I/N --to %s"
                .formatted(
                    unfinished.size(), unfinished.getFirst().shard().of(), some, study, shards)
            + " --resume");
  }
}
