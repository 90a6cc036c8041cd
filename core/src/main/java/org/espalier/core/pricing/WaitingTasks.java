package org.espalier.core.pricing;

import java.util.Arrays;
import java.util.List;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * Candidates of a mapping event, those of each type together, in order of arrival.
 *
 * @param all the number of each is its place
 * @param deadlines by number
 * @param worths what it is worth to complete each on time, by number
 * @param begins where the candidates of each type begin; that of the type after the last is the
 *     size
 */
record WaitingTasks(List<Candidate> all, long[] deadlines, double[] worths, int... begins) {
  /** Some open candidates of a mapping event. */
  static WaitingTasks of(MappingSession session, List<Candidate> open) {
    int[] begins = new int[session.system().pet().taskTypes() + 1];
    open.forEach(candidate -> begins[candidate.task().type() + 1]++);
    Arrays.parallelPrefix(begins, Integer::sum);
    int[] next = begins.clone();
    Candidate[] all = new Candidate[open.size()];
    open.forEach(candidate -> all[next[candidate.task().type()]++] = candidate);
    return new WaitingTasks(
        Arrays.asList(all),
        Arrays.stream(all).mapToLong(candidate -> candidate.task().deadline()).toArray(),
        Arrays.stream(all).mapToDouble(each -> session.event().worth(each.task())).toArray(),
        begins);
  }
}
