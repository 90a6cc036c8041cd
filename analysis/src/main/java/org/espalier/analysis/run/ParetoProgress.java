package org.espalier.analysis.run;

import java.util.OptionalDouble;

/** Hears how far a search is. Called by the thread that runs it. */
public interface ParetoProgress {
  /**
   * A part of the search begins.
   *
   * @param phase what it is, for people
   * @param total how much there is to do; what is done is told in the same unit
   */
  void begins(String phase, long total);

  /**
   * So much of it is done.
   *
   * @param hypervolume of the front so far
   * @param shareOfBound the share of the bound's hypervolume that this is; empty without a bound
   */
  void reached(long done, double hypervolume, OptionalDouble shareOfBound);

  /** The part is over, or the search was stopped. */
  void ends();
}
