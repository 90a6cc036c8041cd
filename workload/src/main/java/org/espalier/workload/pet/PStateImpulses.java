package org.espalier.workload.pet;

import java.util.ArrayList;
import java.util.List;

/** What a PET file says of one task type on one machine type: the impulses of each P-state. */
final class PStateImpulses {
  private final int line;
  private final List<Impulses> byPState = new ArrayList<>();

  /** A pair that begins on a line of its file. */
  PStateImpulses(int line) {
    this.line = line;
  }

  int line() {
    return line;
  }

  /** The impulses of a P-state, to be added to. */
  Impulses at(int pState, int lineOfFirst) {
    while (byPState.size() <= pState) {
      byPState.add(new Impulses(lineOfFirst));
    }
    return byPState.get(pState);
  }

  /** One more than the highest P-state that is named; 0 if the type cannot run there. */
  int pStates() {
    return byPState.size();
  }

  /** Whether a P-state has impulses. */
  boolean has(int pState) {
    return pState < pStates() && byPState.get(pState).size() > 0;
  }
}
