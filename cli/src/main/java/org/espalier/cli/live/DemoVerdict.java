package org.espalier.cli.live;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.simulator.column.NumberText;
import org.espalier.workload.document.Names;

/**
 * What came of the same tasks under some policies.
 *
 * @param tasks how many there are
 * @param load how much came, in what the machines can do
 */
record DemoVerdict(int tasks, double load, List<Outcome> outcomes) {
  private static final double NORMAL_97_5 = 1.96;

  /** Which of the tasks were on time under a policy, and how many the service refused. */
  record Outcome(String policy, BitSet onTime, int refused) {}

  /** How many tasks were refused, if any were. */
  Optional<String> refusals() {
    return outcomes.stream().allMatch(outcome -> outcome.refused == 0)
        ? Optional.empty()
        : Optional.of(
            "The service refused tasks, as its batch queue was full or its store slow; they count"
                + " as not on time: "
                + outcomes.stream()
                    .map(outcome -> "%s with %s".formatted(outcome.refused, outcome.policy))
                    .collect(Collectors.joining(", ")));
  }

  /** It in one sentence. */
  String sentence() {
    String begin =
        String.format(
            Locale.ROOT,
            "Of %s%d tasks, %.1f times what the machines can do, ",
            outcomes.size() > 1 ? "the same " : "",
            tasks,
            load);
    List<String> shares = IntStream.range(0, outcomes.size()).mapToObj(this::share).toList();
    String end = outcomes.size() == 2 ? ": " + difference() : "";
    return begin + Names.joined(shares, "and") + end + ".";
  }

  private String share(int place) {
    Outcome outcome = outcomes.get(place);
    int number = outcome.onTime.cardinality();
    return String.format(
        Locale.ROOT,
        place == 0 ? "%s had %d on time (%s)" : "%s %d (%s)",
        outcome.policy,
        number,
        NumberText.percent(tasks == 0 ? 0 : (double) number / tasks));
  }

  /**
   * Says who was better, but only where chance would seldom make such a difference. That is
   * McNemar's test of the tasks that were on time under one policy alone, as if they were
   * independent.
   */
  private String difference() {
    int first = alone(outcomes.getFirst(), outcomes.getLast());
    int second = alone(outcomes.getLast(), outcomes.getFirst());
    if (Math.abs(first - second) <= NORMAL_97_5 * Math.sqrt(first + second)) {
      return "a difference that may be chance";
    }
    long points = Math.round(100.0 * Math.abs(first - second) / tasks);
    return "%s of 100 %s with %s"
        .formatted(points, first > second ? "more" : "fewer", outcomes.getFirst().policy);
  }

  private static int alone(Outcome one, Outcome other) {
    BitSet alone = (BitSet) one.onTime.clone();
    alone.andNot(other.onTime);
    return alone.cardinality();
  }
}
