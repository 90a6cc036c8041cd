package org.espalier.service.live;

import java.util.List;

/**
 * What a request would be, if it were submitted now.
 *
 * @param deadline when the task would have to be finished, in ticks
 * @param prospects its prospects at the end of queues, one for each machine, or, where there are
 *     more than {@link Overview#ALL_SHOWN}, for those of each type that are expected to be ready
 *     first
 * @param machinesLeftOut how many machines have no prospect in the list
 */
public record Rehearsal(
    Submission submission, long deadline, List<Waiting.Prospect> prospects, int machinesLeftOut) {}
