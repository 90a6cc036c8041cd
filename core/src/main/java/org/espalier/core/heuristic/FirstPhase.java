package org.espalier.core.heuristic;

/** Which machines the first phase of a two-phase heuristic looks at. */
public enum FirstPhase {
  /** Machines with room in their queue. */
  WITH_ROOM,
  /** All machines; a task whose best machine is full waits for it. */
  ALL_MACHINES
}
