package org.espalier.cli;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.espalier.workload.document.Problems;

/**
 * Says what a file is that a command does not take, and what takes it, in place of calling each of
 * its keys unknown.
 */
final class WrongKind {
  private static final Set<FileKind> YAML = EnumSet.range(FileKind.STUDY, FileKind.LIVE);

  private WrongKind() {}

  /**
   * Whether a file is of another kind than is wanted, which is reported. Files of no kind are left
   * to the reader, which tells what is wrong with them.
   */
  static boolean isNo(FileKind wanted, Path file, Problems problems) {
    Optional<FileKind> other =
        FileRecogniser.recognise(file, new Problems())
            .filter(found -> found != wanted && YAML.contains(found));
    other.ifPresent(found ->
        problems
            .in(file)
            .report(
                0, "", "", "is %s, not %s".formatted(found.words(), wanted.words()), found.use()));
    return other.isPresent();
  }
}
