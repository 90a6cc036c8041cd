package org.espalier.service.live;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.live.Overview.Activity;

/**
 * How a service stands, in a sentence or a few.
 *
 * @param state the worst of what there is to say
 */
public record Headline(State state, String text) {
  /** From the best to the worst. */
  public enum State {
    /** All is as it should be. */
    FINE,
    /** What is predicted does not come true. */
    DOUBTFUL,
    /** More is asked than can be done in time. */
    OVERLOADED,
    /** Machines are out, commands fail, or the policy does. */
    BROKEN
  }

  /** Fewer tasks say nothing. */
  private static final int LEAST = 20;

  /** A smaller share of tasks on time is no good. */
  private static final double GOOD = 0.9;

  private static final int WORST = 3;

  /** That of a service. */
  public static Headline of(Overview overview, List<MachineGroup> groups) {
    List<Headline> parts = new ArrayList<>();
    machines(groups, parts);
    overview.faults().forEach(fault -> parts.add(new Headline(State.BROKEN, fault)));
    failures(overview, parts);
    onTime(overview, parts);
    List<String> doubted =
        overview.types().stream()
            .filter(type -> !type.doubt().isEmpty())
            .map(TypeFigures::type)
            .toList();
    if (!doubted.isEmpty()) {
      parts.add(
          new Headline(State.DOUBTFUL, "predictions are wrong of " + String.join(", ", doubted)));
    }
    State worst =
        parts.stream().map(Headline::state).max(Comparator.naturalOrder()).orElse(State.FINE);
    String text = parts.stream().map(Headline::text).collect(Collectors.joining("; "));
    String word = worst.toString();
    String said = word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT);
    return new Headline(worst, "%s: %s.".formatted(said, text));
  }

  private static void machines(List<MachineGroup> groups, List<Headline> parts) {
    int failed = MachineGroup.count(groups, Activity.FAILED);
    int away = MachineGroup.count(groups, Activity.AWAY);
    if (failed + away > 0) {
      int all = MachineGroup.count(groups, Activity.values());
      parts.add(
          new Headline(
              State.BROKEN,
              "of %s machines %s have failed and %s are away".formatted(all, failed, away)));
    }
  }

  private static void failures(Overview overview, List<Headline> parts) {
    for (TypeFigures type : overview.types()) {
      boolean most = type.left() >= LEAST && 2 * type.failed() > type.left();
      if (most || (type.failed() >= LEAST && Double.isNaN(type.response()))) {
        parts.add(
            new Headline(
                State.BROKEN,
                "of the last %s tasks of type %s %s failed (%s)"
                    .formatted(type.left(), type.type(), type.failed(), type.reason())));
      }
    }
  }

  private static void onTime(Overview overview, List<Headline> parts) {
    long left =
        overview.recent().entrySet().stream()
            .filter(fate -> fate.getKey() != Fate.CANCELLED)
            .mapToLong(fate -> fate.getValue())
            .sum();
    double share = (double) overview.recent().getOrDefault(Fate.ON_TIME, 0L) / left;
    if (left < LEAST) {
      parts.add(new Headline(State.FINE, "too few tasks have left to say more"));
    } else if (share >= GOOD) {
      parts.add(new Headline(State.FINE, said(share, left)));
    } else {
      String worst =
          overview.types().stream()
              .filter(type -> type.left() >= LEAST && type.onTime() < GOOD * type.left())
              .sorted(Comparator.comparingDouble(Headline::share))
              .limit(WORST)
              .map(type -> "%s %s".formatted(type.type(), percent(share(type))))
              .collect(Collectors.joining(", "));
      String types = worst.isEmpty() ? "" : ", least of " + worst;
      parts.add(new Headline(State.OVERLOADED, said(share, left) + types));
    }
  }

  private static String said(double share, long left) {
    return "%s of the last %s tasks were on time".formatted(percent(share), left);
  }

  private static double share(TypeFigures type) {
    return (double) type.onTime() / type.left();
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
