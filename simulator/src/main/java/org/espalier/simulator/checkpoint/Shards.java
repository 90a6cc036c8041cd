package org.espalier.simulator.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.simulator.run.Shard;
import org.espalier.simulator.run.StudyUnit;
import org.espalier.simulator.run.UnitResult;
import org.espalier.simulator.study.Experiment;

/**
 * A directory of shards of a study. Each has a checkpoint there that stays, with the units it has
 * finished. Files are found by listing the directory, since a shared file system may not know yet
 * of one that another computer has made.
 */
public record Shards(Path directory) {
  private static final String SUFFIX = ".checkpoint";
  private static final Pattern NAME =
      Pattern.compile("shard-([0-9]{1,6})-of-([0-9]{1,6})" + Pattern.quote(SUFFIX));

  /** A shard that has not run to its end, with how many of its units are missing. */
  public record Unfinished(Shard shard, int missing, int units) {}

  /** The file of a shard. */
  public Path file(Shard shard) {
    return directory.resolve("shard-%s-of-%s%s".formatted(shard.number(), shard.of(), SUFFIX));
  }

  /** The shards whose files are there. */
  public Set<Shard> present() throws IOException {
    if (!Files.isDirectory(directory)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> NAME.matcher(file.getFileName().toString()))
          .filter(Matcher::matches)
          .flatMap(name -> Shard.parse(name.group(1) + "/" + name.group(2)).stream())
          .collect(Collectors.toSet());
    }
  }

  /**
   * How many shards the study was divided into; empty if none is there.
   *
   * @throws UnfitCheckpointException if there are shards of several divisions
   */
  public OptionalInt division() throws IOException {
    Set<Integer> divisions = new TreeSet<>(present().stream().map(Shard::of).toList());
    if (divisions.size() > 1) {
      throw new UnfitCheckpointException(
          "%s holds shards of %s of a study; keep those of one division"
              .formatted(directory, divisions));
    }
    return divisions.stream().mapToInt(Integer::intValue).findFirst();
  }

  /** Makes the files of so many shards, without any units. */
  public void begin(RunIdentity run, int of) throws IOException {
    String header = CheckpointJson.line(new CheckpointJson.Header(run.hex())) + "\n";
    for (int i = 1; i <= of; i++) {
      Files.writeString(file(new Shard(i, of)), header);
    }
  }

  /**
   * Hands over what all shards have finished.
   *
   * @param results takes it, one unit at a time
   * @return the shards that have not run to their end; results are whole if there are none
   * @throws UnfitCheckpointException if there is no shard, or shards of several divisions of a
   *     study, or one of another run, or damaged
   */
  public List<Unfinished> gather(
      String part, Experiment experiment, RunIdentity run, Consumer<UnitResult> results)
      throws IOException {
    Set<Shard> present = present();
    int of =
        division()
            .orElseThrow(
                () -> new UnfitCheckpointException(directory + " holds no shard of a study"));
    String digest = run.hex();
    List<Unfinished> unfinished = new ArrayList<>();
    List<List<StudyUnit>> dealt = Shard.deal(experiment, of);
    for (int i = 0; i < of; i++) {
      Shard shard = new Shard(i + 1, of);
      Set<StudyUnit> missing = new HashSet<>(dealt.get(i));
      int units = missing.size();
      if (present.contains(shard)) {
        for (UnitResult.Finished finished : Checkpoint.read(file(shard), part, digest)) {
          if (missing.remove(finished.unit())) {
            results.accept(finished);
          }
        }
      }
      if (!missing.isEmpty()) {
        unfinished.add(new Unfinished(shard, missing.size(), units));
      }
    }
    return unfinished;
  }
}
