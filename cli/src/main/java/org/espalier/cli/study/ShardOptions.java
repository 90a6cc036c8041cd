package org.espalier.cli.study;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.simulator.checkpoint.Shards;
import org.espalier.simulator.run.Shard;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which part of a study is run, if not the whole. */
final class ShardOptions {
  @Option(
      names = "--shard",
      paramLabel = "I/N",
      converter = Text.class,
      description =
          "runs one of N parts of a study, which other processes and computers may run at the same"
              + " time; espalier gather makes the results of all")
  private Optional<Shard> shard;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description =
          "with --shard or --on: the directory of all shards of the study, and of nothing else;"
              + " with --on, beside the results if left out")
  Optional<Path> to;

  /** A shard as it is typed. */
  static final class Text implements ITypeConverter<Shard> {
    @Override
    public Shard convert(String value) {
      return Shard.parse(value)
          .orElseThrow(() ->
              new TypeConversionException(
                  "'%s' is no shard; give its number and how many there are, as 3/24"
                      .formatted(value)));
    }
  }

  /** A shard, and the file that takes its trials. */
  record Chosen(Shard shard, Path file) {}

  /**
   * What the user chose; empty if a whole study is run.
   *
   * @param all whether all shards are run, on a cluster
   */
  Optional<Chosen> chosen(List<Path> studies, Optional<Path> out, boolean all) {
    if (all) {
      CommandFailure.when(
          shard.isPresent() || studies.size() > 1,
          "--on runs all shards of one study; name one, without --shard");
      return Optional.empty();
    }
    CommandFailure.when(
        shard.isPresent() != to.isPresent(), "--shard I/N and --to DIR go together; give both");
    CommandFailure.when(
        shard.isPresent() && studies.size() != 1, "--shard runs a part of one study; name one");
    CommandFailure.when(
        shard.isPresent() && out.isPresent(),
        "a shard writes no results; leave out --out, espalier gather has it");
    return shard.map(part -> new Chosen(part, new Shards(to.orElseThrow()).file(part)));
  }
}
