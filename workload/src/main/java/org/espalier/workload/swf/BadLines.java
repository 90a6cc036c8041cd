package org.espalier.workload.swf;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.espalier.workload.document.FileProblems;

/** The lines of a trace that are no jobs: problems, or left out and noted. */
final class BadLines {
  private static final int SHOWN = 3;

  private final FileProblems problems;
  private final BadLineHandling handling;
  private final List<String> first = new ArrayList<>();
  private long count;

  BadLines(FileProblems problems, BadLineHandling handling) {
    this.problems = problems;
    this.handling = handling;
  }

  /** Takes one down; see {@link FileProblems#report}. */
  void add(int line, String path, String value, String message, String remedy) {
    if (handling == BadLineHandling.REFUSE) {
      problems.report(line, path, value, message, remedy + "; or have bad lines left out");
      return;
    }
    count++;
    if (first.size() < SHOWN) {
      first.add("line %s: %s %s (%s)".formatted(line, path, message, value).replace(":  ", ": "));
    }
  }

  /** The sentence of a note, if any were left out. */
  Optional<String> note() {
    return count == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%,d %s left out that %s: %s%s",
                count,
                count == 1 ? "line" : "lines",
                count == 1 ? "is no job" : "are no jobs",
                String.join("; ", first),
                count > SHOWN ? String.format(Locale.ROOT, "; and %,d more", count - SHOWN) : ""));
  }
}
