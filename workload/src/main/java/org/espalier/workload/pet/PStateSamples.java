package org.espalier.workload.pet;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Execution times of a task type on a machine type, by P-state. */
final class PStateSamples {
  private final List<Samples> byPState = new ArrayList<>();

  /** The samples of a P-state, to be added to. */
  Samples at(int pState) {
    while (byPState.size() <= pState) {
      byPState.add(new Samples());
    }
    return byPState.get(pState);
  }

  /** One more than the highest P-state that has samples. */
  int pStates() {
    return byPState.size();
  }

  /** Whether a P-state has samples. */
  boolean has(int pState) {
    return pState < pStates() && byPState.get(pState).size() > 0;
  }

  /** The samples of each P-state that has any, in order. */
  Stream<Samples> all() {
    return byPState.stream().filter(samples -> samples.size() > 0);
  }

  /** The samples of the fastest P-state that has any. */
  Samples fastest() {
    return all().findFirst().orElseThrow();
  }

  /** The same samples, each multiplied by a factor. */
  PStateSamples scaled(double factor) {
    PStateSamples scaled = new PStateSamples();
    byPState.forEach(samples -> scaled.byPState.add(samples.scaled(factor)));
    return scaled;
  }

  /** Takes the samples of one P-state in place of what was there. */
  void put(int pState, Samples samples) {
    at(pState);
    byPState.set(pState, samples);
  }
}
