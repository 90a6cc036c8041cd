package org.espalier.service.learning;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.espalier.core.pmf.Pmf;

/**
 * What is learned of the execution times of one task type on one machine type. Times are lattice
 * points here.
 *
 * <p><b>Inside.</b> After completions x(1)..x(n) the weight of point k is
 *
 * <pre>w(k) = W d^n p(k) + sum over i with x(i) = k of d^(n-i)</pre>
 *
 * with the prior p, its weight W, and d = 2^(-1/half-life); the model is w divided by its sum.
 * Where tasks were stopped, n counts both, the weights of stops are kept in the same way, and the
 * model is that of {@link KaplanMeier}. What was learned last is kept apart in a window, as many
 * completions, and at most as many stops, as the drift test looks at, so that the weights before it
 * are at hand: {@code reference} and {@code stops} hold them, and the model is computed from all
 * when it is asked for.
 *
 * <p>The test knows completions only, on both sides: where tasks are stopped these are shorter than
 * the model says, now as before. A change of how many are stopped can look like a change of times.
 *
 * <p>Ten times a window the completions of the window are compared with the reference (see {@link
 * KolmogorovSmirnov}), as soon as it is a fifth full and the reference says as much as 5
 * completions. Its p-value is multiplied by the number of looks that fall into one window
 * (Bonferroni), so that the level holds for a window of completions, however often it is looked at.
 * A change that is noticed begins a new reference: that of the window alone, in which weights halve
 * every tenth of a window, since its first completions may be of the time before the change; the
 * prior and all before is forgotten and the window is empty. The change counts as present until a
 * full window fits.
 */
final class Cell {
  private static final int LOOKS = 10;
  private static final int FIFTH = 5;
  private static final double FEWEST = 5;

  private final LearningSettings settings;
  private final long step;
  private Histogram reference;
  private Histogram stops;
  private final Deque<Seen> window = new ArrayDeque<>();
  private int windowStops;
  private Pmf published;
  private long completions;
  private int sincePublished;
  private int sinceLook;
  private long notBefore;
  private double pValue = Double.NaN;
  private boolean drifted;
  private boolean wasPublished;
  private boolean isToldAnew;
  private boolean wasCompared;

  Cell(LearningSettings settings, Pmf prior) {
    this.settings = settings;
    this.step = prior.step();
    this.reference = Histogram.of(prior, settings.priorWeight(), settings.mostPoints());
    this.stops = new Histogram(settings.mostPoints());
    this.published = prior;
  }

  /**
   * A task that ran.
   *
   * @param point its time, or the first that its time can have been
   * @param stopped whether it was stopped
   */
  record Seen(long point, boolean stopped) {}

  /**
   * All that {@link #save} gives, to go on from.
   *
   * @param published what is believed, if it is not the prior
   * @param notBefore the first time at which something else may be published
   */
  record Saved(
      long completions,
      int sincePublished,
      int sinceLook,
      long notBefore,
      double pValue,
      boolean drifted,
      Histogram reference,
      Histogram stops,
      List<Seen> window,
      Optional<Pmf> published) {
    Saved {
      boolean sound = completions >= 0 && sincePublished >= 0 && sinceLook >= 0;
      if (!sound || pValue < 0 || pValue > 1 || window.stream().anyMatch(seen -> seen.point < 0)) {
        throw new IllegalArgumentException(
            "%d completions, %d and %d of late, p-value %s, window %s; expected none negative"
                .formatted(completions, sincePublished, sinceLook, pValue, window));
      }
    }
  }

  Saved save() {
    return new Saved(
        completions,
        sincePublished,
        sinceLook,
        notBefore,
        pValue,
        drifted,
        reference.copy(),
        stops.copy(),
        List.copyOf(window),
        wasPublished ? Optional.of(published) : Optional.empty());
  }

  /**
   * Goes on from what was saved. What was published is published again, since the prior is believed
   * in at first.
   *
   * @throws IllegalArgumentException if it is unsound; the cell is as before then
   */
  void restore(Saved saved) {
    Pmf again = saved.published.orElse(published);
    if (again.step() != step || again.origin() < 0 || again.origin() % step != 0) {
      throw new IllegalArgumentException("%s is not on the lattice of %d".formatted(again, step));
    }
    if (saved.reference.isEmpty() && saved.stops.isEmpty() && saved.window.isEmpty()) {
      throw new IllegalArgumentException("nothing has any weight");
    }
    reference = saved.reference.copy();
    stops = saved.stops.copy();
    saved.window.forEach(this::enter);
    published = again;
    wasPublished = saved.published.isPresent();
    isToldAnew = wasPublished;
    completions = saved.completions;
    sincePublished = saved.sincePublished;
    sinceLook = saved.sinceLook;
    notBefore = saved.notBefore;
    pValue = saved.pValue;
    drifted = saved.drifted;
  }

  /** Learns a completion. Returns whether it has shown a change. */
  boolean completed(long point) {
    learn(new Seen(point, false));
    completions++;
    sinceLook++;
    int every = Math.max(1, settings.drift().window() / LOOKS);
    return sinceLook >= every && canLook() && look(every);
  }

  /** Learns that a task was stopped before it could be seen to end at a point or later. */
  void stopped(long point) {
    learn(new Seen(point, true));
  }

  private void learn(Seen seen) {
    enter(seen);
    wasCompared = false;
    sincePublished++;
  }

  private void enter(Seen seen) {
    window.addLast(seen);
    windowStops += seen.stopped ? 1 : 0;
    while (windowStops > settings.drift().window() || windowEnds() > settings.drift().window()) {
      leaveWindow(window.removeFirst());
    }
  }

  private int windowEnds() {
    return window.size() - windowStops;
  }

  private void leaveWindow(Seen seen) {
    windowStops -= seen.stopped ? 1 : 0;
    reference.decay(settings.decay());
    stops.decay(settings.decay());
    add(seen, 1, reference, stops);
  }

  private static void add(Seen seen, double weight, Histogram ends, Histogram stops) {
    (seen.stopped ? stops : ends).add(seen.point, weight);
  }

  private boolean canLook() {
    return windowEnds() >= settings.drift().window() / FIFTH && reference.effectiveSize() >= FEWEST;
  }

  private boolean look(int every) {
    sinceLook = 0;
    long[] times = windowPoints().map(point -> reference.reached(point) * step).toArray();
    double d = KolmogorovSmirnov.statistic(times, reference.pmf(step));
    double once = KolmogorovSmirnov.pValue(d, times.length, reference.effectiveSize());
    pValue = Math.min(1, once * Math.ceilDiv(settings.drift().window(), every));
    boolean noticed = pValue < settings.drift().level();
    if (noticed) {
      drifted = true;
      beginAnew();
    } else if (windowEnds() == settings.drift().window()) {
      drifted = false;
    }
    return noticed;
  }

  /** The completions of the window. */
  private LongStream windowPoints() {
    return window.stream().filter(seen -> !seen.stopped).mapToLong(Seen::point);
  }

  /** Goes from the median outwards, so that the range lies around it if it cannot hold all. */
  private void beginAnew() {
    double decay = LearningSettings.decay(settings.drift().window() / (double) LOOKS);
    List<Weighed> weighed = new ArrayList<>();
    int ends = 0;
    for (Seen seen : window) {
      ends += seen.stopped ? 0 : 1;
      weighed.add(new Weighed(seen, Math.pow(decay, (double) windowEnds() - ends)));
    }
    long median = windowPoints().sorted().skip((windowEnds() - 1) / 2).findFirst().orElseThrow();
    weighed.sort(Comparator.comparingLong(item -> Math.abs(item.seen.point - median)));
    reference = new Histogram(settings.mostPoints());
    stops = new Histogram(settings.mostPoints());
    weighed.forEach(item -> add(item.seen, item.weight, reference, stops));
    window.clear();
    windowStops = 0;
  }

  private record Weighed(Seen seen, double weight) {}

  /** The present model. Its cost is the number of its points. */
  Pmf model() {
    Histogram ends = reference.copy();
    Histogram allStops = stops.copy();
    double decay = Math.pow(settings.decay(), window.size());
    ends.decay(decay);
    allStops.decay(decay);
    int age = window.size();
    for (Seen seen : window) {
      age--;
      add(seen, Math.pow(settings.decay(), age), ends, allStops);
    }
    return KaplanMeier.pmf(ends, allStops, step);
  }

  /** Whether a completion at a point lies so far out that it counts elsewhere. */
  boolean isOutOfReach(long point) {
    return reference.reached(point) != point;
  }

  /** Whether enough new tasks have been learned from for a publication. */
  boolean isRipe() {
    return sincePublished >= settings.publishing().completions();
  }

  /** The first time at which something may be published. */
  long notBefore() {
    return notBefore;
  }

  /**
   * The distribution to believe from now on, if it is time for another one. The model is compared
   * with what is believed once after each task.
   */
  Optional<Pmf> publish(long now) {
    boolean isNew = false;
    if (isRipe() && !wasCompared && now >= notBefore) {
      wasCompared = true;
      Pmf model = model();
      isNew = KolmogorovSmirnov.distance(model, published) > settings.publishing().change();
      if (isNew) {
        published = model;
        wasPublished = true;
        sincePublished = 0;
        notBefore = now + settings.publishing().ticks();
      }
    }
    boolean isToBeTold = isNew || isToldAnew;
    isToldAnew = false;
    return isToBeTold ? Optional.of(published) : Optional.empty();
  }

  /** Whether it has seen any task. */
  boolean hasLearned() {
    return completions > 0 || !stops.isEmpty() || !window.isEmpty();
  }

  /** How many points a model may cover, if its prior does not cover more. */
  int mostPoints() {
    return settings.mostPoints();
  }

  long completions() {
    return completions;
  }

  /** The corrected p-value of the last look; NaN before the first. */
  double pValue() {
    return pValue;
  }

  boolean drifted() {
    return drifted;
  }
}
