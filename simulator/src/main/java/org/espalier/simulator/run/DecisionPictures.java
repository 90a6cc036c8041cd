package org.espalier.simulator.run;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.espalier.report.CompletionCurve;
import org.espalier.report.DecisionExample;

/** Makes pictures for the report of what decisions do to a machine queue. */
final class DecisionPictures {
  private static final int BINS = 80;
  private static final double SHOWN = 0.999;
  private static final double ROUNDED = 1e6;
  private static final MathContext DIGITS = new MathContext(3);

  private final HcSystem system;
  private final DecisionSnapshot snapshot;
  private final long from;
  private final long width;

  private DecisionPictures(HcSystem system, DecisionSnapshot snapshot) {
    this.system = system;
    this.snapshot = snapshot;
    List<Pmf> all =
        Stream.concat(snapshot.before().stream(), snapshot.after().stream())
            .map(DecisionSnapshot.Queued::completion)
            .toList();
    this.from = all.stream().mapToLong(Pmf::earliest).min().orElse(0);
    long to = all.stream().mapToLong(pmf -> pmf.quantile(SHOWN)).max().orElse(from);
    long step =
        all.stream().mapToLong(Pmf::step).reduce(system.pet().step(), Math::max); // if approximate
    this.width = step * Math.max(1, Math.ceilDiv(to - from + 1, step * BINS));
  }

  /**
   * The picture of a decision.
   *
   * @param scenario by which it is known
   */
  static ShownDecision of(String scenario, HcSystem system, DecisionSnapshot snapshot) {
    return new ShownDecision(
        snapshot.isDrop(),
        snapshot.gain(),
        new DecisionPictures(system, snapshot).picture(scenario));
  }

  private DecisionExample picture(String scenario) {
    String what = snapshot.isDrop() ? "drop of" : "assignment of";
    return new DecisionExample(
        "%s: %s task %s".formatted(scenario, what, snapshot.decision().task().id()),
        text(),
        width * system.tickSeconds(),
        snapshot.before().stream().map(this::curve).toList(),
        snapshot.after().stream().map(this::curve).toList());
  }

  private String text() {
    String machine = system.machines().get(snapshot.machine()).name();
    String basis = basis(snapshot.decision().basis());
    return switch (snapshot.decision()) {
      case Decision.Drop drop ->
          "%s is dropped from the queue of %s, %s: %s."
              .formatted(taskAtTime(), machine, drop.reason().label(), basis);
      case Decision.Evict evict ->
          "%s is stopped on %s, %s: %s."
              .formatted(taskAtTime(), machine, evict.reason().label(), basis);
      case Decision.Assign assign ->
          "%s is put at the end of the queue of %s: %s.".formatted(taskAtTime(), machine, basis);
      case Decision.Discard discard ->
          "%s is discarded, %s: %s.".formatted(taskAtTime(), discard.reason().label(), basis);
      case Decision.Defer defer -> "%s stays in the batch queue.".formatted(taskAtTime());
    };
  }

  private String taskAtTime() {
    double seconds = snapshot.now() * system.tickSeconds();
    return String.format(
        Locale.ROOT, "%2$s, %1$.3f s into the trial,", seconds, name(snapshot.decision().task()));
  }

  private String basis(Basis basis) {
    String limit = Double.isNaN(basis.limit()) ? "" : " against " + number(basis, basis.limit());
    return "%s %s%s".formatted(basis.measure(), number(basis, basis.value()), limit);
  }

  private String number(Basis basis, double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    return Basis.isMoment(basis.measure()) || Basis.isDuration(basis.measure())
        ? String.format(Locale.ROOT, "%.3f s", value * system.tickSeconds())
        : new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
  }

  private String name(Task task) {
    return "Task %s (%s)".formatted(task.id(), system.taskTypes().get(task.type()).name());
  }

  private CompletionCurve curve(DecisionSnapshot.Queued queued) {
    Pmf pmf = queued.completion();
    int first = bin(pmf.earliest());
    int last = Math.max(first, Math.min(bin(pmf.latest()), BINS - 1));
    double[] masses = new double[last - first + 1];
    for (int i = 0; i < pmf.size(); i++) {
      int bin = bin(pmf.time(i)) - first;
      if (bin < masses.length) {
        masses[bin] += pmf.mass(i);
      }
    }
    return new CompletionCurve(
        name(queued.task()),
        queued.running(),
        Math.min(1, queued.chance()), // masses may sum to a little more than 1
        seconds(queued.task().deadline()),
        seconds(from + first * width),
        rounded(masses));
  }

  private int bin(long time) {
    return Math.toIntExact((time - from) / width);
  }

  /** Seconds from the decision. */
  private double seconds(long ticks) {
    return (ticks - snapshot.now()) * system.tickSeconds();
  }

  private static List<Double> rounded(double[] masses) {
    return Arrays.stream(masses).mapToObj(mass -> Math.round(mass * ROUNDED) / ROUNDED).toList();
  }
}
