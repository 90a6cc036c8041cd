package org.espalier.cli;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * What came of the same tasks under some policies, in one sentence.
 *
 * @param tasks how many there were
 * @param load how much came, in what the machines can do
 */
record DemoVerdict(int tasks, double load, List<Outcome> outcomes) {
  private static final double NORMAL_97_5 = 1.96;

  /** Which of the tasks were on time under a policy. */
  record Outcome(String policy, BitSet onTime) {}

  /** The sentence. */
  String sentence() {
    String begin =
        String.format(
            Locale.ROOT,
            "Of %s%d tasks, %.1f times what the machines can do, ",
            outcomes.size() > 1 ? "the same " : "",
            tasks,
            load);
    StringBuilder text = new StringBuilder(begin);
    for (int i = 0; i < outcomes.size(); i++) {
      text.append(i == 0 ? "" : i < outcomes.size() - 1 ? ", " : " and ").append(share(i));
    }
    return text.append(outcomes.size() == 2 ? ": " + difference() : "").append(".").toString();
  }

  private String share(int place) {
    Outcome outcome = outcomes.get(place);
    int number = outcome.onTime.cardinality();
    return String.format(
        Locale.ROOT,
        place == 0 ? "%s had %d on time (%.0f %%)" : "%s %d (%.0f %%)",
        outcome.policy,
        number,
        tasks == 0 ? 0 : 100.0 * number / tasks);
  }

  /**
   * Says who was better only where chance would seldom make such a difference: by McNemar's test of
   * tasks that were on time under one policy alone, as if they were independent.
   */
  private String difference() {
    int first = alone(outcomes.getFirst(), outcomes.getLast());
    int second = alone(outcomes.getLast(), outcomes.getFirst());
    if (Math.abs(first - second) <= NORMAL_97_5 * Math.sqrt(first + second)) {
      return "a difference that may be chance";
    }
    long points = Math.round(100.0 * Math.abs(first - second) / tasks);
    return "%d of 100 %s with %s"
        .formatted(points, first > second ? "more" : "fewer", outcomes.getFirst().policy);
  }

  private static int alone(Outcome one, Outcome other) {
    BitSet alone = (BitSet) one.onTime.clone();
    alone.andNot(other.onTime);
    return alone.cardinality();
  }
}
