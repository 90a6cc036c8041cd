package org.espalier.core.allocation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Lets every n-th mapping event of an approximate policy be decided with exact PMFs as well.
 *
 * <p>A copy of the policy, taken before the event, decides about the same state: the policy's
 * memory is that of the approximate run, and is not advanced by the sampling. What it remembers of
 * the event is forgotten with the copy.
 */
final class DecisionSampler {
  private Approximation approximation;
  private int events;
  private int decisions;
  private int differing;

  DecisionSampler(Approximation approximation) {
    this.approximation = approximation;
  }

  /** Another policy decides from now on. */
  void policyChanged(Approximation other) {
    approximation = other;
  }

  /** A copy of the policy if the event that begins is to be decided with exact PMFs too. */
  Optional<AllocationPolicy> twin(AllocationPolicy policy) {
    boolean due = approximation.isSampled() && ++events % approximation.sampleEvery() == 0;
    return due ? policy.copy() : Optional.empty();
  }

  /** The same event with exact PMFs. */
  MappingEvent exact(MappingEvent event) {
    return new MappingEvent(
        event.system(),
        event.rules(),
        event.now(),
        event.candidates().stream()
            .map(c -> new Candidate(c.task(), event.placements().size()))
            .toList(),
        MachineQueues.exact(event),
        event.departures(),
        false,
        event.assertions(),
        event.placements());
  }

  /** Takes what was decided both ways. */
  void compare(List<Decision> approximate, List<Decision> exact) {
    Map<Integer, Made> one = made(approximate);
    Map<Integer, Made> other = made(exact);
    Set<Integer> tasks = new HashSet<>(one.keySet());
    tasks.addAll(other.keySet());
    decisions += tasks.size();
    for (Integer task : tasks) {
      differing += Objects.equals(one.get(task), other.get(task)) ? 0 : 1;
    }
  }

  /** A decision without the number it was based on. */
  private record Made(String kind, int place) {}

  /** What was decided of each task; that one stays where it is, is no decision. */
  private static Map<Integer, Made> made(List<Decision> decisions) {
    Map<Integer, Made> made = new HashMap<>();
    for (Decision decision : decisions) {
      switch (decision) {
        case Decision.Assign assign ->
            made.put(assign.task().id(), new Made("assign", assign.placement().id()));
        case Decision.Drop drop -> made.put(drop.task().id(), new Made("drop", drop.machine()));
        case Decision.Evict evict ->
            made.put(evict.task().id(), new Made("evict", evict.machine()));
        case Decision.Discard discard -> made.put(discard.task().id(), new Made("discard", -1));
        case Decision.Defer defer -> {}
      }
    }
    return made;
  }

  DecisionSample sample() {
    return new DecisionSample(decisions, differing);
  }
}
