package org.espalier.cli.files;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.fuzz.FilesBeside;
import org.espalier.fuzz.Fuzzed;
import org.espalier.service.config.LiveFiles;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.journal.JournalFiles;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.TypedWorkload;
import org.espalier.workload.trace.WorkloadFiles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every kind of file, read as {@code espalier check} reads it. Beside the file stand those that it
 * may name.
 */
class FileFuzzTest {
  private static final PolicyRegistry REGISTRY = PolicyRegistry.builtIn();

  @TempDir static Path directory;
  private static HcSystem system;

  @BeforeAll
  static void copyWhatStandsBeside() throws IOException {
    FilesBeside.copyTo(directory);
    system = SystemFiles.read(directory.resolve("system.yaml")).value();
  }

  private static Optional<Contents> read(
      FileKind kind, String name, byte[] input, Optional<HcSystem> system) {
    return Fuzzed.read(
            directory.resolve(name),
            input,
            (file, problems) ->
                new ContentsReader(() -> REGISTRY, MissingCells.ERROR)
                    .read(file, kind, system, problems))
        .map(Loaded::value);
  }

  private static Optional<Contents> read(FileKind kind, String name, byte[] input) {
    return read(kind, name, input, Optional.empty());
  }

  @FuzzTest
  void study(byte[] input) {
    read(FileKind.STUDY, "fuzzed.yaml", input);
  }

  @FuzzTest
  void tradeOff(byte[] input) {
    read(FileKind.TRADE_OFF, "fuzzed.yaml", input);
  }

  @FuzzTest
  void profilePlan(byte[] input) {
    read(FileKind.PROFILE_PLAN, "fuzzed.yaml", input);
  }

  @FuzzTest
  void system(byte[] input) {
    read(FileKind.SYSTEM, "fuzzed.yaml", input);
  }

  @FuzzTest
  void live(byte[] input) {
    read(FileKind.LIVE, "fuzzed.yaml", input);
  }

  /** That a live system names. */
  @FuzzTest
  void tokens(byte[] input) {
    Fuzzed.read(
        directory.resolve("fuzzed-tokens.yaml"),
        input,
        (file, problems) -> LiveFiles.read(directory.resolve("guarded.yaml"), REGISTRY, problems));
  }

  @FuzzTest
  void etc(byte[] input) {
    read(FileKind.PET_OF_PAPERS, "fuzzed.etc", input);
  }

  @FuzzTest
  void pet(byte[] input) {
    read(FileKind.PET, "fuzzed.pet.csv", input);
  }

  @FuzzTest
  void power(byte[] input) {
    read(FileKind.POWER, "fuzzed.power.csv", input);
  }

  @FuzzTest
  void samples(byte[] input) {
    read(FileKind.SAMPLES, "fuzzed.csv", input);
  }

  @FuzzTest
  void means(byte[] input) {
    read(FileKind.MEANS, "fuzzed.csv", input);
  }

  @FuzzTest
  void swf(byte[] input) {
    read(FileKind.TRACE, "fuzzed.swf", input);
  }

  @FuzzTest
  void trial(byte[] input) {
    read(FileKind.TRIAL_OF_PAPERS, "fuzzed.dat", input);
    read(FileKind.TRIAL_OF_PAPERS, "fuzzed.dat", input, Optional.of(system));
  }

  /** Read alone and for a system; what is written of it is read as the same. */
  @FuzzTest
  void workload(byte[] input) {
    read(FileKind.WORKLOAD, "fuzzed.csv", input, Optional.of(system));
    Optional<Contents> contents = read(FileKind.WORKLOAD, "fuzzed.csv", input);
    if (contents.isPresent()) {
      TypedWorkload typed = contents.get().typed().orElseThrow();
      Path file = directory.resolve("fuzzed.csv");
      try {
        WorkloadFiles.write(file, typed);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      Fuzzed.checkEqual(typed, WorkloadFiles.readAlone(file, new Problems()).orElseThrow().value());
    }
  }

  /** What is written of it is read as the same. */
  @FuzzTest
  void journal(byte[] input) {
    if (read(FileKind.JOURNAL, "fuzzed.jsonl", input).isPresent()) {
      List<Journal.Entry> entries = JournalFiles.read(directory.resolve("fuzzed.jsonl"));
      List<String> lines = new ArrayList<>();
      entries.forEach(entry -> lines.add(JournalFiles.line(entry)));
      List<String> again = new ArrayList<>();
      JournalFiles.read(Path.of("again"), lines.stream())
          .forEach(entry -> again.add(JournalFiles.line(entry)));
      Fuzzed.checkEqual(lines, again);
    }
  }
}
