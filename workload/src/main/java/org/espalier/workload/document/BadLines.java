package org.espalier.workload.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;

/** The lines of a log that are no jobs: problems, or left out and noted. */
public final class BadLines {
  private static final int SHOWN = 3;

  private final FileProblems problems;
  private final BadLineHandling handling;
  private final List<String> first = new ArrayList<>();
  private long count;

  /** None yet. */
  public BadLines(FileProblems problems, BadLineHandling handling) {
    this.problems = problems;
    this.handling = handling;
  }

  /** Takes one down; see {@link FileProblems#report}. */
  public void add(int line, String path, String value, String message, String remedy) {
    if (handling == BadLineHandling.REFUSE) {
      problems.report(line, path, value, message, remedy + "; or have bad lines left out");
      return;
    }
    count++;
    if (first.size() < SHOWN) {
      first.add("line %s: %s %s (%s)".formatted(line, path, message, value).replace(":  ", ": "));
    }
  }

  /** Takes down that there are more, of which nothing is known. */
  public void addUnlisted(long more) {
    count += more;
    LongStream.range(0, handling == BadLineHandling.REFUSE ? more : 0)
        .forEach(line -> problems.all().addUnlisted());
  }

  /** The sentence of a note, if any were left out. */
  public Optional<String> note() {
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
