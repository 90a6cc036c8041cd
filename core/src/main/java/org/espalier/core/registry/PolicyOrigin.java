package org.espalier.core.registry;

import java.util.Arrays;

/** Where policies come from, in the order in which they are listed. */
public enum PolicyOrigin {
  ESPALIER("Espalier", "Espalier's own"),
  PRUNING("THESIS", "Pruning: THESIS, JOURNAL, DROPPING"),
  JOURNAL("JOURNAL", PRUNING.title),
  MAXROBUST("MAXROBUST", "Joint chances, on arrival: MAXROBUST"),
  DISSERTATION("DISSERTATION", "Utility and energy: DISSERTATION"),
  OTHER("", "Others");

  private final String word;
  private final String title;

  PolicyOrigin(String word, String title) {
    this.word = word;
    this.title = title;
  }

  /** The origin of a policy, by the word that what it says of its source begins with. */
  public static PolicyOrigin of(PolicyProvider policy) {
    return Arrays.stream(values())
        .filter(origin -> policy.source().startsWith(origin.word))
        .findFirst()
        .orElseThrow();
  }

  /** A heading for the policies of this origin; some origins share one. */
  public String title() {
    return title;
  }
}
