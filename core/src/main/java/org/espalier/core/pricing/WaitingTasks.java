package org.espalier.core.pricing;

import java.util.Arrays;
import java.util.List;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/** Candidates of a mapping event, those of each type together, in order of arrival. */
final class WaitingTasks {
  private final Candidate[] candidates;
  private final long[] deadlines;
  private final double[] worths;

  /** Where the candidates of each type begin. */
  private final int[] begins;

  private WaitingTasks(Candidate[] candidates, long[] deadlines, double[] worths, int[] begins) {
    this.candidates = candidates;
    this.deadlines = deadlines;
    this.worths = worths;
    this.begins = begins;
  }

  /** Some open candidates of a mapping event. */
  static WaitingTasks of(MappingSession session, List<Candidate> open) {
    int types = session.system().pet().taskTypes();
    int[] begins = new int[types + 1];
    for (Candidate candidate : open) {
      begins[candidate.task().type() + 1]++;
    }
    for (int type = 0; type < types; type++) {
      begins[type + 1] += begins[type];
    }
    int[] next = Arrays.copyOf(begins, types);
    Candidate[] candidates = new Candidate[open.size()];
    long[] deadlines = new long[open.size()];
    double[] worths = new double[open.size()];
    for (Candidate candidate : open) {
      int at = next[candidate.task().type()]++;
      candidates[at] = candidate;
      deadlines[at] = candidate.task().deadline();
      worths[at] = session.event().worth(candidate.task());
    }
    return new WaitingTasks(candidates, deadlines, worths, begins);
  }

  /** All of them; the number of each is its place. */
  List<Candidate> all() {
    return Arrays.asList(candidates);
  }

  int size() {
    return candidates.length;
  }

  /** The number of the first candidate of a type; that of the type after the last is the size. */
  int begin(int type) {
    return begins[type];
  }

  Candidate at(int number) {
    return candidates[number];
  }

  long deadline(int number) {
    return deadlines[number];
  }

  /** What it is worth to complete a candidate on time. */
  double worth(int number) {
    return worths[number];
  }
}
